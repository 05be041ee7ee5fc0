import de from "./messages/de.json";
import en from "./messages/en.json";
import { settings, type Language } from "./settings.svelte";

/** A message of the page. Those with a count end in `.one` and `.other`; the key is what stands before. */
type Written = keyof typeof en;
export type Message = Written extends infer K
  ? K extends `${infer Stem}.one` | `${infer Stem}.other`
    ? Stem
    : K
  : never;

const MESSAGES: Record<Language, Record<string, string>> = { en, de };

/** What a language counts by. Made once: browsers take long over it, and a page counts all the time. */
const COUNTING = new Map<Language, { plural: Intl.PluralRules; number: Intl.NumberFormat }>();

function counting(language: Language) {
  let found = COUNTING.get(language);
  if (!found) {
    found = { plural: new Intl.PluralRules(language), number: new Intl.NumberFormat(language) };
    COUNTING.set(language, found);
  }
  return found;
}

/** A message in a language, with `{names}` filled in; `n` chooses between one and many. */
export function say(language: Language, key: string, values: Record<string, string | number> = {}): string {
  const messages = MESSAGES[language];
  const n = values["n"];
  const counted = typeof n === "number" ? `${key}.${counting(language).plural.select(n)}` : key;
  const text = messages[counted] ?? messages[`${key}.other`] ?? messages[key] ?? en[key as Written] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" && Number.isInteger(value)
      ? counting(language).number.format(value)
      : String(value);
  });
}

/** A message in the language of the page. */
export function t(key: Message, values?: Record<string, string | number>): string {
  return say(settings.chosen.language, key, values);
}

/** A message whose key is made of what the server says; `otherwise` where the page has no word for it. */
export function word(key: string, otherwise: string): string {
  const found = say(settings.chosen.language, key);
  return found === key ? otherwise : found;
}
