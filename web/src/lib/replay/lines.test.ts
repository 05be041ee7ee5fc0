import { expect, test } from "vitest";
import type { StoryLine } from "$lib/protocol";
import { lineWords } from "./lines";

const NAMES = ["Ada", "Bo", "Cy"];
const LINE: StoryLine = {
  at: 3,
  turns: 2,
  seat: 0,
  words: "As the log has it.",
  what: "",
  monsters: [],
  helper: null,
  other: null,
  card: "",
  sums: [],
  level: null,
  leads: false,
  gold: 0,
};
const told = (facts: Partial<StoryLine>) => lineWords({ ...LINE, ...facts }, NAMES);

test("a fight is told with its monsters, who helped, the sums, who was against it, and the Level", () => {
  const fight = { what: "fight_won", monsters: ["Crabs", "Bullrog"], sums: [20, 19] };
  expect(told(fight)).toBe("Ada beats Crabs and Bullrog (20 : 19).");
  expect(told({ ...fight, helper: 2, other: 1, card: "Enraged", level: 8, leads: true })).toBe(
    "Ada beats Crabs and Bullrog with help from Cy (20 : 19), although Bo used Enraged, and takes the lead on Level 8.",
  );
});

test("blows and levels name their card; what has none is told as the log has it", () => {
  expect(told({ what: "cursed", other: 2, card: "Curse! Lose a Level" })).toBe("Cy plays Curse! Lose a Level on Ada.");
  expect(told({ what: "caught", monsters: ["Maul Rat"] })).toBe("Maul Rat catches Ada.");
  expect(told({ what: "died", card: "Plutonium Dragon" })).toBe("Plutonium Dragon kills Ada.");
  expect(told({ what: "level_gained", card: "Steal a Level", level: 9 })).toBe(
    "Ada uses Steal a Level, and reaches Level 9.",
  );
  expect(told({ what: "sold", gold: 1500, level: 4 })).toBe(
    "Ada sells Items for 1,500 Gold Pieces, and reaches Level 4.",
  );
  expect(told({ what: "level_gained", level: 4 })).toBe("As the log has it.");
  expect(told({ what: "won" })).toBe("As the log has it.");
});
