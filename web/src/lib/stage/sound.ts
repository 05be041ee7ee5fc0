import { settings } from "$lib/settings.svelte";

/** One voice of a sound: a tone, or noise through a filter. Times in seconds, pitches in hertz. */
export interface Voice {
  wave: OscillatorType | "noise";
  /** Where the pitch begins, or the middle of the filter; and where it ends. */
  pitch: number;
  to?: number;
  at?: number;
  rise?: number;
  lasts: number;
  loud: number;
  /** How narrow the filter of noise is. */
  narrow?: number;
  filter?: BiquadFilterType;
}

const tone = (pitch: number, at: number, lasts: number, loud = 0.4, more: Partial<Voice> = {}): Voice => ({
  wave: "triangle",
  pitch,
  at,
  lasts,
  loud,
  ...more,
});
const noise = (pitch: number, at: number, lasts: number, loud = 0.5, more: Partial<Voice> = {}): Voice => ({
  wave: "noise",
  pitch,
  at,
  lasts,
  loud,
  filter: "bandpass",
  narrow: 1,
  ...more,
});
/** A coin: two partials that do not fit, as metal has. */
const coin = (at: number, pitch = 2600): Voice[] => [
  tone(pitch, at, 0.28, 0.14, { wave: "sine" }),
  tone(pitch * 1.51, at, 0.2, 0.1, { wave: "sine" }),
  noise(6000, at, 0.03, 0.12),
];
const brass = (pitch: number, at: number, lasts: number, loud = 0.22): Voice[] => [
  tone(pitch, at, lasts, loud, { wave: "sawtooth", rise: 0.04 }),
  tone(pitch * 1.005, at, lasts, loud * 0.7, { wave: "sawtooth", rise: 0.05 }),
  tone(pitch / 2, at, lasts, loud * 0.6, { wave: "triangle", rise: 0.04 }),
];
const knock = (at: number, loud = 0.5): Voice[] => [
  noise(1800, at, 0.03, loud * 0.6, { narrow: 3 }),
  tone(420, at, 0.05, loud * 0.5, { to: 240 }),
];

/** All sounds, made on the spot. */
export const SOUNDS = {
  // A boot against wood, the lock that gives, hinges.
  door: [
    tone(90, 0, 0.28, 0.9, { to: 42, wave: "sine" }),
    noise(300, 0, 0.18, 0.9, { filter: "lowpass" }),
    noise(2400, 0.04, 0.12, 0.35, { narrow: 2 }),
    noise(1100, 0.16, 0.1, 0.25, { narrow: 4 }),
    tone(310, 0.22, 0.5, 0.07, { to: 520, wave: "sawtooth", rise: 0.2 }),
  ],
  // A blade that is drawn, and rings.
  sword: [
    noise(3000, 0, 0.3, 0.4, { to: 7000, narrow: 4, rise: 0.15 }),
    tone(2100, 0.2, 0.6, 0.12, { wave: "sine" }),
    tone(3170, 0.2, 0.45, 0.09, { wave: "sine" }),
    noise(5200, 0.2, 0.08, 0.4, { narrow: 2 }),
  ],
  coins: [...coin(0), ...coin(0.07, 3100), ...coin(0.15, 2350)],
  dice: [...knock(0, 0.6), ...knock(0.09, 0.5), ...knock(0.2, 0.6), ...knock(0.29, 0.4), ...knock(0.42, 0.45)],
  // Something falls, far off tune, with a breath of wind.
  curse: [
    tone(392, 0, 0.7, 0.3, { to: 130, wave: "sawtooth" }),
    tone(415, 0, 0.7, 0.25, { to: 123, wave: "sawtooth" }),
    noise(700, 0.05, 0.8, 0.45, { to: 200, rise: 0.2 }),
    tone(65, 0.45, 0.5, 0.5, { wave: "sine" }),
  ],
  fanfare: [
    ...brass(392, 0, 0.16),
    ...brass(392, 0.18, 0.12),
    ...brass(392, 0.32, 0.12),
    ...brass(523, 0.46, 0.34),
    ...brass(659, 0.46, 0.34, 0.16),
    ...brass(523, 0.84, 0.16),
    ...brass(784, 1.02, 0.8),
    ...brass(659, 1.02, 0.8, 0.16),
    ...brass(523, 1.02, 0.8, 0.16),
    noise(5000, 1.02, 0.7, 0.12, { filter: "highpass" }),
  ],
  // A card slides over the table.
  card: [noise(3800, 0, 0.12, 0.22, { to: 1600, rise: 0.03 })],
  equip: [noise(2200, 0, 0.07, 0.3, { narrow: 2 }), tone(640, 0.03, 0.12, 0.1)],
  level: [tone(523, 0, 0.14, 0.3), tone(659, 0.1, 0.14, 0.3), tone(784, 0.2, 0.3, 0.34), tone(1568, 0.2, 0.35, 0.08)],
  level_lost: [tone(440, 0, 0.16, 0.3), tone(349, 0.14, 0.16, 0.3), tone(262, 0.28, 0.3, 0.3)],
  // Something large breathes.
  monster: [
    tone(75, 0, 0.6, 0.6, { to: 48, wave: "sawtooth", rise: 0.08 }),
    noise(260, 0, 0.65, 0.7, { to: 130, rise: 0.12 }),
  ],
  potion: [
    tone(500, 0, 0.08, 0.22, { to: 700 }),
    tone(640, 0.07, 0.08, 0.22, { to: 900 }),
    noise(3500, 0.15, 0.3, 0.14),
  ],
  betrayal: [
    tone(185, 0, 0.9, 0.3, { wave: "sawtooth", to: 175 }),
    tone(262, 0, 0.9, 0.26, { wave: "sawtooth", to: 247 }),
    noise(4200, 0, 0.25, 0.35, { to: 900, narrow: 3 }),
  ],
  // A bell that tolls.
  death: [
    tone(196, 0, 1.5, 0.5, { wave: "sine" }),
    tone(467, 0, 1.0, 0.18, { wave: "sine" }),
    tone(233, 0, 1.2, 0.22, { wave: "sine" }),
    tone(98, 0.5, 1.2, 0.4, { wave: "sine" }),
  ],
  hurt: [noise(900, 0, 0.14, 0.6, { to: 200 }), tone(160, 0, 0.2, 0.4, { to: 80 })],
  shield: [
    noise(2600, 0, 0.05, 0.4, { narrow: 5 }),
    tone(880, 0, 0.4, 0.16, { wave: "sine" }),
    tone(1320, 0, 0.35, 0.1),
  ],
  turn: [noise(2000, 0, 0.06, 0.12)],
  asked: [tone(700, 0, 0.1, 0.26, { wave: "sine" }), tone(930, 0.1, 0.2, 0.26, { wave: "sine" })],
} satisfies Record<string, Voice[]>;

