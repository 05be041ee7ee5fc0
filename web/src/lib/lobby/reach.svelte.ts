import { getServer, openNetwork } from "$lib/server";

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

/** From where others can reach this server. A page on the server's own computer is not where others look. */
class Reach {
  /** What shared links begin with. */
  origin = $state(globalThis.location?.origin ?? "");
  /** Only this computer reaches the server; `may`: that can be changed here, `no`: it cannot. */
  closed: "" | "may" | "no" = $state("");
  #asked = false;

  async look(): Promise<void> {
    if (this.#asked || !LOOPBACK.test(location.hostname)) return;
    this.#asked = true;
    const { network } = await getServer();
    if (network?.address) this.origin = network.address;
    else this.closed = network?.may_open ? "may" : "no";
  }

  /** Let people in the network in. */
  async open(): Promise<void> {
    const network = await openNetwork();
    if (!network.address) return;
    this.origin = network.address;
    this.closed = "";
  }
}

export const reach = new Reach();
