import { SvelteMap } from "svelte/reactivity";
import { whenIdle } from "$lib/common/idle";
import { settings } from "$lib/settings.svelte";
import type { GameEvent } from "$lib/protocol";
import { reactionPicture } from "$lib/icons/pictures";
import type { Table } from "$lib/table/table.svelte";
import { moodsOf, type Mood } from "./moods";
import { cuesOf, lineFor, temperOf, type Lines } from "./voices";

/** So long a face keeps its look, and a line stands beside it; and so long nobody else speaks, in milliseconds. */
const LOOK = 3200;
const LINE = 4500;
const PAUSE = 6000;
/** A face has its new look after so long at the latest. */
const SOON = 250;

const VOICES: Record<string, () => Promise<{ default: Lines }>> = {
  en: () => import("./voices/en.json"),
  de: () => import("./voices/de.json"),
};

/** What stands beside a face: the words of a bot, or the picture of a reaction. */
export interface Said {
  words: string;
  picture: string;
}

/** The faces at a table: how each looks just now, and what it says. */
export class Faces {
  moods = new SvelteMap<number, Mood>();
  /** What bots say, and what people show by a reaction. */
  lines = new SvelteMap<number, Said>();
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #spoken = -PAUSE;

  constructor(readonly table: Table) {
    table.onEvents((events) => this.hear(events));
  }

  hear(events: readonly GameEvent[]): void {
    const moods = new Map(events.flatMap(moodsOf));
    // First what is asked is drawn, then how they feel about it.
    const show = () => moods.forEach((mood, seat) => this.#keep(this.moods, "mood", seat, mood, LOOK));
    if (moods.size) whenIdle(show, SOON);
    if (settings.chosen.voices) void this.#speak(events);
  }

  /** A reaction of somebody is seen beside their face. */
  show(seat: number, reaction: string): void {
    const picture = reactionPicture(reaction);
    if (picture && settings.chosen.emotes) this.#keep(this.lines, "line", seat, { words: "", picture }, LOOK);
  }

  async #speak(events: readonly GameEvent[]): Promise<void> {
    const { table } = this;
    const now = performance.now();
    if (now - this.#spoken < PAUSE) return;
    const cues = events.flatMap(cuesOf).filter(({ seat }) => table.info?.seats[seat]?.kind === "bot");
    if (!cues.length) return;
    const moment = `${table.id}/${table.view.turns}/${table.view.turn}`;
    const { default: lines } = await (VOICES[settings.chosen.language] ?? VOICES["en"]!)();
    for (const cue of cues) {
      const line = lineFor(cue, temperOf(table.info?.seats[cue.seat]?.temper ?? ""), moment, lines);
      if (!line) continue;
      this.#spoken = now;
      this.#keep(this.lines, "line", cue.seat, { words: line, picture: "" }, LINE);
      return;
    }
  }

  #keep<T>(map: SvelteMap<number, T>, what: string, seat: number, value: T, time: number): void {
    const key = `${what}${seat}`;
    clearTimeout(this.#timers.get(key));
    map.set(seat, value);
    this.#timers.set(
      key,
      setTimeout(() => map.delete(seat), time),
    );
  }
}

const known = new WeakMap<Table, Faces>();

/** The faces at a table, the same for all who ask. */
export function facesAt(table: Table): Faces {
  let faces = known.get(table);
  if (!faces) known.set(table, (faces = new Faces(table)));
  return faces;
}
