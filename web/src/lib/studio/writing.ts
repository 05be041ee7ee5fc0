import { Document, isMap, isScalar, isSeq, parse, parseDocument, stringify, type YAMLMap } from "yaml";

/** Changing the text of a pack in one place, so that all else stays as somebody wrote it. */

/** What is put in the place of what stands from one character to another. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** Where a card stands in the text, and what it says. */
export interface WrittenCard {
  index: number;
  from: number;
  to: number;
  id: string;
  name: string;
  kind: string;
  deck: string;
  fields: Record<string, unknown>;
}

const STYLE = { lineWidth: 0, indentSeq: false, flowCollectionPadding: false } as const;

/** The order in which the fields of a new entry are written. */
const ORDER = [
  "id",
  "name",
  "names",
  "deck",
  "kind",
  "origin",
  "copies",
  "level",
  "treasures",
  "levels_gained",
  "slot",
  "hands",
  "big",
  "bonus",
  "treasure_bonus",
  "gold",
  "usable_by",
  "tags",
  "icon",
  "flavor",
  "author",
];

function cardsIn(doc: Document.Parsed): YAMLMap[] | null {
  const cards = doc.get("cards", true);
  return isSeq(cards) ? (cards.items.map((item) => (isMap(item) ? item : null)) as YAMLMap[]) : null;
}

function read(text: string): Document.Parsed {
  return parseDocument(text, { keepSourceTokens: false, uniqueKeys: false, maxAliasCount: 50 } as never);
}

function word(value: unknown): string {
  return value === undefined || value === null ? "" : String(value);
}

/** The cards of a text, as far as they can be read; null where the text is no YAML. */
export function cardsOf(text: string): WrittenCard[] | null {
  const doc = read(text);
  if (doc.errors.length) return null;
  const found: WrittenCard[] = [];
  (cardsIn(doc) ?? []).forEach((map, index) => {
    if (!map?.range) return;
    let fields: Record<string, unknown>;
    try {
      fields = (map.toJS(doc, { maxAliasCount: 50 }) ?? {}) as Record<string, unknown>;
    } catch {
      return; // too many aliases: the server says so
    }
    found.push({
      index,
      from: map.range[0],
      to: map.range[1],
      id: word(fields["id"]),
      name: word(fields["name"]),
      kind: word(fields["kind"]),
      deck: word(fields["deck"]),
      fields,
    });
  });
  return found;
}

/** The facts of a pack beside its cards. */
export function factsOf(text: string): Record<string, unknown> {
  const doc = read(text);
  if (doc.errors.length || !isMap(doc.contents)) return {};
  const facts: Record<string, unknown> = {};
  for (const pair of doc.contents.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : "";
    if (key && key !== "cards") facts[key] = doc.get(key);
  }
  return facts;
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf("\n", at - 1) + 1);
}

function indented(lines: string, column: number): string {
  return lines.trimEnd().replaceAll("\n", `\n${" ".repeat(column)}`);
}

/** Put a value into a field of a card; undefined takes the field away. Null where the text cannot be read. */
export function setField(text: string, index: number, path: string[], value: unknown): Edit | null {
  return changeCard(text, index, (map, doc) => putField(map, doc, path, value));
}

/** Name a card. Its id follows, unless somebody has given it another than its name would make. */
export function setName(text: string, cards: readonly WrittenCard[], index: number, name: string): Edit | null {
  const card = cards.find((each) => each.index === index);
  const others = cards.filter((each) => each.index !== index);
  const follows = card?.id.replace(/_\d+$/, "") === plainId(card?.name ?? "").replace(/_\d+$/, "");
  return changeCard(text, index, (map, doc) => {
    if (follows) putField(map, doc, ["id"], freeId(others, name));
    putField(map, doc, ["name"], name);
  });
}

function changeCard(text: string, index: number, change: (map: YAMLMap, doc: Document.Parsed) => void): Edit | null {
  const doc = read(text);
  const map = doc.errors.length ? undefined : cardsIn(doc)?.[index];
  if (!map?.range) return null;
  const [from, to] = map.range;
  change(map, doc);
  const own = new Document(map);
  const insert = indented(own.toString(STYLE), columnOf(text, from));
  const whole = text.slice(from, to);
  return { from, to: from + whole.trimEnd().length, insert };
}

function putField(map: YAMLMap, doc: Document.Parsed, path: string[], value: unknown): void {
  if (value === undefined) {
    map.deleteIn(path);
    const above = path.slice(0, -1);
    const held = above.length ? map.getIn(above) : null;
    if (isMap(held) && !held.items.length) map.deleteIn(above);
  } else if (map.hasIn(path)) {
    map.setIn(path, doc.createNode(value));
  } else {
    map.setIn(path, doc.createNode(value));
    arrange(map, path[0] as string);
  }
}

/** Bring a new field to its place among the others. */
function arrange(map: YAMLMap, name: string): void {
  const rank = (key: unknown) => {
    const at = ORDER.indexOf(isScalar(key) ? String(key.value) : String(key));
    return at < 0 ? ORDER.length : at;
  };
  const at = map.items.findIndex((pair) => rank(pair.key) === rank(name) && String(pair.key) === name);
  const [pair] = at < 0 ? [] : map.items.splice(at, 1);
  if (!pair) return;
  const before = map.items.findIndex((other) => rank(other.key) > rank(pair.key));
  if (before < 0) map.items.push(pair);
  else map.items.splice(before, 0, pair);
}

