import { signed } from "$lib/cards/card";
import { t } from "$lib/i18n";
import type { Deck, GameEvent, LogLine } from "$lib/protocol";
import type { Seen } from "$lib/table/seen";
import { harms, type Moment } from "./moments";
import type { Playable } from "./queue";
import type { Sound } from "./sound";

/** Where something comes from or goes to, on the table as it is drawn. */
export type Place =
  | { seat: number }
  | { hand: number }
  | { pile: Deck; discards?: boolean }
  | { card: number; or: Place }
  | { monster: number }
  | { side: "party" | "monsters" }
  | "middle";

export type Mood = "good" | "bad" | "";

/** One thing that the stage shows. */
export interface Act extends Playable {
  /** A card travels, a die rolls, a level is gained or lost, a Curse strikes, somebody says something, or a scene. */
  show: "flight" | "roll" | "level" | "strike" | "word" | "scene";
  /** Who does it; -1: nobody. */
  seat: number;
  /** The cards that travel, or strike; null for one that is not seen. */
  cards: (number | null)[];
  deck: Deck;
  from: Place;
  to: Place;
  /** It is held up for all to see on its way. */
  held: boolean;
  /** What it adds, such as "+5". */
  tag: string;
  mood: Mood;
  /** What happened, in words. */
  caption: string;
  sound: Sound | null;
  /** The level of whom, before and after. */
  level?: { seat: number; before: number; after: number };
  roll?: { shows: number; needed?: number };
  moment?: Moment;
}

const NOBODY = -1;
const TREASURE: Deck = "treasure";

/** So long each is shown at normal speed, in milliseconds. */
const LASTS = { flight: 620, held: 1250, deal: 120, roll: 1000, level: 800, strike: 1300, word: 950, turn: 850 };
export const SCENE: Record<Moment["name"], number> = {
  door: 1500,
  close_win: 2000,
  betrayal: 2200,
  escape: 2200,
  caught: 2200,
  death: 2600,
  lead: 1800,
  last_step: 2000,
  win: 3000,
};
const SOUND_OF: Partial<Record<Moment["name"], Sound>> = {
  door: "door",
  close_win: "sword",
  betrayal: "betrayal",
  escape: "dice",
  caught: "dice",
  death: "death",
  lead: "level",
  last_step: "level",
  win: "fanfare",
};

/** The line of the log for each event, where it has one. */
export function captions(events: readonly GameEvent[], lines: readonly LogLine[]): string[] {
  const rest = lines.map((line) => ({ ...line, left: line.times ?? 1 }));
  return events.map((event) => {
    const seat = ("seat" in event ? event.seat : undefined) ?? NOBODY;
    const line = rest.find((one) => one.left > 0 && one.what === event.what && (one.seat ?? NOBODY) === seat);
    if (!line) return "";
    line.left--;
    return line.words;
  });
}

/** What the stage shows of what happened: the card of each play, on its way to what it acts on; what follows from it. */
export function actsOf(
  events: readonly GameEvent[],
  lines: readonly LogLine[],
  moments: ReadonlyMap<number, Moment>,
  before: Seen,
  deckOf: (card: number) => Deck,
): Act[] {
  const words = captions(events, lines);
  const levels = before.players.map((player) => player.level);
  const told = new Set<number>();
  const acts: Act[] = [];
  for (const [at, event] of events.entries()) {
    const caption = words[at] ?? "";
    const moment = moments.get(at);
    const levelled = event.what === "level_gained" || event.what === "level_lost";
    if (moment && !levelled) {
      acts.push(scene(moment, caption));
      for (const other of absorbed(moment, events, at)) told.add(other);
    }
    if (told.has(at) || (moment && !levelled)) continue;
    if (event.what === "rolled" && decides(at, events, moments)) continue;
    const act = actOf(event, at, events, told, levels, caption, deckOf);
    const last = acts.at(-1);
    if (act && last && together(last, act)) {
      const same = act.caption === last.caption && (last.tag === "" || last.tag.startsWith("×"));
      last.cards.push(...act.cards);
      last.tag = same ? `×${last.cards.length}` : t("stage.more", { n: last.cards.length - 1 });
      last.lasts += LASTS.deal;
    } else if (act) acts.push(act);
    if (moment) acts.push(scene(moment, caption));
  }
  return acts;
}

/** What a scene shows already. */
function absorbed(moment: Moment, events: readonly GameEvent[], at: number): number[] {
  const kinds: Partial<Record<Moment["name"], GameEvent["what"][]>> = {
    door: ["turned_up", "fight_begun"],
    betrayal: [],
  };
  const found: number[] = [];
  for (const what of kinds[moment.name] ?? []) {
    const next = events.findIndex((event, i) => i > at && event.what === what);
    if (next >= 0) found.push(next);
  }
  return found;
}

