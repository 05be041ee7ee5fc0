import type { CardInfo, GameInfo, GameStep, SeatInfo, TableInfo } from "$lib/protocol";
import { getGameView, getSteps } from "$lib/server";
import type { Seen } from "$lib/table/seen";
import { Table } from "$lib/table/table.svelte";

/** Through whose eyes: a seat, the gallery (-1), or all hands open. */
export type Eyes = number | "all";

const CHUNK = 400;
const KEPT_VIEWS = 200;
const PACE = 1100;
const SETTLED = 60;

/** A finished game as a table that everybody has left. */
export function tableOf(game: GameInfo): TableInfo {
  const seats = game.names.map((name, seat): SeatInfo => ({
    seat,
    name,
    kind: game.bots[seat] ? "bot" : "person",
    bot: game.bots[seat] ?? "",
    sex: "",
    temper: "",
    host: false,
    online: true,
    away: false,
    face: 0,
  }));
  return {
    table: game.game,
    name: game.name,
    phase: "over",
    packs: game.packs,
    book: game.book,
    options: game.options,
    speed: "none",
    listed: true,
    seats,
    created: game.began,
    commitment: game.commitment,
    origin: game.origin,
    dice: null,
    salt: game.salt,
    seed: game.seed,
    winners: game.winners,
    next: "",
    watching: 0,
    guests: game.guests,
  };
}

/** The first answer of the turn before or after the one of this moment. */
export function turnFrom(steps: readonly GameStep[], at: number, way: 1 | -1): number {
  const here = steps[at]?.turns ?? 0;
  const begins = (turns: number) => steps.findIndex((step) => step.turns >= turns);
  if (way > 0) {
    const next = begins(here + 1);
    return next < 0 ? Math.max(0, steps.length - 1) : next;
  }
  const own = Math.max(0, begins(here));
  return own < at ? own : Math.max(0, begins(here - 1));
}

/** A finished game that can be wound to any moment, and seen through anybody's eyes. */
export class Replay {
  readonly table: Table;
  at = $state(0);
  eyes: Eyes = $state("all");
  running = $state(false);
  steps: GameStep[] = $state.raw([]);
  /** Why the moment is not shown, or not told. */
  problem = $derived.by(() => this.#unseen ?? this.#untold);
  step = $derived(this.steps[this.at]);

  #unseen: unknown = $state.raw(null);
  #untold: unknown = $state.raw(null);
  #tries = $state(0);
  #views = new Map<string, Seen>();

  constructor(
    readonly game: GameInfo,
    cards: CardInfo[],
    at: number,
    eyes: Eyes,
  ) {
    this.table = new Table(game.game, "");
    this.table.info = tableOf(game);
    this.table.cards = cards;
    this.table.link = "open";
    this.at = Math.min(Math.max(0, at), game.answers);
    this.eyes = eyes;
  }

  go(at: number): void {
    this.at = Math.min(Math.max(0, at), this.game.answers);
  }

  /** Ask once more for what did not come. */
  again(): void {
    this.#tries++;
  }

  turn(way: 1 | -1): void {
    this.go(turnFrom(this.steps, this.at, way));
  }

  /** Keep the table as it was at the moment. To be called once, inside a component. */
  follow(): void {
    $effect(() => {
      void this.#tries;
      const { at, eyes } = this;
      const asking = new AbortController();
      // Whoever winds quickly wants the moment where they stop, not all on the way.
      const timer = setTimeout(() => void this.#show(at, eyes, asking.signal), SETTLED);
      return () => {
        clearTimeout(timer);
        asking.abort();
      };
    });
    $effect(() => {
      void this.#tries;
      const asking = new AbortController();
      void this.#read(this.eyes, asking.signal);
      return () => asking.abort();
    });
    $effect(() => {
      if (!this.running) return;
      const timer = setInterval(() => {
        if (this.at >= this.game.answers) this.running = false;
        else this.go(this.#nextSeen());
      }, PACE);
      return () => clearInterval(timer);
    });
  }

  /** The next moment at which something can be seen. */
  #nextSeen(): number {
    let at = this.at + 1;
    while (at < this.game.answers && this.steps[at] && !this.steps[at]?.log.length) at++;
    return at;
  }

  async #show(at: number, eyes: Eyes, signal: AbortSignal): Promise<void> {
    try {
      const view = await this.#view(at, eyes, signal);
      if (signal.aborted) return;
      this.table.me = eyes === "all" ? -1 : eyes;
      this.table.view = view;
      this.#unseen = null;
    } catch (found) {
      if (!signal.aborted) this.#unseen = found;
    }
  }

  async #view(at: number, eyes: Eyes, signal: AbortSignal): Promise<Seen> {
    const key = `${at} ${eyes}`;
    let found = this.#views.get(key);
    if (!found) {
      found = await getGameView(this.game.game, at, eyes === "all" ? undefined : eyes, signal);
      this.#views.set(key, found);
      const [oldest] = this.#views.keys();
      if (this.#views.size > KEPT_VIEWS && oldest) this.#views.delete(oldest);
    }
    return found;
  }

  async #read(eyes: Eyes, signal: AbortSignal): Promise<void> {
    let steps: GameStep[] = [];
    try {
      while (steps.length <= this.game.answers) {
        const seat = eyes === "all" ? undefined : eyes;
        const part = await getSteps(this.game.game, steps.length, steps.length + CHUNK, seat, signal);
        if (signal.aborted || !part.steps.length) return;
        steps = [...steps, ...part.steps];
        this.steps = steps;
      }
      this.#untold = null;
    } catch (found) {
      if (!signal.aborted) this.#untold = found;
    }
  }
}
