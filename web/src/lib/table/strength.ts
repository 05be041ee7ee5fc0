import { signed } from "$lib/cards/card";
import type { CardInfo, LineView } from "$lib/protocol";
import type { Table } from "./table.svelte";

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

/** Why a line of strength counts, in the words of its card: "+6 against Wizards". A Level needs no reason. */
export function reasonOf(line: LineView, face: CardInfo | undefined): string {
  if (!face || line.kind === "level" || line.kind === "monster" || face.bonus === line.amount) return "";
  const plain = (words: string) => words.replaceAll("−", "-");
  const number = plain(signed(line.amount)).replace("+", "\\+");
  const tells = new RegExp(`${number}(?!\\d)`);
  const said = face.words.find((words) => tells.test(plain(words)));
  const clause = said?.split(/[.;:]\s*/).find((part) => tells.test(plain(part)));
  return clause?.trim() ?? "";
}
