import { describe, expect, it, vi } from "vitest";
import { Connection, GIVE_UP, PATIENCE, type Link } from "./connection";

/** A socket whose other end is the test. */
class Wire {
  readyState: number = WebSocket.OPEN;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number; reason: string }) => void;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  /** A browser tells of the end of a socket some time after it was asked for. */
  close(): void {
    this.readyState = WebSocket.CLOSING;
  }
}

function connected(language: string) {
  const wire = new Wire();
  const links: (Link | undefined)[] = [];
  const heard: string[] = [];
  const connection = new Connection({
    address: "ws://table",
    token: "key",
    language,
    heard: (message) => heard.push(message.type),
    linked: (link) => links.push(link),
    open: () => {
      wire.readyState = WebSocket.OPEN;
      return wire as unknown as WebSocket;
    },
  });
  wire.onopen?.();
  return { wire, links, heard, connection };
}

const WELCOME = JSON.stringify({ type: "welcome", protocol: 1, epoch: "e", seat: 0, host: true, whole: null });

describe("a connection", () => {
  it("says hello in its language, from the beginning", () => {
    const { wire, connection } = connected("de");
    expect(wire.sent).toEqual([{ type: "hello", token: "key", language: "de", epoch: "", last: 0 }]);
    connection.close();
  });

  it("says nothing more once it is closed, so that another can take its place", async () => {
    const { wire, links, heard, connection } = connected("en");
    wire.onmessage?.({ data: WELCOME });
    const asked = connection.send({ type: "undo" });
    connection.close();
    wire.onmessage?.({ data: WELCOME });
    wire.onclose?.({ code: 1000, reason: "" });
    expect(await asked).toMatchObject({ type: "refused", reason: "" });
    expect(heard).toEqual(["welcome"]);
    expect(links).toEqual(["connecting", "open"]);
  });

  it("is over where the table does not let it in", () => {
    const { wire, links } = connected("en");
    wire.onclose?.({ code: 1008, reason: "" });
    expect(links).toEqual(["connecting", "closed"]);
  });

  const update = (n: number, whole?: true) => ({ data: JSON.stringify({ type: "update", n, whole, log: [] }) });
  const said = (wire: Wire, type: string) => wire.sent.filter((message) => message["type"] === type).length;

  it("takes a whole view with the last number as it is, and asks for nothing", () => {
    const { wire, heard } = connected("en");
    wire.onmessage?.({ data: WELCOME });
    for (const n of [1, 2]) wire.onmessage?.(update(n));
    for (let i = 0; i < 3; i++) wire.onmessage?.(update(2, true));
    wire.onmessage?.(update(3));
    expect(heard).toEqual(["welcome", ...Array.from({ length: 6 }, () => "update")]);
    expect(said(wire, "refresh")).toBe(0);
  });

  it("asks once for what is missing, and takes nothing twice", () => {
    const { wire, heard } = connected("en");
    wire.onmessage?.({ data: WELCOME });
    for (const n of [1, 1, 4, 5, 6]) wire.onmessage?.(update(n));
    expect(heard).toEqual(["welcome", "update"]);
    expect(said(wire, "refresh")).toBe(1);
    wire.onmessage?.(update(6, true));
    wire.onmessage?.(update(7));
    expect(heard).toEqual(["welcome", "update", "update", "update"]);
    expect(said(wire, "refresh")).toBe(1);
  });

  it("says that the server is silent soon after something was said to it, and that it speaks again", () => {
    vi.useFakeTimers();
    const { wire, links, connection } = connected("en");
    wire.onmessage?.({ data: WELCOME });
    vi.advanceTimersByTime(PATIENCE);
    expect(links, "nobody has asked it anything").toEqual(["connecting", "open"]);
    void connection.send({ type: "undo" });
    vi.advanceTimersByTime(PATIENCE / 2);
    void connection.send({ type: "undo" });
    vi.advanceTimersByTime(PATIENCE / 2);
    expect(links).toEqual(["connecting", "open", "silent"]);
    wire.onmessage?.(update(1));
    vi.advanceTimersByTime(PATIENCE);
    expect(links).toEqual(["connecting", "open", "silent", "open"]);
    connection.close();
    vi.useRealTimers();
  });

  it("gives up a line on which nothing comes for another, and waits longer there", () => {
    vi.useFakeTimers();
    const { wire, links, connection } = connected("en");
    const soon = 1000;
    vi.advanceTimersByTime(GIVE_UP);
    expect(links, "nobody has greeted it").toEqual(["connecting", "lost"]);
    vi.advanceTimersByTime(soon);
    wire.onopen?.();
    wire.onmessage?.({ data: WELCOME });
    void connection.send({ type: "undo" });
    vi.advanceTimersByTime(GIVE_UP + PATIENCE);
    expect(links.slice(2)).toEqual(["connecting", "open", "silent"]);
    vi.advanceTimersByTime(GIVE_UP - PATIENCE);
    expect(links.at(-1)).toBe("lost");
    vi.advanceTimersByTime(soon);
    wire.onopen?.();
    wire.onmessage?.({ data: WELCOME });
    wire.onmessage?.(update(1));
    void connection.send({ type: "undo" });
    vi.advanceTimersByTime(GIVE_UP);
    expect(links.slice(6), "it was answered meanwhile").toEqual(["connecting", "open", "silent", "lost"]);
    connection.close();
    vi.useRealTimers();
  });

  it("waits for a welcome as long as the server says that it comes", () => {
    vi.useFakeTimers();
    const { wire, links, heard, connection } = connected("en");
    for (let told = 0; told < 4; told++) {
      vi.advanceTimersByTime(GIVE_UP - 1);
      wire.onmessage?.({ data: JSON.stringify({ type: "soon" }) });
    }
    expect(links).toEqual(["connecting"]);
    expect(heard, "it is nothing that the table must know").toEqual([]);
    vi.advanceTimersByTime(GIVE_UP);
    expect(links, "it has not come").toEqual(["connecting", "lost"]);
    connection.close();
    vi.useRealTimers();
  });

  it("asks now and then whether anybody is there, and is content with any word", () => {
    vi.useFakeTimers();
    const { wire, links, connection } = connected("en");
    wire.onmessage?.({ data: WELCOME });
    for (let n = 1; n < 17; n++) {
      vi.advanceTimersByTime(GIVE_UP - 1);
      wire.onmessage?.(update(n));
    }
    expect(links.filter((link) => link === "lost")).toEqual([]);
    expect(said(wire, "ping")).toBeGreaterThan(9);
    vi.advanceTimersByTime(2 * GIVE_UP);
    expect(links).toContain("lost");
    connection.close();
    vi.useRealTimers();
  });

  it("knows at once that the network is gone", () => {
    const { wire, links, connection } = connected("en");
    wire.onmessage?.({ data: WELCOME });
    connection.drop();
    wire.onclose?.({ code: 1006, reason: "" });
    expect(links).toEqual(["connecting", "open", "lost"]);
    connection.close();
  });
});
