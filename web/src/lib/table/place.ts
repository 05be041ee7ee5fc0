import type { CardInfo, CardView } from "$lib/protocol";

/** A card in play with what lies on it. */
export interface Laid {
  view: CardView;
  info: CardInfo;
  on: Laid[];
}

/** The cards before a player, sorted into places as they lie on a table. */
export interface Places {
  traits: Laid[];
  headgear: Laid[];
  armor: Laid[];
  footgear: Laid[];
  hands: Laid[];
  worn: Laid[];
  lasting: Laid[];
  carried: Laid[];
  companions: Laid[];
  curses: Laid[];
}

const TRAITS = new Set(["class", "race", "class_enhancer", "race_enhancer", "power"]);
const COMPANIONS = new Set(["hireling", "steed"]);

/** Sort the cards before a player. `find` gives the facts of a card. */
export function sorted(table: CardView[], find: (view: CardView) => CardInfo | undefined): Places {
  const laid = new Map<number, Laid>();
  for (const view of table) {
    const info = find(view);
    if (info) laid.set(view.card, { view, info, on: [] });
  }
  const places: Places = {
    traits: [],
    headgear: [],
    armor: [],
    footgear: [],
    hands: [],
    worn: [],
    lasting: [],
    carried: [],
    companions: [],
    curses: [],
  };
  for (const card of laid.values()) {
    const [host] = (card.view.on ?? []).map((number) => laid.get(number)).filter((found) => found !== undefined);
    if (host) host.on.push(card);
    else places[placeOf(card)].push(card);
  }
  return places;
}

function placeOf({ info, view }: Laid): keyof Places {
  if (view.carried) return "carried";
  if (TRAITS.has(info.kind)) return "traits";
  if (COMPANIONS.has(info.kind)) return "companions";
  if (info.kind === "curse") return "curses";
  if (!view.equipped) return "lasting";
  switch (info.slot) {
    case "headgear":
    case "armor":
    case "footgear":
      return info.slot;
    case "hand":
      return "hands";
    default:
      return "worn";
  }
}
