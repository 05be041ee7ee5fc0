import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import {
  addCard,
  cardsOf,
  copyOf,
  freeId,
  newCard,
  newPack,
  removeCard,
  setFact,
  setField,
  setName,
  type Edit,
} from "./writing";

const TEXT = `# My pack
id: hats
name: Hats
cards:
# Doors
- id: barrel
  name: Angry Barrel # it is angry
  deck: door
  kind: monster
  level: 4
  strength: [{add: 3, if: {party_suffers: dwarf}}]

# Treasures
- {id: hat, name: Hat, deck: treasure, kind: item, gold: 100}
`;

function done(text: string, edit: Edit | null): string {
  if (!edit) throw new Error("it could not be done");
  return text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
}

describe("a pack as it is written", () => {
  it("tells its cards and where they stand", () => {
    expect(cardsOf(TEXT)?.map((card) => [card.id, card.kind, TEXT.slice(card.from, card.from + 3)])).toEqual([
      ["barrel", "monster", "id:"],
      ["hat", "item", "{id"],
    ]);
    expect(cardsOf("id: [")).toBeNull();
    expect(cardsOf("id: x")).toEqual([]);
  });

  it("changes one field and leaves all else as it was", () => {
    const changed = done(TEXT, setField(TEXT, 0, ["level"], 7));
    expect(changed).toBe(TEXT.replace("level: 4", "level: 7"));
    const named = done(TEXT, setField(TEXT, 0, ["names", "de"], "Fass"));
    expect(parse(named).cards[0].names).toEqual({ de: "Fass" });
    expect(named).toContain("# it is angry");
    expect(named).toContain("# Treasures");
    const none = done(named, setField(named, 0, ["names", "de"], undefined));
    expect(none).toBe(TEXT);
    const flow = done(TEXT, setField(TEXT, 1, ["bonus"], 2));
    expect(parse(flow).cards[1]).toMatchObject({ id: "hat", bonus: 2 });
  });

  it("keeps a text that would be something else in YAML", () => {
    for (const name of ["yes: no", "- x", "'", "#", "123", "true", "a\nb", "{", "*a", "<b>"]) {
      const changed = done(TEXT, setField(TEXT, 0, ["name"], name));
      expect(parse(changed).cards[0].name).toBe(name);
    }
  });

  it("adds, copies and removes cards", () => {
    const cards = cardsOf(TEXT) ?? [];
    const added = done(TEXT, addCard(TEXT, newCard("curse", cards, "Hat")));
    expect(parse(added).cards.map((card: { id: string }) => card.id)).toEqual(["barrel", "hat", "hat_2"]);
    expect(added.startsWith(TEXT.trimEnd())).toBe(true);
    const copied = done(TEXT, addCard(TEXT, copyOf("id: x\nname: X\nkind: item\norigin: printed\n", cards, "Mine")));
    expect(parse(copied).cards[2]).toEqual({ id: "mine", name: "Mine", kind: "item" });
    expect(parse(done(TEXT, removeCard(TEXT, 0))).cards).toHaveLength(1);
    expect(done(TEXT, removeCard(TEXT, 0))).toContain("# Treasures");
    expect(
      parse(done("id: x\ncards: []\n", addCard("id: x\ncards: []\n", newCard("item", [], "Hat")))).cards,
    ).toHaveLength(1);
    expect(parse(done("id: x\n", addCard("id: x\n", newCard("item", [], "Hat")))).cards).toHaveLength(1);
  });

  it("begins with a pack that says who made it, and on what terms, where somebody has said so", () => {
    const text = newPack("Hüte & Boots: all");
    expect(parse(text)).toMatchObject({ id: "hute-boots-all", name: "Hüte & Boots: all" });
    expect(text).not.toMatch(/author|licence/);
    expect(parse(newPack("Hats", "Ann", "CC0-1.0"))).toMatchObject({ author: "Ann", licence: "CC0-1.0" });
    expect(cardsOf(text)).toHaveLength(1);
    expect(parse(done(text, setFact(text, "author", "Ann"))).author).toBe("Ann");
    expect(freeId([], "…")).toBe("card");
  });

  it("lets the id follow the name until somebody has set it", () => {
    const begun = done(TEXT, addCard(TEXT, newCard("curse", cardsOf(TEXT) ?? [], "New Card")));
    const named = done(begun, setName(begun, cardsOf(begun) ?? [], 2, "Curse! Ann's Hiccups"));
    expect(cardsOf(named)?.[2]).toMatchObject({ id: "curse_anns_hiccups", name: "Curse! Ann's Hiccups" });
    const again = done(named, setName(named, cardsOf(named) ?? [], 2, "Hat"));
    expect(cardsOf(again)?.[2]?.id).toBe("hat_2");
    const own = done(TEXT, setName(TEXT, cardsOf(TEXT) ?? [], 0, "Furious Barrel"));
    expect(cardsOf(own)?.[0]).toMatchObject({ id: "barrel", name: "Furious Barrel" });
  });

  it("writes a new fact above the cards", () => {
    const told = done(TEXT, setFact(TEXT, "description", "Barrels"));
    expect(told.indexOf("description: Barrels")).toBeGreaterThan(0);
    expect(told.indexOf("description:")).toBeLessThan(told.indexOf("cards:"));
    expect(cardsOf(told)?.length).toBe(cardsOf(TEXT)?.length);
  });
});
