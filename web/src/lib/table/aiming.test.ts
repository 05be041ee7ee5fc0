import { describe, expect, it } from "vitest";
import type { OptionInfo } from "$lib/protocol";
import { meant } from "./aiming";

const option = (verb: string, more: Partial<OptionInfo> = {}) => ({ verb, cards: [7], ...more }) as OptionInfo;
const verbs = (options: OptionInfo[]) => options.map((each) => each.verb);

describe("a card that is dropped", () => {
  const lay = option("lay");
  const play = option("play");
  const give = option("give", { seats: [2] });
  const attach = option("attach", { cards: [7, 9] });

  it("is laid down on one's own side, and nowhere else", () => {
    expect(verbs(meant([lay], { card: 7 }, true))).toEqual(["lay"]);
    expect(meant([lay], { card: 7, seat: 2 }, false)).toEqual([]);
    expect(meant([lay], { card: 7, on: 4 }, false)).toEqual([]);
  });

  it("is played where the play asks for that place next", () => {
    expect(verbs(meant([lay, play], { card: 7, seat: 2 }, false))).toEqual(["play"]);
    expect(verbs(meant([lay, play], { card: 7, on: 4 }, false))).toEqual(["play"]);
  });

  it("does what is about just that place, before anything else", () => {
    expect(verbs(meant([play, give], { card: 7, seat: 2 }, false))).toEqual(["give"]);
    expect(verbs(meant([play, give], { card: 7, seat: 1 }, false))).toEqual(["play"]);
    expect(verbs(meant([lay, attach], { card: 7, on: 9 }, true))).toEqual(["attach"]);
    expect(verbs(meant([lay, attach], { card: 7, on: 8 }, true))).toEqual(["lay"]);
  });
});
