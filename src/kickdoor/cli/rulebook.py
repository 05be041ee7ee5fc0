"""Commands about the rules: the ledger and the options of the books."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from kickdoor.cli.arguments import AsJson, Book, pack_names
from kickdoor.cli.errors import BadUsage
from kickdoor.cli.output import console, grid, print_json
from kickdoor.packs.loader import load
from kickdoor.play.ledger import ledger
from kickdoor.rules.books import BOOKS, OptionOfRules, differing, known_book, resolve
from kickdoor.rules.books import options as book_options

NO_CHECKOUT: Final = "The tests that prove it come with a checkout of kickdoor, not with an installed one."


def rules(
    id: Annotated[str | None, typer.Argument(help="A rule such as CMB-06, or an area such as CMB.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the rules of the game, with the tests that prove each."""
    entries = ledger()
    installed = not any(entry.tests for entry in entries)
    if id is not None:
        asked = id.upper()
        entries = [e for e in entries if e.id == asked or e.id.startswith(f"{asked}-")]
        if not entries:
            raise BadUsage(f"there is no rule {id!r}. `kickdoor rules` lists them all")
    if as_json:
        print_json(entries)
        return
    out = console()
    if len(entries) == 1:
        entry = entries[0]
        out.print(f"[bold]{entry.id}[/bold] ({', '.join(entry.books)})")
        out.print(entry.rule, markup=False)
        for test in entry.tests or [NO_CHECKOUT if installed else "no test names it yet"]:
            out.print(f"  {test}", markup=False, style="dim", soft_wrap=True)
        return
    rows = [
        (e.id, "all" if len(e.books) == len(BOOKS) else " ".join(e.books), _status(e.tests), e.rule) for e in entries
    ]
    out.print(grid(("id", "books", "status", "rule"), rows))
    proved = sum(1 for entry in entries if entry.tests)
    out.print(f"\n{NO_CHECKOUT if installed else f'{proved} of {len(entries)} rules have a test.'}")


def _status(tests: list[str]) -> str:
    return f"{len(tests)} test{'s' if len(tests) != 1 else ''}" if tests else "no test"


def options(
    packs: Annotated[
        str | None, typer.Option("--packs", help="Only options in which the books of these packs differ.")
    ] = None,
    book: Book = None,
    as_json: AsJson = False,
) -> None:
    """List the options of the rules, their values by book, and the rules behind them."""
    if book is not None:
        known_book(book)
    if packs is not None:
        _tell_differing([load(name).pack.book for name in pack_names(packs)], book, as_json)
        return
    found = list(book_options().values())
    if as_json:
        print_json([_report(option, book) for option in found])
        return
    books = (book,) if book else BOOKS
    rows = [(o.name, o.kind, *(_shown(o, o.values[each]) for each in books), " ".join(o.rules)) for o in found]
    console().print(grid(("option", "kind", *books, "rules"), rows, right=books))


def _tell_differing(books: list[str], book: str | None, as_json: bool) -> None:
    """Tell in which options the books of a mix differ, and what is in force by the book it is played by."""
    base = book or books[0]
    books = list(dict.fromkeys([base, *books]))
    found = differing(books)
    in_force = resolve(base)
    if as_json:
        print_json(
            [
                {
                    "name": o.name,
                    "kind": o.kind,
                    "values": {each: o.values[each] for each in books},
                    "in_force": in_force[o.name],
                    "rules": o.rules,
                }
                for o in found
            ]
        )
        return
    out = console()
    if not found:
        out.print(f"Nothing to choose: {', '.join(books)} have the same values.")
        return
    rows = [
        (o.name, *(_shown(o, o.values[each]) for each in books), _shown(o, in_force[o.name]), " ".join(o.rules))
        for o in found
    ]
    out.print(grid(("option", *books, "in force", "rules"), rows, right=(*books, "in force")))
    out.print(f"\nPlayed by the book {base}. Choose another value with --option NAME=VALUE.")


def _report(option: OptionOfRules, book: str | None) -> dict[str, object]:
    values = option.values if book is None else {book: option.values[book]}
    return {"name": option.name, "kind": option.kind, "values": values, "rules": option.rules}


def _shown(option: OptionOfRules, value: int) -> str:
    return ("off", "on")[value] if option.kind == "switch" else str(value)
