import { settings } from "$lib/settings.svelte";
import { colour } from "$lib/table/colours";

/** The colour of a seat's line: its token's, darker on light paper so that it stands out there too. */
export function ink(seat: number): string {
  return settings.dark ? colour(seat) : `color-mix(in oklab, ${colour(seat)}, #1a0f06 48%)`;
}

/** A pattern of its own for each seat, for eyes that do not tell the colours apart. */
export const DASHES = ["none", "9 4", "2 4", "12 4 2 4", "5 5", "1 6"] as const;
