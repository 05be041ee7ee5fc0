/** How a table can look: by the sets that are played, or always the same. */
export const TABLES = ["by_set", "dungeon", "space", "night", "nursery"] as const;
export type TableTheme = (typeof TABLES)[number];

const OF_SET: Record<string, Exclude<TableTheme, "by_set">> = { star: "space", bites: "night", babies: "nursery" };

/** The look of a table on which these sets are played: that of the first that has one of its own. */
export function lookOf(chosen: TableTheme, packs: readonly string[]): Exclude<TableTheme, "by_set"> {
  if (chosen !== "by_set") return chosen;
  const set = packs.find((pack) => !pack.includes("-") && pack in OF_SET && !packs.includes("munchkin"));
  return OF_SET[set ?? ""] ?? "dungeon";
}
