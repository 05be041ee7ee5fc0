/// <reference types="vitest/config" />
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { manual } from "./manual.ts";
import { drawing, pictures } from "./pictures.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [
    svelte(),
    pictures(here("src/lib/icons/pictures.json")),
    manual(here("../docs/cards.md")),
    drawing(here("src/lib/cards/drawing/press.ts"), here("src/lib"), here("src/lib/icons/pictures.json")),
  ],
  resolve: { alias: { $lib: here("src/lib") } },
  build: {
    outDir: here("../src/kickdoor/server/static"),
    emptyOutDir: true,
    target: "es2022",
    // What several pages share is one file, not a dozen small ones.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 3 }] } },
      // How long plugins take is no news to somebody who wants to play.
      checks: { bundlerTimings: false },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
