import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ask, Refused } from "./api";

const busy = (after?: string) =>
  new Response(JSON.stringify({ reason: "Too much to do", rule: "" }), {
    status: 429,
    headers: after === undefined ? {} : { "retry-after": after },
  });
const found = () => new Response("[1]");
const fetched = vi.fn<(address: URL, asked: RequestInit) => Promise<Response>>();
const answers = (...given: Response[]) => given.forEach((each) => fetched.mockResolvedValueOnce(each));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { origin: "http://table" });
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

describe("a server that is busy", () => {
  it("is asked again when it says, and later each time", async () => {
    answers(busy("1"), busy("1"), found());
    const asked = ask("/api/games");
    await vi.advanceTimersByTimeAsync(900);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(400);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await asked).toEqual([1]);
  });

  it("is not asked for ever", async () => {
    fetched.mockImplementation(() => Promise.resolve(busy("2")));
    const asked = ask("/api/games").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await asked).toMatchObject({ message: "Too much to do", status: 429 });
    expect(fetched).toHaveBeenCalledTimes(7);
  });

  it("is asked once where it does not say when, or only much later", async () => {
    for (const after of [undefined, "0", "3600", "Fri, 20 Nov 2026 00:00:00 GMT"]) {
      answers(busy(after));
      await expect(ask("/api/games")).rejects.toThrow(Refused);
    }
    expect(fetched).toHaveBeenCalledTimes(4);
  });

  it("is told once what changes something", async () => {
    answers(busy("1"), busy("1"));
    await expect(ask("/api/tables", { body: {} })).rejects.toThrow(Refused);
    await expect(ask("/api/probes/x", { method: "DELETE" })).rejects.toThrow(Refused);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it("is left alone once nobody wants the answer", async () => {
    answers(busy("1"), found());
    const wanted = new AbortController();
    const asked = ask("/api/games", { signal: wanted.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);
    wanted.abort();
    expect(await asked).toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
