import type { Component } from "svelte";
import type { Place } from "$lib/router.svelte";
import CardPage from "./CardPage.svelte";
import Cards from "./Cards.svelte";
import Create from "./Create.svelte";
import Credits from "./Credits.svelte";
import Game from "./Game.svelte";
import Home from "./Home.svelte";
import Join from "./Join.svelte";
import Rule from "./Rule.svelte";
import Rules from "./Rules.svelte";
import Settings from "./Settings.svelte";
import Table from "./Table.svelte";
import Unknown from "./Unknown.svelte";

/** The page of each route. A page finds the parameters of its path in `router.place`. */
export const PAGES: Record<Place["name"], Component> = {
  home: Home,
  create: Create,
  join: Join,
  table: Table,
  game: Game,
  cards: Cards,
  card: CardPage,
  rules: Rules,
  rule: Rule,
  settings: Settings,
  credits: Credits,
  unknown: Unknown,
};
