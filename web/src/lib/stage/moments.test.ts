import { describe, expect, it } from "vitest";
import type { FightView, GameEvent, PlayerView } from "$lib/protocol";
import type { Line } from "$lib/table/log";
import type { Seen } from "$lib/table/seen";
import { actsOf, captions } from "./acts";
import { finishWords } from "./finish";
import { Moments } from "./moments";
import { since } from "./since";

const DRAGON = 30;
const ANCIENT = 40;

/** A table with players on these levels, and a fight where it stands so. */
function table(levels: number[], fight?: Partial<FightView>): Seen {
  const players = levels.map((level) => ({ level, winning_level: 10 }) as PlayerView);
  return { players, turns: 31, fight: fight ? (fight as FightView) : null } as Seen;
}

/** The names of the great moments of events that are heard one after the other. */
function names(moments: Moments, events: GameEvent[], before: Seen, after = before): string[] {
  return [...moments.hear(events, before, after).values()].map((moment) => moment.name);
}

const begun: GameEvent = { what: "fight_begun", seat: 0, monster: DRAGON, fight: 1 };
const enhanced = (seat: number): GameEvent => ({
  what: "enhanced",
  seat,
  card: ANCIENT,
  monster: DRAGON,
  fight: 1,
  amount: 10,
});
const won: GameEvent = { what: "fight_won", seat: 0, fight: 1, kills: 1 };
const gained = (seat: number, levels: number): GameEvent => ({ what: "level_gained", seat, levels, cause: "killed" });

describe("great moments", () => {
  it("a fight is won by a hair: by one point, or on a tie, and not by two", () => {
    for (const [party, great] of [
      [21, ["close_win"]],
      [20, ["close_win"]],
      [22, []],
    ] as const) {
      const stood = table([1, 1], { party, against: 20, winning: true });
      expect(names(new Moments(), [begun, won], stood)).toEqual(great);
    }
    const scared = table([1, 1], { party: 5, against: 20, winning: false });
    expect(names(new Moments(), [begun, won], scared), "who wins with less has won otherwise").toEqual([]);
  });

  it("from whom does one expect it? Who strengthens a monster betrays a friend, and nobody else", () => {
    const levels = table([5, 5, 5]);
    expect(names(new Moments(), [begun, enhanced(1)], levels)).toEqual([]);
    const refusal: GameEvent[] = [
      { what: "offered", seat: 0, to: 1, offer: 7, bargain: "help", helper: 1 },
      { what: "refused", seat: 1, by: 0, offer: 7 },
    ];
    expect(names(new Moments(), [begun, ...refusal, enhanced(1), enhanced(1)], levels), "once in a fight").toEqual([
      "betrayal",
    ]);
    expect(names(new Moments(), [begun, ...refusal, enhanced(2)], levels), "another refused").toEqual([]);
    const promised: GameEvent = { what: "pledged", seat: 2, to: 0, pledge: "no_interference" };
    const [moment] = new Moments().hear([promised, begun, enhanced(2)], levels, levels).values();
    expect(moment).toMatchObject({ name: "betrayal", seat: 2, whom: 0, why: "promised", card: ANCIENT });
    const friends = new Moments();
    friends.hear([begun, { what: "helper_joined", seat: 1, fighter: 0, fight: 1, forced: false }, won], levels, levels);
    expect(names(friends, [{ ...begun, fight: 2 }, { ...enhanced(1), fight: 2 } as GameEvent], levels)).toEqual([
      "betrayal",
    ]);
  });

  it("a monster that a card doubles is told by its one name", () => {
    const joined: GameEvent = { what: "monster_joined", seat: 1, monster: ANCIENT, fighter: 0, fight: 1 };
    const of = (twin_of: number | null) => ({ monster: ANCIENT, twin_of }) as FightView["monsters"][number];
    const told = (twin_of: number | null) => {
      const moments = new Moments();
      const stood = table([9, 5], { monsters: [of(twin_of)] });
      moments.hear([begun, joined], stood, stood);
      const events = [won, gained(0, 1), { what: "won", seat: 0 } as GameEvent];
      return [...moments.hear(events, table([9, 5]), table([10, 5])).values()].at(-1);
    };
    expect(told(DRAGON)).toMatchObject({ finish: { monsters: [DRAGON] } });
    expect(told(null)).toMatchObject({ finish: { monsters: [DRAGON, ANCIENT] } });
  });

  it("a roll to run away is told with what was needed, also when the die was turned in between", () => {
    const moments = new Moments();
    const levels = table([5, 5]);
    expect(names(moments, [{ what: "rolled", seat: 0, roll: 2, needed: 5 }], levels)).toEqual([]);
    const events: GameEvent[] = [
      { what: "die_turned", seat: 0, source: 3, roll: 6 },
      { what: "escaped", seat: 0, monster: DRAGON },
    ];
    const [moment] = moments.hear(events, levels, levels).values();
    expect(moment).toMatchObject({ name: "escape", roll: 6, needed: 5, lies: true });
    expect(names(moments, [{ what: "caught", seat: 0, monster: DRAGON }], levels), "without a roll").toEqual([]);
  });

  it("the lead changes when another is alone ahead, and the last step comes before it", () => {
    const moments = new Moments();
    expect(names(moments, [gained(1, 1)], table([5, 4]))).toEqual([]);
    expect(names(moments, [gained(1, 1)], table([5, 5]))).toEqual(["lead"]);
    expect(names(moments, [gained(0, 4)], table([5, 6]))).toEqual(["last_step"]);
    expect(names(moments, [gained(0, 1)], table([9, 6])), "the win has its own scene").toEqual([]);
  });

  it("the win knows how it came about", () => {
    const stood = table([9, 3], { party: 30, against: 20, winning: true });
    const events = [begun, enhanced(1), won, gained(0, 1), { what: "won", seat: 0 } as GameEvent];
    const moment = [...new Moments().hear(events, stood, stood).values()].at(-1);
    expect(moment?.finish).toEqual({
      seat: 0,
      turns: 31,
      monsters: [DRAGON],
      helper: -1,
      against: { seat: 1, card: ANCIENT },
      by: -1,
    });
  });
});

