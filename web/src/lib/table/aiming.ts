import type { OptionInfo } from "$lib/protocol";

/** Where a card was dropped or aimed at: it answers the next question about that card. */
export interface Aim {
  card: number;
  seat?: number;
  on?: number;
  /** It was dropped into the offer that is being written. */
  bargain?: boolean;
}

/** Whether an option is about what a card was dropped on. */
export function hits(option: OptionInfo, aim: Aim): boolean {
  if (aim.seat !== undefined) return option.seats?.includes(aim.seat) ?? false;
  if (aim.on === undefined) return false;
  return (option.monsters?.includes(aim.on) ?? false) || (option.cards?.includes(aim.on) ?? false);
}

/**
 * What a drop can mean, of all that can be done with the card: what is about just that place, or else a play that asks
 * for it next. On one's own side (`home`) whatever needs no other place is meant as well.
 */
export function meant(options: readonly OptionInfo[], aim: Aim, home: boolean): OptionInfo[] {
  const exact = options.filter((option) => hits(option, aim));
  if (exact.length) return exact;
  const open = options.filter((option) => !option.seats?.length && (option.cards?.length ?? 0) < 2);
  if (!home) return open.filter((option) => option.verb === "play");
  return open.length ? open : [...options];
}
