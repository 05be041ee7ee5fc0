import { hash } from "$lib/cards/drawing/chance";
import type { React } from "$lib/protocol";
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
  /** `own` is a card that somebody else wrote: the jokes of our cards are not meant. */
  origin?: string;
}

/** The picture that a word brings to mind. */
type Meaning = (word: string) => string | undefined;

const KINDS: Record<string, string[]> = data.kinds;
const SLOTS: Record<string, string> = data.slots;

/** Words mean what they mean with an s at their end, too. */
function meaning(known: Record<string, string>): Meaning {
  const found = new Map(Object.entries(known));
  return (word) => found.get(word) ?? (word.endsWith("s") ? found.get(word.slice(0, -1)) : undefined);
}

const telling = meaning(data.words);
/** Those that mean a picture on the one card of ours that plays with them: a horseshoe that is a crab. */
const joking = meaning({ ...data.words, ...data.jokes });
/** Words that many cards share, which are looked at last. */
const general = meaning(data.general);

let named: Meaning = () => undefined;
let holding: Meaning = () => undefined;

/** Learn the names of all pictures: whoever writes a card of a barrel means the barrel. */
export function learnNames(names: readonly string[]): void {
  named = meaning(Object.fromEntries(names.map((name) => [name.replaceAll("-", " "), name])));
  const best: Record<string, string> = {};
  // The thing itself stands last in a name: a viking helmet is a helmet. The plainest of them is meant.
  const plain = [...names].sort((a, b) => a.length - b.length);
  for (const name of plain) best[name.split("-").at(-1) ?? ""] ??= name;
  for (const name of plain) for (const word of name.split("-")) best[word] ??= name;
  const held = meaning(best);
  holding = (word) => (word.length > 3 && !word.includes(" ") ? held(word) : undefined);
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

/** The same of a name that nobody has read: a mug of doom is a mug. */
function wordsOfOwn(name: string): string[] {
  const [thing = "", ...rest] = name.split(/ (?:of|from|with|in|on|for|to|against|without) /i);
  const pairs = wordsOf(name).filter((word) => word.includes(" "));
  return [...new Set([...pairs, ...[thing, ...rest].flatMap(wordsOf)])];
}

/** All pictures that some words bring to mind, the best first. */
function byWords(words: readonly string[], own: boolean): string[] {
  const meanings: Meaning[] = own ? [(word) => telling(word) ?? named(word), general, holding] : [joking, general];
  const found = meanings.flatMap((meant) => words.map(meant)).filter((name) => name !== undefined);
  return [...new Set(found)];
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
  const own = card.origin === "own";
  const words = (own ? wordsOfOwn : wordsOf)(card.english ?? card.name);
  const found = [...new Set([...chosen, ...byWords(words, own)])];
  if (found.length) return found;
  const tagged = byWords(card.tags ?? [], own);
  if (tagged.length) return tagged;
  const slot = card.slot ? SLOTS[card.slot] : undefined;
  return [slot ?? one(KINDS[card.kind] ?? data.kinds.special, card.id)];
}

/** The pictures that might be meant for a card: what its words bring to mind, then all whose names have such a word. */
export function suggested(card: Pictured, names: readonly string[]): string[] {
  const words = wordsOf(card.english ?? card.name).filter((word) => word.length > 2);
  const near = names.filter((name) =>
    name.split("-").some((part) => words.includes(part) || words.includes(`${part}s`)),
  );
  const loose = names.filter((name) => words.some((word) => word.length > 3 && name.includes(word)));
  const others = [card.slot ? SLOTS[card.slot] : undefined, ...(KINDS[card.kind] ?? [])];
  const found = [...picturesOf({ ...card, icon: null }), ...near, ...loose, ...others];
  return [...new Set(found.filter((name) => name !== undefined))];
}

/** Pictures whose names say what is seen, before those that are only numbered, such as abstract-001. */
export function tellingFirst(names: readonly string[]): string[] {
  const isNumbered = (name: string) => /^abstract-\d+$/.test(name);
  return [...names.filter((name) => !isNumbered(name)), ...names.filter(isNumbered)];
}

export function pictureOf(card: Pictured): string {
  return picturesOf(card)[0] ?? "";
}

export type TablePicture = keyof typeof data.table;

/** A picture for a thing of the table that is no card. */
export function tablePicture(name: TablePicture): string {
  return data.table[name];
}

/** Quick reactions, in the order in which they are offered. */
export const REACTIONS = Object.keys(data.reactions) as React["reaction"][];

/** The picture of a reaction: of our own, since not every browser has signs for faces. */
export function reactionPicture(reaction: string): string {
  return (data.reactions as Record<string, string>)[reaction] ?? "";
}
