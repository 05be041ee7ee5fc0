import { describe, expect, it } from "vitest";
import type { CardInfo, CardView, DealView, DecisionInfo, FightView, OptionInfo, PlayerView } from "$lib/protocol";
import { sorted } from "./place";
import { inOrder, sensible, worthTaking } from "./sensible";
import { cardToldOf, lengthened, replaced, type Line } from "./log";
import { reasonOf } from "./strength";

const info = (id: string, kind: string, slot: string | null = null): CardInfo => ({
  id,
  name: id,
  pack: "test",
  deck: "treasure",
  kind,
  origin: "ours",
  words: [],
  slot,
});
const facts = new Map([
  [1, info("hat", "item", "headgear")],
  [2, info("sword", "item", "hand")],
  [3, info("elf", "race")],
  [4, info("cheat", "item_enhancer")],
  [5, info("bone", "item", "hand")],
  [6, info("squire", "hireling")],
  [7, info("jewel", "item", "hand")],
  [8, info("title", "special")],
  [9, info("horse", "steed")],
]);
const find = (view: CardView) => facts.get(view.card);
const ids = (cards: { info: CardInfo }[]) => cards.map((card) => card.info.id);

describe("sorted", () => {
  it("lays each card in its place, and what lies on another on that", () => {
    const places = sorted(
      [
        { card: 1, id: "hat", equipped: true },
        { card: 2, id: "sword", equipped: true },
        { card: 3, id: "elf" },
        { card: 4, id: "cheat", on: [2] },
        { card: 5, id: "bone", carried: true },
        { card: 6, id: "squire" },
        { card: 7, id: "jewel", equipped: true, on: [6] },
        { card: 8, id: "title" },
        { card: 9, id: "horse", carried: true },
      ],
      find,
    );
    expect(ids(places.headgear)).toEqual(["hat"]);
    expect(ids(places.hands)).toEqual(["sword"]);
    expect(ids(places.hands[0]?.on ?? [])).toEqual(["cheat"]);
    expect(ids(places.traits)).toEqual(["elf"]);
    expect(ids(places.carried)).toEqual(["bone", "horse"]);
    expect(ids(places.lasting)).toEqual(["title"]);
    expect(ids(places.companions[0]?.on ?? [])).toEqual(["jewel"]);
  });

  it("leaves out what it knows nothing of", () => {
    expect(sorted([{ card: 99, id: "?" }], find).carried).toEqual([]);
  });
});

describe("a log", () => {
  let count = 0;
  const number = () => ++count;
  const lines = (...words: string[]) => words.map((each) => ({ words: each, what: "drew" }));
  const told = (log: Line[]) => log.map((line) => `${line.words}${line.times ?? 1}`);

  it("tells once what happens several times in a row", () => {
    const log = lengthened(lengthened([], lines("a", "b"), number), lines("b", "c"), number);
    expect(told(log)).toEqual(["a1", "b2", "c1"]);
  });

  it("keeps all lines of a long game, so that none jumps because another goes", () => {
    let log: Line[] = [];
    for (let turn = 0; turn < 500; turn++) log = lengthened(log, lines(`a ${turn}`, `b ${turn}`), number);
    expect(log.length).toBe(1000);
  });

  it("is not told again by a whole view", () => {
    const log = lengthened([], lines("a", "b", "c", "d"), number);
    expect(replaced(log, lines("b", "c", "d"), number)).toBe(log);
    const more = replaced(log, lines("x", "c", "d"), number);
    expect(told(more)).toEqual(["x1", "c1", "d1"]);
    expect(more.slice(1)).toEqual(log.slice(2));
    expect(told(replaced(log, lines("e"), number))).toEqual(["e1"]);
    expect(replaced([], [], number)).toEqual([]);
    expect(replaced(log, [], number)).toBe(log);
  });

  it("shows the card that was told of last, and none beside a card that another has drawn", () => {
    const unseen = { words: "Bo draws a Door card.", what: "drew" };
    const mine = { words: "You draw Elf.", what: "drew", card: 3 };
    const kicked = { words: "Bo kicks open the door.", what: "kicked" };
    expect(cardToldOf([mine, unseen])).toBe(3);
    expect(cardToldOf([kicked, mine])).toBe(3);
    expect(cardToldOf([unseen, mine])).toBe(-1);
    expect(cardToldOf([])).toBe(-1);
  });

  it("loses what was taken back, and no other line changes", () => {
    const log = lengthened([], lines("a", "b", "c", "d"), number);
    expect(replaced(log, lines("b", "c"), number)).toEqual(log.slice(0, 3));
  });
});

