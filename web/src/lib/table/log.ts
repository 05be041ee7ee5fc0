import type { LogLine } from "$lib/protocol";

/** A line of the log, with a number of its own. */
export type Line = LogLine & { id: number };

/** More than a long game has: where lines go that nobody misses, all others jump. */
export const KEPT = 3000;

/** A log with lines added; what is told several times in a row is one line. */
export function lengthened(log: Line[], lines: LogLine[], number: () => number): Line[] {
  const next = [...log];
  for (const line of lines) {
    const last = next.at(-1);
    if (last?.words === line.words) next[next.length - 1] = { ...last, times: (last.times ?? 1) + (line.times ?? 1) };
    else next.push({ ...line, id: number() });
  }
  return next.slice(-KEPT);
}

/** A log in place of another. Lines that were there stay the same lines, so that nobody is told them again. */
export function replaced(log: Line[], lines: LogLine[], number: () => number): Line[] {
  const fresh = lengthened([], lines, number);
  // Something was taken back: what came before stays.
  const end = log.findLastIndex((line) => line.words === fresh.at(-1)?.words) + 1;
  if (fresh.every((line, i) => line.words === log[end - fresh.length + i]?.words)) {
    return end === log.length || !fresh.length ? log : log.slice(0, end);
  }
  let same = 0;
  while (same < Math.min(log.length, fresh.length) && log.at(-1 - same)?.words === fresh.at(-1 - same)?.words) same++;
  const kept = same ? log.slice(-same) : [];
  return [...fresh.slice(0, fresh.length - same), ...kept];
}

/** The card that lines tell of, the newest first; none (-1) where that tells of a card that only its owner is shown. */
export function cardToldOf(lines: readonly LogLine[]): number {
  const cards = lines.map((line) => line.card ?? -1);
  if (lines[0]?.what === "drew" && cards[0] === -1) return -1;
  return cards.find((card) => card >= 0) ?? -1;
}
