/** What a card is full of, by its tags: a mark in front, and a hue that tints what is bright. */

import type { Chance } from "./chance";
import { FLOOR } from "./places";
import * as s from "./shapes";

/** A mark in front of the picture. */
export interface Element {
  /** The hue of what is bright. */
  hue: number;
  front: (chance: Chance) => string;
}

const across = (count: number, one: (x: number, i: number) => string) =>
  s.many(count, (i) => one(((i + 0.5) * 160) / count, i));

const flames = (c: Chance) => across(9, (x) => s.flame(x + c.between(-4, 4), 121, c.between(14, 30)));

/** Tags are words of whoever wrote a pack, so they are looked up in a map. */
const ALL: Record<string, Element> = {
  fire: { hue: 28, front: flames },
  demon: {
    hue: 2,
    front: (c) => across(7, (x) => s.polygon([x - 9, 121], [x + c.between(-4, 4), c.between(96, 108)], [x + 9, 121])),
  },
  undead: {
    hue: 84,
    front: (c) =>
      across(5, (x) => {
        const h = c.between(9, 17);
        return s.rect(x - 2, 121 - h, 4, h) + s.rect(x - 6, 124 - h, 12, 3.4);
      }),
  },
  laser: {
    hue: 172,
    front: (c) =>
      s.stroke(2.4, [0, c.between(8, 40)], [160, c.between(8, 40)]) +
      s.stroke(1.6, [0, c.between(80, 112)], [160, c.between(80, 112)]),
  },
  plant: {
    hue: 104,
    front: (c) => across(10, (x) => s.leaf(x, 121, c.between(14, 26), -Math.PI / 2 + c.between(-0.6, 0.6))),
  },
  bat: {
    hue: 270,
    front: (c) =>
      s.many(4, (i) => s.bat(i % 2 ? c.between(112, 136) : c.between(24, 48), c.between(12, 70), c.between(6, 10))),
  },
  tentacles: {
    hue: 190,
    front: (c) =>
      across(6, (x) => {
        const [h, sway] = [c.between(14, 30), c.between(-9, 9)];
        return `M${s.n(x - 5)} 121Q${s.n(x - 6 + sway)} ${s.n(121 - h * 0.6)} ${s.n(x + sway)} ${s.n(121 - h)}Q${s.n(x + 4 + sway)} ${s.n(121 - h * 0.5)} ${s.n(x + 5)} 121Z`;
      }),
  },
  potion: { hue: 160, front: (c) => s.many(8, () => s.circle(c.between(6, 154), c.between(84, 118), c.between(2, 5))) },
  trap: { hue: 350, front: (c) => across(c.whole(9, 13), (x) => s.polygon([x - 5, 121], [x, 106], [x + 5, 121])) },
  wings: {
    hue: 205,
    front: (c) =>
      s.many(7, () => s.leaf(c.between(0, 160), c.between(80, 112), c.between(10, 18), c.between(-2.4, -0.7))),
  },
  pole: { hue: 30, front: () => s.rect(26, 0, 4, 121) + s.rect(130, 0, 4, 121) },
  below_waist: { hue: 220, front: () => s.rect(0, 110, 160, 3) + s.rect(0, 115, 160, 2) },
  nose: { hue: 8, front: (c) => across(5, (x) => s.circle(x, c.between(108, 116), 4)) },
  worn: {
    hue: 46,
    front: () =>
      across(14, (x) => s.stroke(1.6, [x - 3, 112], [x + 3, 117]) + s.stroke(1.6, [x - 3, 117], [x + 3, 112])),
  },
  shield: {
    hue: 210,
    front: () => across(9, (x) => s.polygon([x - 4, 108], [x + 4, 108], [x + 4, 114], [x, 119], [x - 4, 114])),
  },
  weapon: { hue: 20, front: () => across(7, (x) => s.polygon([x - 1.6, 121], [x, 104], [x + 1.6, 121])) },
};

const ELEMENTS: ReadonlyMap<string, Element> = new Map(Object.entries(ALL));

export function elementOf(tags: readonly string[]): Element | undefined {
  return tags.map((tag) => ELEMENTS.get(tag)).find((found) => found !== undefined);
}

/** Coins on the floor, one for each Treasure that a monster guards. */
export function hoard(count: number, chance: Chance): string {
  return s.many(Math.min(count, 6), (i) => {
    const x = 80 + (i % 2 ? 1 : -1) * (50 - Math.floor(i / 2) * 13 + chance.between(-2, 2));
    return s.ellipse(x, FLOOR + 11 - (i % 3), 6.4, 3.8);
  });
}

/** Sparks about a thing, more for what is stronger. */
export function sparks(count: number, chance: Chance): string {
  return s.many(Math.min(count, 9), (i) => {
    const a = (i / Math.min(count, 9)) * 6.28 + chance.between(-0.3, 0.3);
    return s.star(80 + 50 * Math.cos(a), 58 + 46 * Math.sin(a), chance.between(4, 7), 4, 0.28);
  });
}
