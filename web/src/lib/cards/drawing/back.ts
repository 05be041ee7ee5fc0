/** The backs of cards: Doors are iron-bound wood, Treasures a studded chest, Dungeons hewn stone. */

import type { Icon } from "./picture";
import { circle, many, n, rect, ring } from "./shapes";

interface Look {
  ground: string;
  dark: string;
  light: string;
  icon: string;
}

const LOOKS: Record<string, Look> = {
  door: { ground: "#7a2c18", dark: "#531a0d", light: "#f0c594", icon: "wooden-door" },
  treasure: { ground: "#7d5c0e", dark: "#574005", light: "#ffe3a0", icon: "locked-chest" },
  dungeon: { ground: "#2f4a5c", dark: "#1d313e", light: "#c9e0ec", icon: "dungeon-gate" },
};

const WIDTH = 100;
const HEIGHT = 140;

const GROUNDS: Record<string, () => string> = {
  door: () => many(6, (i) => rect(i * 17 - 1, -10, 1.6, HEIGHT + 20)) + rect(-10, 20, 120, 7) + rect(-10, 113, 120, 7),
  treasure: () =>
    many(70, (i) => circle((i % 7) * 17 + (Math.floor(i / 7) % 2 ? 8 : 0) - 2, Math.floor(i / 7) * 16 - 2, 3)),
  dungeon: () =>
    many(45, (i) => {
      const row = Math.floor(i / 5);
      return rect((i % 5) * 26 - (row % 2 ? 18 : 5), row * 17 - 6, 24, 15);
    }),
};

/** The back of a deck, stretched over its box; it goes on beyond its edges, for what is cut. */
export function drawBack(deck: string, draw: Icon): string {
  const look = LOOKS[deck] ?? (LOOKS["door"] as Look);
  const ground = (GROUNDS[deck] ?? (GROUNDS["door"] as () => string))();
  const middle = `${n(WIDTH / 2)} ${n(HEIGHT / 2)}`;
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" width="100%" height="100%" overflow="visible">` +
    `<path fill="${look.ground}" d="${rect(-20, -20, WIDTH + 40, HEIGHT + 40)}"/><path fill="${look.dark}" d="${ground}"/>` +
    `<path fill="${look.light}" opacity="0.7" d="M4 8Q4 4 8 4H92Q96 4 96 8V132Q96 136 92 136H8Q4 136 4 132ZM5.4 8V132Q5.4 134.6 8 134.6H92Q94.6 134.6 94.6 132V8Q94.6 5.4 92 5.4H8Q5.4 5.4 5.4 8Z" fill-rule="evenodd"/>` +
    `<path fill="${look.dark}" d="${circle(WIDTH / 2, HEIGHT / 2, 37)}"/><path fill="${look.light}" d="${ring(WIDTH / 2, HEIGHT / 2, 37, 35.4)}"/>` +
    `<g fill="${look.light}" color="${look.light}" transform="translate(${middle})scale(0.104)translate(-256 -256)">${draw(look.icon)}</g></svg>`
  );
}

/** The icon of a back. */
export function backIcon(deck: string): string {
  return (LOOKS[deck] ?? (LOOKS["door"] as Look)).icon;
}
