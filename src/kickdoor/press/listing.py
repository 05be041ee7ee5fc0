"""All cards of a pack as a table: for spreadsheets (CSV) and for reading (Markdown)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Any, Final

from kickdoor.packs.loader import Listed
from kickdoor.text.showing import NUMBERS, shown_card
from kickdoor.text.words import kind_and_words

COLUMNS: Final = (
    "id",
    "name",
    "deck",
    "kind",
    "copies",
    *NUMBERS,
    "slot",
    "big",
    "tags",
    "origin",
    "author",
    "words",
    "flavor",
)
#: What a spreadsheet would take for a formula: a sign is one only where no number follows.
FORMULA: Final = re.compile(r"[=@\t\r]|[+-](?!\d)")
#: Signs that mean something in Markdown.
MARKS: Final = re.compile(r"([\\`*_{}\[\]()#+!|<>~&-])")


def as_csv(entries: Sequence[Listed], language: str) -> str:
    """One card a line; several words of one cell stand in lines of it."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    table.writeheader()
    for entry in entries:
        table.writerow({name: _cell(value) for name, value in _row(entry, language).items()})
    return out.getvalue()


def as_markdown(title: str, entries: Sequence[Listed], language: str) -> str:
    """A heading for each kind, and the cards below it."""
    lines = [f"# {_plain(title)}", ""]
    kinds: dict[str, list[tuple[Listed, list[str]]]] = {}
    for entry in entries:
        kind, words = kind_and_words(entry, language)
        kinds.setdefault(kind, []).append((entry, words))
    for kind, cards in kinds.items():
        lines += [f"## {_plain(kind)}", ""]
        for entry, words in cards:
            facts = shown_card(entry, language)
            copies = f" \u00d7 {entry.copies}" if entry.copies > 1 else ""
            lines += [f"### {_plain(facts['name'])}{copies}", ""]
            lines += [line for told in words for line in (_plain(told), "")]
            if flavor := facts.get("flavor"):
                lines += [f"*{_plain(flavor)}*", ""]
    return "\n".join(lines).rstrip() + "\n"


def _row(entry: Listed, language: str) -> dict[str, Any]:
    facts = shown_card(entry, language)
    author = entry.card.author or entry.source.pack.author or ""
    row = {**facts, "copies": entry.copies, "author": author}
    return {name: row.get(name, "") for name in COLUMNS}


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list):
        value = "\n".join(value)
    text = str(value)
    return f"'{text}" if isinstance(value, str) and FORMULA.match(text) else text


def _plain(text: str) -> str:
    return MARKS.sub(r"\\\1", " ".join(text.split()))
