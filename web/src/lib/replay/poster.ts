import bold from "@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2?url";
import plain from "@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff2?url";
import title from "@fontsource/almendra/files/almendra-latin-700-normal.woff2?url";
import { drawFace } from "$lib/faces/face";
import type { Mood } from "$lib/faces/moods";
import type { LevelsAt } from "$lib/protocol";
import { colour } from "$lib/table/colours";

/** What the picture of a game shows. */
export interface Poster {
  title: string;
  headline: string;
  lines: { turn: number; seat: number; words: string }[];
  facts: { label: string; words: string }[];
  names: string[];
  /** Who of them is a bot, and has a bot's face. */
  bots: boolean[];
  /** Who won, by seat. */
  winners: number[];
  levels: LevelsAt[];
  /** The turns in which the game turned. */
  turning: number[];
  foot: string;
  turnWord: string;
}

const WIDTH = 1200;
const MARGIN = 56;
const TEXT = "'Alegreya Sans', 'Trebuchet MS', sans-serif";
const DISPLAY = "Almendra, Georgia, serif";
/** The type of the page. A picture loads nothing, so it must have it in itself. */
const FONTS = [
  { family: "Almendra", weight: 700, file: title },
  { family: "Alegreya Sans", weight: 400, file: plain },
  { family: "Alegreya Sans", weight: 700, file: bold },
];
/** How large the winner's face is. */
const FACE = 132;
/** So far apart are those of several, as a part of that. */
const BESIDE = 0.8;
/** About so wide is a letter, as a part of the size of the type. */
const LETTER = 0.49;

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);

/** A text in lines of at most so many letters, broken between words. */
export function broken(text: string, letters: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line && line.length + 1 + word.length > letters) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, line] : lines;
}

/** A face on the disc of its player, from its upper left corner. */
function face({ names, bots }: Poster, seat: number, x: number, y: number, size: number, mood: Mood = "calm"): string {
  const looks = { name: names[seat] ?? "", bot: bots[seat] ?? false, mood };
  return (
    `<g transform="translate(${x} ${y})scale(${size / 64})" clip-path="url(#disc)">` +
    `<circle cx="32" cy="32" r="32" fill="${colour(seat)}"/>${drawFace(looks, () => "")}</g>`
  );
}

/** The picture of a game as SVG, with nothing in it that would have to be loaded. */
export function drawn(poster: Poster): string {
  const parts: string[] = [];
  let y = 84;
  const text = (words: string, x: number, size: number, more = "") =>
    parts.push(`<text x="${x}" y="${y}" font-size="${size}" ${more}>${escaped(words)}</text>`);
  const faces = FACE * (1 + (Math.max(1, poster.winners.length) - 1) * BESIDE);
  poster.winners.forEach((seat, at) =>
    parts.push(face(poster, seat, WIDTH - MARGIN - faces + at * FACE * BESIDE, 50, FACE, "win")),
  );
  text(poster.title, MARGIN, 30, 'fill="#d8b27a"');
  y += 22;
  for (const line of broken(poster.headline, (WIDTH - 3 * MARGIN - faces) / (44 * LETTER))) {
    y += 50;
    text(line, MARGIN, 44, `font-family="${DISPLAY}" font-weight="700" fill="#ffe3a6"`);
  }
  y = Math.max(y, 50 + FACE) + 40;
  parts.push(curve(poster, y, 300));
  y += 340;
  let x = MARGIN;
  for (const [seat, name] of poster.names.entries()) {
    parts.push(face(poster, seat, x, y - 27, 38));
    text(name, x + 48, 26, 'font-weight="700"');
    x += 48 + Math.max(90, name.length * 26 * LETTER + 40);
  }
  y += 14;
  for (const line of poster.lines) {
    y += 38;
    text(`${poster.turnWord} ${line.turn}`, MARGIN, 20, 'fill="#d8b27a"');
    if (line.seat in poster.names) parts.push(face(poster, line.seat, MARGIN + 88, y - 22, 30));
    for (const [i, part] of broken(line.words, (WIDTH - MARGIN - 200) / (25 * LETTER)).entries()) {
      if (i) y += 30;
      text(part, MARGIN + 132, 25);
    }
  }
  y += 16;
  for (const fact of poster.facts) {
    y += 42;
    text(fact.label, MARGIN, 24, 'font-weight="700" fill="#ffcf8a"');
    for (const part of broken(fact.words, (WIDTH - 2 * MARGIN) / (24 * LETTER))) {
      y += 31;
      text(part, MARGIN, 24);
    }
  }
  y += 56;
  text(`kickdoor · ${poster.foot}`, MARGIN, 18, 'fill="#b99a72"');
  const height = y + 34;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" ` +
    `font-family="${TEXT}" fill="#f7ead2"><defs><clipPath id="disc"><circle cx="32" cy="32" r="32"/></clipPath><radialGradient id="g" cx="50%" cy="0%" r="90%">` +
    `<stop offset="0" stop-color="#4a2c14"/><stop offset="1" stop-color="#160c06"/></radialGradient></defs>` +
    `<rect width="100%" height="100%" fill="url(#g)"/>` +
    `<rect x="14" y="14" width="${WIDTH - 28}" height="${height - 28}" rx="18" fill="none" stroke="#a87a3a" stroke-width="3"/>` +
    `${parts.join("")}</svg>`
  );
}

