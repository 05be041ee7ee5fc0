import { readFileSync } from "node:fs";
import { icons } from "@iconify-json/game-icons";
import type { Plugin } from "vite";

/** Every name of a picture that stands anywhere in the data. */
function named(data: unknown): string[] {
  if (typeof data === "string") return [data];
  if (data && typeof data === "object") return Object.values(data).flatMap(named);
  return [];
}

/** A picture as a file of its own, to be used as `/pictures/NAME.svg#p`. */
function file(name: string): string {
  const icon = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent ?? ""];
  if (!icon) throw new Error(`pictures.json names "${name}", which is not a picture of game-icons`);
  return `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="p" viewBox="0 0 512 512">${icon.body}</symbol></svg>`;
}

/**
 * Bundles the pictures of game-icons that the data file names, and no others. Each is a file: there are a thousand,
 * and a table shows a few dozen of them.
 */
export function pictures(data: string): Plugin {
  return {
    name: "pictures",
    configureServer(server) {
      server.middlewares.use("/pictures/", (request, answer) => {
        answer.setHeader("content-type", "image/svg+xml");
        answer.end(file((request.url ?? "").replace(/^\/|\.svg.*$/g, "")));
      });
    },
    generateBundle() {
      for (const name of new Set(named(JSON.parse(readFileSync(data, "utf8"))))) {
        this.emitFile({ type: "asset", fileName: `pictures/${name}.svg`, source: file(name) });
      }
    },
  };
}
