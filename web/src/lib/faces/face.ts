/** Faces of players, from parts chosen by the name: a pure drawing within 64 by 64, like that of cards. */

import { Chance } from "$lib/cards/drawing/chance";
import type { Icon } from "$lib/cards/drawing/picture";
import { n } from "$lib/cards/drawing/shapes";
import type { Mood } from "./moods";

/** What a face shows of its player. */
export interface Looks {
  name: string;
  /** The face that they chose; 0: the one that goes with the name. */
  face?: number;
  bot?: boolean;
  sex?: string;
  /** Races and classes, by their traits. */
  traits?: readonly string[];
  /** The icon of what is worn on the head, and of the Class. */
  hat?: string;
  badge?: string;
  armoured?: boolean;
  /** How far the player is on the way to winning, from 0 to 1. */
  way?: number;
  mood?: Mood;
}

const SKINS = ["#f6d3b3", "#eebd92", "#d99a6c", "#b97a4e", "#8d5837", "#64402b", "#f2c6a0", "#c98f63"];
const METALS = ["#b9c6cf", "#a9b7a9", "#c9b79a", "#9fb0c6", "#d3a48a", "#8fa3a0", "#c4a2b4", "#e0d6c2", "#8d94a8"];
const HAIRS = [
  "#2b1d14",
  "#5a3820",
  "#8c5a2b",
  "#c98a35",
  "#e4c27a",
  "#a33a22",
  "#8f8f93",
  "#e9e4da",
  "#3c4b7a",
  "#4d7a4a",
];
const CLOTHES = ["#7c3b3b", "#3f5f7f", "#4d6b45", "#6b4d7c", "#7a6236", "#3e4a52", "#8a4a62"];
const DARK = "#20150d";

/** Of whom the skin is green, or furry. */
const HUES = new Map(
  Object.entries({
    orc: "#8fb265",
    lizard_guy: "#7fa97a",
    gnome: "#e8b58e",
    vampire: "#dfe3ea",
    mutant: "#a8c46a",
    cyborg: "#c2b6a8",
    feline: "#d9a45c",
    werewolf: "#8a6a4c",
    changeling: "#b9a6d0",
  }),
);
const POINTED = new Set(["elf", "orc", "feline", "werewolf", "gnome", "vampire"]);
const BEARDED = new Set(["dwarf", "werewolf"]);
const GARB = new Map(
  Object.entries({
    warrior: "#8c2f24",
    wizard: "#34479c",
    thief: "#33363c",
    cleric: "#d8cfa8",
    bard: "#2f7a57",
    ranger: "#4f6b2c",
  }),
);

function path(fill: string, d: string): string {
  return `<path fill="${fill}" d="${d}"/>`;
}

function line(d: string, width = 1.8, colour = DARK): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
}

function dot(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"/>`;
}

/** Heads: round, long, broad, pointed at the chin. */
const HEADS = [
  "M32 14C43 14 48 22 48 32S42 50 32 50 16 42 16 32 21 14 32 14Z",
  "M32 12C42 12 46 21 46 32S41 53 32 53 18 43 18 32 22 12 32 12Z",
  "M20 16H44Q48 17 48 24V38Q47 50 32 50T16 38V24Q16 17 20 16Z",
  "M32 13C44 13 48 20 47 30C46 40 38 52 32 52S18 40 17 30C16 20 20 13 32 13Z",
];

const HAIR = [
  "",
  "M15 31Q13 11 32 10T49 31Q45 21 38 20Q28 23 20 20Q16 24 15 31Z",
  "M14 46Q10 10 32 9T50 46Q52 48 46 47Q49 28 44 22Q32 18 21 22Q15 30 18 47Q12 48 14 46Z",
  "M17 26L18 12L24 15L28 6L33 13L40 6L42 15L48 13L47 27Q42 20 32 20T17 26Z",
  "M15 30C11 24 15 17 19 18C18 11 26 9 29 12C33 7 40 9 41 14C47 12 51 19 48 23C51 26 50 30 49 31Q45 21 32 21T15 30Z",
  "M17 27Q18 12 34 11Q48 11 48 26Q40 25 36 17Q30 25 17 27Z",
  "M26 13Q32 2 38 13Q34 18 32 22Q30 18 26 13Z",
  "M14 30Q14 9 32 9T50 30L48 33Q47 21 32 20T16 33ZM12 30Q9 40 14 44Q18 40 16 31ZM52 30Q55 40 50 44Q46 40 48 31Z",
];

