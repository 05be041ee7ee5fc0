import type { TableView, Update } from "$lib/protocol";

/** The view as the page keeps it: players in a list by seat, no options. */
export type Seen = Omit<TableView, "options">;

/** Before anything is known of the table. */
export const UNSEEN: Seen = {
  seat: -1,
  turn: 0,
  turns: 0,
  moment: "",
  met: false,
  players: [],
  doors_left: 0,
  treasures_left: 0,
  door_discards: 0,
  treasure_discards: 0,
  door_top: null,
  treasure_top: null,
  seen_in_decks: [],
  dungeons: [],
  dungeons_left: 0,
  dungeon_discards: 0,
  laid_out: [],
  fight: null,
  offers: [],
  asked: [],
  winners: [],
  matter: null,
  strengths: [],
  bonuses: {},
};

/** A view with the changed parts put in. */
export function changed(view: Seen, change: NonNullable<Update["view"]>): Seen {
  const { players, ...parts } = change;
  const next: Seen = { ...view, ...parts };
  if (players) {
    next.players = [...view.players];
    for (const [seat, player] of Object.entries(players)) next.players[Number(seat)] = player;
  }
  return next;
}
