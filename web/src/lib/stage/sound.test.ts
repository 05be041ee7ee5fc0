import { expect, test } from "vitest";
import { SOUNDS, type Voice } from "./sound";

test("every sound is short, and no voice of it is louder than the mixer expects", () => {
  for (const [name, voices] of Object.entries(SOUNDS) as [string, Voice[]][]) {
    for (const voice of voices) {
      expect((voice.at ?? 0) + voice.lasts, name).toBeLessThanOrEqual(2);
      expect(voice.loud, name).toBeLessThanOrEqual(1);
      expect(voice.rise ?? 0.006, name).toBeLessThan(voice.lasts);
    }
  }
});
