const DELAY = 220;

/** The card that the pointer rests on, shown large beside it. */
class Preview {
  card: number | null = $state(null);
  x = $state(0);
  y = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(card: number, beside: HTMLElement): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const box = beside.getBoundingClientRect();
      const right = box.right + 250 < innerWidth;
      this.x = right ? box.right + 10 : Math.max(8, box.left - 240);
      this.y = Math.max(8, Math.min(box.top - 20, innerHeight - 420));
      this.card = card;
    }, DELAY);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.card = null;
  }
}

export const preview = new Preview();
