import { expect, test } from "vitest";
import de from "$lib/messages/de.json";
import en from "$lib/messages/en.json";
import { pieces } from "./told";

test("words of the glossary are told apart", () => {
  expect(pieces("Reach [Level 10](level) first.")).toEqual([
    { shown: "Reach ", term: "" },
    { shown: "Level 10", term: "level" },
    { shown: " first.", term: "" },
  ]);
});

test.each([
  ["en", en],
  ["de", de],
])("every word that is explained in %s is in the glossary, and every entry is used", (_, messages) => {
  const told = Object.entries(messages as Record<string, string>).filter(([key]) => key.startsWith("learn."));
  const used = new Set(
    told
      .flatMap(([, text]) => pieces(text))
      .map((piece) => piece.term)
      .filter(Boolean),
  );
  const known = Object.keys(messages)
    .filter((key) => key.startsWith("glossary.") && key !== "glossary.what")
    .map((key) => key.slice("glossary.".length));
  expect([...used].sort()).toEqual(known.sort());
});
