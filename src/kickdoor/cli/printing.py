"""The command that prints a pack of one's own: PDF, pictures, other tables, lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickdoor.cli.arguments import AsJson, pack_source
from kickdoor.cli.errors import BadUsage, Failed
from kickdoor.cli.extras import need
from kickdoor.cli.output import print_json
from kickdoor.packs.loader import Listed, Source, cards_of
from kickdoor.text.messages import languages

if TYPE_CHECKING:
    from kickdoor.press.press import Press

FORMS = ("pdf", "png", "tts", "booklet", "csv", "md")
LISTS = frozenset({"csv", "md"})
"""What is made of words alone."""
PAPERS = ("a4", "letter")


def print_pack(
    path: Annotated[str, typer.Argument(help="A pack file of your own.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="The folder to write into; else one named after the pack.")
    ] = None,
    forms: Annotated[str, typer.Option("--as", help=f"What to make, joined by commas: {', '.join(FORMS)}.")] = ",".join(
        FORMS
    ),
    papers: Annotated[str, typer.Option("--paper", help="a4, letter, or both, joined by a comma.")] = "a4",
    language: Annotated[str, typer.Option("--lang", help="The language of the words.")] = "en",
    backs: Annotated[bool, typer.Option("--backs/--no-backs", help="Whether sheets have backs.")] = True,
    url: Annotated[
        str,
        typer.Option("--url", help="Where the pictures for Tabletop Simulator will lie; else in the folder itself."),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print a pack of your own: sheets to cut out, pictures, decks for Tabletop Simulator, a booklet, lists."""
    asked = _chosen(forms, FORMS, "--as")
    if not LISTS.issuperset(asked):
        need("studio", "kickdoor pack print")
    wanted = _chosen(papers, PAPERS, "--paper")
    if language not in languages():
        raise BadUsage(f"there are no words in {language!r}, only in {', '.join(languages())}")
    source = pack_source(path)
    written = Printing(source, out or Path(f"{source.pack.id}-print"), language).run(asked, wanted, backs, url)
    if as_json:
        print_json({"pack": source.pack.id, "files": [str(file) for file in written]})
        return
    for file in written:
        typer.echo(file)


def _chosen(text: str, known: tuple[str, ...], option: str) -> list[str]:
    found = [word.strip().lower() for word in text.split(",") if word.strip()]
    wrong = [word for word in found if word not in known]
    if wrong or not found:
        raise BadUsage(f"{option} {text!r}: choose among {', '.join(known)}")
    return list(dict.fromkeys(found))


class Printing:
    """One pack, printed into a folder."""

    def __init__(self, source: Source, folder: Path, language: str) -> None:
        self.source = source
        self.folder = folder
        self.language = language
        self.written: list[Path] = []
        self.entries: list[Listed] = cards_of(source)

    def run(self, forms: list[str], papers: list[str], backs: bool, url: str) -> list[Path]:
        """Write what is asked for, and say which files these are."""
        from kickdoor.press.leave import NoLeave, check_leave

        steps: dict[str, Callable[[], None]] = {
            "pdf": lambda: self._sheets(self._press, papers, backs),
            "png": lambda: self._pictures(self._press),
            "tts": lambda: self._tabletop(self._press, url),
            "booklet": lambda: self._booklet(self._press, papers),
            "csv": self._csv,
            "md": self._markdown,
        }
        try:
            check_leave(self.entries)
            for form in forms:
                steps[form]()
        except NoLeave as error:
            raise Failed(f"{self.source.pack.id} is not printed: {error}") from error
        return self.written

    @cached_property
    def _press(self) -> Press:
        """What draws cards; lists do without."""
        from kickdoor.press.booklet import small_print
        from kickdoor.press.drawing import NoPage
        from kickdoor.press.press import Press

        try:
            return Press(self.entries, self.language, self.source.pack.name, small_print(self.language))
        except NoPage as error:
            raise Failed(str(error)) from error

    def _sheets(self, press: Press, papers: list[str], backs: bool) -> None:
        for paper in papers:
            self._write(f"{self.source.pack.id}-{paper}.pdf", press.sheets(paper, backs))

    def _pictures(self, press: Press) -> None:
        for entry, picture in zip(self.entries, press.pictures(), strict=True):
            self._write(f"png/{_file(entry.card.id)}.png", picture)
        for deck, picture in press.backs().items():
            self._write(f"png/back-{deck}.png", picture)

    def _tabletop(self, press: Press, url: str) -> None:
        from kickdoor.press.tabletop import draw_sheet, saved_object, sheets_of

        sheets = sheets_of(press)
        pictures = {sheet.name: draw_sheet(press, sheet) for sheet in sheets}
        pictures |= {f"back-{deck}.png": back for deck, back in press.backs().items()}
        for name, picture in pictures.items():
            self._write(f"tabletop/{name}", picture)
        base = url.rstrip("/") if url else (self.folder / "tabletop").absolute().as_uri()
        urls = {name: f"{base}/{name}" for name in pictures}
        self._write(f"tabletop/{self.source.pack.id}.json", saved_object(press, sheets, urls))

    def _booklet(self, press: Press, papers: list[str]) -> None:
        from kickdoor.press.booklet import byline, chapters

        told = chapters(self.source, self.entries, self.language)
        for paper in papers:
            made = press.booklet(paper, byline(self.source, self.language), told)
            self._write(f"{self.source.pack.id}-booklet-{paper}.pdf", made)

    def _csv(self) -> None:
        from kickdoor.press.listing import as_csv

        self._write(f"{self.source.pack.id}.csv", as_csv(self.entries, self.language).encode())

    def _markdown(self) -> None:
        from kickdoor.press.listing import as_markdown

        made = as_markdown(self.source.pack.name, self.entries, self.language)
        self._write(f"{self.source.pack.id}.md", made.encode())

    def _write(self, name: str, content: bytes) -> None:
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise Failed(f"{path} cannot be written ({error.strerror})") from error
        self.written.append(path)


def _file(id: str) -> str:
    """An id as the name of a file, whatever stands in it."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", id)
