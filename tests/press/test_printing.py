"""A pack of one's own out of the machine: what `kickdoor pack print` writes, and what it refuses."""

from __future__ import annotations

import csv
import json
import re
import struct
import zlib
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

pytest.importorskip("py_mini_racer", reason="not installed: kickdoor[studio]")
pytest.importorskip("typst", reason="not installed: kickdoor[studio]")
from kickdoor.cli.app import app
from kickdoor.packs.loader import cards_of, parse
from kickdoor.press.booklet import booklet_words, chapters
from kickdoor.press.drawing import static_folder
from kickdoor.press.errand import REFUSED, PrintErrand, carry_out
from kickdoor.press.listing import as_markdown
from kickdoor.text.messages import languages
from kickdoor.text.words import kind_and_words

pytestmark = pytest.mark.skipif(
    not (static_folder() / "drawing.js").exists(), reason="the page is not built: make page"
)

CELLAR = """
id: cellar
name: The Cellar
version: "0.3"
author: "#panic() *fan*"
licence: CC-BY-4.0
rulings: [The Angry Barrel is no Item.]
cards:
- {id: angry_barrel, name: '#eval("1") [Barrel]', deck: door, kind: monster, origin: own, level: 4, treasures: 2,
   flavor: '=HYPERLINK(1)', bad_stuff: [{lose_levels: 1}]}
- {id: cork_helmet, name: Cork Helmet, deck: treasure, kind: item, origin: own, slot: headgear, bonus: 2, gold: 300}
- {id: curse_hiccups, name: Curse! Hiccups, deck: door, kind: curse, origin: own, copies: 9, play: [{lose_levels: 1}]}
"""


