import { Refused } from "$lib/api";
import type { CardInfo, FaultInfo, PackInfo } from "$lib/protocol";
import { checkPack } from "$lib/server";
import { settings } from "$lib/settings.svelte";
import type { Editor } from "./editor";
import { ownPacks } from "./shelf.svelte";
import { cardsOf, type Edit, type WrittenCard } from "./writing";

const CHECK_AFTER = 450;
const SAVE_AFTER = 250;

/** A pack that is being written: its text, what the server says about it, and the card that is looked at. */
export class Bench {
  readonly key: string;
  text = $state("");
  cards: WrittenCard[] = $state.raw([]);
  readable = $state(true);
  selected = $state(0);
  faults: FaultInfo[] = $state.raw([]);
  pack: PackInfo | null = $state.raw(null);
  shown: Record<number, Record<string, CardInfo>> = $state.raw({});
  hurts: Record<number, number> = $state.raw({});
  checking = $state(false);
  /** Whether what is written was not checked yet. */
  waiting = $state(true);
  problem: unknown = $state.raw(null);
  undoable = $state(false);
  redoable = $state(false);
  editor: Editor | null = null;

  #timer: ReturnType<typeof setTimeout> | undefined;
  #saver: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;

  constructor(key: string, text: string) {
    this.key = key;
    this.text = text;
    this.#read();
    void this.check();
  }

  card = $derived(this.cards.find((card) => card.index === this.selected) ?? this.cards[0]);
  errors = $derived(this.faults.filter((fault) => fault.weight === "error"));

  /** How the card looks that is looked at, in the language of the page, as far as it could be read last. */
  picture = $derived.by(() => {
    const shown = this.card ? this.shown[this.card.index] : undefined;
    return shown?.[settings.chosen.language] ?? shown?.["en"];
  });

  change(edit: Edit | null): void {
    if (edit) this.editor?.change(edit);
  }

  /** The language of the page has changed, in which faults are told. */
  reword(): void {
    if (this.faults.length) void this.check();
  }

  /** The text has changed. */
  written(text: string, undoable: boolean, redoable: boolean): void {
    this.text = text;
    this.undoable = undoable;
    this.redoable = redoable;
    this.waiting = true;
    this.#read();
    clearTimeout(this.#saver);
    this.#saver = setTimeout(() => ownPacks.write(this.key, this.text), SAVE_AFTER);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), CHECK_AFTER);
  }

  choose(index: number, show = true): void {
    this.selected = index;
    const card = this.cards.find((each) => each.index === index);
    if (show && card) this.editor?.show(card.from);
  }

  /** The cursor is here: its card is looked at. */
  follow(at: number): void {
    const card = this.cards.findLast((each) => each.from <= at);
    if (card) this.selected = card.index;
  }

  async check(): Promise<void> {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.checking = true;
    try {
      const found = await checkPack(this.text, asking.signal);
      if (asking.signal.aborted) return;
      this.faults = found.faults;
      this.pack = found.pack;
      this.shown = Object.fromEntries(found.cards.map((card) => [card.index, card.shown]));
      this.hurts = Object.fromEntries(found.cards.map((card) => [card.index, card.hurt]));
      this.problem = null;
      this.editor?.mark(found.faults);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.problem = error;
      // Whoever types fast is asked to wait: it is tried again.
      if (error instanceof Refused && error.status === 429) this.#timer = setTimeout(() => void this.check(), 3000);
    } finally {
      if (this.#asking === asking) this.checking = this.waiting = false;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#saver);
    this.#asking?.abort();
    ownPacks.write(this.key, this.text);
  }

  #read(): void {
    const found = cardsOf(this.text);
    this.readable = found !== null;
    if (found) this.cards = found;
  }
}
