import { expect, test } from "vitest";
import { broken, drawn } from "./poster";

test("a text is broken between words, and none of it is lost", () => {
  const lines = broken("Bo plays Wandering Monster with a very big Plutonium Dragon", 16);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(16);
  expect(lines.join(" ")).toBe("Bo plays Wandering Monster with a very big Plutonium Dragon");
});

test("the picture has the headline, all lines, a curve for everybody, and loads nothing", () => {
  const svg = drawn({
    title: "Friday <3",
    headline: "Dee won on turn 31 against Plutonium Dragon, helped by nobody.",
    lines: [{ turn: 3, seat: 1, words: "Bo dies & is looted." }],
    facts: [{ label: "The meanest play:", words: "Bo was mean." }],
    names: ["Ann", "Bo", "Cy"],
    bots: [false, true, false],
    winners: [2],
    levels: [
      { at: 10, turns: 1, levels: [1, 2, 1] },
      { at: 90, turns: 31, levels: [4, 7, 10] },
    ],
    turning: [12],
    foot: "example",
    turnWord: "Turn",
  });
  expect(svg).toContain("Dee won on turn 31");
  expect(svg).toContain("Bo dies &amp; is looted.");
  expect(svg).toContain("Friday &lt;3");
  expect(svg).toContain("The meanest play:");
  expect(svg.match(/<path [^>]*stroke-linejoin="round"\/>/g)?.length).toBeGreaterThanOrEqual(3);
  expect(svg.match(/clip-path="url\(#disc\)"/g), "the winner, everybody, and who did it").toHaveLength(1 + 3 + 1);
  expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|url\((?!#)/);
});
