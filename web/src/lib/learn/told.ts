/** A piece of a text: plain, or a word of the glossary, written as a link to its entry. */
export interface Piece {
  shown: string;
  term: string;
}

/** The pieces of a text. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\[([^\]]+)\]\(([a-z_]+)\)/g)) {
    if (match.index > end) found.push({ shown: text.slice(end, match.index), term: "" });
    found.push({ shown: match[1] ?? "", term: match[2] ?? "" });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ shown: text.slice(end), term: "" });
  return found;
}
