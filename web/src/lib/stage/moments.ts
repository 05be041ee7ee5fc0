import type { GameEvent } from "$lib/protocol";
import type { Seen } from "$lib/table/seen";

/** The great moments, and nothing else is one. */
export type MomentName =
  "door" | "close_win" | "betrayal" | "escape" | "caught" | "death" | "lead" | "last_step" | "win";

/** How a game was won: all that its story needs. Also told by the server of a finished game. */
export interface Finish {
  seat: number;
  turns: number;
  /** By number at a table. */
  monsters: number[];
  helper: number;
  /** The last card that somebody played against the winner's last fight, in vain. */
  against: { seat: number; card: number } | null;
  /** The card that gave the last level, where it was no fight. */
  by: number;
}

/** A great moment, in numbers; the words for it are the page's. */
export interface Moment {
  name: MomentName;
  /** Whose moment it is. */
  seat: number;
  /** Against whom, or before whom. */
  whom: number;
  card: number;
  roll?: number;
  needed?: number;
  /** The die was seen to roll already. */
  lies?: boolean;
  party?: number;
  against?: number;
  level?: number;
  /** Why a betrayal is one. */
  why?: "promised" | "refused" | "friend";
  finish?: Finish;
}

/** A fight as its events tell it. */
interface Bout {
  fighter: number;
  helper: number;
  monsters: number[];
  refused: Set<number>;
  betrayed: Set<number>;
  against: { seat: number; card: number } | null;
}

const NOBODY = -1;

/** Finds the great moments in what a seat is told, and remembers what makes them great: promises, help, who leads. */
export class Moments {
  #bouts = new Map<number, Bout>();
  /** The offers of help that stand, with who would be the helper. */
  #asked = new Map<number, { fighter: number; helper: number }>();
  /** Who has helped whom. */
  #friends = new Set<string>();
  /** Who has promised whom not to interfere. */
  #promises = new Set<string>();
  #last: Bout | null = null;
  /** The card by which each seat gained its last level, where it was no fight. */
  #gainedBy = new Map<number, number>();
  #leader = NOBODY;
  #rolled: { seat: number; roll: number; needed: number; lies: boolean } | null = null;

