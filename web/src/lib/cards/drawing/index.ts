/** Drawing cards, for the page and, as a script of its own, for printing. */

export { backIcon, drawBack } from "./back";
export { drawCorners, FRAMED_KINDS } from "./frame";
export { compositionOf, drawPicture, heightOf, setOf, type Facts, type Icon } from "./picture";
export { COLOURED_KINDS, contrast, CREAM, tonesOf, type SetName, type Tones } from "./tones";
export { picturesOf } from "$lib/icons/pictures";
