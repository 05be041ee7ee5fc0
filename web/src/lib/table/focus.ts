/** Where the keyboard was before something left the table. */
interface Kept {
  card: string | undefined;
  list: Element | null;
  at: number;
}

const CARDS = "[data-card]";
/** Where a card is done with, or waits until something is answered. */
const AWAY = ".decks, .strip";
const there = (element: Element): boolean => !element.closest("[inert]");

/** What is focused leaves with its card or its question: the keyboard must not fall back to the top of the page. */
export class Focus {
  #board: HTMLElement;
  #asked: () => boolean;
  #kept: Kept | null = null;

  /** `asked` says whether the table waits for an answer: it has the focus when nothing else has. */
  constructor(board: HTMLElement, asked: () => boolean) {
    this.#board = board;
    this.#asked = asked;
  }

  /** Follow the focus; gives the way to stop. A pointer that is put down elsewhere means to leave. */
  follow(): () => void {
    const note = (event: FocusEvent) => this.#note(event.target as Element);
    const leave = () => (this.#kept = null);
    this.#board.addEventListener("focusin", note);
    document.addEventListener("pointerdown", leave, true);
    // While the focus goes from one thing to the next, nothing has it: whether it is lost is seen when it has come to rest.
    let look: ReturnType<typeof setTimeout> | undefined;
    const gone = new MutationObserver(() => {
      look ??= setTimeout(() => {
        look = undefined;
        this.#regain();
      });
    });
    gone.observe(document.body, { childList: true, subtree: true, attributeFilter: ["inert"] });
    return () => {
      gone.disconnect();
      clearTimeout(look);
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

  /** If the focus is lost, give it to the same card in its new place, to what is asked, or to the next card. */
  #regain(): void {
    const active = document.activeElement;
    if (active && active !== document.body && active.isConnected && there(active)) return;
    if (!this.#kept && !this.#asked()) return;
    const found = this.#next(this.#kept) ?? this.#board.querySelector<HTMLElement>(".prompt, .end a");
    found?.focus({ preventScroll: true });
    if (found?.matches(":focus-visible")) found.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #next(kept: Kept | null): HTMLElement | undefined {
    if (kept?.card === undefined) return undefined;
    const all = (within: Element) => [...within.querySelectorAll<HTMLElement>(CARDS)].filter(there);
    const same = all(this.#board).find((card) => card.dataset["card"] === kept.card && !card.closest(AWAY));
    if (same || this.#asked()) return same;
    const left = kept.list?.isConnected ? all(kept.list) : [];
    return left[Math.min(kept.at, left.length - 1)];
  }
}
