import type { Component } from "svelte";
import type { Place } from "$lib/router.svelte";

/**
 * The page of each route, loaded when somebody goes there. A page finds the parameters of its path in `router.place`.
 */
export const PAGES: Record<Place["name"], () => Promise<{ default: Component }>> = {
  home: () => import("./Home.svelte"),
  create: () => import("./Create.svelte"),
  join: () => import("./Join.svelte"),
  table: () => import("./Table.svelte"),
  game: () => import("./Game.svelte"),
  cards: () => import("./Cards.svelte"),
  card: () => import("./CardPage.svelte"),
  rules: () => import("./Rules.svelte"),
  rule: () => import("./Rule.svelte"),
  studio: () => import("./Studio.svelte"),
  language: () => import("./Language.svelte"),
  draft: () => import("./Draft.svelte"),
  shared: () => import("./Shared.svelte"),
  pack: () => import("./Pack.svelte"),
  ask: () => import("./Ask.svelte"),
  learn: () => import("./Learn.svelte"),
  settings: () => import("./Settings.svelte"),
  credits: () => import("./Credits.svelte"),
  operator: () => import("./Operator.svelte"),
  unknown: () => import("./Unknown.svelte"),
};
