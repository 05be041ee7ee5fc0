import type { CardInfo, PackInfo } from "$lib/protocol";
import { getCards, getPacks } from "$lib/server";

/** All sets, and all of their cards, set by set. */
export async function everyCard(): Promise<[PackInfo[], CardInfo[]]> {
  const packs = await getPacks();
  const cards = await Promise.all(packs.map((pack) => getCards([pack.id])));
  return [packs, cards.flat()];
}
