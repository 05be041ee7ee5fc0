import type { Attachment } from "svelte/attachments";

/** Closes what lies over the table while it is open: by a press anywhere else, or by Escape. */
export function outside<Node extends HTMLElement>(close: (node: Node) => void): Attachment<Node> {
  return (node) => {
    const down = (event: PointerEvent) => {
      if (!node.contains(event.target as HTMLElement)) close(node);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") close(node);
    };
    addEventListener("pointerdown", down);
    addEventListener("keydown", key);
    return () => {
      removeEventListener("pointerdown", down);
      removeEventListener("keydown", key);
    };
  };
}
