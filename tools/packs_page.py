"""Write the tables of docs/packs.md from the packs.

python tools/packs_page.py           write them between the markers of the page
python tools/packs_page.py --check   only say whether they are up to date
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import get_args

from generated import keep

from kickdoor.packs.language import Kind, Origin
from kickdoor.packs.loader import available, cards_of, load, merged_ids

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "packs.md"
BEGIN = "<!-- packs: written by tools/packs_page.py -->"
END = "<!-- end of packs -->"

OF_THE_HOUSE = [origin for origin in get_args(Origin) if origin != "own"]


def tables() -> str:
    """One table a pack: by kind, how many cards are of which origin; then what equal cards there are."""
    parts: list[str] = []
    for name in available():
        parts += [*_pack(name), ""]
    return "\n".join([*parts, *_equal()])


def _pack(name: str) -> list[str]:
    source = load(name)
    decks: Counter[str] = Counter()
    counts: Counter[tuple[str, str]] = Counter()
    for entry in cards_of(source):
        decks[entry.card.deck] += entry.copies
        counts[entry.card.kind, entry.card.origin] += entry.copies
    backs = ", ".join(f"{count} {deck.title()} cards" for deck, count in decks.items())
    rows = [
        f"### {source.pack.name}",
        "",
        f"`{name}`, by the book `{source.pack.book}`: {backs}.",
        "",
        "| Kind | Cards | Printed | Completed | Ours |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for kind in get_args(Kind):
        cells = [counts[kind, origin] for origin in OF_THE_HOUSE]
        if any(cells):
            word = source.pack.words.get(kind)
            rows.append(_row(f"`{kind}`{f' ({word})' if word else ''}", cells))
    totals = [sum(counts[kind, origin] for kind in get_args(Kind)) for origin in OF_THE_HOUSE]
    rows.append(_row("**all**", totals))
    return rows


def _row(title: str, cells: list[int]) -> str:
    return f"| {' | '.join([title, str(sum(cells)), *map(str, cells)])} |"


def _equal() -> list[str]:
    """The cards that several packs have alike."""
    found: dict[str, list[str]] = {}
    for also, id in merged_ids(available()).items():
        found.setdefault(id, []).append(f"`{also}`")
    rows = ["### Equal cards", "", "| Card | Equal to it |", "| --- | --- |"]
    return rows + [f"| `{id}` | {', '.join(ids)} |" for id, ids in found.items()]


def with_tables(text: str) -> str:
    """The page with its tables anew."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return "\n".join([before + BEGIN, "", tables(), "", END + after])


if __name__ == "__main__":
    sys.exit(keep(PAGE, with_tables, "docs/packs.md: the tables are out of date; run python tools/packs_page.py"))
