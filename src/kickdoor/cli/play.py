"""The command that plays a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from kickdoor.cli.arguments import NAMES, Book, Bots, Options, Packs, Seats, bot_names, game_header
from kickdoor.cli.errors import BadUsage
from kickdoor.cli.mixing import warn_of_dead_cards
from kickdoor.cli.output import console
from kickdoor.cli.screen import Screen
from kickdoor.cli.session import Quit, Session
from kickdoor.play.game import Game


def play(
    packs: Packs = "munchkin",
    book: Book = None,
    seats: Seats = 4,
    people: Annotated[int, typer.Option("--people", min=0, help="How many seats are for people here.")] = 1,
    bots: Bots = "rookie",
    seed: Annotated[str | None, typer.Option("--seed", help="Play this game; default: any.")] = None,
    option: Options = None,
    record: Annotated[
        Path | None, typer.Option("--record", help="Write the game to this file, for `kickdoor replay`.")
    ] = None,
) -> None:
    """Play a game here: you and others at this keyboard, bots on the other seats."""
    header = game_header(packs, seats, seed, book, option)
    if people > seats:
        raise BadUsage(f"--people {people}: there are only {seats} seats")
    others = bot_names(bots, seats - people)
    warn_of_dead_cards(header)
    game = Game.new(header.packs, seats, header.seed, header.book, dict(header.options))
    _save(game, record)
    out = console()
    screen = Screen(game, NAMES[:seats], out)
    session = Session(game, range(people), NAMES[:seats], screen, Random(header.seed), out.input, others)
    screen.say(f"kickdoor: {', '.join(header.packs)}, {seats} players, seed {header.seed}. h shows help.")
    try:
        session.run()
        session.tell_end()
    except Quit:
        screen.say("You leave the game.")
    finally:
        _save(game, record)


def _save(game: Game, path: Path | None) -> None:
    """Write the record; done before the first move too, so that a wrong path is found at once."""
    if path is None:
        return
    try:
        game.record.save(path)
    except OSError as error:
        raise BadUsage(f"--record {path}: cannot be written ({error.strerror}). Give another path") from error
