import type { Line } from "$lib/table/log";

/** What somebody does of their own will; all else befalls them. */
const DEEDS = new Set([
  "accepted",
  "claimed",
  "door_kicked",
  "equipped",
  "gave_charity",
  "laid",
  "looted_room",
  "offered",
  "played",
  "refused",
  "sold",
  "turn_begun",
  "unequipped",
  "used",
]);

/** The lines of the log since somebody last did something; where they never did, all of them. */
export function since(log: readonly Line[], seat: number): Line[] {
  const last = log.findLastIndex((line) => line.seat === seat && DEEDS.has(line.what));
  return log.slice(last + 1);
}
