/** A pattern that finds any of these names as whole words, the longest first. */
export function namesPattern(names: Iterable<string>): RegExp | null {
  const all = [...new Set(names)].filter(Boolean).sort((a, b) => b.length - a.length);
  if (!all.length) return null;
  const escaped = all.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu");
}

/** A text in parts: words of the page and names in turn, beginning with words. */
export function apart(text: string, pattern: RegExp | null): string[] {
  return pattern ? text.split(pattern) : [text];
}
