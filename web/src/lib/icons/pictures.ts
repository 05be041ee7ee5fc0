import { hash } from "$lib/cards/drawing/chance";
import data from "./pictures.json";

/** What a picture is chosen by. */
export interface Pictured {
  id: string;
  name: string;
  kind: string;
  slot?: string | null;
  tags?: readonly string[];
  /** The picture that its author chose. */
  icon?: string | null;
  /** Its name in English, by which it is drawn in every language. */
  english?: string | null;
}

const KINDS: Record<string, string[]> = data.kinds;
const SLOTS: Record<string, string> = data.slots;
/** Words that say what a card is, and those that many cards share, which are looked at last. */
const WORDS: ReadonlyMap<string, string>[] = [data.words, data.general].map((known) => new Map(Object.entries(known)));

function one(found: string[], id: string): string {
  return found[hash(id) % found.length] ?? "";
}

/** The words of a name in the order in which they are looked up: pairs first, then the last word, which mostly says what it is. */
function wordsOf(name: string): string[] {
  const words = name
    .toLowerCase()
    .replace(/['’]s?\b/g, "")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`);
  const whole = words.join(" ");
  return [whole, ...pairs, ...words.reverse()];
}

/** All pictures that some words bring to mind, the best first. */
function byWords(words: readonly string[]): string[] {
  const found: string[] = [];
  for (const known of WORDS) {
    for (const word of words) {
      const picture = known.get(word) ?? (word.endsWith("s") ? known.get(word.slice(0, -1)) : undefined);
      if (picture && !found.includes(picture)) found.push(picture);
    }
  }
  return found;
}

/** The name of a picture, of letters that can stand in an address. */
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * The pictures of a card, the main one first: what its author chose, then by the words of its name, its tags, its slot,
 * its kind.
 */
export function picturesOf(card: Pictured): string[] {
  const given = card.icon?.split("/").pop() ?? "";
  const chosen = NAME.test(given) ? [given] : [];
  const found = [...new Set([...chosen, ...byWords(wordsOf(card.english ?? card.name))])];
  if (found.length) return found;
  const tagged = byWords(card.tags ?? []);
  if (tagged.length) return tagged;
  const slot = card.slot ? SLOTS[card.slot] : undefined;
  return [slot ?? one(KINDS[card.kind] ?? data.kinds.special, card.id)];
}

export function pictureOf(card: Pictured): string {
  return picturesOf(card)[0] ?? "";
}

export type TablePicture = keyof typeof data.table;

/** A picture for a thing of the table that is no card. */
export function tablePicture(name: TablePicture): string {
  return data.table[name];
}
