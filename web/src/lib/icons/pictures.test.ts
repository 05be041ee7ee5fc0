import { describe, expect, it } from "vitest";
import { pictureOf } from "./pictures";

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
