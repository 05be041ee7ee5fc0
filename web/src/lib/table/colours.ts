/**
 * The colour of each seat's token: light enough for dark letters in both themes, and six colours also to eyes that
 * do not tell red from green.
 */
export const COLOURS = ["#ff320f", "#43c7ff", "#219795", "#e8cd45", "#866fff", "#f3ffec"] as const;

export function colour(seat: number): string {
  return COLOURS[seat % COLOURS.length] ?? COLOURS[0];
}
