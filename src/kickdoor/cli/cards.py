"""Commands about cards and packs."""

from __future__ import annotations

import difflib
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec import UNSET

from kickdoor.cli.arguments import AsJson, Book, pack_names, pack_source
from kickdoor.cli.errors import FAILED, BadUsage, complain
from kickdoor.cli.mixing import mix_report, tell_mix
from kickdoor.cli.output import console, grid, print_json
from kickdoor.cli.printing import print_pack
from kickdoor.packs.beginning import new_pack
from kickdoor.packs.checking import Fault, check_pack
from kickdoor.packs.loader import Listed, PackError, available, cards_of, content_of, lenders_of, load, schema
from kickdoor.packs.report import PackReport, has_effect, pack_report
from kickdoor.text import listed_words, misfits
from kickdoor.text.faults import in_language
from kickdoor.text.messages import languages
from kickdoor.text.showing import NUMBERS
from kickdoor.text.wording import fingerprint

pack_app = typer.Typer(
    help="Start a pack, check it, print it, or print the schema of pack files.", no_args_is_help=True
)

SUGGESTIONS = 5


def packs(
    mixed: Annotated[
        str | None, typer.Option("--packs", help="Packs to mix, joined by commas: what becomes of their cards.")
    ] = None,
    book: Book = None,
    as_json: AsJson = False,
) -> None:
    """List the packs that come with kickdoor, or look through a mix of some."""
    if mixed is not None:
        names = pack_names(mixed)
        whole = mix_report(names, book or load(names[0]).pack.book)
        if as_json:
            print_json(whole)
        else:
            tell_mix(whole)
        return
    if book is not None:
        raise BadUsage("--book is for a mix. Say which packs with --packs")
    reports = [pack_report(load(name)) for name in available()]
    if as_json:
        print_json(reports)
        return
    titles = ("id", "name", "book", "cards", "doors", "treasures", "dungeons")
    rows = [(*(getattr(report, title) for title in titles), _origins(report)) for report in reports]
    out = console()
    out.print(grid((*titles, "origin"), rows, right=titles[3:]))
    for report in reports:
        if report.without_effect:
            out.print(f"{report.id}: without effect: {', '.join(report.without_effect)}", markup=False)


def _origins(report: PackReport) -> str:
    counts = {"printed": report.printed, "completed": report.completed, "ours": report.ours, "own": report.own}
    return ", ".join(f"{count} {origin}" for origin, count in counts.items() if count)


