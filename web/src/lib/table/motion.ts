import { crossfade, fade } from "svelte/transition";
import { settings } from "$lib/settings.svelte";

const pace = (ms: number) => (settings.moving ? ms : 0);

const [sent, received] = crossfade({
  duration: (distance) => pace(Math.min(650, 200 + Math.sqrt(distance) * 14)),
  fallback: (node) => fade(node, { duration: pace(180) }),
});

/** A card that leaves one place and turns up in another flies there. */
export const send = sent;
export const receive = received;

/** How long the others take to make room. */
export const making_room = { duration: () => pace(220) };
