"""Write build/docs, of which the site is built: docs/, pages of the root, and pages written from the code.

From the code come the commands, the Python API, the rules and the cards. `make docs` builds the site.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import typer
from typer.cli import get_docs_for_click

import kickdoor
from kickdoor.cli.app import app
from kickdoor.packs.loader import Listed, available, cards_of, load
from kickdoor.rules import BOOKS, catalogue
from kickdoor.text import listed_words

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "build" / "docs"
OF_THE_ROOT = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "THIRD_PARTY.md")
"""Pages of the root that are in the site, as README.md is, its first page."""

DECKS = {"door": "Doors", "treasure": "Treasures", "dungeon": "Dungeons"}

FENCES = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
UNTOUCHED = re.compile(r"(`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)|^#.*$|^ {4}.*$)", re.MULTILINE)
RULE = re.compile(r"\b[A-Z]+-\d\d\b")


def main() -> None:
    """Write all pages anew."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    shutil.copy2(ROOT / "README.md", PAGES / "index.md")
    wanted = {"LICENSE", *OF_THE_ROOT}
    for page in (ROOT / "docs").glob("*.md"):
        wanted |= set(re.findall(r"\]\(\.\./([^)#\s]+)", page.read_text(encoding="utf-8")))
    for path in sorted(wanted):
        (PAGES / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, PAGES / path)
    for page in PAGES.glob("*.md"):
        page.write_text(linked(page.read_text(encoding="utf-8"), page.name), encoding="utf-8")
    (PAGES / "commands.md").write_text(commands_page(), encoding="utf-8")
    (PAGES / "api.md").write_text(api_page(), encoding="utf-8")
    (PAGES / "rules.md").write_text(rules_page(), encoding="utf-8")
    (PAGES / "cards").mkdir()
    with (PAGES / "packs.md").open("a", encoding="utf-8") as packs:
        packs.write(all_cards())
    for name in available():
        (PAGES / "cards" / f"{name}.md").write_text(cards_page(name), encoding="utf-8")


def linked(text: str, name: str) -> str:
    """A page whose links lead to where the site has things, and ids of rules to the rules."""
    text = text.replace("](docs/", "](").replace("](../", "](")
    if name == "CHANGELOG.md":
        return text
    parts = FENCES.split(text)
    return "".join(part if at % 2 else with_rules(part) for at, part in enumerate(parts))


def with_rules(text: str) -> str:
    """The ids of rules as links, except in code, headings and links."""

    def link(found: re.Match[str]) -> str:
        return f"[{found[0]}](rules.md#{found[0].lower()})" if found[0] in catalogue() else found[0]

    parts = UNTOUCHED.split(text)
    return "".join(part if at % 2 else RULE.sub(link, part) for at, part in enumerate(parts))


def commands_page() -> str:
    """All commands with their arguments and options."""
    command = typer.main.get_command(app)
    context = typer.Context(command, info_name="kickdoor")
    return get_docs_for_click(obj=command, ctx=context, name="kickdoor", title="Commands")


def api_page() -> str:
    """Everything that `kickdoor` exports."""
    about = "Everything that `kickdoor` exports. [The library](library.md) explains how to use it."
    return "\n\n".join(["# The Python API", about, *(f"::: kickdoor.{name}" for name in kickdoor.__all__)]) + "\n"


def rules_page() -> str:
    """The catalogue."""
    about = "Every rule of the five rulebooks, in our own words. `kickdoor rules CMB-06` names the tests of one."
    lines = ["# Rules", about, "[Rulings](rulings.md) say what we decided where the books are silent."]
    for area, rules in groupby(catalogue().values(), key=lambda rule: rule.area):
        lines.append(f"## {area.replace('_', ' ').capitalize()}")
        for rule in rules:
            books = "" if len(rule.books) == len(BOOKS) else f" *Only {', '.join(rule.books)}.*"
            lines += [f"#### {rule.id}", plain(rule.text) + books]
    return "\n\n".join(lines) + "\n"


def all_cards() -> str:
    """Where the page of the packs leads on to their cards."""
    links = (f"- [{plain(load(name).pack.name)}](cards/{name}.md)" for name in available())
    return "\n".join(["", "## All cards", "", *links, ""])


def cards_page(name: str) -> str:
    """The cards of a pack, in words made from what they do."""
    source = load(name)
    about = "The words are made from what the cards do. [Packs](../packs.md) tells printed, completed and ours apart."
    lines = [f"# {plain(source.pack.name)}", about]
    entries = sorted(cards_of(source), key=lambda e: (list(DECKS).index(e.card.deck), e.card.kind, e.card.name))
    for (deck, kind), cards in groupby(entries, key=lambda entry: (entry.card.deck, entry.card.kind)):
        lines.append(f"## {DECKS[deck]}: {kind.replace('_', ' ')}")
        lines += [line for entry in cards for line in card_lines(entry)]
    return "\n\n".join(lines) + "\n"


def card_lines(entry: Listed) -> Iterator[str]:
    """One card."""
    yield f"#### {plain(entry.card.name)}"
    yield from (plain(line) for line in listed_words(entry))
    copies = f", {entry.copies} copies" if entry.copies > 1 else ""
    yield f"`{entry.id}`, {entry.card.origin}{copies}"


def plain(text: str) -> str:
    """Text in which nothing is markup."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", text)


if __name__ == "__main__":
    main()
