"""The page of a run stands by itself; reading and writing it is fast and takes little memory."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import polars as pl
import pytest

from kickdoor.play.game import Game
from kickdoor.report.page import write_page
from kickdoor.report.summary import NOTICE, summarise
from kickdoor.report.tables import Tables, TablesError
from kickdoor.sim.results import origin_of
from kickdoor.sim.runner import Plan

VOID = {"meta", "input"}


class Reader(HTMLParser):
    """Reads a page and keeps its ids, its tags that are not closed, and its references."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href"):
                self.references.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_by_itself(run):
    page = write_page(summarise(run(games=120, strong="munchkin/amazon", hand=40)))
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert reader.references
    assert all(reference[1:] in reader.ids for reference in reader.references)
    assert all(name in reader.ids for name in re.findall(r"url\(#([^)]+)\)", page))
    assert set(re.findall(r"https?://[^\s\"']+", page)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert page.count("<svg") == page.count("<figure>") == 14
    assert NOTICE in page
    assert 'name="viewport"' in page
    assert "Amazon" in page
    assert "Estimated: 5 minutes to set up" in page


def test_the_page_of_few_games_is_written_too(run):
    page = write_page(summarise(run(games=3)))
    assert "<svg" in page
    assert "Too few games to tell." in page


def test_the_same_run_gives_the_same_page(run):
    tables = run()
    assert write_page(summarise(tables)) == write_page(summarise(tables))


def test_names_are_text_and_no_markup(run):
    summary = summarise(run(games=40))
    card = msgspec.structs.replace(summary.cards.cards[0], name="<b>&")
    cards = msgspec.structs.replace(summary.cards, cards=[card, *summary.cards.cards[1:]])
    page = write_page(msgspec.structs.replace(summary, cards=cards))
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;" in page


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda folder: (folder / "plan.json").unlink(), "plan.json: cannot be read"),
        (lambda folder: (folder / "plan.json").write_text("{}"), "plan.json: is not the plan of a run"),
        (lambda folder: [path.unlink() for path in folder.glob("cards-*")], "has no cards-*.parquet"),
        (lambda folder: (folder / "games-000000.parquet").write_text("x"), "games-000000.parquet: cannot be read"),
        (
            lambda folder: pl.DataFrame({"game": [1]}).write_parquet(folder / "players-000000.parquet"),
            "players-000000.parquet: lacks asked_help",
        ),
    ],
)
def test_what_is_no_run_is_told(write, spoil, told: str):
    folder = write(games=4)
    spoil(folder)
    with pytest.raises(TablesError, match=re.escape(told)):
        Tables.read(folder)


MEASURED = """
import resource, sys, time
from pathlib import Path
from kickdoor.report.page import write_page
from kickdoor.report.summary import summarise
from kickdoor.report.tables import Tables
page = write_page(summarise(Tables.read(Path(sys.argv[1]))))
print(len(page), time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20)
"""


def test_ten_thousand_games_take_little_time_and_memory(write, tmp_path: Path):
    small = Tables.read(write(games=500, hand=25))
    folder = tmp_path / "large"
    folder.mkdir()
    copies = 20
    for name, table in (("games", small.begun), ("players", small.players), ("cards", small.cards)):
        for copy in range(copies):
            table.with_columns(game=pl.col("game") + 500 * copy).collect().write_parquet(
                folder / f"{name}-{copy:06}.parquet"
            )
    plan = Plan(Game.header(["munchkin"], 4, "1"), 500 * copies, bots=("rookie",))
    (folder / "plan.json").write_bytes(msgspec.json.encode(origin_of(plan)))
    result = subprocess.run([sys.executable, "-c", MEASURED, folder], capture_output=True, text=True, check=True)
    # Seconds of all cores, and not of the clock: others may be at work here.
    size, seconds, gigabytes = map(float, result.stdout.split())
    assert size > 100_000
    assert seconds < 60
    assert gigabytes < 2
