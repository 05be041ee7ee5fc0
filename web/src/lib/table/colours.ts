/** The colour of each seat's token: light enough for dark letters in both themes. */
export const COLOURS = ["#f08a74", "#7fbcf0", "#95d27a", "#f0c659", "#c8a2f2", "#6fd3c4"] as const;

export function colour(seat: number): string {
  return COLOURS[seat % COLOURS.length] ?? COLOURS[0];
}
