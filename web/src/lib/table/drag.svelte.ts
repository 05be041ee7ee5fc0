import type { Attachment } from "svelte/attachments";
import type { Aim } from "./aiming";
import type { Table } from "./table.svelte";

const THRESHOLD = 8;

/** The card that is being dragged, and where the pointer is. */
class Drag {
  card: number | null = $state(null);
  x = $state(0);
  y = $state(0);
  over: string = $state("");
}

export const drag = new Drag();

/** Where a card can be dropped: `seat:2`, `on:17` for a monster or a card, `mine` for my own side of the table, `bargain`. */
function targetAt(x: number, y: number): string {
  for (const element of document.elementsFromPoint(x, y)) {
    const target = element.closest<HTMLElement>("[data-drop]");
    if (target?.dataset["drop"]) return target.dataset["drop"];
  }
  return "";
}

/** What a drop on a target means. */
export function aimAt(card: number, target: string): Aim | null {
  const [kind, number] = target.split(":");
  switch (kind) {
    case "seat":
      return { card, seat: Number(number) };
    case "on":
      return { card, on: Number(number) };
    case "mine":
      return { card };
    case "bargain":
      return { card, bargain: true };
    default:
      return null;
  }
}

/** Lets a card be picked up with mouse, pen or finger. A finger moves it by pulling up; sideways it scrolls the hand. */
export function draggable(table: Table, card: number): Attachment<HTMLElement> {
  return (node) => {
    let start: { x: number; y: number; id: number } | null = null;

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      // A quick pointer has left the card before it has moved far enough.
      addEventListener("pointermove", move);
      addEventListener("pointerup", up);
      addEventListener("pointercancel", stop);
    };
    const move = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return;
      const dx = event.clientX - start.x;
      const dy = event.clientY - start.y;
      if (drag.card === null) {
        const far = event.pointerType === "touch" ? Math.abs(dy) > THRESHOLD * 2 : Math.hypot(dx, dy) > THRESHOLD;
        if (!far || (event.pointerType === "touch" && Math.abs(dx) > Math.abs(dy))) return;
        drag.card = card;
      }
      drag.x = event.clientX;
      drag.y = event.clientY;
      drag.over = targetAt(event.clientX, event.clientY);
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", stop);
      start = null;
      drag.card = null;
      drag.over = "";
    };
    const up = () => {
      const dragged = drag.card !== null;
      const target = drag.over;
      stop();
      if (!dragged) return;
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      const aim = aimAt(card, target);
      if (aim) void table.drop(aim);
    };
    node.addEventListener("pointerdown", down);
    return () => {
      node.removeEventListener("pointerdown", down);
      if (start) stop();
    };
  };
}

/** The click that a browser sends after a drop means nothing. */
function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
