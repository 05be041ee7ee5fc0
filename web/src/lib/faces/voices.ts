/**
 * What bots say. A line follows from what all at the table have just seen: who did what, whose turn it is. No card stands
 * in what it is chosen by, so it tells nothing of what anybody holds, and all hear the same.
 */

import { Chance } from "$lib/cards/drawing/chance";
import type { GameEvent } from "$lib/protocol";

export const TEMPERS = ["plain", "greedy", "helpful", "vengeful"] as const;
export type Temper = (typeof TEMPERS)[number];

export const SITUATIONS = [
  "kick",
  "fight",
  "won",
  "lost",
  "helps",
  "thanks",
  "refuses",
  "cursed",
  "curses",
  "hurt",
  "level",
  "died",
  "loots",
  "meddles",
  "escaped",
  "sold",
  "victory",
] as const;
export type Situation = (typeof SITUATIONS)[number];

export type Lines = Record<Situation, Record<Temper, string[]>>;

/** Who has a reason to speak, and of what. */
export interface Cue {
  seat: number;
  situation: Situation;
}

/** How often each is spoken of, where somebody could: what is rare is worth a word. */
const OFTEN: Record<Situation, number> = {
  kick: 0.12,
  fight: 0.25,
  won: 0.4,
  lost: 0.5,
  helps: 0.7,
  thanks: 0.4,
  refuses: 0.6,
  cursed: 0.6,
  curses: 0.7,
  hurt: 0.45,
  level: 0.2,
  died: 1,
  loots: 0.5,
  meddles: 0.7,
  escaped: 0.6,
  sold: 0.4,
  victory: 1,
};

/** The temper of a bot, by the server's word for it. */
export function temperOf(word: string): Temper {
  return TEMPERS.find((temper) => temper === word) ?? "plain";
}

/** Who could speak of an event. Only who did what to whom is looked at. */
export function cuesOf(event: GameEvent): Cue[] {
  const cue = (seat: number | undefined, situation: Situation): Cue[] =>
    seat === undefined || seat < 0 ? [] : [{ seat, situation }];
  switch (event.what) {
    case "door_kicked":
      return cue(event.seat, "kick");
    case "fight_begun":
      return cue(event.seat, "fight");
    case "fight_won":
      return cue(event.seat, "won");
    case "fight_lost":
      return cue(event.seat, "lost");
    case "helper_joined":
      return event.forced ? [] : [...cue(event.seat, "helps"), ...cue(event.fighter, "thanks")];
    case "refused":
      return cue(event.seat, "refuses");
    case "cursed":
      return event.by === undefined || event.by === event.seat
        ? cue(event.seat, "cursed")
        : [...cue(event.by, "curses"), ...cue(event.seat, "cursed")];
    case "level_lost":
      return cue(event.seat, "hurt");
    case "level_gained":
      return cue(event.seat, "level");
    case "died":
      return cue(event.seat, "died");
    case "looted":
      return cue(event.seat, "loots");
    case "monster_joined":
    case "enhanced":
      return cue(event.seat, "meddles");
    case "escaped":
      return cue(event.seat, "escaped");
    case "sold":
      return cue(event.seat, "sold");
    case "won":
      return cue(event.seat, "victory");
    default:
      return [];
  }
}

/** The line that somebody speaks at a moment of a game, or nothing; the same for all who listen. */
export function lineFor(cue: Cue, temper: Temper, moment: string, lines: Lines): string {
  const chance = new Chance(`${moment}/${cue.seat}/${cue.situation}`);
  if (chance.next() >= OFTEN[cue.situation]) return "";
  return chance.pick(lines[cue.situation][temper]);
}
