import type { CardInfo, PackInfo } from "$lib/protocol";
import { getCards, getPacks } from "$lib/server";

/** All sets with their cards. A card that several sets have is there once, and `sets` says where it belongs. */
export interface Shelf {
  packs: PackInfo[];
  cards: CardInfo[];
  sets: ReadonlyMap<string, string[]>;
}

/** The cards of all sets, set by set. */
export function shelve(packs: PackInfo[], contents: CardInfo[][]): Shelf {
  const cards = new Map<string, CardInfo>();
  const sets = new Map<string, string[]>();
  packs.forEach((pack, i) => {
    for (const card of contents[i] ?? []) {
      if (!cards.has(card.id)) cards.set(card.id, card);
      sets.set(card.id, [...(sets.get(card.id) ?? []), pack.id]);
    }
  });
  return { packs, cards: [...cards.values()], sets };
}

export async function everyCard(): Promise<Shelf> {
  const packs = await getPacks();
  return shelve(packs, await Promise.all(packs.map((pack) => getCards([pack.id]))));
}
