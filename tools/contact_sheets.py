"""Draw all cards of all packs beside each other, to be looked at: `make contact-sheets`.

python tools/contact_sheets.py           one picture a pack, light and dark, into build/contact-sheets
python tools/contact_sheets.py --docs    the sample for docs/images
"""

from __future__ import annotations

import sys
from pathlib import Path

from kickdoor.packs.loader import Listed, available, cards_of, load
from kickdoor.press.press import Press

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "contact-sheets"
SAMPLE = ROOT / "docs" / "images" / "cards.png"
GROUNDS = {"dark": "#1a110b", "light": "#efe2c8"}
COLUMNS = 12
HAND = 48  #: dots an inch: a card is 119 wide, as in a hand on a screen
#: For the sample: cards of kickdoor's own making, of as many kinds and sets as there are.
SETS = ("munchkin-4", "star", "bites", "babies", "munchkin-6", "munchkin-8")
SAMPLES = 24


def sample() -> list[Listed]:
    """Cards of our own, of different kinds, from several sets in turn."""
    by_pack = {name: [entry for entry in cards_of(load(name)) if entry.card.origin == "ours"] for name in SETS}
    found: list[Listed] = []
    kinds: set[tuple[str, object]] = set()
    while len(found) < SAMPLES:
        for entries in by_pack.values():
            fresh = next((e for e in entries if (e.card.kind, e.card.slot) not in kinds), None)
            entry = fresh or next((e for e in entries if e not in found), None)
            if entry is not None:
                entries.remove(entry)
                kinds.add((entry.card.kind, entry.card.slot))
                found.append(entry)
    return found[:SAMPLES]


def main() -> None:
    """Draw."""
    if "--docs" in sys.argv:
        SAMPLE.write_bytes(Press(sample(), "en", "cards", "").contact(8, GROUNDS["dark"], 70))
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in available():
        press = Press(cards_of(load(name)), "en", name, "")
        for theme, ground in GROUNDS.items():
            (FOLDER / f"{name}-{theme}.png").write_bytes(press.contact(COLUMNS, ground, HAND))


if __name__ == "__main__":
    main()
