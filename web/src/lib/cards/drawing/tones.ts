/** Colours of cards: a tone by deck, kind and set, worked out so that what is written on it can be read. */

export type SetName = "dungeon" | "space" | "night" | "nursery";

/** What a card's frame is painted with. */
export interface Tones {
  /** The rim, by deck. */
  rim: string;
  rimDeep: string;
  /** Bands and badge, by kind; cream is written on it. */
  kind: string;
  kindDeep: string;
  kindLight: string;
  /** What words are written on, by set. */
  paper: string;
  paperEdge: string;
}

/** Hue and saturation by kind. */
const KINDS: Record<string, readonly [number, number]> = {
  monster: [8, 62],
  monster_enhancer: [338, 52],
  curse: [284, 42],
  class: [216, 55],
  class_enhancer: [197, 55],
  race: [146, 48],
  race_enhancer: [168, 55],
  power: [256, 45],
  item: [40, 72],
  one_shot: [182, 60],
  item_enhancer: [68, 60],
  go_up_a_level: [108, 48],
  hireling: [24, 50],
  steed: [88, 42],
  portal: [204, 70],
  dungeon: [218, 22],
  special: [318, 32],
};

/** Items by where they are worn. */
const SLOTS: Record<string, readonly [number, number]> = {
  headgear: [50, 72],
  armor: [214, 20],
  footgear: [26, 55],
  hand: [34, 74],
};

const RIMS: Record<string, readonly [string, string]> = {
  door: ["#7d2e1c", "#4c180c"],
  treasure: ["#8a680f", "#4a3505"],
  dungeon: ["#33566b", "#172833"],
};

const PAPERS: Record<SetName, readonly [string, string]> = {
  dungeon: ["#f4e6c8", "#e0caa0"],
  space: ["#e8edef", "#c6d3da"],
  night: ["#ebe6e6", "#cdc4c9"],
  nursery: ["#fdf0e4", "#f3d6cc"],
};

/** How a set changes a tone: turn of the hue, saturation, lightness. */
const SETS: Record<SetName, readonly [number, number, number]> = {
  dungeon: [0, 1, 0],
  space: [6, 1.1, -1],
  night: [-8, 0.72, -3],
  nursery: [4, 0.95, 5],
};

export function hex(h: number, s: number, l: number): string {
  const hue = (((h % 360) + 360) % 360) / 30;
  const light = Math.min(100, Math.max(0, l)) / 100;
  const a = (Math.min(100, Math.max(0, s)) / 100) * Math.min(light, 1 - light);
  const channel = (k: number) => {
    const at = (k + hue) % 12;
    const value = light - a * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How well two colours are told apart: 4.5 and more is good for small letters. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export const CREAM = "#fff6e0";

/** The lightest of a hue on which cream can still be read, at most `l`. */
function legible(h: number, s: number, l: number): string {
  for (let light = l; light > 0; light--) {
    const colour = hex(h, s, light);
    if (contrast(colour, CREAM) >= 5) return colour;
  }
  return "#000000";
}

export function hueOf(kind: string, set: SetName): readonly [number, number] {
  const [hue, saturation] = KINDS[kind] ?? [318, 20];
  const [turn, strength] = SETS[set];
  return [hue + turn, saturation * strength];
}

/** Hue and saturation of a card's picture: an Item's go by where it is worn. */
export function pictureHue(kind: string, slot: string | null | undefined, set: SetName): readonly [number, number] {
  const worn = kind === "item" && slot ? SLOTS[slot] : undefined;
  if (!worn) return hueOf(kind, set);
  const [turn, strength] = SETS[set];
  return [worn[0] + turn, worn[1] * strength];
}

export function tonesOf(deck: string, kind: string, set: SetName): Tones {
  const [h, s] = hueOf(kind, set);
  const [rim, rimDeep] = RIMS[deck] ?? (RIMS["door"] as readonly [string, string]);
  const [paper, paperEdge] = PAPERS[set];
  const lift = SETS[set][2];
  return {
    rim,
    rimDeep,
    kind: legible(h, s, 36 + lift),
    kindDeep: hex(h, s, 17 + lift / 2),
    kindLight: hex(h, Math.min(s, 60), 72),
    paper,
    paperEdge,
  };
}

/** All kinds that have colours of their own. */
export const COLOURED_KINDS: readonly string[] = Object.keys(KINDS);
