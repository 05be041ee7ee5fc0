import { getContext, setContext } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Deck, GameEvent, PaceInfo } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import type { Line } from "$lib/table/log";
import type { Table, Told } from "$lib/table/table.svelte";
import { actsOf, type Act } from "./acts";
import { Moments } from "./moments";
import { boxOf, type Box } from "./places";
import { Queue } from "./queue";
import { play } from "./sound";

/** What is on, for how long, and where its cards were when it happened. */
export interface Shown {
  id: number;
  act: Act;
  ms: number;
  starts: (Box | null)[];
  /** Where the middle of the table is: found once, for all that is shown there. */
  middle: Box;
}

/** How many times as long everything takes, by the speed of choice. */
const PACES: Record<PaceInfo["tempo"], number> = { slow: 1.6, normal: 1, fast: 0.55, at_once: 0 };
/** What I do myself I know. */
const OWN = 0.6;
/** A banner that does not move is read, not followed. */
const READING = 1.25;
/** So many acts are kept to be told again. */
const KEPT = 80;
/** From here on there is a way to skip, in milliseconds. */
const LONG = 1400;

const ANYWHERE: Box = { x: 20, y: 120, width: 340, height: 240 };

interface Cue extends Act {
  starts: (Box | null)[];
}

/** The stage of a table: hears what happens, and plays it on top of what is already so. */
export class Stage {
  now: Shown | null = $state.raw(null);
  /** Whether so much is still to come that somebody may want to skip it. */
  long = $state(false);
  /** The Levels that the track shows while their change is still to be played. */
  held = new SvelteMap<number, number>();
  /** The words of what is on, while it is told; empty: all has been told. */
  #telling = $state("");
  /** What was played since my last act, and how much of it while nobody looked. */
  history: Act[] = $state.raw([]);
  missed = $state(0);

  #moments = new Moments();
  #count = 0;
  /** What has been heard and is played a moment later; and whether it is to be told in short. */
  #coming: Cue[] = [];
  #brief = false;
  #root: ParentNode | null = null;
  #queue: Queue<Cue>;

  constructor(
    readonly table: Table,
    queue: (show: (act: Cue | null, ms: number) => void) => Queue<Cue> = (show) => new Queue(show),
  ) {
    this.#queue = queue((act, ms) => this.#show(act, ms));
  }

  /** Follow the table, as it is drawn in an element. To be called once, inside a component. */
  follow(root: () => ParentNode | null): void {
    $effect(() => {
      this.#root = root();
      return this.table.onEvents((events, told) => this.hear(events, told));
    });
    // Who answers has seen enough of what came before.
    $effect(() => {
      if (this.table.busy) this.acted();
    });
    let window = -1;
    $effect(() => {
      const { decision } = this.table;
      if (!decision?.asked || decision.quiet || decision.window === window) return;
      window = decision.window;
      this.#queue.hurry();
      this.#brief = this.#coming.length > 0;
      this.#look();
    });
    $effect(() => {
      const looked = () => document.hidden || this.#look();
      document.addEventListener("visibilitychange", looked);
      return () => document.removeEventListener("visibilitychange", looked);
    });
    $effect(() => () => this.skip());
  }

  /** Something happened: it is played when its turn comes. The table is that of before, as far as it is drawn. */
  hear(events: readonly GameEvent[], { before, lines }: Told): void {
    const { table } = this;
    const moments = this.#moments.hear(events, before, table.view);
    const acts = actsOf(events, lines, moments, before, (card) => (table.card(card)?.deck ?? "door") as Deck);
    this.history = [...this.history, ...acts].slice(-KEPT);
    if (globalThis.document?.hidden) {
      this.missed += acts.length;
      return;
    }
    this.#perform(acts);
  }

