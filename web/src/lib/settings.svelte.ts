import type { PaceInfo } from "./protocol";
import type { TableTheme } from "./stage/themes";
import { recall, remember } from "./store";

export type Theme = "system" | "dark" | "light";
export type Contrast = "system" | "high" | "usual";
export type Motion = "system" | "on" | "off";
export type Language = "en" | "de";

interface Chosen {
  language: Language;
  theme: Theme;
  motion: Motion;
  table: TableTheme;
  contrast: Contrast;
  sound: boolean;
  voices: boolean;
  emotes: boolean;
  hints: boolean;
  keys: boolean;
  toured: boolean;
  stops: PaceInfo["stops"];
  tempo: PaceInfo["tempo"];
  nickname: string;
  /** The number of the face; 0: the one that goes with the name. */
  face: number;
}

/** The languages of the page, by their own names. */
export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch" };

function usual(): Chosen {
  const spoken = (globalThis.navigator?.language ?? "en").slice(0, 2) as Language;
  return {
    language: spoken in LANGUAGES ? spoken : "en",
    theme: "system",
    motion: "system",
    table: "by_set",
    contrast: "system",
    // A phone is silent until it is told otherwise.
    sound: asks("(hover: hover) and (pointer: fine)"),
    voices: true,
    emotes: true,
    hints: true,
    keys: true,
    toured: false,
    stops: "act",
    tempo: "normal",
    nickname: "",
    face: 0,
  };
}

function asks(query: string): boolean {
  return globalThis.matchMedia?.(query).matches ?? false;
}

/** What the person at this browser has chosen. Kept in the browser. */
class Settings {
  chosen: Chosen = $state({ ...usual(), ...recall<Partial<Chosen>>("settings", {}) });
  #dark = $state(asks("(prefers-color-scheme: dark)"));
  #contrast = $state(asks("(prefers-contrast: more)"));
  #still = $state(asks("(prefers-reduced-motion: reduce)"));

  dark = $derived(this.chosen.theme === "system" ? this.#dark : this.chosen.theme === "dark");
  contrast = $derived(this.chosen.contrast === "system" ? this.#contrast : this.chosen.contrast === "high");
  moving = $derived(this.chosen.motion === "system" ? !this.#still : this.chosen.motion === "on");

  /** Keep what is chosen, and show it on the page. To be called once, inside a component. */
  apply(): void {
    $effect(() => remember("settings", $state.snapshot(this.chosen)));
    $effect(() => {
      const root = document.documentElement;
      root.lang = this.chosen.language;
      root.dataset.theme = this.dark ? "dark" : "light";
      root.dataset.contrast = this.contrast ? "high" : "usual";
      root.dataset.motion = this.moving ? "on" : "off";
    });
    $effect(() => {
      const dark = matchMedia("(prefers-color-scheme: dark)");
      const still = matchMedia("(prefers-reduced-motion: reduce)");
      const contrast = matchMedia("(prefers-contrast: more)");
      const look = () => {
        this.#contrast = contrast.matches;
        this.#dark = dark.matches;
        this.#still = still.matches;
      };
      dark.addEventListener("change", look);
      still.addEventListener("change", look);
      contrast.addEventListener("change", look);
      return () => {
        dark.removeEventListener("change", look);
        still.removeEventListener("change", look);
        contrast.removeEventListener("change", look);
      };
    });
  }
}

export const settings = new Settings();
