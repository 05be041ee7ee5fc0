import type { CardInfo, PlayerView } from "$lib/protocol";
import type { Table } from "./table.svelte";

/** What a player brings into a fight: Level, and the bonuses of what is in force before them. */
export function strengthOf(table: Table, player: PlayerView): number {
  return player.table.reduce((sum, card) => {
    if (card.carried || card.idle) return sum;
    return sum + bonusOf(table.faceOf(card));
  }, player.level);
}

const COUNTED = new Set(["item", "item_enhancer", "hireling", "steed"]);

function bonusOf(info: CardInfo | undefined): number {
  return info && COUNTED.has(info.kind) ? (info.bonus ?? 0) : 0;
}

export interface Helper {
  seat: number;
  party: number;
  against: number;
  wins: boolean;
}

/** Who could help in my fight, the strongest first, and what would come of it: as the rules count it against this. */
export function helpersFor(table: Table): Helper[] {
  const { fight } = table;
  if (!fight || fight.helper !== null) return [];
  const found = new Map<number, Helper>();
  for (const { verb, seats, foretold } of table.options) {
    const seat = seats?.[0];
    if (verb !== "offer" || seat === undefined || !foretold) continue;
    const [party, against, wins] = foretold;
    found.set(seat, { seat, party, against, wins });
  }
  return [...found.values()].sort((a, b) => b.party - b.against - (a.party - a.against));
}
