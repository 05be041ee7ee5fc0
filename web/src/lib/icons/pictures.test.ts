import { beforeAll, describe, expect, it } from "vitest";
import { NAMES } from "./names";
import { learnNames, pictureOf, suggested, tellingFirst } from "./pictures";

const named = (name: string, more = {}) => pictureOf({ id: name, name, kind: "item", ...more });

describe("pictureOf", () => {
  it("goes by what is special in a name before what many share", () => {
    expect(named("Tuba of Charm")).toBe("tuba");
    expect(named("Tiger Steed", { kind: "steed" })).toBe("tiger-head");
    expect(named("Kill a Steed")).toBe("horse-head");
  });

  it("knows several of a thing, and what belongs to somebody", () => {
    expect(named("Flying Frogs")).toBe("frog");
    expect(named("Gentlemen's Club")).toBe("wood-club");
  });

  it("falls back on the slot, then the kind", () => {
    expect(named("Xyzzy", { slot: "headgear" })).toBe("visored-helm");
    expect(named("Xyzzy", { kind: "dungeon" })).toBe("dungeon-gate");
  });
});

describe("a card of somebody's own", () => {
  beforeAll(() => learnNames(NAMES));
  const own = (name: string, more = {}) => named(name, { origin: "own", ...more });

  it("shows what its name says, where there is such a picture", () => {
    expect(own("Angry Barrel")).toBe("barrel");
    expect(own("The Walrus")).toBe("walrus-head");
    expect(own("Teapot of Doom")).toBe("teapot");
    expect(own("Boots of Leaving Early")).toBe("boots");
    expect(own("Anvils")).toBe("anvil");
    expect(own("Tuba of Charm")).toBe("tuba");
  });

  it("is not drawn by the jokes of our cards", () => {
    expect(named("Horseshoes")).toBe("crab-claw");
    expect(own("Lucky Horseshoe")).toBe("horseshoe");
    expect(own("Grumpy Knight")).not.toBe("light-bulb");
    expect(own("Aunt Xyzzy", { slot: "armor" })).toBe("breastplate");
  });

  it("is offered what fits it before all else", () => {
    const [first, ...others] = suggested({ id: "x/y", name: "Leaky Boat", kind: "item", origin: "own" }, NAMES);
    expect(first).toBe("paper-boat");
    expect(others.slice(0, 12)).toContain("boat-propeller");
  });
});

describe("tellingFirst", () => {
  it("puts pictures that are only numbered behind those that say what they are", () => {
    const ordered = tellingFirst(NAMES);
    expect(ordered).toHaveLength(NAMES.length);
    expect(NAMES).toContain("abstract-001");
    expect(ordered.slice(0, 96).filter((name) => name.startsWith("abstract-"))).toEqual([]);
    expect(ordered.indexOf("battery-100")).toBeLessThan(ordered.indexOf("abstract-001"));
    expect(ordered.at(-1)).toMatch(/^abstract-\d+$/);
  });
});
