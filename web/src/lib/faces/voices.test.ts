import { expect, test } from "vitest";
import type { GameEvent } from "$lib/protocol";
import { cuesOf, lineFor, SITUATIONS, temperOf, TEMPERS, type Lines } from "./voices";
import de from "./voices/de.json";
import en from "./voices/en.json";

const LANGUAGES: Record<string, Lines> = { en, de };

const EVENTS: GameEvent[] = [
  { what: "door_kicked", seat: 1 },
  { what: "fight_begun", seat: 1, monster: 5, fight: 0 },
  { what: "fight_won", seat: 1, fight: 0, kills: 1 },
  { what: "fight_lost", seat: 1, fight: 0, kills: 0 },
  { what: "helper_joined", seat: 2, fighter: 1, fight: 0, forced: false },
  { what: "refused", seat: 2, by: 1, offer: 3 },
  { what: "cursed", seat: 1, card: 9, cause: "curse" as never, by: 2 },
  { what: "level_lost", seat: 1, levels: 1, cause: "curse" as never },
  { what: "level_gained", seat: 1, levels: 1, cause: "curse" as never },
  { what: "died", seat: 1, cause: "curse" as never },
  { what: "looted", seat: 2, card: 7, victim: 1 },
  { what: "monster_joined", seat: 2, monster: 8, fighter: 1, fight: 0 },
  { what: "enhanced", seat: 2, card: 4, monster: 8, fight: 0, amount: 5 },
  { what: "escaped", seat: 1, monster: 5 },
  { what: "sold", seat: 1, gold: 1000 },
  { what: "won", seat: 1 },
];

test("there are lines for every situation and temper, in every language, short and each once", () => {
  for (const [language, lines] of Object.entries(LANGUAGES)) {
    const all: string[] = [];
    for (const situation of SITUATIONS) {
      for (const temper of TEMPERS) {
        const said = lines[situation][temper];
        expect(said.length, `${language} ${situation} ${temper}`).toBeGreaterThanOrEqual(2);
        all.push(...said);
      }
    }
    expect(new Set(all).size).toBe(all.length);
    for (const line of all) expect(line.length, line).toBeLessThanOrEqual(52);
  }
});

test("every situation comes about by some event", () => {
  expect(new Set(EVENTS.flatMap(cuesOf).map((cue) => cue.situation))).toEqual(new Set(SITUATIONS));
});

test("what is said depends on no card: games that differ in cards sound the same", () => {
  const hidden = ["card", "monster", "source", "offer", "amount", "gold", "deck", "levels", "kills", "cause"];
  for (const event of EVENTS) {
    const other = Object.fromEntries(
      Object.entries(event).map(([field, value]) => [field, hidden.includes(field) ? 99 : value]),
    ) as unknown as GameEvent;
    expect(cuesOf(other), event.what).toEqual(cuesOf(event));
  }
  // What a seat alone is told of its own draws and looks moves nobody to speak.
  const secret = [
    { what: "drew", seat: 1, card: 3, deck: "door", shared: false },
    { what: "looked", seat: 1, card: 3, deck: "door" },
    { what: "taken_unseen", seat: 1, card: 3, to: 2 },
    { what: "shown", seat: 1, card: 3, to: 2 },
    { what: "gave_charity", seat: 1, card: 3, to: 2 },
  ] as unknown as GameEvent[];
  expect(secret.flatMap(cuesOf)).toEqual([]);
});

test("all who listen hear the same, and not always something", () => {
  const cue = { seat: 1, situation: "level" } as const;
  const said = Array.from({ length: 200 }, (_, turn) => lineFor(cue, "greedy", `table/${turn}`, en));
  expect(said).toEqual(Array.from({ length: 200 }, (_, turn) => lineFor(cue, "greedy", `table/${turn}`, en)));
  const spoken = said.filter(Boolean);
  expect(spoken.length).toBeGreaterThan(10);
  expect(spoken.length).toBeLessThan(100);
  expect(new Set(spoken)).toEqual(new Set(en.level.greedy));
});

test("a bot speaks by the temper that it plays by", () => {
  for (const temper of TEMPERS) expect(temperOf(temper)).toBe(temper);
  expect(temperOf("")).toBe("plain");
});
