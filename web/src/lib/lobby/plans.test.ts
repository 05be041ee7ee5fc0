import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import en from "$lib/messages/en.json";
import type { OptionOfRules } from "$lib/protocol";
import { houseOptions, playersOf } from "./plans";

const rules = (file: string) =>
  readFileSync(new URL(`../../../../src/kickdoor/rules/${file}`, import.meta.url), "utf8");
const OPTIONS: OptionOfRules[] = [...rules("books.yaml").matchAll(/^(\w+): \{kind: (\w+), default: (-?\d+)/gm)].map(
  ([, name = "", kind = "", value = "0"]) => ({ name, kind, values: { deluxe: Number(value) }, rules: [] }),
);

describe("house options", () => {
  it("have words for each that can be changed", () => {
    const offered = houseOptions(OPTIONS).map((option) => option.name);
    expect(offered).toContain("winning_level");
    expect(offered.filter((name) => !(`option.${name}` in en))).toEqual([]);
  });

  it("leave out the number of seats, which limits the form instead", () => {
    expect(houseOptions(OPTIONS).some((option) => option.name === "max_players")).toBe(false);
    expect(playersOf(OPTIONS, "deluxe")).toEqual({ min: 3, max: 6 });
  });
});

describe("areas of the rules", () => {
  it("all have a name", () => {
    const areas = [...rules("catalog.yaml").matchAll(/^([a-z-]+):$/gm)].map(([, area]) => area);
    expect(areas.length).toBeGreaterThan(20);
    expect(areas.filter((area) => !(`area.${area}` in en))).toEqual([]);
  });
});