describe("acts", () => {
  const deck = () => "door" as const;
  const acts = (events: GameEvent[], before = table([5, 5])) =>
    actsOf(events, [], new Moments().hear(events, before, before), before, deck);

  it("a card that is played goes to what it acts on, and says there what it adds, in one act", () => {
    const [act, ...rest] = acts([
      { what: "played", seat: 1, card: 3, ability: 0 },
      { what: "strength_added", seat: 1, card: 3, fight: 1, counts_for: "monsters", amount: 5 },
    ]);
    expect(rest).toEqual([]);
    expect(act).toMatchObject({
      show: "flight",
      seat: 1,
      cards: [3],
      to: { side: "monsters" },
      tag: "+5",
      mood: "bad",
    });
  });

  it("what is not known is a back, and what is dealt to one is dealt together", () => {
    const drew: GameEvent = { what: "drew", seat: 1, deck: "treasure", shared: false };
    const [act, ...rest] = acts([drew, drew, drew]);
    expect(rest).toEqual([]);
    expect(act).toMatchObject({ cards: [null, null, null], deck: "treasure", to: { hand: 1 }, tag: "×3" });
  });

  it("a door, the card behind it and the fight are one scene; a roll is shown in the scene that it decides", () => {
    const door = acts([
      { what: "door_kicked", seat: 0 },
      { what: "turned_up", seat: 0, card: DRAGON, deck: "door" },
      begun,
    ]);
    expect(door.map((act) => act.moment?.name)).toEqual(["door"]);
    const run = acts([
      { what: "rolled", seat: 0, roll: 5, needed: 5 },
      { what: "escaped", seat: 0, monster: DRAGON },
    ]);
    expect(run.map((act) => act.moment?.name)).toEqual(["escape"]);
  });

  it("levels are shown from what they were, step by step through several events", () => {
    const levels = acts([gained(0, 1), gained(0, 2)]).flatMap((act) => (act.level ? [act.level] : []));
    expect(levels).toEqual([
      { seat: 0, before: 5, after: 6 },
      { seat: 0, before: 6, after: 8 },
    ]);
  });

  it("each has the words of its line", () => {
    const events: GameEvent[] = [{ what: "turn_begun", seat: 1, turn: 2 }, gained(0, 1), gained(0, 1)];
    const lines = [
      { what: "turn_begun", seat: 1, words: "Bo's turn." },
      { what: "level_gained", seat: 0, words: "Ann goes up a level.", times: 2 },
    ];
    expect(captions(events, lines)).toEqual(["Bo's turn.", "Ann goes up a level.", "Ann goes up a level."]);
  });
});

describe("the story", () => {
  const won = { names: ["Dee"], turns: 31, monsters: ["Plutonium Dragon"], helper: "", by: "", against: null };
  it("tells in one sentence how the game was won", () => {
    expect(finishWords(won)).toBe("Dee won on turn 31 against Plutonium Dragon, helped by nobody.");
    expect(finishWords({ ...won, helper: "Cy", against: { name: "Bo", card: "Wishing Ring" } })).toBe(
      "Dee won on turn 31 against Plutonium Dragon, helped by Cy, and Bo used Wishing Ring in vain.",
    );
    expect(finishWords({ ...won, monsters: [], by: "Divine Intervention" })).toBe(
      "Dee won on turn 31 by Divine Intervention.",
    );
    expect(finishWords({ ...won, names: ["Cy", "Dee"], helper: "Cy" })).toBe(
      "Cy and Dee won together on turn 31 against Plutonium Dragon.",
    );
  });

  it("tells again what happened since my last act, not what befell me", () => {
    const line = (id: number, what: string, seat: number): Line => ({ id, what, seat, words: String(id) });
    const log = [line(1, "played", 0), line(2, "played", 1), line(3, "level_lost", 0), line(4, "laid", 1)];
    expect(since(log, 0).map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(since(log, 2)).toHaveLength(4);
  });
});
