import { expect, test } from "vitest";
import { COLOURED_KINDS, contrast, CREAM, FRAMED_KINDS, tonesOf, type SetName } from ".";

const SETS: SetName[] = ["dungeon", "space", "night", "nursery"];

test("kinds that are coloured are framed", () => {
  expect([...FRAMED_KINDS].sort()).toEqual([...COLOURED_KINDS].sort());
});

test("what is written on a card can be read, whatever its kind and set", () => {
  for (const set of SETS) {
    for (const kind of [...COLOURED_KINDS, "unheard-of"]) {
      for (const deck of ["door", "treasure", "dungeon"]) {
        const tones = tonesOf(deck, kind, set);
        expect(contrast(CREAM, tones.kind), `${kind} in ${set}`).toBeGreaterThanOrEqual(4.5);
        for (const paper of [tones.paper, tones.paperEdge]) {
          expect(contrast("#2a1a0c", paper), `words on paper of ${set}`).toBeGreaterThanOrEqual(7);
          expect(contrast(tones.kindDeep, paper), `the foot of ${kind} in ${set}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  }
});
