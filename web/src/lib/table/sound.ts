import type { GameEvent } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";

/** Small sounds made on the spot: [frequency, start, length] of each tone, in hertz and seconds. */
type Tone = [number, number, number];

/** Events have sounds, and that one is asked. */
type Sound = GameEvent["what"] | "asked";

const SOUNDS: Partial<Record<Sound, Tone[]>> = {
  drew: [[620, 0, 0.05]],
  laid: [[380, 0, 0.07]],
  equipped: [[420, 0, 0.06]],
  rolled: [
    [300, 0, 0.04],
    [360, 0.07, 0.04],
    [330, 0.15, 0.04],
    [420, 0.24, 0.06],
  ],
  fight_begun: [
    [150, 0, 0.18],
    [140, 0.2, 0.25],
  ],
  cursed: [
    [320, 0, 0.12],
    [250, 0.12, 0.12],
    [190, 0.24, 0.25],
  ],
  level_gained: [
    [523, 0, 0.1],
    [659, 0.1, 0.1],
    [784, 0.2, 0.18],
  ],
  level_lost: [
    [440, 0, 0.12],
    [330, 0.12, 0.2],
  ],
  died: [
    [220, 0, 0.25],
    [175, 0.25, 0.25],
    [130, 0.5, 0.5],
  ],
  asked: [
    [700, 0, 0.08],
    [930, 0.09, 0.12],
  ],
};

let context: AudioContext | undefined;

/** Play the sound of an event, where sound is on and the event has one. */
export function play(what: Sound): void {
  const tones = SOUNDS[what];
  if (!tones || !settings.chosen.sound) return;
  context ??= new AudioContext();
  for (const [frequency, start, length] of tones) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const begin = context.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
