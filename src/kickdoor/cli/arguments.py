"""Arguments that several commands share, and the game that they describe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kickdoor.bots import BOTS, UnknownBot, read_name
from kickdoor.cli.errors import BadUsage
from kickdoor.packs.loader import PackError, Source, available, load
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.rules.books import BOOKS, UnknownOption

Packs = Annotated[str, typer.Option("--packs", help="Packs to play with: ids or paths, joined by commas.")]
Book = Annotated[str | None, typer.Option("--book", help=f"Rulebook, {', '.join(BOOKS)}: else that of the first pack.")]
Seats = Annotated[int, typer.Option("--seats", help="How many players.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="House options; `kickdoor options` lists them."),
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots", help=f"Who plays, of {', '.join(BOTS)}: one for all seats, or one a seat, joined by commas."
    ),
]
Games = Annotated[int, typer.Option("--games", min=1, help="How many games.")]
Series = Annotated[str, typer.Option("--seed", help="Game number i has the seed SEED:i.")]
Jobs = Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0: one for each core.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
"""What the players of a table are called, by seat."""

TRUE = frozenset({"true", "yes", "on"})
FALSE = frozenset({"false", "no", "off"})


def pack_source(name: str) -> Source:
    """A pack by id or path; one that is not there is bad usage, one that is broken an error."""
    try:
        return load(name)
    except PackError as error:
        if name not in available() and not Path(name).is_file():
            raise BadUsage(str(error)) from error
        raise


def pack_names(text: str) -> list[str]:
    """The packs of a list joined by commas, all of them there and sound."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise BadUsage(f"--packs names no pack. Choose among {', '.join(available())}, or give a path")
    for name in names:
        pack_source(name)
    return names


def house_options(texts: list[str] | None) -> dict[str, int | bool]:
    """House options from NAME=VALUE."""
    found: dict[str, int | bool] = {}
    for text in texts or []:
        name, given, value = text.partition("=")
        word = value.strip().lower()
        if word in TRUE or word in FALSE:
            found[name.strip()] = word in TRUE
        elif given and word.removeprefix("-").isdigit():
            found[name.strip()] = int(word)
        else:
            raise BadUsage(f"--option {text}: give NAME=NUMBER, NAME=true or NAME=false")
    return found


def game_header(packs: str, seats: int, seed: str | None, book: str | None, options: list[str] | None) -> Record:
    """All that a game begins from, as the arguments say."""
    names = pack_names(packs)
    try:
        return Game.header(names, seats, seed, book, house_options(options))
    except (PackError, UnknownOption):
        raise
    except ValueError as error:
        raise BadUsage(str(error)) from error


def bot_names(text: str, seats: int) -> tuple[str, ...]:
    """The bots of a list joined by commas, for so many seats: one name is for all of them."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        try:
            read_name(name)
        except UnknownBot as error:
            raise BadUsage(str(error)) from error
    if len(names) not in (1, seats):
        raise BadUsage(f"--bots {text}: name one bot for all, or one for each of {seats} seats, not {len(names)}")
    return tuple(names) if len(names) == seats else tuple(names) * seats
