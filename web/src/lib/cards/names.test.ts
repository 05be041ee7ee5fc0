import { expect, test } from "vitest";
import { apart, namesPattern } from "./names";

const pattern = namesPattern(["Rat", "Maul Rat", "Curse! Lose a Level", "Mr. Bones", "Elf", "Rat"]);

test("names are set apart, the longest first", () => {
  expect(apart("Ada kämpft gegen Maul Rat!", pattern)).toEqual(["Ada kämpft gegen ", "Maul Rat", "!"]);
  expect(apart("Mr. Bones und Rat", pattern)).toEqual(["", "Mr. Bones", " und ", "Rat", ""]);
  expect(apart("Curse! Lose a Level trifft dich.", pattern)).toEqual(["", "Curse! Lose a Level", " trifft dich."]);
});

test("a part of a word is no name", () => {
  expect(apart("Elfen raten: Ratte, MrXBones", pattern)).toEqual(["Elfen raten: Ratte, MrXBones"]);
  expect(apart("nichts", namesPattern([]))).toEqual(["nichts"]);
});
