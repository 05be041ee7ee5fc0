import type { Inbound, Outbound, Reason, Refused, Reasons, Taken, Update } from "$lib/protocol";

// Silent: the line is there, and the server has not answered for some time.
export type Link = "connecting" | "open" | "silent" | "lost" | "closed";

export type Reply = Taken | Refused | Reasons;
/** A message without its id, which the connection gives. */
export type Sent = Inbound extends infer M ? (M extends Inbound ? Omit<M, "id"> : never) : never;

interface Wiring {
  address: string;
  token: string;
  language: string;
  /** Called with every welcome and update. */
  heard: (message: Outbound) => void;
  linked: (link: Link, reason?: string) => void;
  open?: (address: string) => WebSocket;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** So many times as long after each call in vain: the server behind the proxy may be gone again and another one there. */
const SLOWER = 1.5;
const BEAT = 4000;
/** So long a server may be silent after something was said to it, until that is told; it may only be slow. */
export const PATIENCE = 2500;
/** … and so long until the line is given up for another: behind a proxy another server has the table by then. */
export const GIVE_UP = 3000;
/** Whoever has given up in vain is more patient next time, so often: a server that has too much to do has more by it. */
const MORE_PATIENT = 2;
/** The server has hung up for good: what was wrong would be wrong again. */
const FOR_GOOD = 1008;

/** Whether a reply is none: the line was gone before there was one. */
export function isLost(reply: Reply): boolean {
  return reply.type === "refused" && !reply.reason;
}

/** A socket to a table that comes back by itself, and goes on where it was. */
export class Connection {
  #wiring: Wiring;
  #socket: WebSocket | null = null;
  #waiting = new Map<number, (reply: Reply) => void>();
  #id = 0;
  #epoch = "";
  #last = 0;
  /** Whether the table knows who speaks: before that it would hear what was meant for what it no longer asks. */
  #greeted = false;
  /** Something is missing and has been asked for: until it comes, what follows it means nothing. */
  #missing = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  /** Runs while an answer is awaited; null once it has been told that none comes. */
  #patience: ReturnType<typeof setTimeout> | null | undefined;
  /** Runs while the server owes a sign of life. */
  #end: ReturnType<typeof setTimeout> | undefined;
  /** How many lines in a row were given up, with no answer since. */
  #given = 0;
  #over = false;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
    this.#dial();
  }

  /**
   * Say something and wait for the reply; a refusal without a reason where the connection is lost before it comes, and
   * without an id where nothing was said at all.
   */
  send(message: Sent): Promise<Reply> {
    const socket = this.#socket;
    if (!socket || !this.#greeted || socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ type: "refused", id: 0, reason: "", rule: "" });
    }
    const id = ++this.#id;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      socket.send(JSON.stringify({ ...message, id }));
      if (this.#patience === undefined) this.#patience = setTimeout(() => this.#complain(), PATIENCE);
      this.#awaitSign();
    });
  }

  #awaitSign(): void {
    if (this.#end !== undefined) return;
    this.#end = setTimeout(
      () => {
        this.#given++;
        this.drop();
      },
      GIVE_UP * 2 ** Math.min(this.#given, MORE_PATIENT),
    );
  }

  #complain(): void {
    this.#patience = null;
    this.#wiring.linked("silent");
  }

  /** The server has spoken, or the line is gone: nobody waits any longer. */
  #settle(): void {
    clearTimeout(this.#patience ?? undefined);
    clearTimeout(this.#end);
    this.#patience = this.#end = undefined;
  }

  async why(intents: { verb: string; card?: number; on?: number }[]): Promise<Reason[]> {
    const reply = await this.send({ type: "why", intents });
    return reply.type === "reasons" ? reply.reasons : [];
  }

  /** Hang up, and say nothing more: another connection may have taken this one's place. */
  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#forget();
    socket?.close(1000);
  }

  /** Try again now: the network is back, or somebody looks at the page again. */
  hurry(): void {
    if (this.#over || this.#socket) return;
    clearTimeout(this.#timer);
    this.#dial();
  }

  /** The network or the server is gone: whatever the socket believes, nothing comes through. */
  drop(): void {
    const socket = this.#socket;
    if (!socket || this.#over) return;
    this.#lost(socket, 0);
    socket.close();
  }

  #dial(): void {
    this.#wiring.linked("connecting");
    const socket = (this.#wiring.open ?? ((address: string) => new WebSocket(address)))(this.#wiring.address);
    this.#socket = socket;
    this.#awaitSign();
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      const { token, language } = this.#wiring;
      this.#missing = false;
      socket.send(JSON.stringify({ type: "hello", token, language, epoch: this.#epoch, last: this.#last }));
      clearInterval(this.#beat);
      this.#beat = setInterval(() => void this.send({ type: "ping" }), BEAT);
    };
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(event.data)) as Outbound);
    };
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #hear(message: Outbound): void {
    if (this.#patience === null) this.#wiring.linked("open");
    this.#settle();
    if (message.type !== "welcome" && message.type !== "closed") this.#given = 0;
    switch (message.type) {
      case "welcome":
        this.#epoch = message.epoch;
        this.#greeted = true;
        if (message.whole) this.#last = message.whole.n;
        this.#tries = 0;
        this.#wiring.linked("open");
        this.#wiring.heard(message);
        return;
      case "soon":
        this.#awaitSign();
        return;
      case "update":
        this.#take(message);
        return;
      case "closed":
        this.#wiring.linked("lost", message.reason);
        return;
      case "pong":
        this.#waiting.delete(message.id);
        return;
      default:
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
    }
  }

  /** Updates are numbered without gaps. A whole one has all that came before; of others, each is taken once. */
  #take(update: Update): void {
    if (update.whole) this.#missing = false;
    else if (this.#missing || update.n <= this.#last) return;
    else if (update.n > this.#last + 1) {
      this.#missing = true;
      void this.send({ type: "refresh" });
      return;
    }
    this.#last = update.n;
    this.#wiring.heard(update);
  }

  #lost(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#forget();
    if (code === FOR_GOOD) {
      this.#over = true;
      this.#wiring.linked("closed");
      return;
    }
    this.#wiring.linked("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * SLOWER ** this.#tries++);
    this.#timer = setTimeout(() => this.#dial(), wait * (0.75 + Math.random() / 2));
  }

  /** The socket is gone, and with it what was not answered yet. */
  #forget(): void {
    this.#socket = null;
    this.#greeted = false;
    this.#settle();
    clearInterval(this.#beat);
    for (const [id, resolve] of this.#waiting) resolve({ type: "refused", id, reason: "", rule: "" });
    this.#waiting.clear();
  }
}
