import type { SeatKey } from "./protocol";
import { recall, remember } from "./store";

/** The keys that this browser holds for one table: seats (several where people share a device), invite, gallery. */
export interface Keys {
  seats: SeatKey[];
  invite: string;
  gallery: string;
}

/** The tables that this browser sits at. */
class Seats {
  #tables: Record<string, Keys> = $state(recall("seats", {}));

  of(table: string): Keys {
    return this.#tables[table] ?? { seats: [], invite: "", gallery: "" };
  }

  get tables(): string[] {
    return Object.keys(this.#tables);
  }

  keep(table: string, keys: Partial<Keys>): void {
    const old = this.of(table);
    const fresh = keys.seats ?? [];
    const seats = [...old.seats.filter((had) => !fresh.some((key) => key.token === had.token)), ...fresh];
    this.#tables[table] = { seats, invite: keys.invite || old.invite, gallery: keys.gallery || old.gallery };
    this.#store();
  }

  /** A key that opens nothing any longer. */
  drop(table: string, token: string): void {
    const { invite, gallery, seats } = this.of(table);
    this.#tables[table] = {
      seats: seats.filter((key) => key.token !== token),
      invite: invite === token ? "" : invite,
      gallery: gallery === token ? "" : gallery,
    };
    this.#store();
  }

  forget(table: string): void {
    delete this.#tables[table];
    this.#store();
  }

  #store(): void {
    remember("seats", $state.snapshot(this.#tables));
  }
}

export const seats = new Seats();