const BEARDS = [
  "M18 38Q20 62 32 61T46 38Q40 44 32 43T18 38Z",
  "M25 42Q32 40 39 42Q38 55 32 55T25 42Z",
  "M22 41Q27 37 32 40Q37 37 42 41Q37 45 32 43Q27 45 22 41Z",
];

const NOSES = ["M32 31Q29 37 32 38", "M31 30L29 37H33", "M29.5 36Q32 39 34.5 36", "M32 31Q36 36 32 38"];

function eyes(mood: Mood, bot: boolean, apart: number): string {
  const [l, r] = [32 - apart, 32 + apart];
  const both = (one: (x: number, way: number) => string) => one(l, 1) + one(r, -1);
  switch (mood) {
    case "dead":
      return both((x) => line(`M${n(x - 3)} 27l6 6m0-6l-6 6`, 2));
    case "hurt":
      return both((x, way) => line(`M${n(x - 3 * way)} 27l${6 * way} 3l${-6 * way} 3`, 2));
    case "cheer":
    case "win":
      return both((x) => line(`M${n(x - 3.6)} 31q3.6-6 7.2 0`, 2.2));
    default: {
      const white = bot ? "#dff6ff" : "#fff";
      const open = both((x) => dot(x, 30, 3.9, white) + dot(x, 30.4, 1.9, DARK));
      return mood === "cross" ? open + both((x, way) => line(`M${n(x - 4.5 * way)} 23.5l${8.5 * way} 3.2`, 2.4)) : open;
    }
  }
}

const MOUTHS: Record<Mood, string> = {
  calm: line("M26 43Q32 46.5 38 43"),
  cheer: path(DARK, "M24 41H40Q39 50 32 50T24 41Z") + path("#fff", "M26.5 42H37.5V44H26.5Z"),
  win: path(DARK, "M23 40H41Q40 51 32 51T23 40Z") + path("#fff", "M26 41H38V43.4H26Z"),
  hurt: path(DARK, "M27 47Q27 41 32 41T37 47Q34 45.6 32 45.6T27 47Z"),
  cross: line("M26 46Q32 41.5 38 46", 2.2),
  dead: line("M26 45H38") + path("#d9707e", "M33 45H38V48.5Q38 51 35.5 51T33 48.5Z"),
};

function ears(pointed: boolean, bot: boolean, skin: string): string {
  if (bot) return path("#6b7780", "M13 27h4v10h-4ZM47 27h4v10h-4Z");
  if (pointed) return path(skin, "M18 27L5 19Q9 35 18 38ZM46 27L59 19Q55 35 46 38Z");
  return dot(16, 33, 4.2, skin) + dot(48, 33, 4.2, skin);
}

/** The arc of a ring that is filled so far. */
function arc(share: number): string {
  const full = Math.min(Math.max(share, 0), 0.999);
  const angle = full * 2 * Math.PI - Math.PI / 2;
  return `M32 2.5A29.5 29.5 0 ${full > 0.5 ? 1 : 0} 1 ${n(32 + 29.5 * Math.cos(angle))} ${n(32 + 29.5 * Math.sin(angle))}`;
}

function icon(draw: Icon, name: string, x: number, y: number, size: number, fill: string): string {
  const scale = (size / 512).toFixed(4);
  return `<g fill="${fill}" color="${fill}" transform="translate(${n(x - size / 2)} ${n(y - size / 2)})scale(${scale})">${draw(name)}</g>`;
}

/** A face in three layers: only that in the middle, and the crown, depend on the mood, so that little is drawn anew. */
export interface Layers {
  head: string;
  look: string;
  worn: string;
}

/** A face before whatever is behind it, as one drawing. */
export function drawFace(looks: Looks, draw: Icon): string {
  const { head, look, worn } = faceLayers(looks, draw);
  return head + look + worn;
}

