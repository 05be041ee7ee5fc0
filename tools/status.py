"""Write the tables of docs/status.md from the packs, the scenarios and the rule ledger.

python tools/status.py           write them between the markers of that page
python tools/status.py --check   only say whether they are up to date
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from generated import keep

from kickdoor.packs.loader import BUILT_IN, cards_of, load
from kickdoor.play.ledger import ledger
from kickdoor.play.scenario_files import collect
from kickdoor.rules.catalogue import catalogue

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "status.md"
BEGIN = "<!-- status: written by tools/status.py -->"
END = "<!-- end of status -->"
COLUMNS = ("cards", "door", "treasure", "dungeon", "printed", "completed", "ours", "played")


def packs_table() -> list[str]:
    """One row a pack: its cards, and how many of them some scenario plays."""
    played = {card for written in collect([ROOT / "tests" / "scenarios"]) for card in written.raw.get("cards", [])}
    rows = [
        "| Pack | Cards | Doors | Treasures | Dungeons | Printed | Completed | Ours | Played by a scenario |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in BUILT_IN:
        counts: Counter[str] = Counter()
        for entry in cards_of(load(name)):
            counts["cards"] += entry.copies
            counts[entry.card.deck] += entry.copies
            counts[entry.card.origin] += entry.copies
            if {entry.id, entry.card.id} & played:
                counts["played"] += entry.copies
        cells = (str(counts[column]) for column in COLUMNS)
        rows.append(f"| `{name}` | {' | '.join(cells)} |")
    return rows


def rules_table() -> list[str]:
    """One row an area of the rulebooks: how many of its rules some test names."""
    tested = {entry.id for entry in ledger(ROOT / "tests") if entry.tests}
    areas: dict[str, list[str]] = {}
    for rule in catalogue().values():
        areas.setdefault(rule.area, []).append(rule.id)
    rows = ["| Area of the rules | Rules | Named by a test |", "| --- | ---: | ---: |"]
    for area, ids in areas.items():
        rows.append(f"| {area} | {len(ids)} | {sum(1 for id in ids if id in tested)} |")
    whole = [id for ids in areas.values() for id in ids]
    rows.append(f"| **all** | **{len(whole)}** | **{sum(1 for id in whole if id in tested)}** |")
    return rows


def with_status(text: str) -> str:
    """The page with its tables anew."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return "\n".join([before + BEGIN, "", *packs_table(), "", *rules_table(), "", END + after])


if __name__ == "__main__":
    sys.exit(keep(PAGE, with_status, "docs/status.md: the tables are out of date; run python tools/status.py"))
