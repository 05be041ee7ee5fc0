import { describe, expect, it } from "vitest";
import type { CardInfo, PackInfo, Rule } from "$lib/protocol";
import { shelve } from "./every";
import { findCards, findRules, namesakes, type Wanted } from "./finding";

const card = (id: string, name: string, rest: Partial<CardInfo> = {}): CardInfo => ({
  id,
  name,
  pack: id.split("/")[0] ?? "",
  deck: "door",
  kind: "monster",
  origin: "printed",
  words: [],
  ...rest,
});
const CARDS = [
  card("a/frogs", "Flying Frogs", { level: 2, words: ["-1 to Run Away from it."] }),
  card("a/run", "Running Shoes", { kind: "item", deck: "treasure", bonus: 2 }),
  card("a/bruja", "Brújula", { kind: "item", deck: "treasure", origin: "ours" }),
  card("b/frogs", "Flying Frogs", { level: 2 }),
];
const ANY: Wanted = { q: "", set: "", deck: "", kind: "", origin: "", sort: "" };
const PACKS = ["a", "b", "c"].map((id) => ({ id }) as PackInfo);
const SHELF = shelve(PACKS, [CARDS.slice(0, 3), CARDS.slice(3), CARDS.slice(1)]);
const names = (wanted: Partial<Wanted>) => findCards(SHELF, { ...ANY, ...wanted }).map((found) => found.id);

describe("looking for cards", () => {
  it("finds words in names and texts, names first", () => {
    expect(names({ q: "run" })).toEqual(["a/run", "a/frogs"]);
    expect(names({ q: "FROGS flying" })).toEqual(["a/frogs", "b/frogs"]);
    expect(names({ q: "brujula" })).toEqual(["a/bruja"]);
  });

  it("narrows by set, deck, kind and origin", () => {
    expect(names({ set: "b" })).toEqual(["b/frogs"]);
    expect(names({ set: "c" })).toEqual(["a/run", "a/bruja", "b/frogs"]);
    expect(names({ deck: "treasure", origin: "printed" })).toEqual(["a/run"]);
    expect(names({ kind: "monster" })).toEqual(["a/frogs", "b/frogs"]);
  });

  it("sorts by name and by number", () => {
    expect(names({ sort: "name" })).toEqual(["a/bruja", "a/frogs", "b/frogs", "a/run"]);
    expect(names({ sort: "number" })[3]).toBe("a/bruja");
  });

  it("finds the same name elsewhere", () => {
    expect(namesakes(CARDS, CARDS[0]!).map((found) => found.id)).toEqual(["b/frogs"]);
  });
});

describe("looking for rules", () => {
  const RULES: Rule[] = [
    { id: "CMB-01", area: "combat", books: ["deluxe", "lite"], text: "The monster wins ties." },
    { id: "RUN-02", area: "running", books: ["deluxe"], text: "A die roll of 5 or more escapes." },
  ];

  it("takes an id, words, an area and a book", () => {
    const ids = (q: string, area = "", book = "") => findRules(RULES, q, area, book).map((rule) => rule.id);
    expect(ids("cmb-01")).toEqual(["CMB-01"]);
    expect(ids("die escapes")).toEqual(["RUN-02"]);
    expect(ids("", "combat")).toEqual(["CMB-01"]);
    expect(ids("", "", "lite")).toEqual(["CMB-01"]);
    expect(ids("dragon")).toEqual([]);
  });
});