/** Whether a roll is shown in the scene that it decides. */
function decides(at: number, events: readonly GameEvent[], moments: ReadonlyMap<number, Moment>): boolean {
  const next = events.findIndex((event, i) => i > at && (event.what === "escaped" || event.what === "caught"));
  return next >= 0 && moments.has(next);
}

/** Several cards that go the same way go together. */
function together(one: Act, next: Act): boolean {
  return (
    one.show === "flight" &&
    next.show === "flight" &&
    !one.held &&
    !next.held &&
    one.seat === next.seat &&
    one.deck === next.deck &&
    one.cards.length < 8 &&
    JSON.stringify(one.to) === JSON.stringify(next.to) &&
    ("pile" in Object(one.from) || JSON.stringify(one.to).includes("pile"))
  );
}

function scene(moment: Moment, caption: string): Act {
  return {
    ...blank(moment.seat, caption),
    show: "scene",
    lasts: SCENE[moment.name],
    great: true,
    cards: moment.card >= 0 ? [moment.card] : [],
    mood: ["betrayal", "caught", "death"].includes(moment.name) ? "bad" : "good",
    sound: SOUND_OF[moment.name] ?? null,
    moment,
  };
}

function blank(seat: number, caption: string): Act {
  return {
    show: "flight",
    lasts: LASTS.flight,
    great: false,
    seat,
    cards: [],
    deck: "door",
    from: "middle",
    to: "middle",
    held: false,
    tag: "",
    mood: "",
    caption,
    sound: null,
  };
}

function actOf(
  event: GameEvent,
  at: number,
  events: readonly GameEvent[],
  told: Set<number>,
  levels: number[],
  caption: string,
  deckOf: (card: number) => Deck,
): Act | undefined {
  const seat = ("seat" in event ? event.seat : undefined) ?? NOBODY;
  const act = blank(seat, caption);
  /** A card on its way. */
  const fly = (card: number | undefined, from: Place, to: Place, more: Partial<Act> = {}): Act => ({
    ...act,
    cards: [card ?? null],
    deck: card === undefined ? "door" : deckOf(card),
    from: card === undefined ? from : { card, or: from },
    to,
    sound: "card",
    ...more,
  });
  const word = (more: Partial<Act> = {}): Act => ({ ...act, show: "word", lasts: LASTS.word, to: { seat }, ...more });

  switch (event.what) {
    case "turn_begun":
      return word({ lasts: LASTS.turn, sound: "turn" });
    case "turn_lost":
    case "came_back":
    case "walked_out":
    case "fight_lost":
    case "claimed":
    case "curse_ended":
    case "not_pursued":
    case "escaped":
    case "caught":
    case "sex_changed":
    case "forbidden":
      return word({ mood: ["claimed", "came_back", "escaped"].includes(event.what) ? "good" : "bad" });
    case "offered":
    case "pledged":
      return word({ mood: "" });
    case "accepted":
      return word({ mood: "good" });
    case "refused":
      return word({ mood: "bad" });
    case "drew":
      return fly(
        event.card,
        { pile: event.deck },
        { hand: seat },
        {
          deck: event.deck,
          from: { pile: event.deck },
          sound: event.deck === TREASURE ? "coins" : "card",
        },
      );
    case "drew_from_discards":
      return fly(event.card, { pile: deckOf(event.card), discards: true }, { hand: seat });
    case "turned_up":
      return fly(event.card, { pile: event.deck }, "middle", { held: true, lasts: LASTS.held });
    case "kept":
    case "picked_treasure":
      return fly(event.card, "middle", { hand: seat }, { sound: event.what === "kept" ? "card" : "coins" });
    case "laid":
    case "marked":
      return fly(
        event.card,
        { hand: seat },
        { card: event.card, or: { seat } },
        { held: true, lasts: LASTS.held * 0.8 },
      );
    case "attached":
    case "entrusted":
      return fly(event.card, { hand: seat }, { card: event.on, or: { seat } });
    case "played":
    case "used":
      return played(event, at, events, told, fly);
    case "monster_joined":
      return fly(
        event.monster,
        { hand: seat },
        { side: "monsters" },
        { held: true, lasts: LASTS.held, mood: "bad", sound: "monster" },
      );
    case "enhanced":
      return fly(
        event.card,
        { hand: seat },
        { monster: event.monster },
        { held: true, lasts: LASTS.held, tag: signed(event.amount), mood: event.amount > 0 ? "bad" : "good" },
      );
    case "strength_added":
      return fly(
        event.card,
        { hand: seat },
        { side: event.counts_for === "party" || event.counts_for === "player" ? "party" : "monsters" },
        { held: true, lasts: LASTS.held, tag: signed(event.amount), mood: harms(event) ? "bad" : "good" },
      );
    case "fight_begun":
      return { ...word({ mood: "bad", sound: "monster", great: true, lasts: 1300 }), cards: [event.monster] };
    case "fight_transferred":
      return word({ to: { seat: event.to }, mood: "bad" });
    case "helper_joined":
      return word({ mood: "good", to: { side: "party" }, from: { seat }, sound: "sword" });
    case "fight_won":
      return word({ mood: "good", great: true, sound: "sword" });
    case "monster_killed":
    case "monster_removed":
      return fly(event.monster, { monster: event.monster }, { pile: "door", discards: true });
    case "tamed":
      return fly(event.monster, { monster: event.monster }, { seat });
    case "discarded":
      return fly(event.card, { seat }, { pile: deckOf(event.card), discards: true }, { lasts: 420 });
    case "handed_over":
    case "gave_charity":
    case "taken_unseen":
      return fly(event.card, { seat }, { card: event.card ?? NOBODY, or: { seat: event.to } }, { lasts: 900 });
    case "looted":
      return fly(event.card, { seat: event.victim }, { hand: seat }, { lasts: 800, sound: "coins" });
    case "revealed":
      return fly(event.card, { hand: seat }, "middle", { held: true, lasts: LASTS.held });
    case "sold":
      return word({ sound: "coins", mood: "good" });
    case "looked":
    case "shown":
      return word();
    case "cursed":
      return {
        ...act,
        show: "strike",
        lasts: LASTS.strike,
        great: true,
        seat: event.by ?? NOBODY,
        cards: [event.card],
        from: { card: event.card, or: event.by === undefined ? "middle" : { hand: event.by } },
        to: { seat },
        mood: "bad",
        sound: "curse",
      };
    case "suffered":
      return { ...act, show: "strike", cards: [event.card], lasts: 900, to: { seat }, mood: "bad", sound: "hurt" };
    case "curse_cancelled":
    case "turned_aside":
      return word({ mood: "good", cards: [event.card], sound: "shield" });
    case "rolled":
    case "die_turned":
      return {
        ...act,
        show: "roll",
        lasts: LASTS.roll,
        sound: "dice",
        roll: {
          shows: event.roll,
          ...("needed" in event && event.needed !== undefined ? { needed: event.needed } : {}),
        },
        to: { seat },
      };
    case "level_gained":
    case "level_lost": {
      const up = event.what === "level_gained";
      const was = levels[seat] ?? 1;
      const now = was + (up ? event.levels : -event.levels);
      levels[seat] = now;
      return {
        ...act,
        show: "level",
        lasts: LASTS.level + 180 * (Math.abs(now - was) - 1),
        to: { seat },
        tag: signed(now - was),
        mood: up ? "good" : "bad",
        sound: up ? "level" : "level_lost",
        level: { seat, before: was, after: now },
      };
    }
    case "dungeon_entered":
    case "followed":
      return fly(event.card, { hand: seat }, "middle", { held: true, lasts: LASTS.held, sound: "door" });
    case "equipped":
    case "face_changed":
      return caption ? { ...word({ lasts: 500 }), to: { card: event.card, or: { seat } }, sound: "equip" } : undefined;
    default:
      return undefined;
  }
}

