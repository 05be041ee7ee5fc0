import { recall, remember } from "$lib/store";

/** A pack of one's own, as it is written. */
export interface Draft {
  key: string;
  name: string;
  text: string;
  changed: number;
  /** A link by which others can read it, and the key that takes the link back. */
  share?: { id: string; key: string };
}

/** The packs that somebody writes in this browser, or has brought along. They are kept in the browser. */
class OwnPacks {
  all: Draft[] = $state(recall<Draft[]>("packs", []));

  find(key: string): Draft | undefined {
    return this.all.find((draft) => draft.key === key);
  }

  /** Keep a new pack; one with the same text is not kept twice. */
  add(text: string): Draft {
    const same = this.all.find((draft) => draft.text === text);
    if (same) return same;
    const key = Math.random().toString(36).slice(2, 10);
    this.all.unshift({ key, name: nameIn(text), text, changed: Date.now() });
    this.#keep();
    return this.all[0] as Draft;
  }

  write(key: string, text: string): void {
    const draft = this.find(key);
    if (!draft || draft.text === text) return;
    draft.text = text;
    draft.name = nameIn(text);
    draft.changed = Date.now();
    this.#keep();
  }

  share(key: string, share: Draft["share"]): void {
    const draft = this.find(key);
    if (!draft) return;
    if (share) draft.share = share;
    else delete draft.share;
    this.#keep();
  }

  remove(key: string): void {
    this.all = this.all.filter((draft) => draft.key !== key);
    this.#keep();
  }

  #keep(): void {
    remember("packs", $state.snapshot(this.all));
  }
}

/** The name of a pack, from the line that has it. */
export function nameIn(text: string): string {
  const line = /^name:[ \t]*(.+?)[ \t]*$/m.exec(text)?.[1] ?? "";
  const quoted = /^(["'])(.*)\1$/.exec(line)?.[2];
  return (quoted ?? line).slice(0, 120);
}

/** The name of a file for a pack: its id, or its name. */
export function fileOf(text: string): string {
  const id = /^id:[ \t]*["']?([a-z0-9][a-z0-9_-]*)/m.exec(text)?.[1];
  return `${id ?? "pack"}.yaml`;
}

/** Let the browser save a text as a file. */
export function download(name: string, content: string | Blob): void {
  const file = content instanceof Blob ? content : new Blob([content], { type: "application/yaml" });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export const ownPacks = new OwnPacks();
