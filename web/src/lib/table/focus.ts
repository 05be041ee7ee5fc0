/** Where the keyboard was before something left the table. */
interface Kept {
  card: string | undefined;
  list: Element | null;
  at: number;
}

const CARDS = "[data-card]";
const there = (element: Element): boolean => !element.closest("[inert]");

/** What is focused leaves with its card or its question: the keyboard must not fall back to the top of the page. */
export class Focus {
  #board: HTMLElement;
  #kept: Kept | null = null;

  constructor(board: HTMLElement) {
    this.#board = board;
  }

  /** Follow the focus; gives the way to stop. A pointer that is put down elsewhere means to leave. */
  follow(): () => void {
    const note = (event: FocusEvent) => this.#note(event.target as Element);
    const leave = () => (this.#kept = null);
    this.#board.addEventListener("focusin", note);
    document.addEventListener("pointerdown", leave, true);
    return () => {
      this.#board.removeEventListener("focusin", note);
      document.removeEventListener("pointerdown", leave, true);
    };
  }

  #note(focused: Element): void {
    const card = focused.closest<HTMLElement>(CARDS);
    const list = card?.closest("ul, section") ?? null;
    const cards = [...(list?.querySelectorAll(CARDS) ?? [])];
    this.#kept = { card: card?.dataset["card"], list, at: card ? cards.indexOf(card) : -1 };
  }

  /** If the focus is lost, give it to the same card in its new place, to the next one, or to what is asked. */
  regain(asked: boolean): void {
    const active = document.activeElement;
    if (active && active !== document.body && active.isConnected && there(active)) return;
    if (!this.#kept && !asked) return;
    const found = this.#next(this.#kept) ?? this.#board.querySelector<HTMLElement>(".prompt, .end a");
    found?.focus({ preventScroll: true });
    if (found?.matches(":focus-visible")) found.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #next(kept: Kept | null): HTMLElement | undefined {
    if (kept?.card === undefined) return undefined;
    const all = (within: Element) => [...within.querySelectorAll<HTMLElement>(CARDS)].filter(there);
    const same = all(this.#board).find((card) => card.dataset["card"] === kept.card);
    if (same) return same;
    const left = kept.list?.isConnected ? all(kept.list) : [];
    return left[Math.min(kept.at, left.length - 1)];
  }
}
