/** Paths of the page. The server answers every path that is not its own with the page itself. */

const ROUTES = {
  home: "/",
  create: "/new",
  join: "/join/:id",
  table: "/table/:id",
  game: "/game/:id",
  cards: "/cards",
  card: "/cards/:pack/:card",
  rules: "/rules",
  rule: "/rules/:id",
  studio: "/studio",
  language: "/language",
  draft: "/studio/:id",
  shared: "/shared/:id",
  pack: "/table/:id/packs/:ref",
  ask: "/ask",
  learn: "/learn",
  settings: "/settings",
  credits: "/credits",
  operator: "/operator",
} as const;

export type RouteName = keyof typeof ROUTES;

export interface Place {
  name: RouteName | "unknown";
  params: Record<string, string>;
  query: URLSearchParams;
  hash: string;
}

/** Find the route of an address. */
export function match(address: URL): Place {
  const given = address.pathname.replace(/\/+$/, "").split("/");
  const rest = { query: address.searchParams, hash: address.hash.slice(1) };
  for (const [name, pattern] of Object.entries(ROUTES)) {
    const wanted = pattern.replace(/\/+$/, "").split("/");
    if (wanted.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, i) => {
      const found = given[i] ?? "";
      if (!part.startsWith(":")) return part === found;
      try {
        params[part.slice(1)] = decodeURIComponent(found);
      } catch {
        return false;
      }
      return found !== "";
    });
    if (fits) return { name: name as RouteName, params, ...rest };
  }
  return { name: "unknown", params: {}, ...rest };
}

/** The address of a route: `href("table", { id })`. */
export function href(name: RouteName, params: Record<string, string> = {}): string {
  return ROUTES[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
}

class Router {
  place: Place = $state.raw(match(new URL(globalThis.location?.href ?? "http://localhost/")));

  /** Follow the browser's own moves and clicks on links of this page. */
  listen(): () => void {
    const moved = () => this.#look();
    const clicked = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element | null)?.closest("a");
      if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (link.pathname.startsWith("/api/") || (link.pathname === location.pathname && link.hash)) return;
      event.preventDefault();
      this.go(link.href);
    };
    addEventListener("popstate", moved);
    addEventListener("hashchange", moved);
    addEventListener("click", clicked);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener("hashchange", moved);
      removeEventListener("click", clicked);
    };
  }

  /** Go to an address of this page. `replace` leaves no trace in the history. */
  go(address: string, replace = false): void {
    const url = new URL(address, location.href);
    const elsewhere = url.pathname !== location.pathname;
    if (replace) history.replaceState(null, "", url);
    else history.pushState(null, "", url);
    this.#look();
    if (elsewhere) {
      scrollTo(0, 0);
      // A screen reader begins to read where the focus is.
      requestAnimationFrame(() => document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true }));
    }
  }

  #look(): void {
    this.place = match(new URL(location.href));
  }
}

export const router = new Router();
