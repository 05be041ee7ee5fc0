/** Svelte reads TypeScript by itself; nothing else is set. */
export default {};