def run(folder: Path, *words: str, text: str = CELLAR) -> tuple[int, str]:
    pack = folder / "cellar.yaml"
    pack.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(app, ["pack", "print", str(pack), "--out", str(folder / "out"), *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def pages(pdf: bytes) -> list[tuple[float, float]]:
    """The sizes of a PDF's pages in millimetres."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    texts = [pdf]
    for stream in streams:
        try:
            texts.append(zlib.decompress(stream))
        except zlib.error:
            continue
    boxes = [box for text in texts for box in re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", text)]
    return [(round(float(w) / 72 * 25.4, 1), round(float(h) / 72 * 25.4, 1)) for w, h in boxes]


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_everything_is_written_and_told_as_json(tmp_path: Path):
    code, output = run(tmp_path, "--json", "--paper", "a4,letter")
    assert code == 0, output
    told = json.loads(output)
    files = {Path(file).relative_to(tmp_path / "out").as_posix(): Path(file).read_bytes() for file in told["files"]}
    assert told["pack"] == "cellar"

    # Eleven cards: two sheets, each with its backs.
    assert pages(files["cellar-a4.pdf"]) == [(210.0, 297.0)] * 4
    assert pages(files["cellar-letter.pdf"]) == [(215.9, 279.4)] * 4
    assert b"/Subtype/Image" not in files["cellar-a4.pdf"], "the cards are no longer vectors"
    assert size(files["png/angry_barrel.png"]) == (744, 1039), "63 by 88 mm at 300 dpi"
    assert size(files["png/back-door.png"]) == (744, 1039)
    assert len({files["png/angry_barrel.png"], files["png/cork_helmet.png"], files["png/curse_hiccups.png"]}) == 3

    width, height = size(files["tabletop/door-1.png"])
    assert 4090 <= width <= 4100
    assert height < width
    states = json.loads(files["tabletop/cellar.json"])["ObjectStates"]
    assert [state["Name"] for state in states] == ["DeckCustom", "CardCustom"]
    doors = states[0]
    assert sorted(doors["DeckIDs"]) == [100, *[101] * 9]
    assert len(doors["ContainedObjects"]) == 10
    for deck in doors["CustomDeck"].values():
        assert deck["FaceURL"] == (tmp_path / "out" / "tabletop" / "door-1.png").as_uri()
        assert deck["NumWidth"] * deck["NumHeight"] > 2

    assert pages(files["cellar-booklet-a4.pdf"]) == [(210.0, 297.0)]
    rows = list(csv.DictReader(files["cellar.csv"].decode().splitlines(keepends=True)))
    assert [row["copies"] for row in rows] == ["1", "1", "9"]
    assert rows[0]["flavor"] == "'=HYPERLINK(1)", "a spreadsheet would reckon with this"
    assert rows[1]["words"].startswith("+2. Headgear.")
    assert r"### \#eval" in files["cellar.md"].decode()


def test_what_a_card_is_stands_in_its_headline_and_is_not_said_again():
    source = parse(CELLAR.replace("cards:", 'needs: {munchkin: "", attic: "2"}\ncards:'), "cellar.yaml")
    entries = cards_of(source)
    assert [kind_and_words(entry)[0] for entry in entries] == ["Monster", "Item", "Curse"]
    told = {chapter["title"]: chapter for chapter in chapters(source, entries, "en")}
    assert told["All cards"]["cards"][1:] == [
        ("Cork Helmet.", "Item. +2. Headgear. 300 gold."),
        ("Curse! Hiccups.", "Curse. Lose 1 level."),
    ]
    assert told["About this pack"]["lines"][-1] == "It is played together with Munchkin and attic 2."
    assert told["How to play it"]["lines"][0].startswith("Shuffle 10 Door cards and 1 Treasure card into")
    assert "## Curse\n\n### Curse\\! Hiccups \u00d7 9\n\nLose 1 level" in as_markdown("Cellar", entries, "en")
    pipes = "- {id: pipes, name: Ready?, deck: treasure, kind: item_enhancer, enhances: steed, bonus: 1}\n"
    entries = cards_of(parse(CELLAR + pipes, "cellar.yaml"))
    assert kind_and_words(entries[-1])[0] == "Steed enhancer"
    assert chapters(source, entries, "en")[-1]["cards"][-1][0] == "Ready?"


def test_only_what_is_asked_for_and_without_backs(tmp_path: Path):
    code, output = run(tmp_path, "--as", "pdf", "--no-backs", "--lang", "de")
    assert code == 0, output
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["cellar-a4.pdf"]
    assert len(pages((tmp_path / "out" / "cellar-a4.pdf").read_bytes())) == 2


def test_lists_are_made_of_words_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kickdoor.press.drawing.static_folder", lambda: tmp_path / "no page")
    code, output = run(tmp_path, "--as", "md,csv")
    assert code == 0, output
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["cellar.csv", "cellar.md"]
    code, output = run(tmp_path, "--as", "pdf")
    assert (code, "the page is not built" in output) == (1, True)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (("origin: own, slot", "origin: printed, slot"), "Cork Helmet) is marked as"),
        (("cards:\n", "include: [{pack: munchkin, cards: {maul_rat: 1}}]\ncards:\n"), "Maul Rat"),
        (
            ("cards:\n", "cards:\n- {id: x, name: Leather Armor, deck: treasure, kind: item, origin: own, "
             "slot: armor, bonus: 1, gold: 200}\n"),
            "copied from the printed game",
        ),
        (
            ("cards:\n", "cards:\n- {id: x, name: Leather Armor, deck: treasure, kind: item, slot: armor, bonus: 1, "
             "gold: 200}\n"),
            "copied from the printed game",
        ),
    ],
)  # fmt: skip
def test_printed_cards_are_refused_with_the_reason(tmp_path: Path, change: tuple[str, str], word: str):
    text = CELLAR.replace(*change)
    assert text != CELLAR
    code, output = run(tmp_path, text=text)
    assert code == 1
    assert word in output
    assert "no substitute for buying" in output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("words", [["--as", "pdf,paper"], ["--paper", "a5"], ["--lang", "xx"]])
def test_what_cannot_be_made_is_bad_usage(tmp_path: Path, words: list[str]):
    code, output = run(tmp_path, *words)
    assert code == 2
    assert output.startswith("kickdoor: ")


def test_the_booklet_speaks_every_language():
    keys = [sorted(_leaves(booklet_words(language))) for language in languages()]
    assert all(found == keys[0] for found in keys)
    file = Path(__file__).parents[2] / "src" / "kickdoor" / "press" / "booklet.yaml"
    assert set(yaml.safe_load(file.read_text(encoding="utf-8"))) == set(languages())


def test_emoji_are_printed_and_what_no_font_has_is_named_instead_of_left_blank(tmp_path: Path):
    text = CELLAR.replace("Cork Helmet", "Cork \U0001f3a9 Ünder Шапка")
    code, output = run(tmp_path, "--as", "pdf,png,booklet", text=text)
    assert code == 0, output
    # A script that has no font anywhere: the signs of Linear A.
    code, output = run(tmp_path, "--as", "png", text=text.replace("Шапка", "\U00010600\U00010601"))
    assert code == 1
    assert "no font on this machine has \U00010600 (U+10600), \U00010601 (U+10601) (in Cork" in output
    told = carry_out(PrintErrand(CELLAR.replace("Cork Helmet", "\U00010600"), "a4", "de"))
    assert told.startswith(REFUSED + "keine Schrift auf diesem Rechner hat \U00010600 (U+10600)".encode())


def _leaves(tree: dict[str, object], path: str = "") -> list[str]:
    found: list[str] = []
    for key, value in tree.items():
        found += _leaves(value, f"{path}{key}.") if isinstance(value, dict) else [path + key]
    return found


def test_a_name_of_one_endless_word_is_printed_to_its_end(tmp_path: Path):
    """What is cut off looks alike, however it ends."""
    seen = []
    for end in ("a", "b"):
        folder = tmp_path / end
        folder.mkdir()
        text = CELLAR.replace("Cork Helmet", "w" * 118 + end)
        assert run(folder, "--as", "png", text=text)[0] == 0
        seen.append((folder / "out" / "png" / "cork_helmet.png").read_bytes())
    assert seen[0] != seen[1]
