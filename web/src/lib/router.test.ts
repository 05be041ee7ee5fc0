import { describe, expect, it } from "vitest";
import { href, match } from "./router.svelte";

const at = (path: string) => match(new URL(path, "http://table.test"));

describe("match", () => {
  it("finds a route with its parameters, query and fragment", () => {
    const place = at("/table/ab%20c?seat=2#token");
    expect(place.name).toBe("table");
    expect(place.params).toEqual({ id: "ab c" });
    expect(place.query.get("seat")).toBe("2");
    expect(place.hash).toBe("token");
  });

  it("takes a slash at the end for nothing", () => {
    expect(at("/").name).toBe("home");
    expect(at("/cards/").name).toBe("cards");
  });

  it("knows what it does not know", () => {
    expect(at("/nowhere").name).toBe("unknown");
    expect(at("/table/").name).toBe("unknown");
    expect(at("/table/%zz").name).toBe("unknown");
  });

  it("reads what it writes", () => {
    const path = href("card", { pack: "munchkin", card: "big/foot" });
    expect(at(path).params).toEqual({ pack: "munchkin", card: "big/foot" });
  });
});
