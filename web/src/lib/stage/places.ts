import type { Place } from "./acts";

/** The steps of an animation. */
export type Frames = Keyframe[];

/** How something begins that comes into sight: a browser draws what has no opacity at all only once it is seen, which costs a frame. */
export const FAINT = 0.01;

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

/** A card in flight, and how far the token at its upper right corner stands out. */
const WIDTH = 120;
const HEIGHT = WIDTH * 1.42;
const TOKEN = 30;

/**
 * The transform that puts a card into a box. Out of sight it is put at the edge of the screen: what a browser has not drawn
 * before it comes into sight costs a frame.
 */
export function within(box: Box, most = 1.5, screen = { width: innerWidth, height: innerHeight }): string {
  const scale = Math.max(0.3, Math.min(most, box.width / WIDTH, (box.height / HEIGHT) * 1.1));
  const between = (least: number, at: number, last: number) => Math.max(least, Math.min(at, last));
  const x = between(0, box.x + (box.width - WIDTH * scale) / 2, screen.width - (WIDTH + TOKEN) * scale);
  const y = between(TOKEN * scale, box.y + (box.height - HEIGHT * scale) / 2, screen.height - HEIGHT * scale);
  return `translate(${x}px, ${y}px) scale(${scale})`;
}
