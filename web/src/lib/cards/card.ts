import { t, word } from "$lib/i18n";
import type { CardInfo } from "$lib/protocol";

export type { CardInfo };

/** A number with its sign. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`;
}

export function kindWord(kind: string): string {
  return word(`kind.${kind}`, kind.replaceAll("_", " "));
}

/** The number that a glance looks for: a monster's Level, an Item's bonus. */
export function headNumber(card: CardInfo): string {
  if (card.kind === "monster" && card.level != null) return String(card.level);
  if (card.bonus) return signed(card.bonus);
  return "";
}

/** The short facts under a card's picture. */
export function facts(card: CardInfo): string[] {
  const found: string[] = [];
  if (card.big) found.push(t("card.big"));
  if (card.hands) found.push(t("card.hands", { n: card.hands }));
  else if (card.slot) found.push(word(`slot.${card.slot}`, card.slot));
  if (card.rank) found.push(t("card.rank", { rank: card.rank }));
  return found;
}

/** A card in one line, for a screen reader. */
export function spoken(card: CardInfo): string {
  const number =
    card.kind === "monster" && card.level != null
      ? t("card.level", { level: card.level })
      : card.bonus
        ? t("card.bonus", { bonus: signed(card.bonus) })
        : "";
  return [card.name, kindWord(card.kind), number, ...facts(card)].filter(Boolean).join(", ");
}
