import type { GameEvent } from "$lib/protocol";

/** The card that an event is about, or the monster, or the card on whose account it happens. */
export function cardOf(event: GameEvent): number | undefined {
  if ("card" in event) return event.card;
  if ("monster" in event) return event.monster;
  return "source" in event ? event.source : undefined;
}