/** Put a value into a fact of the pack. */
export function setFact(text: string, name: string, value: unknown): Edit | null {
  const doc = read(text);
  if (doc.errors.length) return null;
  if (value === undefined) doc.delete(name);
  else putFact(doc, name, value);
  const insert = doc.toString(STYLE);
  return trimmed(text, insert);
}

/** A new fact stands above the cards, however many they are. */
function putFact(doc: Document.Parsed, name: string, value: unknown): void {
  const isNew = !doc.has(name);
  doc.set(name, value);
  if (!isNew || !isMap(doc.contents)) return;
  const { items } = doc.contents;
  const cards = items.findIndex((pair) => isScalar(pair.key) && pair.key.value === "cards");
  const fact = cards < 0 ? undefined : items.pop();
  if (fact) items.splice(cards, 0, fact);
}

/** What really changes where a whole text is written anew. */
function trimmed(before: string, after: string): Edit {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** Add a card, written as YAML, after the card with this index, or at the end. */
export function addCard(text: string, card: string, after = -1): Edit | null {
  const doc = read(text);
  if (doc.errors.length) return null;
  const cards = doc.get("cards", true);
  const maps = cardsIn(doc) ?? [];
  const map = maps[after] ?? maps.at(-1);
  if (isSeq(cards) && !cards.flow && map?.range) {
    const column = columnOf(text, map.range[0]);
    const end = map.range[0] + text.slice(map.range[0], map.range[1]).trimEnd().length;
    const dash = `${" ".repeat(Math.max(0, column - 2))}- `;
    return { from: end, to: end, insert: `\n\n${dash}${indented(card, column)}` };
  }
  const value: unknown = parse(card);
  if (isSeq(cards)) cards.add(doc.createNode(value));
  else doc.set("cards", [value]);
  return trimmed(text, doc.toString(STYLE));
}

/** Take a card away. */
export function removeCard(text: string, index: number): Edit | null {
  const doc = read(text);
  const cards = doc.get("cards", true);
  if (doc.errors.length || !isSeq(cards)) return null;
  const maps = cardsIn(doc) ?? [];
  const map = maps[index];
  if (!map?.range || cards.flow || maps.length === 1) {
    cards.delete(index);
    return trimmed(text, doc.toString(STYLE));
  }
  const from = text.lastIndexOf("\n", map.range[0] - 1) + 1;
  const end = map.range[0] + text.slice(map.range[0], map.range[1]).trimEnd().length;
  const blank = /^[ \t]*\n*/.exec(text.slice(end))?.[0].length ?? 0;
  return { from, to: end + blank, insert: "" };
}

function plainId(name: string): string {
  return (
    name
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .replace(/['\u2019]/g, "")
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 60) || "card"
  );
}

/** An id that no card of the pack has. */
export function freeId(cards: readonly WrittenCard[], wanted: string): string {
  const plain = plainId(wanted);
  const taken = new Set(cards.map((card) => card.id));
  for (let n = 1; ; n++) {
    const id = n === 1 ? plain : `${plain}_${n}`;
    if (!taken.has(id)) return id;
  }
}

/** What only the set has that a card comes from. */
const LEFT_OUT = ["origin", "wording", "notes", "tally", "copies", "author", "flavor"];

/** A card to begin another from: the same deeds under a name of its own. */
export function copyOf(card: string, cards: readonly WrittenCard[], name: string): string {
  const doc = parseDocument(card);
  for (const field of LEFT_OUT) doc.delete(field);
  doc.set("id", freeId(cards, name));
  doc.set("name", name);
  return doc.toString(STYLE);
}

const BEGINNINGS: Record<string, Record<string, unknown>> = {
  monster: { deck: "door", kind: "monster", level: 4, treasures: 2, bad_stuff: [{ lose_levels: 1 }] },
  item: { deck: "treasure", kind: "item", slot: "headgear", bonus: 2, gold: 300 },
  curse: { deck: "door", kind: "curse", play: [{ lose_levels: 1 }] },
  one_shot: { deck: "treasure", kind: "one_shot", gold: 200, bonus: 3 },
  monster_enhancer: { deck: "door", kind: "monster_enhancer", bonus: 5, treasure_bonus: 1 },
  go_up_a_level: { deck: "treasure", kind: "go_up_a_level", play: [{ gain_levels: 1 }] },
};

export const KINDS = Object.keys(BEGINNINGS);

/** A new card of a kind. */
export function newCard(kind: string, cards: readonly WrittenCard[], name: string): string {
  const { deck, kind: own, ...rest } = BEGINNINGS[kind] ?? { deck: "door", kind };
  return stringify({ id: freeId(cards, name), name, deck, kind: own, ...rest }, STYLE);
}

/** A new pack with one card. Who made it and on what terms it says only if somebody has said so. */
export function newPack(name: string, author = "", licence = ""): string {
  const id = freeId([], name).replaceAll("_", "-").slice(0, 40);
  const head = stringify(
    {
      id,
      name,
      version: "0.1",
      ...(author && { author }),
      ...(licence && { licence }),
      languages: ["en"],
      needs: { munchkin: "" },
    },
    { ...STYLE, defaultStringType: "PLAIN" },
  );
  return `${head}cards:\n- ${indented(newCard("monster", [], "Angry Barrel"), 2)}\n`;
}
