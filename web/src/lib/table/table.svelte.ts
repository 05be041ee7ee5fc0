import { tick } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import { namesPattern } from "$lib/cards/names";
import { t, word } from "$lib/i18n";
import { getTableCards } from "$lib/server";
import { settings } from "$lib/settings.svelte";
import type {
  CardInfo,
  CardView,
  ClockInfo,
  DecisionInfo,
  GameEvent,
  FightView,
  Inbound,
  Intent,
  LessonInfo,
  LogLine,
  MonsterView,
  Offer,
  OptionInfo,
  Outbound,
  PaceInfo,
  Pass,
  PlayerView,
  Reason,
  MutedInfo,
  NoticeInfo,
  ReportInfo,
  Said,
  TableInfo,
  UndoInfo,
  Update,
  DealView,
} from "$lib/protocol";
import { hits, meant, type Aim } from "./aiming";
import { Connection, isLost, type Link, type Reply, type Sent } from "./connection";
import { KEPT, lengthened, replaced, type Line } from "./log";
import { Parts } from "./parts.svelte";
import { changed, type Seen } from "./seen";

/** What is told along with events: the table before them, and their lines of the log. */
export interface Told {
  before: Seen;
  lines: LogLine[];
}

export type Unless = "concerns_me" | "would_win" | "can_play";

/** Something to be shown for a moment: why not, or what the table says. */
export interface Notice {
  id: number;
  text: string;
  rule: string;
  /** It is about the line to the server, and true until that is there again. */
  link: boolean;
}

/** What is said to what the table asks. */
type Act = Extract<Sent, { type: "answer" | "pass" }>;

const NOTICE_TIME = 7000;
/** What may ask for several cards at once. */
const SEVERAL = new Set(["sale", "charity", "charity_discard", "over_limit", "choose_cards", "choose_worth", "exit"]);
/** Those whose cards are counted in gold, however many they are. */
const IN_GOLD = new Set(["sale", "choose_worth"]);
/** An answer is told to all right after it is taken; so long at most is that waited for. */
const TELLING_TIME = 1500;
/** After so long the cards are asked for again that did not come. */
const LEARN_AGAIN = 2000;
/** So long nobody has read what is asked, in milliseconds: a key or a press in that time was meant for what was before. */
const SEEN_AFTER = 400;