@pack_app.command("check")
def check(
    path: Annotated[str, typer.Argument(help="A pack file, or the id of a pack that comes with kickdoor.")],
    others: Annotated[
        str, typer.Option("--with", help="Packs that it is mixed with: warn of cards that nobody can use there.")
    ] = "",
    language: Annotated[str, typer.Option("--lang", help="The language in which it is told.")] = "en",
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again whenever the file is saved, until Ctrl-C.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Read and compile a pack; print OK and its counts, or all that is wrong; warn of what is hardly meant."""
    mixed = pack_names(others) if others else []
    if not watch:
        _check(path, mixed, language, as_json)
        return
    if not Path(path).is_file():
        raise BadUsage(f"--watch is for a pack file, and {path} is none")
    with suppress(KeyboardInterrupt):
        for saved in changes([path, *mixed]):
            typer.echo(f"{path}, {time.strftime('%H:%M:%S', time.localtime(saved))}", err=True)
            with suppress(typer.Exit, BadUsage):
                _check(path, mixed, language, as_json)


def changes(names: Sequence[str], pause: float = 0.5) -> Iterator[float]:
    """Now, and whenever one of some packs, or one that they take cards from, has been saved since: when that was."""
    files, seen = list(names), dict[str, float]()
    while True:
        if names[0] in (saved := _saved(files)) and saved != seen:
            files = [*names, *_lenders(names)]
            seen = _saved(files)
            yield max(seen.values(), default=0)
        time.sleep(pause)


def _saved(files: Iterable[str]) -> dict[str, float]:
    """When each of some files was saved; one that is just being replaced is left out."""
    found = {}
    for file in files:
        with suppress(OSError):
            found[file] = Path(file).stat().st_mtime
    return found


def _lenders(names: Iterable[str]) -> Iterator[str]:
    """The files that packs take cards from."""
    for name in names:
        with suppress(PackError):
            yield from lenders_of(load(name))


def _check(path: str, others: Sequence[str], language: str, as_json: bool) -> None:
    if path not in available() and not Path(path).is_file():
        pack_source(path)
    faults = [_in(fault, language) for fault in check_pack(path, others)]
    errors = [fault for fault in faults if fault.weight == "error"]
    if not errors:
        errors = [_misfit(path, wrong) for wrong in misfits(cards_of(load(path)))]
    warnings = [fault for fault in faults if fault.weight == "warning"]
    report = None if errors else pack_report(load(path))
    if as_json:
        facts = {} if report is None else msgspec.structs.asdict(report)
        print_json({"ok": report is not None, **facts, "errors": errors, "warnings": warnings})
    else:
        for fault in (*errors, *warnings):
            complain(str(fault))
        if report is not None:
            _tell_pack(report)
    if errors:
        raise typer.Exit(FAILED)


def _in(fault: Fault, language: str) -> Fault:
    problem, remedy = in_language(fault.problem, language), in_language(fault.remedy, language)
    return msgspec.structs.replace(fault, problem=problem, remedy=remedy)


def _misfit(path: str, wrong: str) -> Fault:
    """A sentence written by hand that does not fit its card."""
    return Fault(file=path, line=0, column=0, card="", problem=wrong, remedy="See `wording` in docs/cards.md")


def _tell_pack(report: PackReport) -> None:
    decks = {"door": report.doors, "treasure": report.treasures, "dungeon": report.dungeons}
    counts = ", ".join(f"{count} {deck}{'s' * (count > 1)}" for deck, count in decks.items() if count)
    cards = "1 card" if report.cards == 1 else f"{report.cards} cards"
    found = f"{cards} ({counts}): {_origins(report)}" if report.cards else "no cards"
    console().print(f"OK: {report.id}, {found}", markup=False)


@pack_app.command("new")
def new(
    path: Annotated[Path, typer.Argument(help="The file to write, such as cellar.yaml.")],
    name: Annotated[str, typer.Option("--name", help="The name of the pack; else made from that of the file.")] = "",
    author: Annotated[str, typer.Option("--author", help="Who makes it.")] = "",
    licence: Annotated[str, typer.Option("--licence", help="On what terms others may use it, such as CC-BY-4.0.")] = "",
) -> None:
    """Start a pack: a monster, an Item and a Curse that check and play, to be changed into your own."""
    try:
        text = new_pack(path.stem, name, author, licence)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise BadUsage(f"{path} exists already. Give another name") from error
    except OSError as error:
        raise BadUsage(f"{path} cannot be written ({error.strerror})") from error
    typer.echo(f"Wrote {path}. Try: kickdoor pack check {path}; kickdoor play --packs munchkin,{path}")


pack_app.command("print")(print_pack)


@pack_app.command("schema")
def print_schema() -> None:
    """Print the JSON Schema of pack files, for editors."""
    print_json(schema())


def show(
    card: Annotated[str, typer.Argument(help="A card's name or id.")],
    packs: Annotated[
        str | None, typer.Option("--packs", help="Packs to look in: ids or paths, joined by commas.")
    ] = None,
    language: Annotated[str, typer.Option("--lang", help="The language of its words.")] = "en",
    as_json: AsJson = False,
) -> None:
    """Show a card: its words, its numbers, its origin."""
    if language not in languages():
        raise BadUsage(f"there are no words in {language!r}, only in {', '.join(languages())}")
    names = available() if packs is None else pack_names(packs)
    entries = {entry.id: entry for name in names for entry in cards_of(load(name))}
    found = find_cards(card, entries.values())
    if not found:
        close = similar(card, entries.values())
        hint = f"Did you mean {', '.join(close)}?" if close else f"Looked in {', '.join(names)}"
        raise BadUsage(f"there is no card {card!r}. {hint}")
    if as_json:
        reports = [card_report(entry, language) for entry in found]
        print_json(reports[0] if len(reports) == 1 else reports)
        return
    out = console()
    for entry in found:
        out.print(entry.card.names.get(language, entry.card.name), style="bold", markup=False)
        for line in listed_words(entry, language):
            out.print(line, markup=False)
        if entry.card.flavor:
            out.print(entry.card.flavor, style="italic", markup=False)
        facts = [entry.card.deck, entry.card.kind.replace("_", " "), entry.card.origin]
        if entry.copies > 1:
            facts.append(f"{entry.copies} copies")
        out.print(f"{entry.id}: {', '.join(facts)}", style="dim", markup=False)


def find_cards(text: str, entries: Iterable[Listed]) -> list[Listed]:
    """The cards of this full id, else of this name or id, however it is written; equal ones of several packs once."""
    wanted = text.casefold().strip()
    entries = list(entries)
    exact = [entry for entry in entries if wanted == entry.id.casefold()]
    named = [entry for entry in entries if wanted in (entry.card.name.casefold(), entry.card.id.casefold())]
    firsts: dict[bytes, Listed] = {}
    for entry in named:
        firsts.setdefault(content_of(entry.card), entry)
    return exact or list(firsts.values())


def similar(text: str, entries: Iterable[Listed]) -> list[str]:
    """Names of cards that may have been meant."""
    wanted = text.casefold().strip()
    names = {entry.card.name.casefold(): entry.card.name for entry in entries}
    within = [name for folded, name in names.items() if wanted and wanted in folded]
    close = [names[folded] for folded in difflib.get_close_matches(wanted, names, SUGGESTIONS, 0.55)]
    return list(dict.fromkeys([*within, *close]))[:SUGGESTIONS]


def card_report(entry: Listed, language: str = "en") -> dict[str, object]:
    """A card for programs."""
    card = entry.card
    numbers = {name: getattr(card, name) for name in NUMBERS}
    return {
        "id": entry.id,
        "name": card.name,
        "deck": card.deck,
        "kind": card.kind,
        "origin": card.origin,
        "copies": entry.copies,
        "words": listed_words(entry, language),
        "fingerprint": fingerprint(card),
        "effect": has_effect(card),
        **{name: value for name, value in numbers.items() if value is not UNSET},
    }
