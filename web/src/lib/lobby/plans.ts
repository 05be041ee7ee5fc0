import type { OptionOfRules, SeatPlan } from "$lib/protocol";

/** One person and bots for the rest. */
export function againstBots(name: string, bots: number, bot: string): SeatPlan[] {
  return [{ kind: "me", name }, ...Array.from({ length: bots }, (): SeatPlan => ({ kind: "bot", bot }))];
}

/** Several people around one device. */
export function aroundOneDevice(name: string, people: number): SeatPlan[] {
  return Array.from({ length: people }, (_, i) => ({ kind: "me", name: i ? "" : name }));
}

/** How many may play by a book. */
export function playersOf(options: readonly OptionOfRules[], book: string): { min: number; max: number } {
  const value = (name: string, otherwise: number) =>
    options.find((option) => option.name === name)?.values[book] ?? otherwise;
  return { min: value("min_players", 3), max: value("max_players", 6) };
}

/** The options that people may change, by area: not those that only cards change, nor how many seats a book has. */
export function houseOptions(options: readonly OptionOfRules[]): OptionOfRules[] {
  return options.filter((option) => option.kind !== "neutral" && !/^(min|max)_players$/.test(option.name));
}
