import { readFileSync } from "node:fs";
import { icons } from "@iconify-json/game-icons";
import { build, type Plugin, type Rollup } from "vite";

/** Every name of a picture that stands anywhere in the data. */
function named(data: unknown): string[] {
  if (typeof data === "string") return [data];
  if (data && typeof data === "object") return Object.values(data).flatMap(named);
  return [];
}

const NAMES = Object.keys(icons.icons).sort();

/** A picture as a file of its own, to be used as `/pictures/NAME.svg#p`. */
function file(name: string): string {
  const icon = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent ?? ""];
  if (!icon) throw new Error(`"${name}" is not a picture of game-icons`);
  return `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="p" viewBox="0 0 512 512">${icon.body}</symbol></svg>`;
}

/** The module that has the names of all pictures, as one text with spaces: 19 KB on the wire. */
const LIST = "virtual:picture-names";

/**
 * Bundles all pictures of game-icons, since a card of anybody may choose any of them, and a list of their names. Each is
 * a file: a table shows a few dozen. Those that the data file names must be among them.
 */
export function pictures(data: string): Plugin {
  return {
    name: "pictures",
    resolveId: (id) => (id === LIST ? `\0${LIST}` : undefined),
    load: (id) => (id === `\0${LIST}` ? `export default ${JSON.stringify(NAMES.join(" "))}` : undefined),
    configureServer(server) {
      server.middlewares.use("/pictures/", (request, answer) => {
        answer.setHeader("content-type", "image/svg+xml");
        answer.end(file((request.url ?? "").replace(/^\/|\.svg.*$/g, "")));
      });
    },
    generateBundle() {
      const wanted = new Set([...NAMES, ...named(JSON.parse(readFileSync(data, "utf8")))]);
      for (const name of wanted) {
        this.emitFile({ type: "asset", fileName: `pictures/${name}.svg`, source: file(name) });
      }
    },
  };
}

/** Signs that no font of the page has; browsers bring some of their own, a press does not. */
const EMOJI = "node_modules/@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff";

/** Bundles what draws cards as one script of its own, `drawing.js`, and a font, for a press that has no page. */
export function drawing(entry: string, library: string, data: string): Plugin {
  return {
    name: "drawing",
    apply: "build",
    async generateBundle() {
      const built = (await build({
        configFile: false,
        logLevel: "warn",
        plugins: [{ ...pictures(data), generateBundle: undefined }],
        resolve: { alias: { $lib: library } },
        build: { write: false, target: "es2022", lib: { entry, formats: ["iife"], name: "drawing" } },
      })) as Rollup.RollupOutput[];
      const [script] = built.flatMap((one) => one.output).filter((one) => one.type === "chunk");
      this.emitFile({ type: "asset", fileName: "drawing.js", source: script?.code ?? "" });
      this.emitFile({ type: "asset", name: "noto-emoji.woff", source: readFileSync(new URL(EMOJI, import.meta.url)) });
    },
  };
}
