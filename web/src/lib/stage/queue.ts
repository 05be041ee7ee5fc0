/** What the queue must know of what it plays. */
export interface Playable {
  /** How long it is shown at normal speed, in milliseconds. */
  lasts: number;
  /** Shown even where others are left out. */
  great: boolean;
}

/** A clock that can be another in tests: call `then` after so many milliseconds, unless it is called off. */
export type Wait = (ms: number, then: () => void) => () => void;

const waiting: Wait = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

/** So much may wait at most, in milliseconds; what is more is played faster, and then left out. */
export const BACKLOG = 4500;
/** Once somebody is asked, what led to it is told within this time, in milliseconds. */
export const BRIEFLY = 1600;
/** Nothing is played faster than this many times its speed: it could not be followed. */
export const FASTEST = 2.2;

/** Plays acts one after the other. It delays nothing: whoever adds to it goes on at once. */
export class Queue<T extends Playable> {
  /** How many times as long as usual everything takes; 0 plays great acts only, at double speed. */
  pace = 1;
  #rest: T[] = [];
  #now: T | null = null;
  #rate = 1;
  #stop: () => void = () => undefined;
  #ends = 0;

  /** `show` is told what is on, with the milliseconds that it has; null: nothing more. */
  constructor(
    readonly show: (act: T | null, ms: number) => void,
    readonly wait: Wait = waiting,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** What is on. */
  get current(): T | null {
    return this.#now;
  }

  /** What is still to come. */
  get rest(): readonly T[] {
    return this.#rest;
  }

  /** How long it would all take from now, in milliseconds. */
  get left(): number {
    const rest = this.#rest.reduce((sum, act) => sum + this.#length(act), 0);
    return rest + (this.#now ? Math.max(0, this.#ends - this.now()) : 0);
  }

  add(acts: readonly T[]): void {
    this.#rest.push(...acts.filter((act) => this.pace > 0 || act.great));
    this.#fit(BACKLOG);
    if (!this.#now) this.#next();
  }

  /** Nothing more of what was to be played. */
  skip(): void {
    this.#stop();
    this.#rest = [];
    this.#rate = 1;
    this.#now = null;
    this.show(null, 0);
  }

  /** The next question is there: what is still to come is told in short. */
  hurry(within = BRIEFLY): void {
    this.#fit(within);
  }

  #length(act: T): number {
    return (act.lasts * (this.pace || 0.5)) / this.#rate;
  }

  /** Play faster, and leave out small things and then the oldest, until the rest fits. */
  #fit(within: number): void {
    const whole = () => this.#rest.reduce((sum, act) => sum + act.lasts * (this.pace || 0.5), 0);
    this.#rate = Math.min(FASTEST, Math.max(1, whole() / within));
    const leave = (act: T | undefined) => (this.#rest = this.#rest.filter((one) => one !== act));
    while (this.#rest.length > 1 && whole() / FASTEST > within) {
      leave(this.#rest.find((act) => !act.great) ?? this.#rest[0]);
    }
  }

  #next(): void {
    this.#now = this.#rest.shift() ?? null;
    if (!this.#now) {
      this.#rate = 1;
      this.show(null, 0);
      return;
    }
    const ms = this.#length(this.#now);
    this.#ends = this.now() + ms;
    this.show(this.#now, ms);
    this.#stop = this.wait(ms, () => this.#next());
  }
}
