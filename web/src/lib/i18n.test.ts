import { describe, expect, it } from "vitest";
import { say } from "./i18n";
import de from "./messages/de.json";
import en from "./messages/en.json";

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

describe("messages", () => {
  it("are the same in both languages, with the same names to fill in", () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      expect(names(de[key as keyof typeof de]), key).toEqual(names(text));
    }
  });

  it("choose between one and many", () => {
    expect(say("en", "cards.count", { n: 1 })).toBe("1 card");
    expect(say("en", "cards.count", { n: 3 })).toBe("3 cards");
    expect(say("de", "cards.count", { n: 1 })).toBe("1 Karte");
  });

  it("write large numbers as the log does", () => {
    expect(say("en", "pick.gold", { gold: 1200, n: 1 })).toBe("1,200 gold: 1 level");
    expect(say("de", "pick.gold", { gold: 1200, n: 1 })).toBe("1.200 Gold: 1 Stufe");
  });
});
