import type { Place } from "./acts";

/** The steps of an animation. */
export type Frames = Keyframe[];

/** A box on the screen. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The element that stands for a place, if it is in sight; else the next that does. */
export function elementAt(root: ParentNode, place: Place, me: number): HTMLElement | null {
  const seen = (selector: string): HTMLElement | null =>
    [...root.querySelectorAll<HTMLElement>(selector)].find(
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 4,
    ) ?? null;
  const middle = () => seen(".middle");
  if (place === "middle") return middle();
  if ("seat" in place) {
    const own = place.seat === me ? (seen('[data-drop="mine"]') ?? seen(".held")) : null;
    return own ?? seen(`.others [data-drop="seat:${place.seat}"]`) ?? middle();
  }
  if ("hand" in place) {
    const own = place.hand === me ? seen(".held") : null;
    return own ?? elementAt(root, { seat: place.hand }, me);
  }
  if ("pile" in place) return seen(`[data-pile="${place.pile}${place.discards ? "-discards" : ""}"]`) ?? middle();
  if ("monster" in place) return seen(`.fight [data-drop="on:${place.monster}"]`) ?? seen(".fight") ?? middle();
  if ("side" in place) return seen(`.fight .side.${place.side}`) ?? seen(".fight") ?? middle();
  return seen(`.board [data-card="${place.card}"]`) ?? elementAt(root, place.or, me);
}

/** Where a place is on the screen. */
export function boxOf(root: ParentNode, place: Place, me: number): Box | null {
  const found = elementAt(root, place, me)?.getBoundingClientRect();
  return found ? { x: found.x, y: found.y, width: found.width, height: found.height } : null;
}
