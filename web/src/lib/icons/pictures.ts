import data from "./pictures.json";

/** What a picture is chosen by. */
export interface Pictured {
  id: string;
  name: string;
  kind: string;
  slot?: string | null;
  tags?: readonly string[];
}

const KINDS: Record<string, string[]> = data.kinds;
const SLOTS: Record<string, string> = data.slots;
/** Words that say what a card is, and those that many cards share, which are looked at last. */
const WORDS: Record<string, string>[] = [data.words, data.general];

/** A small number made of a text, the same every time. */
function hash(text: string): number {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  return h >>> 0;
}

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

function byWords(words: string[]): string | undefined {
  for (const known of WORDS) {
    for (const word of words) {
      const found = known[word] ?? (word.endsWith("s") ? known[word.slice(0, -1)] : undefined);
      if (found) return found;
    }
  }
  return undefined;
}

/** The picture of a card: by the words of its name, then its tags, its slot, its kind. */
export function pictureOf(card: Pictured): string {
  const found = byWords(wordsOf(card.name)) ?? byWords([...(card.tags ?? [])]);
  if (found) return found;
  const slot = card.slot ? SLOTS[card.slot] : undefined;
  return slot ?? one(KINDS[card.kind] ?? data.kinds.special, card.id);
}

export type TablePicture = keyof typeof data.table;

/** A picture for a thing of the table that is no card. */
export function tablePicture(name: TablePicture): string {
  return data.table[name];
}
