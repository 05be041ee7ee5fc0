import { expect, test } from "vitest";
import { lookOf } from "./themes";

test("a table looks like the set that is played, unless somebody wants another look", () => {
  expect(lookOf("by_set", ["munchkin"])).toBe("dungeon");
  expect(lookOf("by_set", ["star"])).toBe("space");
  expect(lookOf("by_set", ["bites", "munchkin-2"])).toBe("night");
  expect(lookOf("by_set", ["babies"])).toBe("nursery");
  expect(lookOf("by_set", ["munchkin", "star"])).toBe("dungeon");
  expect(lookOf("night", ["star"])).toBe("night");
});