  /** Go through all that hearing takes, of something that never happened, and show nothing of it. */
  rehearse(seat: number, card: number): void {
    const { me, view } = this.table;
    const events: GameEvent[] = [
      { what: "played", seat, card, ability: 0 },
      { what: "enhanced", seat, card, monster: card, fight: 0, amount: 1 },
      { what: "drew", seat, deck: "treasure", shared: false },
      { what: "level_gained", seat, levels: 1, cause: "killed" },
    ];
    const acts = actsOf(events, [], new Moments().hear(events, view, view), view, () => "door");
    if (this.#root) for (const act of acts) starts(this.#root, act, me, new Map());
  }

  /** The lines of a log that are no news: what is still to be played is not given away elsewhere. */
  told(log: Line[]): Line[] {
    const at = this.#telling ? log.findLastIndex((line) => line.words === this.#telling) : -1;
    return at < 0 ? log : log.slice(0, at + 1);
  }

  /** Whether something is still to be played: the end is not shown before. */
  get telling(): boolean {
    return this.#telling !== "";
  }

  /** I have acted: what was to be played is of the past. */
  acted(): void {
    this.skip();
    this.history = [];
    this.missed = 0;
  }

  skip(): void {
    this.#coming = [];
    this.#telling = "";
    this.#queue.skip();
  }

  /** Play once more what happened since my last act. */
  again(): void {
    this.skip();
    this.missed = 0;
    this.#perform(this.history);
  }

  #perform(acts: readonly Act[]): void {
    this.#queue.pace = settings.moving ? PACES[settings.chosen.tempo] : Math.max(0.55, PACES[settings.chosen.tempo]);
    for (const { level } of acts) if (level && !this.held.has(level.seat)) this.held.set(level.seat, level.before);
    const own = this.table.me;
    const known = new Map<string, Box | null>();
    const cues = acts.map((act) => ({
      ...act,
      lasts: act.lasts * (act.great ? 1 : act.seat === own ? OWN : 1) * (settings.moving ? 1 : READING),
      starts: this.#root ? starts(this.#root, act, own, known) : [],
    }));
    if (!this.now && !this.#coming.length) this.#telling = acts.find((act) => act.caption)?.caption ?? "";
    if (!this.#coming.length) afterwards(() => this.#begin());
    this.#coming.push(...cues);
  }

  /** The table is drawn as it is now: play what led to it. To do both at once takes a slow phone too long. */
  #begin(): void {
    const cues = this.#coming;
    this.#coming = [];
    if (!cues.length) return;
    this.#queue.add(cues);
    if (this.#brief) this.#queue.hurry();
    this.#brief = false;
    this.#look();
  }

  #show(act: Cue | null, ms: number): void {
    const middle = (act && this.#root && boxOf(this.#root, "middle", this.table.me)) || ANYWHERE;
    this.now = act ? { id: ++this.#count, act, ms, starts: act.starts, middle } : null;
    if (!act) this.#telling = "";
    else if (act.caption) this.#telling = act.caption;
    if (act?.sound) play(act.sound);
    if (act?.level) this.held.set(act.level.seat, act.level.after);
    if (!act) this.held.clear();
    this.#look();
  }

  #look(): void {
    this.long = this.#queue.left > LONG;
  }
}

/** Do something in a task of its own, soon: what is drawn meanwhile is seen before. */
function afterwards(then: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    then();
  };
  port2.postMessage(null);
}

/** Where the cards of an act are now; what is known already is not looked for again. */
function starts(root: ParentNode, act: Act, me: number, known: Map<string, Box | null>): (Box | null)[] {
  return act.cards.map((card) => {
    const { from } = act;
    const own = card !== null && typeof from === "object" && "card" in from ? { card, or: from.or } : from;
    const key = JSON.stringify(own);
    let box = known.get(key);
    if (box === undefined) known.set(key, (box = boxOf(root, own, me)));
    return box;
  });
}

const KEY = Symbol("stage");

/** Let the components below know the stage. */
export function provideStage(stage: Stage): void {
  setContext(KEY, stage);
}

/** The stage, where there is one: a finished game has none. */
export function useStage(): Stage | undefined {
  return getContext<Stage | undefined>(KEY);
}
