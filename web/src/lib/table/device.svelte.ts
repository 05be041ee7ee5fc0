import type { Outbound, SeatKey } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { Connection } from "./connection";
import { playAddress } from "./table.svelte";

/** The other seats of a device that several people share: they listen, and can say "no objection" together. */
export class Device {
  /** The seats that the table asks by name. */
  asked: ReadonlySet<number> = $state.raw(new Set());
  #connections: Connection[] = [];

  constructor(
    readonly table: string,
    readonly others: readonly SeatKey[],
  ) {}

  /** Begin to listen; gives the way to stop. */
  connect(): () => void {
    this.#connections = this.others.map(
      ({ seat, token }) =>
        new Connection({
          address: playAddress(this.table),
          token,
          language: settings.chosen.language,
          heard: (message) => this.#hear(seat, message),
          linked: () => undefined,
        }),
    );
    return () => {
      for (const connection of this.#connections) connection.close();
      this.#connections = [];
    };
  }

  /** None of the other seats has an objection. */
  pass(window: number): void {
    for (const connection of this.#connections) void connection.send({ type: "pass", window });
  }

  #hear(seat: number, message: Outbound): void {
    const update = message.type === "welcome" ? message.whole : message.type === "update" ? message : null;
    if (update?.decision === undefined) return;
    const asked = new Set(this.asked);
    if (update.decision?.asked) asked.add(seat);
    else asked.delete(seat);
    this.asked = asked;
  }
}