/** The layers of a face; the name chooses the parts, what the player is and wears goes over them. */
export function faceLayers(looks: Looks, draw: Icon): Layers {
  const c = new Chance(looks.face ? `face ${looks.face}` : looks.name.trim().toLocaleLowerCase("en") || "?");
  const traits = looks.traits ?? [];
  const bot = looks.bot ?? false;
  const mood = looks.mood ?? "calm";
  const own = c.pick(bot ? METALS : SKINS);
  const skin = traits.map((trait) => HUES.get(trait)).find((hue) => hue !== undefined) ?? own;
  const shape = c.pick(HEADS);
  const hair = c.pick(HAIRS);
  const style = c.whole(looks.sex === "female" ? 1 : 0, HAIR.length - 1);
  const garb = traits.map((trait) => GARB.get(trait)).find((hue) => hue !== undefined);
  const clothes = c.pick(CLOTHES);
  const nose = c.pick(NOSES);
  const apart = c.between(6.6, 8.6);
  const beard = c.next() < 0.4 ? c.whole(0, 2) : -1;
  const extra = c.whole(0, 8);

  const head = [
    path(garb ?? clothes, "M8 66Q9 52 24 50H40Q55 52 56 66Z"),
    looks.armoured
      ? path("#9aa7b3", "M8 66Q9 52 22 50L32 60L42 50Q55 52 56 66Z") + line("M22 50L32 60L42 50", 1.4)
      : "",
    path(skin, "M26 44H38V54Q32 58 26 54Z"),
    ears(
      traits.some((trait) => POINTED.has(trait)),
      bot,
      skin,
    ),
    path(skin, shape),
  ];
  const look: string[] = [];
  const worn: string[] = [];
  if (bot) {
    head.push(line("M32 14V6", 2, "#6b7780"));
    look.push(dot(32, 5, 3, mood === "hurt" || mood === "cross" ? "#ff7a5c" : "#ffd76b"));
  } else if (!looks.hat || style === 2 || style === 7) head.push(path(hair, HAIR[style] ?? ""));
  const bearded = traits.some((trait) => BEARDED.has(trait));
  if (!bot && (bearded || (looks.sex === "male" && beard >= 0)))
    head.push(path(hair, BEARDS[bearded ? 0 : beard] ?? ""));
  look.push(eyes(mood, bot, apart), bot ? "" : line(nose, 1.5, "#0006"), MOUTHS[mood]);
  if (looks.sex === "female" && (mood === "calm" || mood === "cross")) {
    look.push(line(`M${n(32 - apart - 4)} 28l-2.4-2M${n(32 + apart + 4)} 28l2.4-2`, 1.5));
  }
  if (traits.includes("orc")) worn.push(path("#fff8e6", "M26 46l1.6-5 1.8 5ZM38 46l-1.6-5-1.8 5Z"));
  if (extra === 0)
    worn.push(
      line(
        `M${n(32 - apart - 5)} 30a5 5 0 1 0 10 0a5 5 0 1 0-10 0M${n(32 + apart - 5)} 30a5 5 0 1 0 10 0a5 5 0 1 0-10 0`,
        1.3,
      ),
    );
  if (extra === 1) worn.push(line("M41 22l3 9m-3.4-5l3.6-1.4", 1.2, "#8a2f22"));
  if (extra === 2 && !bot)
    worn.push(
      ["22 37", "25 39", "41 37", "38 39"]
        .map((at) => dot(Number(at.slice(0, 2)), Number(at.slice(3)), 0.9, "#0004"))
        .join(""),
    );
  if (extra === 3) worn.push(dot(48, 38, 1.8, "#ffd23f"));
  if (looks.hat) worn.push(icon(draw, looks.hat, 33, 15.4, 31, DARK), icon(draw, looks.hat, 32, 14, 30, "#ffdf8a"));
  if (mood === "win") worn.push(path("#ffd23f", "M20 12L18 1L26 6L32 -1L38 6L46 1L44 12Z"));
  if (looks.badge) worn.push(dot(52, 52, 11, DARK), icon(draw, looks.badge, 52, 52, 17, "#fff6e0"));
  if (looks.way !== undefined) worn.push(line(arc(1), 3, "#0005"), line(arc(looks.way), 3, "#ffcf4d"));
  return { head: head.join(""), look: look.join(""), worn: worn.join("") };
}