  /** The great moments among events, by the place of the event; `before` and `after` are the table around them. */
  hear(events: readonly GameEvent[], before: Seen, after: Seen): Map<number, Moment> {
    const found = new Map<number, Moment>();
    const levels = before.players.map((player) => player.level);
    if (this.#leader === NOBODY) this.#leader = leaderOf(levels);
    if (this.#rolled) this.#rolled.lies = true;
    for (const [at, event] of events.entries()) {
      const moment = this.#hear(event, events.slice(at + 1), levels, before, after);
      if (moment) found.set(at, moment);
    }
    return found;
  }

  #hear(event: GameEvent, next: readonly GameEvent[], levels: number[], before: Seen, after: Seen): Moment | undefined {
    switch (event.what) {
      case "door_kicked": {
        const up = next.find((one) => one.what === "turned_up");
        return { ...of("door", event.seat), card: up?.card ?? NOBODY };
      }
      case "fight_begun":
        this.#bouts.set(event.fight, bout(event.seat, event.monster));
        return undefined;
      case "fight_transferred": {
        const bout = this.#bouts.get(event.fight);
        if (bout) Object.assign(bout, { fighter: event.to, helper: NOBODY });
        return undefined;
      }
      case "helper_joined": {
        const bout = this.#bouts.get(event.fight);
        if (bout) bout.helper = event.seat;
        if (!event.forced) this.#friends.add(`${event.seat} ${event.fighter}`);
        return undefined;
      }
      case "pledged":
        if (event.pledge === "no_interference") this.#promises.add(`${event.seat} ${event.to}`);
        return undefined;
      case "offered":
        if (event.bargain === "help" && event.helper === event.to)
          this.#asked.set(event.offer, { fighter: event.seat, helper: event.to });
        return undefined;
      case "refused": {
        const asked = this.#asked.get(event.offer);
        for (const bout of this.#bouts.values()) if (asked?.fighter === bout.fighter) bout.refused.add(asked.helper);
        return undefined;
      }
      case "monster_joined":
        // What a card doubles has the name of the other.
        if (!after.fight?.monsters.some((one) => one.monster === event.monster && one.twin_of !== null))
          this.#bouts.get(event.fight)?.monsters.push(event.monster);
        return this.#against(event.seat, event.fight, event.monster);
      case "enhanced":
        return event.amount > 0 ? this.#against(event.seat, event.fight, event.card) : undefined;
      case "strength_added":
        return harms(event) ? this.#against(event.seat, event.fight, event.card) : undefined;
      case "fight_won": {
        const bout = this.#bouts.get(event.fight);
        this.#bouts.delete(event.fight);
        if (!event.kills) return undefined;
        if (bout) this.#last = { ...bout, helper: event.helper ?? NOBODY };
        const stood = before.fight;
        if (!stood?.winning || stood.party - stood.against > 1) return undefined;
        const { party, against } = stood;
        return { ...of("close_win", event.seat), card: bout?.monsters[0] ?? NOBODY, party, against };
      }
      case "fight_lost":
      case "fight_broken_off":
        this.#bouts.delete(event.fight);
        return undefined;
      case "rolled":
        this.#rolled =
          event.needed === undefined ? null : { seat: event.seat, roll: event.roll, needed: event.needed, lies: false };
        return undefined;
      case "die_turned":
        if (this.#rolled?.seat === event.seat) this.#rolled.roll = event.roll;
        return undefined;
      case "escaped":
      case "caught": {
        const rolled = this.#rolled;
        this.#rolled = null;
        if (rolled?.seat !== event.seat) return undefined;
        const name = event.what === "caught" ? "caught" : "escape";
        const { roll, needed, lies } = rolled;
        return { ...of(name, event.seat), card: event.monster, roll, needed, lies };
      }
      case "died":
        return { ...of("death", event.seat), whom: event.by ?? NOBODY, card: event.source ?? NOBODY };
      case "level_gained":
      case "level_lost":
        return this.#levels(event, levels, after);
      case "won":
        return this.#win(event.seat, next, after);
      case "turn_begun":
        this.#bouts.clear();
        this.#asked.clear();
        return undefined;
      default:
        return undefined;
    }
  }

  /** Somebody strengthens the monsters of another's fight: from some it is a betrayal, once in a fight. */
  #against(seat: number | undefined, fight: number, card: number): Moment | undefined {
    const bout = this.#bouts.get(fight);
    if (seat === undefined || !bout || seat === bout.fighter || seat === bout.helper) return undefined;
    bout.against = { seat, card };
    const why = this.#promises.has(`${seat} ${bout.fighter}`)
      ? "promised"
      : bout.refused.has(seat)
        ? "refused"
        : this.#friends.has(`${seat} ${bout.fighter}`) || this.#friends.has(`${bout.fighter} ${seat}`)
          ? "friend"
          : undefined;
    if (!why || bout.betrayed.has(seat)) return undefined;
    bout.betrayed.add(seat);
    return { ...of("betrayal", seat), whom: bout.fighter, card, why };
  }

  #levels(
    event: Extract<GameEvent, { what: "level_gained" | "level_lost" }>,
    levels: number[],
    after: Seen,
  ): Moment | undefined {
    const up = event.what === "level_gained";
    const level = (levels[event.seat] ?? 1) + (up ? event.levels : -event.levels);
    levels[event.seat] = level;
    if (up && (event.cause === "killed" || event.cause === "helped")) this.#gainedBy.delete(event.seat);
    else if (up) this.#gainedBy.set(event.seat, event.source ?? NOBODY);
    const leader = leaderOf(levels);
    const changed = leader !== NOBODY && this.#leader !== NOBODY && leader !== this.#leader;
    const former = this.#leader;
    if (leader !== NOBODY) this.#leader = leader;
    const wins = after.players[event.seat]?.winning_level ?? 10;
    if (up && level === wins - 1) return { ...of("last_step", event.seat), level, card: event.source ?? NOBODY };
    if (changed && level < wins) return { ...of("lead", leader), whom: former, level: levels[leader] ?? level };
    return undefined;
  }

  #win(seat: number, next: readonly GameEvent[], after: Seen): Moment {
    const shared = next.some((event) => event.what === "won");
    const by = this.#gainedBy.get(seat);
    const fought = by === undefined && [this.#last?.fighter, this.#last?.helper].includes(seat);
    const last = fought ? this.#last : null;
    return {
      ...of("win", seat),
      card: last?.monsters[0] ?? NOBODY,
      finish: {
        seat,
        turns: after.turns,
        monsters: last?.monsters ?? [],
        helper: last ? (last.fighter === seat ? last.helper : last.fighter) : NOBODY,
        against: shared ? null : (last?.against ?? null),
        by: by ?? NOBODY,
      },
    };
  }
}

function of(name: MomentName, seat: number): Moment {
  return { name, seat, whom: NOBODY, card: NOBODY };
}

function bout(fighter: number, monster: number): Bout {
  return { fighter, helper: NOBODY, monsters: [monster], refused: new Set(), betrayed: new Set(), against: null };
}

/** Who alone is ahead of all others. */
function leaderOf(levels: readonly number[]): number {
  const top = Math.max(...levels);
  return levels.filter((level) => level === top).length === 1 ? levels.indexOf(top) : NOBODY;
}

/** Whether strength was added against the party. */
export function harms(event: Extract<GameEvent, { what: "strength_added" }>): boolean {
  if (event.counts_for === "party" || event.counts_for === "player") return event.amount < 0;
  return (event.counts_for === "monsters" || event.counts_for === "monster") && event.amount > 0;
}
