import { settings } from "./settings.svelte";

/** The server said no: why, and by which rule where a rule is the reason. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly rule = "",
  ) {
    super(message);
    this.name = "Refused";
  }
}

interface Asked {
  method?: "GET" | "POST" | "DELETE" | "PUT" | "PATCH";
  body?: unknown;
  token?: string;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
}

/** So often is asked again what the server has no time for just now. */
const TIMES = 6;
/** So many times as long is waited after each, and at most so long, in seconds. */
const SLOWER = 1.5;
const LONGEST_WAIT = 8;

/** Ask the server. A token goes in the header, never into an address. */
export async function ask<T>(path: string, asked: Asked = {}): Promise<T> {
  return reading(await (await send(path, asked)).text()) as T;
}

/** Ask the server for a file. */
export async function askForFile(path: string, asked: Asked = {}): Promise<Blob> {
  return (await send(path, asked)).blob();
}

async function send(path: string, asked: Asked): Promise<Response> {
  const address = new URL(path, location.origin);
  address.searchParams.set("lang", settings.chosen.language);
  for (const [key, value] of Object.entries(asked.query ?? {})) {
    if (value !== undefined) address.searchParams.set(key, String(value));
  }
  const headers: Record<string, string> = { accept: "application/json" };
  if (asked.token) headers["authorization"] = `Bearer ${asked.token}`;
  if (asked.body !== undefined) headers["content-type"] = "application/json";
  const method = asked.method ?? (asked.body === undefined ? "GET" : "POST");
  for (let times = 0; ; times++) {
    const answer = await fetch(address, {
      method,
      headers,
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      ...(asked.signal ? { signal: asked.signal } : {}),
    });
    if (answer.ok) return answer;
    const said = (reading(await answer.text()) ?? {}) as { detail?: string; reason?: string; rule?: string };
    const after = Number(answer.headers.get("retry-after") ?? 0);
    if (method !== "GET" || !(after > 0 && after <= LONGEST_WAIT) || times >= TIMES) {
      throw new Refused(said.reason ?? said.detail ?? answer.statusText, answer.status, said.rule ?? "");
    }
    await pause(Math.min(LONGEST_WAIT, after * SLOWER ** times) * (1 + Math.random() / 4), asked.signal);
  }
}

/** Wait so many seconds, or until nobody wants what comes after. */
function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

function reading(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return { detail: text };
  }
}