/** Where a table is played. */
export function playAddress(table: string): string {
  const address = new URL(`/api/tables/${encodeURIComponent(table)}/play`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.searchParams.set("lang", settings.chosen.language);
  return address.href;
}

/** An offer to nobody in particular yet. */
export const ANYBODY = -1;

/** One seat at one table: what it sees, what it may do, and the way to say so. */
export class Table {
  link: Link = $state("connecting");
  closedBy = $state("");
  me = $state(-1);
  host = $state(false);
  info: TableInfo | null = $state.raw(null);
  decision: DecisionInfo | null = $state.raw(null);
  clock: (ClockInfo & { since: number }) | null = $state.raw(null);
  undo: UndoInfo | null = $state.raw(null);
  intent: Intent | null = $state.raw(null);
  orders: Unless[] | null = $state.raw(null);
  /** Standing orders that are on their way; undefined: none are. */
  ordered: Unless[] | null | undefined = $state.raw(undefined);
  /** How the game goes on, where I am alone among bots. */
  pace: PaceInfo | null = $state.raw(null);
  /** What I am told, where I play a lesson. */
  lesson: LessonInfo | null = $state.raw(null);
  /** Whom I do not hear. */
  muted: MutedInfo = $state.raw({ muted: [], blocked: [] });
  /** What was reported to me as the host. */
  reports: ReportInfo[] = $state.raw([]);
  /** What whoever runs the server says to all. */
  notice: NoticeInfo | null = $state.raw(null);
  log: Line[] = $state.raw([]);
  said: (Said & { id: number })[] = $state.raw([]);
  cards: CardInfo[] = $state.raw([]);
  notices: Notice[] = $state([]);
  /** The card whose sheet is open. */
  open: number | null = $state(null);
  /** An answer is on its way, or what came of it is. */
  busy = $state(false);
  /** Since when what is asked now has been asked. */
  #askedSince = 0;
  /** The seat that an offer is being made to, or ANYBODY, where somebody has begun one. */
  bargainWith: number | null = $state(null);
  /** An Item of mine that was dropped into a bargain. */
  bargained: number | null = $state(null);
  /** An offer that is about to be answered with another. */
  counterTo: DealView | null = $state(null);

  options = $derived(this.decision?.options ?? []);
  /** What asks me for several cards: they are selected first, and nothing is done until that is confirmed. */
  picking = $derived.by(() => {
    const { decision } = this;
    if (!decision?.asked || decision.quiet || !SEVERAL.has(decision.about)) return null;
    return IN_GOLD.has(decision.about) || (decision.picks ?? 0) > 1 ? decision : null;
  });
  /** The options that are selected of it. */
  chosen = new SvelteSet<number>();
  /** What can be said to an offer. */
  answersTo(deal: DealView): OptionInfo[] {
    return this.options.filter(
      (option) => ["accept", "refuse", "withdraw"].includes(option.verb) && option.number === deal.offer,
    );
  }

  /** What can be done with a card or monster; answers to offers stand at the bargaining table. */
  byCard = $derived(
    grouped(this.options, (option) =>
      option.group === "bargain" ? [] : [...(option.cards ?? []), ...(option.monsters ?? [])],
    ),
  );
  bySeat = $derived(grouped(this.options, (option) => option.seats ?? []));
  playing = $derived(this.me >= 0);
  /** Finds the names of cards in words of another language; in English they are words like others. */
  names = $derived(settings.chosen.language === "en" ? null : namesPattern(this.cards.map((card) => card.name)));

  #seen = new Parts();
  #connection: Connection | null = null;
  #listeners = new Set<(events: GameEvent[], told: Told) => void>();
  #aim: Aim | null = null;
  /** Called when something of the game or its clock has changed. */
  #told: () => void = () => undefined;
  /** The language in which the cards are known. */
  #cardsIn = "";
  #count = 0;
  #acts = 0;
  #given = 0;
  /** What was said last, while it is on its way. */
  #saying: { words: string; taken: Promise<boolean> } | null = null;
  #learning: ReturnType<typeof setTimeout> | undefined;
  #leaving = new AbortController();
  /** Called once the line is there again. */
  #greeted: (() => void)[] = [];

  constructor(
    readonly id: string,
    readonly token: string,
  ) {}

  /** Begin to listen, in the language of the page; gives the way to stop. */
  connect(): () => void {
    const connection = new Connection({
      address: playAddress(this.id),
      token: this.token,
      language: settings.chosen.language,
      heard: (message) => this.#hear(message),
      linked: (link, reason) => {
        this.link = link;
        if (reason) this.closedBy = reason;
        // What was said of a line that was lost is no longer true.
        if (link === "open") this.notices = this.notices.filter((notice) => !notice.link);
      },
    });
    this.#connection = connection;
    this.#leaving = new AbortController();
    const hurry = () => connection.hurry();
    const drop = () => connection.drop();
    addEventListener("online", hurry);
    addEventListener("offline", drop);
    document.addEventListener("visibilitychange", hurry);
    return () => {
      removeEventListener("online", hurry);
      removeEventListener("offline", drop);
      document.removeEventListener("visibilitychange", hurry);
      this.#leaving.abort();
      clearTimeout(this.#learning);
      connection.close();
    };
  }

  /** Hear of what happens, for animation and sound: the view is the new one, what is drawn is still the old one. */
  onEvents(listener: (events: GameEvent[], told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // Asking the state

  get view(): Seen {
    return this.#seen.view;
  }

  set view(next: Seen) {
    this.#seen.whole = next;
  }

  player(seat: number): PlayerView | undefined {
    return this.#seen.player(seat);
  }

  card(number: number): CardInfo | undefined {
    return this.cards[number];
  }

  nameOf(card: number): string {
    return this.cards[card]?.name ?? "";
  }

  /** The card behind an id: a monster without a card of its own, a card with another face. */
  faceOf(shown: CardView | MonsterView): CardInfo | undefined {
    const number = "card" in shown ? shown.card : shown.monster;
    const own = this.cards[number];
    return own?.id === shown.id ? own : (this.cards.find((card) => card.id === shown.id) ?? own);
  }

  seatName(seat: number): string {
    return this.info?.seats[seat]?.name ?? "";
  }

  /** Whether a press was meant for what was asked before this: the second half of a double click. */
  missed(event: MouseEvent): boolean {
    return event.detail > 1 && this.unread;
  }

  /** Whether nobody can have read yet what is asked. */
  get unread(): boolean {
    return performance.now() - this.#askedSince < SEEN_AFTER;
  }

  get fight(): FightView | null {
    return this.view.fight;
  }

  // Doing

  /** Say something; whether it was taken. Said once more while it is on its way, as by a double click, it means nothing. */
  send(message: Sent): Promise<boolean> {
    const words = JSON.stringify(message);
    if (this.#saying?.words === words) return this.#saying.taken;
    const saying = { words, taken: this.#say(message) };
    this.#saying = saying;
    void saying.taken.finally(() => {
      if (this.#saying === saying) this.#saying = null;
    });
    return saying.taken;
  }

  async #say(message: Sent): Promise<boolean> {
    const reply = await this.#connection?.send(message);
    if (reply && isLost(reply)) this.notify(word(`link.${this.link === "closed" ? "closed" : "lost"}`, ""), "", true);
    return this.#taken(reply);
  }

  /** Whether a message was taken; if not, why not is shown. */
  #taken(reply: Reply | undefined): boolean {
    if (reply?.type !== "refused") return true;
    if (reply.reason) this.notify(reply.reason, reply.rule);
    return false;
  }

  /** Take an option. While one is on its way, a second press means nothing. */
  async answer(option: OptionInfo, aim: Aim | null = null): Promise<boolean> {
    if (this.busy) return false;
    const window = this.decision?.window ?? null;
    return this.#act({ type: "answer", option: option.code, window }, aim);
  }

  /** Select a card, or not any longer. Each is picked once, in one way, and not more than are asked for. */
  select(option: OptionInfo): void {
    if (this.chosen.delete(option.code)) return;
    const selected = this.options.filter((one) => this.chosen.has(one.code));
    for (const other of selected) if (other.cards?.[0] === option.cards?.[0]) this.chosen.delete(other.code);
    const wanted = this.picking?.picks ?? 0;
    const first = selected[0];
    if (wanted && this.chosen.size >= wanted && first) this.chosen.delete(first.code);
    this.chosen.add(option.code);
  }

  /** No objection, or that taken back; also to the rest of the fight or of the turn. Alone among bots: go on. */
  async pass(back = false, scope: Pass["scope"] = "window"): Promise<boolean> {
    if (this.busy) return false;
    const window = this.clock?.window ?? this.decision?.window ?? 0;
    return this.#act({ type: "pass", window, back, scope });
  }

  /**
   * Say something that changes the table, and be busy until the change is there. What is pressed while the line is away
   * is kept, unless something else is pressed, and said when the line is back: the table knows whether it still asks that.
   */
  async #act(act: Act, aim: Aim | null = null): Promise<boolean> {
    const number = ++this.#acts;
    const meant = this.#asked;
    let message = act;
    let said = false;
    try {
      for (;;) {
        this.busy = true;
        this.#aim = aim;
        const change = new Promise<void>((resolve) => (this.#told = resolve));
        const reply = await this.#connection?.send(message);
        if (!reply || !isLost(reply)) {
          // What was heard before the line was lost is refused the second time, and is done all the same.
          if (said && reply?.type === "refused") return false;
          const taken = this.#taken(reply);
          if (taken) await Promise.race([change, new Promise((resolve) => setTimeout(resolve, TELLING_TIME))]);
          return taken;
        }
        said ||= reply.id > 0;
        if (number === this.#acts) this.busy = false;
        this.notify(t(this.link === "closed" ? "link.closed" : "link.kept"), "", true);
        await new Promise<void>((resolve) => this.#greeted.push(resolve));
        if (number !== this.#acts) return false;
        // A server that was started again knows no more what it asked by which number. What it may have heard keeps its own.
        if (!said && meant === this.#asked)
          message = { ...act, window: this.clock?.window ?? this.decision?.window ?? 0 };
      }
    } finally {
      if (number === this.#acts) this.busy = false;
    }
  }

  /** What is asked now, by what is seen of it. */
  get #asked(): string {
    const { view, decision } = this;
    return JSON.stringify([view.moment, view.turns, view.matter, decision?.about, decision?.question]);
  }

  bargain(offer: Offer): Promise<boolean> {
    return this.send({ type: "bargain", offer, window: this.decision?.window ?? null });
  }

  /** Give standing orders. Whatever comes of it, those that the table has are shown in the end. */
  async order(unless: Unless[] | null): Promise<void> {
    const number = ++this.#given;
    this.ordered = unless;
    if (await this.send({ type: "orders", unless })) this.orders = unless;
    // What was pressed has to be shown before it can be taken back.
    await tick();
    if (number === this.#given) this.ordered = undefined;
  }

  /** Take back my last answer: at once among bots, with people by consent. */
  takeBack(): Promise<boolean> {
    return this.send({ type: "undo" });
  }

  say(message: Extract<Inbound, { type: "chat" | "react" }>): Promise<boolean> {
    return this.send(message);
  }

  /** What a drop could mean; nothing where that card does not go there. */
  meant(aim: Aim): OptionInfo[] {
    const mine = this.player(this.me)?.table.some((one) => one.card === aim.on) ?? false;
    const home = mine || (aim.seat === undefined && aim.on === undefined);
    return meant(this.byCard.get(aim.card) ?? [], aim, home);
  }

  /** A card was dropped on something: do it where it can only mean one thing, else show what it could mean. */
  async drop(aim: Aim): Promise<void> {
    const options = this.meant(aim);
    if (aim.bargain || (aim.seat !== undefined && !options.length && this.couldTrade(aim.card))) {
      this.bargained = aim.card;
      if (aim.seat !== undefined) this.bargainWith = aim.seat;
      return;
    }
    const [only] = options;
    if (options.length === 1 && only) {
      await this.answer(only, aim);
    } else if (options.length) {
      this.open = aim.card;
    } else if (this.byCard.get(aim.card)?.length) {
      this.notify(t("drop.not_there", { card: this.nameOf(aim.card) }));
    } else {
      const [reason] = await this.whyNot(aim.card);
      if (reason?.reason) this.notify(reason.reason, reason.rule);
    }
  }

  /** Whether a card is an Item before me, which can be offered to somebody. */
  couldTrade(card: number): boolean {
    return this.cards[card]?.gold != null && Boolean(this.player(this.me)?.table.some((one) => one.card === card));
  }

  /** Why nothing can be done with a card. */
  async whyNot(card: number): Promise<Reason[]> {
    const verbs = this.#askable(card);
    if (!verbs.length) return [];
    const reasons = (await this.#connection?.why(verbs.map((verb) => ({ verb, card })))) ?? [];
    const known = new Set<string>();
    return reasons.filter((reason) => {
      const fresh = reason.reason !== "" && !known.has(reason.reason);
      known.add(reason.reason);
      return fresh;
    });
  }

  /** What could be meant by a card: one of the hand is played, an Item that is carried is put on. */
  #askable(card: number): string[] {
    const mine = this.player(this.me);
    const item = this.cards[card]?.kind === "item";
    if (mine?.hand.some((held) => held.card === card)) return item ? ["play", "equip"] : ["play"];
    const laid = mine?.table.find((one) => one.card === card);
    if (laid?.carried) return ["equip"];
    return laid && !item ? ["play"] : [];
  }

  notify(text: string, rule = "", link = false): void {
    const id = ++this.#count;
    this.notices = [...this.notices.filter((notice) => notice.text !== text), { id, text, rule, link }];
    setTimeout(() => this.dismiss(id), NOTICE_TIME);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  // Hearing

  #hear(message: Outbound): void {
    if (message.type === "welcome") {
      this.me = message.seat;
      this.host = message.host;
      if (message.whole) this.#take({ ...message.whole, whole: true });
      for (const greeted of this.#greeted.splice(0)) greeted();
      if (this.#cardsIn !== settings.chosen.language && this.info?.phase !== "lobby") void this.#learnCards();
    } else if (message.type === "update") {
      this.#take(message);
    }
  }

  async #learnCards(): Promise<void> {
    clearTimeout(this.#learning);
    const { language } = settings.chosen;
    const { signal } = this.#leaving;
    let cards: CardInfo[];
    try {
      cards = await getTableCards(this.id, this.token, signal);
    } catch {
      // Without them nothing of the table can be shown.
      if (!signal.aborted && this.link !== "closed") {
        clearTimeout(this.#learning);
        this.#learning = setTimeout(() => void this.#learnCards(), LEARN_AGAIN);
      }
      return;
    }
    if (language !== settings.chosen.language) return;
    this.cards = cards;
    this.#cardsIn = language;
  }

  #take(update: Update): void {
    if (update.table) {
      const began = this.info?.phase === "lobby" && update.table.phase !== "lobby";
      this.info = update.table;
      if (began) void this.#learnCards();
    }
    const before = this.#seen.whole;
    if (update.view) this.view = changed(before, update.view);
    if (update.decision !== undefined) {
      if (update.decision?.window !== this.decision?.window) this.#askedSince = performance.now();
      this.decision = update.decision;
    }
    if (update.clock) this.clock = { ...update.clock, since: performance.now() };
    if (update.undo !== undefined) this.undo = update.undo;
    if (update.intent !== undefined) this.intent = update.intent;
    if (update.orders !== undefined) this.orders = update.orders;
    if (update.pace !== undefined) this.pace = update.pace;
    if (update.lesson !== undefined) this.lesson = update.lesson;
    if (update.muted) this.muted = update.muted;
    if (update.reports) this.reports = update.reports;
    if (update.notice !== undefined) this.notice = update.notice;
    const number = () => ++this.#count;
    if (update.whole) {
      if (update.log) this.log = replaced(this.log, update.log, number);
      this.said = (update.said ?? []).map((word) => ({ ...word, id: number() }));
    } else {
      if (update.back) this.log = replaced(this.log, update.log ?? [], number);
      else if (update.log?.length) this.log = lengthened(this.log, update.log, number);
      if (update.said?.length) {
        this.said = [...this.said, ...update.said.map((word) => ({ ...word, id: number() }))].slice(-KEPT);
      }
    }
    if (update.events?.length) {
      const told = { before, lines: update.log ?? [] };
      for (const listener of this.#listeners) listener(update.events, told);
    }
    if (update.view || update.clock || update.decision !== undefined) this.#told();
    if (update.decision) this.#followAim(update.decision);
  }

  /** Answer the question that a drop has answered already. */
  #followAim(decision: DecisionInfo): void {
    const aim = this.#aim;
    this.#aim = null;
    if (!aim || decision.card !== aim.card || decision.passable) return;
    const meant = decision.options.filter((option) => hits(option, aim));
    const [only] = meant;
    if (meant.length !== 1 || !only) return;
    this.busy = false;
    void this.answer(only);
  }
}

function grouped(options: OptionInfo[], keys: (option: OptionInfo) => number[]): Map<number, OptionInfo[]> {
  const found = new Map<number, OptionInfo[]>();
  for (const option of options) {
    for (const key of new Set(keys(option))) {
      const list = found.get(key);
      if (list) list.push(option);
      else found.set(key, [option]);
    }
  }
  return found;
}