/** A card that is played goes to what it acts on, and says there what it adds: that is one act. */
function played(
  event: Extract<GameEvent, { what: "played" | "used" }>,
  at: number,
  events: readonly GameEvent[],
  told: Set<number>,
  fly: (card: number, from: Place, to: Place, more?: Partial<Act>) => Act,
): Act | undefined {
  let to: Place = "middle";
  let tag = "";
  let mood: Mood = "";
  let sound: Sound = "card";
  for (const [i, next] of events.entries()) {
    if (i <= at) continue;
    if (next.what === "played" || next.what === "used") break;
    if (next.what === "cursed" && next.card === event.card) return undefined;
    if (next.what === "strength_added" && next.card === event.card) {
      to = { side: next.counts_for === "party" || next.counts_for === "player" ? "party" : "monsters" };
      tag = signed(next.amount);
      mood = harms(next) ? "bad" : "good";
      sound = "potion";
    } else if (next.what === "enhanced" && next.card === event.card) {
      to = { monster: next.monster };
      tag = signed(next.amount);
      mood = next.amount > 0 ? "bad" : "good";
      sound = "monster";
    } else if (next.what === "attached" && next.card === event.card) {
      to = { card: next.on, or: { seat: event.seat } };
    } else if (next.what === "monster_joined" && next.monster === event.card) {
      to = { side: "monsters" };
      mood = "bad";
      sound = "monster";
    } else if (next.what === "entered" && next.card === event.card) {
      to = "middle";
    } else if (next.what === "level_gained" && next.source === event.card) {
      if (to === "middle") to = { seat: next.seat };
      continue;
    } else continue;
    told.add(i);
    // What was held back as a betrayal is told after the card has been seen.
  }
  return fly(event.card, { hand: event.seat }, to, {
    held: true,
    lasts: event.what === "played" ? LASTS.held : LASTS.held * 0.8,
    tag,
    mood,
    sound,
  });
}
