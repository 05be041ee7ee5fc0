import { readFileSync } from "node:fs";
import { icons } from "@iconify-json/game-icons";
import type { Plugin } from "vite";

const MODULE = "virtual:pictures";

/** Every name of a picture that stands anywhere in the data. */
function named(data: unknown): string[] {
  if (typeof data === "string") return [data];
  if (data && typeof data === "object") return Object.values(data).flatMap(named);
  return [];
}

/** One SVG file with a symbol for each picture that the data file names, and no others. */
function sheet(names: string[]): string {
  const symbols = names.map((name) => {
    const icon = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent ?? ""];
    if (!icon) throw new Error(`pictures.json names "${name}", which is not a picture of game-icons`);
    return `<symbol id="${name}" viewBox="0 0 512 512">${icon.body}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

/** Bundles the pictures of game-icons that the data file names, as one sheet; `virtual:pictures` is its address. */
export function pictures(file: string): Plugin {
  const read = () => sheet([...new Set(named(JSON.parse(readFileSync(file, "utf8"))))].sort());
  let building = false;
  return {
    name: "pictures",
    configResolved(config) {
      building = config.command === "build";
    },
    configureServer(server) {
      server.middlewares.use("/pictures.svg", (_, answer) => {
        answer.setHeader("content-type", "image/svg+xml");
        answer.end(read());
      });
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return;
      if (!building) return `export default "/pictures.svg"`;
      const asset = this.emitFile({ type: "asset", name: "pictures.svg", source: read() });
      return `export default import.meta.ROLLUP_FILE_URL_${asset}`;
    },
  };
}
