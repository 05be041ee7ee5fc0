import list from "virtual:picture-names";

/** The names of all pictures. A page loads them only where somebody draws cards of their own. */
export const NAMES: readonly string[] = list.split(" ");
