import { describe, expect, it } from "vitest";
import language from "virtual:card-language";
import { toHtml } from "../manual";

describe("the manual", () => {
  it("has all of the card language, and every link within it leads somewhere", () => {
    expect(language).toContain("<code>lose_levels</code>");
    const ids = new Set([...language.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...language.matchAll(/href="#([^"]+)"/g)].map(([, to]) => to);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((to) => !ids.has(to))).toEqual([]);
  });

  it("leaves no sign of its writing, and no markup of a text is markup", () => {
    const words = language.replace(/<(pre|code)[^>]*>[^]*?<\/\1>/g, "");
    expect(words).not.toMatch(/\*\*|\]\(|^\s*\|/m);
    expect(toHtml("a <b>x</b> `<i>`")).toBe("<p>a &lt;b&gt;x&lt;/b&gt; <code>&lt;i&gt;</code></p>");
  });
});
