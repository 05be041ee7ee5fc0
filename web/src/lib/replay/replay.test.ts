import { describe, expect, it } from "vitest";
import type { GameStep } from "$lib/protocol";
import { turnFrom } from "./replay.svelte";

const steps: GameStep[] = [0, 0, 1, 1, 1, 2, 2, 3].map((turns, at) => ({ at, seat: 0, turn: 0, turns, log: [] }));

describe("winding by turns", () => {
  it("goes to the beginning of the next turn, and stays at the end", () => {
    expect(turnFrom(steps, 0, 1)).toBe(2);
    expect(turnFrom(steps, 3, 1)).toBe(5);
    expect(turnFrom(steps, 7, 1)).toBe(7);
  });

  it("goes back to the beginning of this turn, then of the one before", () => {
    expect(turnFrom(steps, 4, -1)).toBe(2);
    expect(turnFrom(steps, 2, -1)).toBe(0);
    expect(turnFrom(steps, 0, -1)).toBe(0);
  });
});
