/** Whole numbers for the marks of an axis: at most so many, evenly spaced, from low to high. */
export function ticks(low: number, high: number, most: number): number[] {
  const span = Math.max(1, high - low);
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500].find((one) => span / one <= most) ?? span;
  const found: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high; n++) found.push(n * step + 0);
  return found;
}

/** A function from values to places along an axis. */
export function scale(low: number, high: number, from: number, to: number): (value: number) => number {
  const span = high - low || 1;
  return (value) => from + ((value - low) / span) * (to - from);
}