describe("the main answer", () => {
  const decision = {
    asked: true,
    options: [
      { code: 1, verb: "equip", group: "arrange", words: "Put on the helmet" },
      { code: 2, verb: "proceed", group: "go_on", words: "Kick open the door" },
    ],
  } as unknown as DecisionInfo;

  it("goes on with the turn", () => {
    expect(sensible(decision, null, 0)?.code).toBe(2);
  });

  it("is one's own side, where that wins", () => {
    const side = (code: number, wins: boolean) => ({
      code,
      verb: "pick_side",
      group: "choose",
      foretold: [8, 7, wins],
    });
    const sides = { asked: true, options: [side(1, true), side(2, false)] } as unknown as DecisionInfo;
    const fight = { fighter: 0, helper: null } as FightView;
    expect(sensible(sides, fight, 0)?.code).toBe(1);
    expect(sensible(sides, fight, 2)).toBeUndefined();
  });

  it("gives a Level to whoever plays it", () => {
    const at = (seat: number) => ({ code: seat, verb: "pick_player", group: "choose", seats: [seat] });
    const whom = { asked: true, options: [at(1), at(0), at(2)] } as unknown as DecisionInfo;
    expect(sensible(whom, null, 0, [], "go_up_a_level")?.code).toBe(0);
    expect(sensible(whom, null, 0, [], "curse")).toBeUndefined();
  });

  it("is in a lesson what is taught, and none where a card is to be touched", () => {
    expect(sensible(decision, null, 0, [2])?.code).toBe(2);
    expect(sensible(decision, null, 0, [1])).toBeUndefined();
  });
});

describe("a line of strength", () => {
  const wizard = { ...info("dragon", "monster"), words: ["Level 6.", "+6 against Wizards. +16 against Elves."] };
  const line = (kind: string, amount: number) => ({ side: "monsters", owner: 1, source: 1, kind, amount });

  it("says why it counts, and a Level needs no reason", () => {
    expect(reasonOf(line("card", 6), wizard)).toBe("+6 against Wizards");
    expect(reasonOf(line("card", 16), wizard)).toBe("+16 against Elves");
    expect(reasonOf(line("card", 1), wizard)).toBe("");
    expect(reasonOf(line("monster", 6), wizard)).toBe("");
    expect(reasonOf(line("play", 3), undefined)).toBe("");
  });
});

describe("an offer", () => {
  const accept = { code: 1, verb: "accept" } as OptionInfo;
  const offer = (kind: string, more: Partial<DealView> = {}): DealView => ({
    ...{ offer: 1, kind, by: 1, to: 0, gives: [], takes: [], treasures: 0, order: "", promises: [], pledge: "" },
    ...more,
  });
  const taken = (deal: DealView, fighter = 1, level = 3, winning = false, more: Partial<OptionInfo> = {}) => {
    const player = { level, winning_level: 10 } as PlayerView;
    const fight = { fighter, winning } as FightView;
    return worthTaking(deal, { ...accept, ...more }, { me: 0, fight, view: { players: [player, player] } });
  };

  it("is taken where it brings something", () => {
    expect(taken(offer("help", { treasures: 1 }))).toBe(true);
    expect(taken(offer("help", { promises: [7] }))).toBe(true);
    expect(taken(offer("trade", { gives: [7] }))).toBe(true);
    expect(taken(offer("help", { treasures: 2 }), 0)).toBe(true);
  });

  it("is not taken for nothing, nor to help somebody to win", () => {
    expect(taken(offer("help"))).toBe(false);
    expect(taken(offer("trade", { takes: [7] }))).toBe(false);
    expect(taken(offer("help", { treasures: 1 }), 0, 3, true)).toBe(false);
    expect(taken(offer("help", { treasures: 1 }), 1, 9)).toBe(false);
    expect(taken(offer("help", { treasures: 1 }), 1, 3, false, { foretold: [9, 10, false] })).toBe(false);
    expect(worthTaking(offer("help", { treasures: 1 }), { ...accept, verb: "refuse" }, {} as never)).toBe(false);
  });
});

describe("answers", () => {
  const at = (seat: number) => ({ code: seat, verb: "pick_player", group: "choose", seats: [seat] }) as OptionInfo;
  const codes = (kind: string) => inOrder([at(0), at(1), at(2)], kind, 0).map((option) => option.code);

  it("offer a Curse to rivals first, and anything else in the order of the table", () => {
    expect(codes("curse")).toEqual([1, 2, 0]);
    expect(codes("level_up")).toEqual([0, 1, 2]);
  });
});
