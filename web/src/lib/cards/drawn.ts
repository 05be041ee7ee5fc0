import type { CardInfo } from "$lib/protocol";
import { drawCorners, drawPicture, setOf, tonesOf } from "./drawing";

/** A card as it is drawn: markup for its picture and its corners, colours for the rest. */
export interface Drawn {
  picture: string;
  corners: string;
  style: string;
}

/** Cards are drawn once: what a card looks like follows from its facts, and a table shows the same ones all evening. */
const drawn = new Map<string, { facts: string; made: Drawn }>();
const AT_MOST = 4000;

/** An icon as the page loads it: a file of its own, only where it is looked at. Its name holds no sign of markup. */
function icon(name: string): string {
  return `<use href="/pictures/${name}.svg#p" width="512" height="512"/>`;
}

export function drawnOf(card: CardInfo): Drawn {
  const { name, icon: chosen, kind, slot, level, treasures, bonus, tags, origin } = card;
  const facts = [name, chosen, kind, slot, level, treasures, bonus, tags, origin].join("\n");
  const known = drawn.get(card.id);
  if (known?.facts === facts) return known.made;
  const set = setOf(card);
  const tones = tonesOf(card.deck, card.kind, set);
  const made = {
    picture: drawPicture(card, icon),
    corners: drawCorners({ deck: card.deck, kind: card.kind, set }),
    style: `--rim:${tones.rim};--rim-deep:${tones.rimDeep};--kind:${tones.kind};--kind-deep:${tones.kindDeep};--kind-light:${tones.kindLight};--card-paper:${tones.paper};--card-edge:${tones.paperEdge}`,
  };
  if (drawn.size >= AT_MOST) drawn.clear();
  drawn.set(card.id, { facts, made });
  return made;
}
