import { href } from "$lib/router.svelte";
import { reach } from "./reach.svelte";

/** Links to be shared. What opens a door stands after the `#`, which browsers keep to themselves. */
const link = (path: string, name: string, token: string) => new URL(`${path}#${name}=${token}`, reach.origin).href;

export const inviteLink = (table: string, invite: string) => link(href("join", { id: table }), "invite", invite);
export const seatLink = (table: string, token: string) => link(href("table", { id: table }), "seat", token);
export const galleryLink = (table: string, gallery: string) => link(href("table", { id: table }), "gallery", gallery);

/** A token that a link brought along. */
export function brought(hash: string, name: string): string {
  return new URLSearchParams(hash).get(name) ?? "";
}
