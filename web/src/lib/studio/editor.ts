import { defaultKeymap, history, historyKeymap, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, Transaction } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { FaultInfo } from "$lib/protocol";
import type { Edit } from "./writing";

/** The text of a pack in an editor: the one place where it changes, so that everything can be undone in order. */

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--cool)" },
  { tag: tags.comment, color: "var(--ink-soft)", fontStyle: "italic" },
]);

const LOOKS = EditorView.theme({
  "&": { height: "100%", fontSize: "0.92rem", color: "var(--ink)", backgroundColor: "var(--panel)" },
  "&.cm-focused": { outline: "3px solid var(--lit)" },
  ".cm-scroller": { fontFamily: "ui-monospace, Menlo, Consolas, monospace", lineHeight: "1.45" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--panel-high)", color: "var(--ink-soft)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--lit) 9%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--panel-high)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent) !important",
  },
});

export interface Hooks {
  label: string;
  onchange: (text: string, undone: boolean, redone: boolean) => void;
  oncursor: (at: number) => void;
}

export class Editor {
  #view: EditorView;

  constructor(parent: HTMLElement, text: string, hooks: Hooks) {
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          highlightActiveLine(),
          yaml(),
          indentUnit.of("  "),
          syntaxHighlighting(COLOURS),
          lintGutter(),
          LOOKS,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": hooks.label, spellcheck: "false", tabindex: "0" }),
          // Tab leaves the editor, as it leaves every other field.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              hooks.onchange(update.state.doc.toString(), undoDepth(update.state) > 0, redoDepth(update.state) > 0);
            }
            // What the form writes leaves the card that is looked at; what somebody types leads to where they type.
            const typed = update.transactions.some((each) => each.annotation(Transaction.userEvent) !== undefined);
            if (update.docChanged ? typed : update.selectionSet) hooks.oncursor(update.state.selection.main.head);
          }),
        ],
      }),
    });
    this.#view.scrollDOM.tabIndex = -1;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  change(edit: Edit): void {
    this.#view.dispatch({ changes: edit });
  }

  undo(): void {
    undo(this.#view);
  }

  redo(): void {
    redo(this.#view);
  }

  /** Show a place of the text, and put the cursor there. */
  show(at: number, focus = false): void {
    const place = Math.min(Math.max(0, at), this.#view.state.doc.length);
    if (focus) {
      const effects = EditorView.scrollIntoView(place, { y: "start", yMargin: 24 });
      this.#view.dispatch({ selection: { anchor: place }, effects });
      this.#view.focus();
      return;
    }
    // Only the text moves: the page stays where somebody writes.
    this.#view.dispatch({ selection: { anchor: place } });
    this.#view.scrollDOM.scrollTop = this.#view.lineBlockAt(place).top - 24;
  }

  /** The place of a line and column. */
  placeOf(line: number, column: number): number {
    const doc = this.#view.state.doc;
    const found = doc.line(Math.min(Math.max(1, line), doc.lines));
    return Math.min(found.from + Math.max(0, column - 1), found.to);
  }

  /** Mark what is wrong. */
  mark(faults: readonly FaultInfo[]): void {
    const doc = this.#view.state.doc;
    const marks = faults
      .filter((fault) => fault.line <= doc.lines)
      .map((fault): Diagnostic => {
        const from = this.placeOf(fault.line || 1, fault.column);
        const to = Math.max(from, doc.lineAt(from).to);
        return { from, to, severity: fault.weight, message: `${fault.problem}. ${fault.remedy}` };
      });
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  close(): void {
    this.#view.destroy();
  }
}
