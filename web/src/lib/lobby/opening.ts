import type { NewTable, Opened } from "$lib/protocol";
import { href, router } from "$lib/router.svelte";
import { seats } from "$lib/seats.svelte";
import { openTable } from "$lib/server";

/** Keep the keys of a table that this browser has made, and go there. */
export function sitDown(opened: Opened): void {
  seats.keep(opened.table, { seats: opened.keys, invite: opened.invite, gallery: opened.gallery });
  router.go(href("table", { id: opened.table }));
}

/** Make a table and go there. */
export async function openAndGo(wanted: NewTable): Promise<void> {
  sitDown(await openTable(wanted));
}
