import type { GameEvent } from "$lib/protocol";

/** What a face shows. */
export type Mood = "calm" | "cheer" | "hurt" | "cross" | "dead" | "win";

/** What an event does to whose face. */
export function moodsOf(event: GameEvent): [number, Mood][] {
  switch (event.what) {
    case "level_gained":
    case "escaped":
    case "looted":
    case "sold":
    case "curse_cancelled":
      return [[event.seat, "cheer"]];
    case "fight_won":
      return event.helper === undefined
        ? [[event.seat, "cheer"]]
        : [
            [event.seat, "cheer"],
            [event.helper, "cheer"],
          ];
    case "level_lost":
    case "caught":
    case "suffered":
    case "fight_lost":
      return [[event.seat, "hurt"]];
    case "cursed":
      return [[event.seat, event.by === undefined || event.by === event.seat ? "hurt" : "cross"]];
    case "taken_unseen":
    case "turn_lost":
      return [[event.seat, "cross"]];
    default:
      return [];
  }
}
