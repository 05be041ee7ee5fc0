import type { CardInfo, Rule } from "$lib/protocol";
import type { Shelf } from "./every";

/** What is looked for among the cards; an empty word asks for nothing. */
export interface Wanted {
  q: string;
  set: string;
  deck: string;
  kind: string;
  origin: string;
  sort: "" | "name" | "number";
}

const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** Whether a text has all of the words. */
function hasAll(text: string, words: string[]): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

const wordsOf = (q: string) => fold(q).split(/\s+/).filter(Boolean);

const numberOf = (card: CardInfo) => card.level ?? card.bonus ?? 0;

/** The cards that fit, those with the words in their name first. */
export function findCards({ cards, sets }: Shelf, wanted: Wanted): CardInfo[] {
  const words = wordsOf(wanted.q);
  const fitting = cards.filter(
    (card) =>
      (!wanted.set || sets.get(card.id)?.includes(wanted.set)) &&
      (!wanted.deck || card.deck === wanted.deck) &&
      (!wanted.kind || card.kind === wanted.kind) &&
      (!wanted.origin || card.origin === wanted.origin) &&
      hasAll([card.name, ...(card.tags ?? []), ...card.words].join(" "), words),
  );
  if (wanted.sort === "name") return fitting.sort((a, b) => a.name.localeCompare(b.name));
  if (wanted.sort === "number")
    return fitting.sort((a, b) => numberOf(b) - numberOf(a) || a.name.localeCompare(b.name));
  if (!words.length) return fitting;
  const named = (card: CardInfo) => (hasAll(card.name, words) ? 0 : 1);
  return fitting.sort((a, b) => named(a) - named(b));
}

/** The rules that fit: by id, or by words of their text. */
export function findRules(rules: readonly Rule[], q: string, area: string, book: string): Rule[] {
  const words = wordsOf(q);
  return rules.filter(
    (rule) =>
      (!area || rule.area === area) && (!book || rule.books.includes(book)) && hasAll(`${rule.id} ${rule.text}`, words),
  );
}

/** Other cards of the same name. */
export function namesakes(cards: readonly CardInfo[], card: CardInfo): CardInfo[] {
  return cards.filter((other) => other.name === card.name && other.id !== card.id);
}
