import { t, word } from "$lib/i18n";
import type { DealView } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import type { Table } from "./table.svelte";

/** An offer, in words. */
export function offerWords(table: Table, deal: DealView): string {
  const listed = new Intl.ListFormat(settings.chosen.language, { type: "unit" });
  const names = (cards: readonly number[]) => listed.format(cards.map((card) => table.nameOf(card)));
  const by = table.seatName(deal.by);
  const parts: string[] = [];
  if (deal.gives.length) parts.push(t("bargain.gives", { name: by, cards: names(deal.gives) }));
  if (deal.takes.length) parts.push(t("bargain.takes", { name: by, cards: names(deal.takes) }));
  if (deal.kind === "help") {
    const { treasures } = deal;
    parts.push(treasures ? t("bargain.for_treasures", { n: treasures }) : t("bargain.for_none"));
    if (treasures) parts.push(word(`order.${deal.order}`, deal.order));
    if (deal.promises.length) parts.push(t("bargain.promises", { cards: names(deal.promises) }));
  }
  if (deal.pledge) parts.push(word(`pledge.${deal.pledge}`, deal.pledge));
  return parts.join("; ");
}
