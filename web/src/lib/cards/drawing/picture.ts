/**
 * The picture of a card, made of its facts alone: an icon before a place or a pattern, in two tones. It knows neither
 * the page nor its settings, so the page and the printing press draw the same. No text of a card gets into it.
 */

import { picturesOf, type Pictured } from "$lib/icons/pictures";
import { Chance } from "./chance";
import { elementOf, hoard, sparks } from "./elements";
import { drawMat } from "./frame";
import * as patterns from "./patterns";
import { FLOOR, PLACES, type Backdrop } from "./places";
import { ellipse, n } from "./shapes";
import { contrast, CREAM, hex, pictureHue, tonesOf, type SetName } from "./tones";

/** What a card is drawn by. */
export interface Facts extends Pictured {
  deck: string;
  set?: string;
  level?: number | null;
  treasures?: number | null;
  bonus?: number | null;
  big?: boolean;
}

/** Draws an icon by its name into a box of 512 by 512. */
export type Icon = (name: string) => string;

const PATTERNS: Record<string, Record<string, Backdrop>> = {
  curse: patterns.hex,
  class: patterns.arms,
  race: patterns.arms,
  class_enhancer: patterns.boost,
  race_enhancer: patterns.boost,
  monster_enhancer: patterns.boost,
  item_enhancer: patterns.boost,
  power: patterns.mind,
  item: patterns.show,
  one_shot: patterns.brew,
  go_up_a_level: patterns.rise,
  portal: patterns.gateway,
  special: patterns.trick,
};

const WORN: Record<string, Record<string, Backdrop>> = {
  headgear: patterns.headgear,
  armor: patterns.armor,
  footgear: patterns.footgear,
  hand: patterns.hand,
};

/** The set that a card is drawn in; one that nobody knows is a dungeon's. */
export function setOf(card: { set?: string }): SetName {
  return card.set === "space" || card.set === "night" || card.set === "nursery" ? card.set : "dungeon";
}

function backdrops(card: Facts, set: SetName): Record<string, Backdrop> {
  if (card.kind === "item" && card.slot && WORN[card.slot]) return WORN[card.slot] as Record<string, Backdrop>;
  return PATTERNS[card.kind] ?? (PLACES[set] as Record<string, Backdrop>);
}

/** How tall the main icon stands, of 120: a monster's by its Level. */
export function heightOf(card: Facts): number {
  if (card.kind === "monster") return 48 + 3.4 * Math.min(Math.max(card.level ?? 1, 1), 20);
  return card.big ? 104 : card.kind === "dungeon" ? 98 : 86;
}

/** What a card's picture is composed of. */
export interface Composition {
  icon: string;
  companion: string | null;
  backdrop: string;
  set: SetName;
}

function compose(card: Facts, chance: Chance): Composition {
  const set = setOf(card);
  const [icon = "", companion = null] = picturesOf(card);
  return { icon, companion, backdrop: chance.pick(Object.keys(backdrops(card, set))), set };
}

export function compositionOf(card: Facts): Composition {
  return compose(card, new Chance(card.id));
}

/** The lightness, at most `light`, at which a wall leaves the icon before it bright: yellow is darkened more than blue. */
function dim(hue: number, strength: number, light: number): number {
  let found = light;
  while (found > 12 && contrast(hex(hue, strength, found), CREAM) < 4) found--;
  return found;
}

function path(fill: string, d: string | undefined): string {
  return d ? `<path fill="${fill}" d="${d}"/>` : "";
}

function placed(icon: string, fill: string, x: number, y: number, size: number, turn: number, flip: boolean): string {
  const scale = size / 512;
  const side = flip ? -scale : scale;
  const turned = turn ? `rotate(${n(turn)})` : "";
  return `<g fill="${fill}" color="${fill}" transform="translate(${n(x)} ${n(y)})${turned}scale(${side.toFixed(4)} ${scale.toFixed(4)})translate(-256 -256)">${icon}</g>`;
}

/** The scene within 160 by 120, without its frame. */
export function drawScene(card: Facts, draw: Icon, wide: boolean): string {
  const chance = new Chance(card.id);
  const { icon, companion, backdrop, set } = compose(card, chance);
  const layers = (backdrops(card, set)[backdrop] as Backdrop)(chance);
  const [base, strength] = pictureHue(card.kind, card.slot, set);
  const element = elementOf(card.tags ?? []);
  const standing = !PATTERNS[card.kind];
  // What lives in fire or among the dead colours the place where it stands.
  const spread = standing ? 26 : 13;
  const hue = (standing && element ? element.hue : base) + chance.between(-spread, spread);
  const wall = dim(hue, strength, chance.between(27, 35) + (set === "nursery" ? 5 : set === "night" ? -5 : 0));
  const accent = element ? hex(element.hue, 78, 66) : hex(hue + 24, 62, 74);
  const tone = (light: number) => hex(hue, strength, light);

  const size = heightOf(card);
  const x = 80 + (standing ? chance.between(-6, 6) : 0);
  const y = standing ? FLOOR + 9 - size / 2 : 60;
  const turn = standing ? 0 : card.slot === "hand" ? chance.between(-16, 16) : chance.between(-6, 6);
  // Letters and signs must not be mirrored; a beast may look either way.
  const flip = standing && card.kind !== "dungeon" && chance.next() < 0.5;
  const main = draw(icon);

  const behind = [
    path(tone(wall - 7), layers.far),
    path(tone(wall + 8), layers.mid),
    path(accent, layers.light),
    path(tone(wall - 16), layers.near),
  ].join("");
  const parts = [`<path fill="${tone(wall)}" d="M-200-40H360V160H-200Z"/>`];
  // In a wide box what is behind goes on to both sides, mirrored.
  if (wide)
    parts.push(`<g transform="scale(-1 1)">${behind}</g><g transform="translate(320)scale(-1 1)">${behind}</g>`);
  parts.push(behind);
  if (companion) {
    const left = chance.next() < 0.5;
    parts.push(
      placed(draw(companion), tone(wall + 24), left ? 42 : 118, standing ? 34 : 30, 42, chance.between(-14, 14), false),
    );
  }
  if (standing) parts.push(path(tone(wall - 22), ellipse(x, FLOOR + 8, size * 0.42, 5)));
  parts.push(
    placed(main, tone(Math.max(6, wall - 24)), x + 2.6, y + 2.8, size, turn, flip),
    placed(main, CREAM, x, y, size, turn, flip),
  );
  if (element) parts.push(path(accent, element.front(chance)));
  if (card.kind === "monster") parts.push(path(hex(46, 85, 62), hoard(card.treasures ?? 0, chance)));
  else if (card.bonus) parts.push(path(accent, sparks(Math.abs(card.bonus), chance)));
  return parts.join("");
}

/**
 * The picture as a whole, for a box of some proportion: the scene fills it, cut at the sides where the box is narrow and
 * continued where it is wide; the frame's opening is stretched over it.
 */
export function drawPicture(card: Facts, draw: Icon, proportion = 4 / 3): string {
  const set = setOf(card);
  const mat = drawMat({ deck: card.deck, kind: card.kind, set }, card.slot, tonesOf(card.deck, card.kind, set));
  const width = Math.min(Math.max(160, 120 * proportion), 480);
  const scene = drawScene(card, draw, width > 161);
  return (
    `<svg viewBox="${n(80 - width / 2)} 0 ${n(width)} 120" preserveAspectRatio="xMidYMid slice" width="100%" height="100%">${scene}</svg>` +
    `<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">${mat}</svg>`
  );
}
