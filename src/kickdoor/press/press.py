"""The press: lays cards out by a template, and makes PDFs and pictures of them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import typst

from kickdoor.packs.loader import Listed
from kickdoor.press.drawing import Artist, svg
from kickdoor.press.fonts import lay_out_fonts
from kickdoor.press.glyphs import check_glyphs, words_in
from kickdoor.text.showing import shown_card
from kickdoor.text.words import kind_and_words

WIDTH: Final = 63.0  #: of a card, in millimetres: what card sleeves fit
HEIGHT: Final = 88.0
FACE: Final = WIDTH - 5  #: the width of its picture
PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
BLEEDS: Final = {
    "a4": 2.0,
    "letter": 1.5,
}  #: what is printed beyond a card's edge; nine to a page leave no more on Letter
PPI: Final = 300
TEMPLATE: Final = Path(__file__).with_name("sheet.typ")
UNITS: Final = 10.0  #: of a drawing, to the millimetre

#: A picture is lower on a card with many words.
PICTURES: Final = ((110, 43.0), (200, 38.0), (310, 32.0), (460, 26.0), (640, 21.0))
LOWEST: Final = 16.0


class Press:
    """Prints cards of one language."""

    def __init__(self, entries: Sequence[Listed], language: str, title: str, note: str) -> None:
        self.entries = entries
        self.artist = Artist()
        self.facts = [shown_card(entry, language) for entry in entries]
        self._common = {"title": title, "language": language, "note": note, "width": WIDTH, "height": HEIGHT}

    def sheets(self, paper: str, with_backs: bool) -> bytes:
        """All cards, each as often as there are copies of it, nine to a page; a PDF."""
        order = [i for i, entry in enumerate(self.entries) for _ in range(entry.copies)]
        asked = {"order": order, "page": PAPERS[paper], "bleed": BLEEDS[paper], "with_backs": with_backs, "columns": 3}
        return self._pages("sheets", "pdf", asked)[0]

    def pictures(self) -> list[bytes]:
        """Each card once, as a PNG."""
        return self._pages("cards", "png", {"bleed": 0})

    def backs(self) -> dict[str, bytes]:
        """The back of each deck, as a PNG."""
        return dict(zip(self._decks(), self._pages("backs", "png", {"bleed": 0}), strict=True))

    def grid(self, order: Sequence[int], columns: int, rows: int, ppi: float) -> bytes:
        """Some cards in rows, without gaps; a PNG."""
        asked = {"order": order, "columns": columns, "rows": rows, "bleed": 0}
        return self._pages("grid", "png", asked, ppi)[0]

    def contact(self, columns: int, ground: str, ppi: float) -> bytes:
        """All cards beside each other on a ground of some colour, to be looked at; a PNG."""
        return self._pages("contact", "png", {"columns": columns, "ground": ground, "bleed": 0}, ppi)[0]

    def booklet(self, paper: str, byline: str, chapters: Sequence[Mapping[str, Any]]) -> bytes:
        """Words on pages; a PDF."""
        asked = {"page": PAPERS[paper], "bleed": 0, "byline": byline, "chapters": chapters}
        return self._pages("booklet", "pdf", asked)[0]

    def _decks(self) -> list[str]:
        return list(dict.fromkeys(facts["deck"] for facts in self.facts))

    def _pages(self, what: str, form: str, asked: Mapping[str, Any], ppi: float = PPI) -> list[bytes]:
        with self._laid_out({**self._common, **asked, "what": what}) as folder:
            made = typst.compile(
                folder / "sheet.typ",
                root=folder,
                font_paths=[folder / "fonts"],
                format=form,
                ppi=ppi if form == "png" else None,
            )
        return made if isinstance(made, list) else [made]

    @contextmanager
    def _laid_out(self, job: dict[str, Any]) -> Iterator[Path]:
        """A folder with the template, the fonts, the drawings and words; raises NoLeave where no font has those."""
        with tempfile.TemporaryDirectory(prefix="kickdoor-press-") as name:
            folder = Path(name)
            lay_out_fonts(folder / "fonts")
            (folder / "sheet.typ").write_bytes(TEMPLATE.read_bytes())
            job["backs"] = {deck: f"back-{deck}.svg" for deck in self._decks()}
            for deck, file in job["backs"].items():
                drawn = svg(self.artist.back(deck), WIDTH * UNITS, HEIGHT * UNITS)
                (folder / file).write_text(drawn, encoding="utf-8")
            job["cards"] = [] if job["what"] == "booklet" else [self._card(folder, i) for i in range(len(self.entries))]
            check_glyphs(words_in(job), {card["name"]: list(words_in(card)) for card in job["cards"]}, folder)
            (folder / "job.json").write_bytes(msgspec.json.encode(job))
            yield folder

    def _card(self, folder: Path, number: int) -> dict[str, Any]:
        """What the template needs of a card; its drawings are put beside it."""
        entry, facts = self.entries[number], self.facts[number]
        kind, words = kind_and_words(entry, str(self._common["language"]))
        flavor = str(facts.get("flavor", ""))
        length = sum(len(line) + 24 for line in words) + len(flavor)
        height = next((mm for most, mm in PICTURES if length <= most), LOWEST)
        art, frame = f"art-{number}.svg", f"frame-{number}.svg"
        drawn = svg(self.artist.picture(facts, FACE / height), FACE * UNITS, height * UNITS)
        (folder / art).write_text(drawn, encoding="utf-8")
        corners = svg(self.artist.corners(facts, 8 * UNITS), WIDTH * UNITS, HEIGHT * UNITS)
        (folder / frame).write_text(corners, encoding="utf-8")
        return {
            "name": facts["name"],
            "deck": facts["deck"],
            "kind": facts["kind"],
            "line": kind,
            "words": words,
            "flavor": flavor,
            "number": head_number(facts),
            "credit": credit(entry),
            "tones": self.artist.tones(facts),
            "art": art,
            "frame": frame,
            "picture_height": height,
        }


def head_number(facts: Mapping[str, Any]) -> str:
    """The number that a glance looks for: a monster's Level, an Item's bonus."""
    if facts["kind"] == "monster" and facts.get("level") is not None:
        return str(facts["level"])
    bonus = facts.get("bonus")
    return f"{bonus:+d}".replace("-", "\u2212") if bonus else ""


def credit(entry: Listed) -> str:
    """Whose card it is, in small letters."""
    pack = entry.source.pack
    author = entry.card.author or pack.author
    return f"{pack.name} · {author}" if author else pack.name
