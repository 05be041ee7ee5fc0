import { describe, expect, it } from "vitest";
import type { GameEvent, LogLine } from "$lib/protocol";
import type { Seen } from "$lib/table/seen";
import { actsOf } from "./acts";

const before = { players: [{ level: 1 }] } as Seen;

function told(events: GameEvent[], lines: LogLine[]): [string, string][] {
  return actsOf(events, lines, new Map(), before, () => "door").map((act) => [act.caption, act.tag]);
}

describe("cards that go the same way", () => {
  it("are counted where all of them are told alike", () => {
    const drew = { what: "drew", seat: 0, deck: "door" } as GameEvent;
    expect(told([drew, drew], [{ words: "Bo draws a Door card.", what: "drew", seat: 0, times: 2 }])).toEqual([
      ["Bo draws a Door card.", "×2"],
    ]);
  });

  it("are not told as one card several times where each has its name", () => {
    const discarded = (card: number) => ({ what: "discarded", seat: 0, card }) as GameEvent;
    const line = (name: string) => ({ words: `You discard ${name}.`, what: "discarded", seat: 0 });
    const lines = [line("Elf"), line("Thief"), line("Wizard")];
    expect(told([discarded(1), discarded(2), discarded(3)], lines)).toEqual([["You discard Elf.", "and 2 more"]]);
  });
});
