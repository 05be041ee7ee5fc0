/** The frame of a card: a rim by deck, corners by set, an opening for the picture by kind. */

import { tonesOf, type SetName, type Tones } from "./tones";

/** What a frame goes by. */
export interface Framed {
  deck: string;
  kind: string;
  set: SetName;
}

/** The opening of the picture by kind, within 100 by 100; what lies around it is the frame's. */
const OPENINGS: Record<string, string> = {
  monster: "M0 100V18Q2 6 14 3Q50 -3 86 3Q98 6 100 18V100Z",
  monster_enhancer: "M0 100V12L12 3L24 9L38 1L50 8L62 1L76 9L88 3L100 12V100Z",
  curse: "M0 92V10L8 3L20 7L32 2L47 6L60 1L74 6L88 2L100 9V94L90 98L78 93L64 99L50 94L34 99L20 94L9 98Z",
  class: "M2 2H98V70Q96 88 50 99Q4 88 2 70Z",
  race: "M10 2H90Q90 10 98 12V78Q86 80 82 92Q60 90 50 99Q40 90 18 92Q14 80 2 78V12Q10 10 10 2Z",
  class_enhancer: "M2 12L50 2L98 12V88L50 98L2 88Z",
  race_enhancer: "M12 2H88L98 14V86L88 98H12L2 86V14Z",
  power: "M20 1H80L99 50L80 99H20L1 50Z",
  item: "M8 2H92Q92 9 98 10V90Q92 91 92 98H8Q8 91 2 90V10Q8 9 8 2Z",
  one_shot: "M50 1Q99 1 99 50Q99 99 50 99Q1 99 1 50Q1 1 50 1Z",
  item_enhancer: "M14 2H86V8H98V92H86V98H14V92H2V8H14Z",
  go_up_a_level: "M2 98V22L50 2L98 22V98Z",
  hireling: "M2 98V40Q2 2 50 2Q98 2 98 40V98Z",
  steed: "M2 2H98V60Q98 98 50 98Q2 98 2 60Z",
  portal: "M2 98V50Q2 1 50 1Q98 1 98 50V98Z",
  dungeon: "M0 100V8H10V0H24V8H38V0H62V8H76V0H90V8H100V100Z",
  special: "M2 8L8 2H92L98 8V92L92 98H8L2 92Z",
};

/** The opening of an Item, by where it is worn. */
const WORN: Record<string, string> = {
  headgear: "M2 98V30Q2 2 50 2Q98 2 98 30V98Q50 90 2 98Z",
  armor: "M14 2H38Q50 10 62 2H86Q90 14 98 18V86Q70 92 50 99Q30 92 2 86V18Q10 14 14 2Z",
  footgear: "M2 2Q50 8 98 2V82Q96 98 80 98H20Q4 98 2 82Z",
  hand: "M10 2H90L98 10V90L90 98H10L2 90V10Z",
};

/** Corners by set, for the upper left one, within 16 by 16: first the plate, then what is on it. */
const CORNERS: Record<SetName, readonly [string, string]> = {
  dungeon: [
    "M0 3Q0 0 3 0H16L13 3.6Q7 4 5.4 5.4Q4 7 3.6 13L0 16Z",
    "M3.2 1.4a1.8 1.8 0 1 0 .01 0ZM10.4 .9a1 1 0 1 0 .01 0ZM1.9 9.4a1 1 0 1 0 .01 0Z",
  ],
  space: [
    "M0 5L5 0H16V2.6H7L2.6 7V16H0Z",
    "M4.6 7.6L7.6 4.6H10.4L4.6 10.4ZM12.4 3.8h2.4v1.4h-2.4ZM3.8 12.4h1.4v2.4h-1.4Z",
  ],
  night: ["M0 3Q0 0 3 0H16Q12 1.4 11.6 5Q9 3.4 7.4 7.4Q3.4 9 5 11.6Q1.4 12 0 16Z", "M3 2.2Q5 2.2 5.4 5.4Q2.2 5 2.2 3Z"],
  nursery: [
    "M0 4Q0 0 4 0H15Q15.4 4 11.6 4.6Q11.4 8.4 8 8Q8.4 11.4 4.6 11.6Q4 15.4 0 15Z",
    "M4.6 1.8l.9 1.9 2 .2-1.5 1.4.4 2-1.8-1-1.8 1 .4-2L1.7 3.9l2-.2Z",
  ],
};

const TURNS = [
  ['x="0" y="0"', "scale(1 1)"],
  ['x="100%" y="0"', "scale(-1 1)"],
  ['x="0" y="100%"', "scale(1 -1)"],
  ['x="100%" y="100%"', "scale(-1 -1)"],
] as const;

/** The corners of a card of any size, each of a size that goes with its letters. */
export function drawCorners(card: Framed, size = "1.45em"): string {
  const tones = tonesOf(card.deck, card.kind, card.set);
  const [plate, mark] = CORNERS[card.set];
  const corners = TURNS.map(
    ([place, turn]) =>
      `<svg ${place} width="${size}" height="${size}" viewBox="0 0 16 16" overflow="visible"><g transform="${turn}"><path fill="${tones.rimDeep}" d="${plate}"/><path fill="${tones.kindLight}" d="${mark}"/></g></svg>`,
  );
  return corners.join("");
}

/** What is around the opening of the picture; stretched to its box. */
export function drawMat(card: Framed, slot: string | null | undefined, tones: Tones): string {
  const opening = (card.kind === "item" && slot ? WORN[slot] : undefined) ?? OPENINGS[card.kind] ?? OPENINGS["special"];
  return `<path fill="${tones.kindDeep}" fill-rule="evenodd" d="M-1 -1H101V101H-1Z${opening}"/><path fill="none" stroke="${tones.kindLight}" stroke-width="1.1" vector-effect="non-scaling-stroke" d="${opening}"/>`;
}

/** All kinds with an opening of their own. */
export const FRAMED_KINDS: readonly string[] = Object.keys(OPENINGS);
