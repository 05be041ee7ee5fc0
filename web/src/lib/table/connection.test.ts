import { describe, expect, it } from "vitest";
import { Connection, type Link } from "./connection";

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
    open: () => wire as unknown as WebSocket,
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
});
