const DELAY = 220;

/** The card that the pointer rests on, shown large beside it. */
class Preview {
  card: number | null = $state(null);
  x = $state(0);
  /** From the top, or from the bottom where the card lies low. */
  y = $state(0);
  low = $state(false);
  /** It was touched: what can be done stands beside it as buttons, and a touch on it goes no further. */
  touched = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(card: number, beside: HTMLElement, touched = false): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        const box = beside.getBoundingClientRect();
        const right = box.right + 250 < innerWidth;
        this.x = right ? box.right + 10 : Math.max(8, box.left - 240);
        this.low = box.top > innerHeight / 2;
        this.y = this.low ? Math.max(8, innerHeight - box.bottom - 6) : Math.max(8, box.top - 20);
        this.card = card;
        this.touched = touched;
      },
      touched ? 0 : DELAY,
    );
  }

  /** A finger was put down elsewhere. */
  leave(target: Element): void {
    if (this.card !== null && !target.closest(`.preview, [data-card="${this.card}"]`)) this.hide();
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.card = null;
  }
}

export const preview = new Preview();
