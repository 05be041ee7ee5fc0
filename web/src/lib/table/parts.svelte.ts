import { SvelteMap } from "svelte/reactivity";
import type { PlayerView } from "$lib/protocol";
import { UNSEEN, type Seen } from "./seen";

const PARTS = Object.keys(UNSEEN) as (keyof Seen)[];

/** A view that is followed part by part: what draws one of them is left alone where only another has changed. */
export class Parts {
  #whole: Seen = UNSEEN;
  #parts = new SvelteMap<string, unknown>(Object.entries(UNSEEN));
  #players = new SvelteMap<number, PlayerView>();
  /** The same object always: each part is looked up where it is read. */
  readonly view = Object.defineProperties(
    {},
    Object.fromEntries(PARTS.map((part) => [part, { get: () => this.#parts.get(part) }])),
  ) as Seen;

  /** All of it as it is now, and stays. */
  get whole(): Seen {
    return this.#whole;
  }

  set whole(next: Seen) {
    this.#whole = next;
    for (const part of PARTS) this.#parts.set(part, next[part]);
    for (const [seat, player] of next.players.entries()) this.#players.set(seat, player);
  }

  /** One player, by their seat. */
  player(seat: number): PlayerView | undefined {
    return this.#players.get(seat);
  }
}
