import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      // Addresses are made by the router's own `href`; this rule is for SvelteKit.
      "svelte/no-navigation-without-resolve": "off",
      // What is shown is replaced whole, never changed in place.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
);