export type Sound = keyof typeof SOUNDS;

/**
 * So many times as loud as its voices say each is played: then the loudest 50 ms of all great sounds are equally loud,
 * and those of small ones, which are heard often, 4 dB less.
 */
const LOUDNESS: Record<Sound, number> = {
  door: 1.5,
  sword: 1.9,
  coins: 1.4,
  dice: 2.2,
  curse: 0.66,
  fanfare: 0.92,
  card: 11,
  equip: 8.1,
  level: 1.3,
  level_lost: 1.5,
  monster: 0.94,
  potion: 3.2,
  betrayal: 2.2,
  death: 0.67,
  hurt: 2.9,
  shield: 3.2,
  turn: 54,
  asked: 1.2,
};

/** How loud all of it is together. */
const QUIETLY = 0.22;

let context: AudioContext | undefined;
let out: AudioNode | undefined;
let hiss: AudioBuffer | undefined;

/** Play a sound, where sounds are on. */
export function play(sound: Sound): void {
  if (!settings.chosen.sound || globalThis.document?.hidden) return;
  context ??= new AudioContext();
  // A browser lets nothing sound before the page was touched; what came too early is not made up for.
  if (context.state === "suspended") {
    void context.resume();
    return;
  }
  perform(context, (out ??= mixer(context)), sound);
}

/** Everything goes through one volume and a limit, so that several sounds at once are not louder than one. */
export function mixer(within: BaseAudioContext): AudioNode {
  const volume = within.createGain();
  const limit = within.createDynamicsCompressor();
  volume.gain.value = QUIETLY;
  volume.connect(limit).connect(within.destination);
  return volume;
}

/** Have all voices of a sound speak, from now. */
export function perform(within: BaseAudioContext, to: AudioNode, sound: Sound): void {
  const loudness = within.createGain();
  loudness.gain.value = LOUDNESS[sound];
  loudness.connect(to);
  for (const voice of SOUNDS[sound] as Voice[]) speak(within, loudness, voice);
}

function speak(within: BaseAudioContext, to: AudioNode, voice: Voice): void {
  const begin = within.currentTime + (voice.at ?? 0);
  const end = begin + voice.lasts;
  const volume = within.createGain();
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(voice.loud, begin + (voice.rise ?? 0.006));
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(to);
  if (voice.wave === "noise") {
    const source = within.createBufferSource();
    const filter = within.createBiquadFilter();
    source.buffer = hiss ??= noiseOf(within);
    filter.type = voice.filter ?? "bandpass";
    filter.Q.value = voice.narrow ?? 1;
    bend(filter.frequency, voice, begin, end);
    source.connect(filter).connect(volume);
    source.start(begin, Math.random() * 0.5);
    source.stop(end);
  } else {
    const source = within.createOscillator();
    source.type = voice.wave;
    bend(source.frequency, voice, begin, end);
    source.connect(volume);
    source.start(begin);
    source.stop(end);
  }
}

function bend(pitch: AudioParam, voice: Voice, begin: number, end: number): void {
  pitch.setValueAtTime(voice.pitch, begin);
  if (voice.to) pitch.exponentialRampToValueAtTime(voice.to, end);
}

function noiseOf(within: BaseAudioContext): AudioBuffer {
  const seconds = 2;
  const made = within.createBuffer(1, within.sampleRate * seconds, within.sampleRate);
  const samples = made.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return made;
}
