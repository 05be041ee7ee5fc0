import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The address of a heading within its page, as other pages of the documentation write it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

/** Links within the page and to other sites; another page of the documentation is not here, so its name stays text. */
function link(words: string, to: string): string {
  if (to.startsWith("#")) return `<a href="${to}">${words}</a>`;
  return to.startsWith("https://") ? `<a href="${to}" target="_blank" rel="noreferrer">${words}</a>` : words;
}

function inline(text: string): string {
  return text
    .split(/(`` .+? ``|``.+?``|`[^`]+`)/)
    .map((part, i) =>
      i % 2
        ? `<code>${escape(part.replace(/^`+ ?| ?`+$/g, ""))}</code>`
        : escape(part).replace(/(^|[^\w*])\*(\w[^*]*)\*(?=[^\w*]|$)/g, "$1<em>$2</em>"),
    )
    .join("")
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/\[((?:[^\][]|\[[^\][]*\])+)\]\(([^)\s]+)\)/g, (_, words: string, to: string) => link(words, to));
}

function table(lines: string[]): string {
  const rows = lines.map((line) => line.replace(/^\|\s*|\s*\|$/g, "").split(/\s*(?<!\\)\|\s*/));
  const row = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell.replaceAll("\\|", "|"))}</${tag}>`).join("")}</tr>`;
  const [head = [], , ...body] = rows;
  return `<div class="scroll"><table><thead>${row(head, "th")}</thead><tbody>${body.map((cells) => row(cells, "td")).join("")}</tbody></table></div>`;
}

/** A page of the documentation as HTML: of Markdown what our pages use. */
export function toHtml(text: string): string {
  const found: string[] = [];
  const lines = text.replace(/<!--[^]*?-->/g, "").split("\n");
  const take = (fits: (line: string) => boolean) => {
    const taken: string[] = [];
    while (lines.length && fits(lines[0] ?? "")) taken.push(lines.shift() ?? "");
    return taken;
  };
  while (lines.length) {
    const line = lines[0] ?? "";
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) {
      lines.shift();
      const [, signs = "", words = ""] = heading;
      found.push(`<h${signs.length} id="${anchor(words)}">${inline(words)}</h${signs.length}>`);
    } else if (line.startsWith("```")) {
      lines.shift();
      found.push(`<pre>${escape(take((each) => !each.startsWith("```")).join("\n"))}</pre>`);
      lines.shift();
    } else if (line.startsWith("    ")) {
      const code = take((each) => each.startsWith("    ") || each === "").map((each) => each.slice(4));
      found.push(`<pre>${escape(code.join("\n").trimEnd())}</pre>`);
    } else if (line.startsWith("|")) {
      found.push(table(take((each) => each.startsWith("|"))));
    } else if (line.startsWith("- ")) {
      const items = take((each) => /^(- | {2})/.test(each))
        .join("\n")
        .slice(2)
        .split("\n- ");
      found.push(`<ul>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</ul>`);
    } else if (line.trim() === "") {
      lines.shift();
    } else {
      found.push(`<p>${inline(take((each) => each.trim() !== "" && !/^([#|]|```|- )/.test(each)).join("\n"))}</p>`);
    }
  }
  return found.join("\n");
}

/** The page that explains the card language, for whoever writes cards and has no documentation at hand. */
const MANUAL = "virtual:card-language";

export function manual(page: string): Plugin {
  return {
    name: "manual",
    resolveId: (id) => (id === MANUAL ? `\0${MANUAL}` : undefined),
    load: (id) =>
      id === `\0${MANUAL}` ? `export default ${JSON.stringify(toHtml(readFileSync(page, "utf8")))}` : undefined,
  };
}
