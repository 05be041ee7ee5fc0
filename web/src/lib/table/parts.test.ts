import { describe, expect, it } from "vitest";
import type { PlayerView } from "$lib/protocol";
import { Parts } from "./parts.svelte";
import { changed, UNSEEN } from "./seen";

const player = (level: number) => ({ level }) as PlayerView;

describe("a view in parts", () => {
  it("is always the same object, and shows what is so now", () => {
    const parts = new Parts();
    const { view } = parts;
    expect(view.turn).toBe(0);
    parts.whole = { ...UNSEEN, turn: 2, players: [player(1), player(4)] };
    expect(parts.view).toBe(view);
    expect(view.turn).toBe(2);
    expect(parts.player(1)?.level).toBe(4);
    expect(parts.player(-1)).toBeUndefined();
  });

  it("keeps as it was what has not changed, and what was before for who asks", () => {
    const parts = new Parts();
    parts.whole = { ...UNSEEN, players: [player(1), player(4)], asked: [1] };
    const before = parts.whole;
    const { asked } = parts.view;
    const first = parts.player(0);
    parts.whole = changed(parts.whole, { players: { 1: player(5) } });
    expect(parts.view.asked).toBe(asked);
    expect(parts.player(0)).toBe(first);
    expect(parts.player(1)?.level).toBe(5);
    expect(parts.view.players.map((one) => one.level)).toEqual([1, 5]);
    expect(before.players[1]?.level).toBe(4);
  });
});
