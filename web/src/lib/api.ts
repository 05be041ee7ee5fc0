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
  const answer = await fetch(address, {
    method: asked.method ?? (asked.body === undefined ? "GET" : "POST"),
    headers,
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    ...(asked.signal ? { signal: asked.signal } : {}),
  });
  if (!answer.ok) {
    const said = (reading(await answer.text()) ?? {}) as { detail?: string; reason?: string; rule?: string };
    throw new Refused(said.reason ?? said.detail ?? answer.statusText, answer.status, said.rule ?? "");
  }
  return answer;
}

function reading(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return { detail: text };
  }
}
