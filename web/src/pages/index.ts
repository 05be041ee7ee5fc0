import type { Component } from "svelte";
import type { Place } from "$lib/router.svelte";
import Home from "./Home.svelte";
import Table from "./Table.svelte";
import Unknown from "./Unknown.svelte";

/** The page of each route. A page finds the parameters of its path in `router.place`. */
export const PAGES: Record<Place["name"], Component> = {
  home: Home,
  create: Unknown,
  join: Unknown,
  table: Table,
  game: Unknown,
  cards: Unknown,
  card: Unknown,
  rules: Unknown,
  rule: Unknown,
  settings: Unknown,
  credits: Unknown,
  unknown: Unknown,
};
