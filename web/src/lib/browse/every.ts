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

/** One set is asked for after the other: a server makes a few things at once for a visitor and sends away who wants more. */
export async function everyCard(): Promise<Shelf> {
  const packs = await getPacks();
  const contents: CardInfo[][] = [];
  for (const pack of packs) contents.push(await getCards([pack.ref]));
  return shelve(packs, contents);
}