/** The Levels of all players over the turns, with the turns in which the game turned. */
function curve({ levels, names, turning }: Poster, top: number, height: number): string {
  const last = Math.max(1, levels.at(-1)?.turns ?? 1);
  const most = Math.max(2, ...levels.flatMap((entry) => entry.levels));
  const x = (turn: number) => MARGIN + 30 + (turn / last) * (WIDTH - 2 * MARGIN - 40);
  const y = (level: number) => top + height - ((level - 1) / (most - 1)) * height;
  const parts = turning.map(
    (turn) =>
      `<line x1="${x(turn)}" x2="${x(turn)}" y1="${top - 6}" y2="${top + height}" stroke="#ffcf6b" stroke-dasharray="4 6" stroke-width="2"/>`,
  );
  for (let level = 1; level <= most; level++) {
    parts.push(
      `<line x1="${x(0)}" x2="${x(last)}" y1="${y(level)}" y2="${y(level)}" stroke="#ffffff" stroke-opacity=".1"/>`,
    );
    if (level === most || (level % 3 === 1 && level < most - 1))
      parts.push(`<text x="${MARGIN}" y="${y(level) + 7}" font-size="20" fill="#b99a72">${level}</text>`);
  }
  for (const seat of names.keys()) {
    const apart = (seat - (names.length - 1) / 2) * 3;
    let path = `M${x(0)} ${y(1) + apart}`;
    for (const entry of levels) path += `H${x(entry.turns)}V${y(entry.levels[seat] ?? 1) + apart}`;
    parts.push(`<path d="${path}" fill="none" stroke="${colour(seat)}" stroke-width="5" stroke-linejoin="round"/>`);
  }
  return parts.join("");
}

/** A picture with its type in it. Where that cannot be had, another does. */
async function typeset(svg: string): Promise<string> {
  const faces = await Promise.all(
    FONTS.map(async ({ family, weight, file }) => {
      const bytes = new Uint8Array(await (await fetch(file)).arrayBuffer());
      const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${data})}`;
    }),
  ).catch(() => []);
  return svg.replace("<defs>", `<defs><style>${faces.join("")}</style>`);
}

/** Have a picture saved as PNG. */
export async function save(svg: string, name: string): Promise<void> {
  const source = URL.createObjectURL(new Blob([await typeset(svg)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (!made) throw new Error("no picture");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(made);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } finally {
    URL.revokeObjectURL(source);
  }
}
