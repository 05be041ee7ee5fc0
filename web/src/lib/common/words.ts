import { t, word } from "$lib/i18n";
import type { PackInfo, TableInfo } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";

const plain = (name: string) => name.replaceAll("_", " ");

export const bookWord = (book: string) => word(`book.${book}`, book);
export const speedWord = (speed: string) => word(`speed.${speed}`, speed);
export const botWord = (bot: string) => word(`bot.${bot}`, bot);
export const areaWord = (area: string) => word(`area.${area}`, plain(area));
export const sexWord = (sex: string) => word(`sex.${sex}`, sex);
export const optionWord = (option: string) => word(`option.${option}`, plain(option));

/** Names in a row: "Ann, Ben and Cleo". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(settings.chosen.language, { type: "conjunction" }).format(names);
}

/** What a table is called: its own name, or whose it is. */
export function tableName(table: TableInfo): string {
  const host = table.seats.find((seat) => seat.host)?.name;
  return table.name || (host ? t("home.of", { name: host }) : t("home.unnamed"));
}

/** The names of sets, in the order given. */
export function packNames(ids: readonly string[], packs: readonly PackInfo[]): string {
  return listed(ids.map((id) => packs.find((pack) => pack.ref === id)?.name ?? id.replace(/@.*/, "")));
}

/** A moment of the past, in words of the reader's language. */
export function when(seconds: number): string {
  return new Intl.DateTimeFormat(settings.chosen.language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(seconds * 1000),
  );
}
