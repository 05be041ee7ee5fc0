"""The command that holds a tournament of models, scripts and bots."""

from __future__ import annotations

import sys
from math import inf
from pathlib import Path
from typing import Annotated

import typer

from kickdoor.bots import UnknownBot
from kickdoor.cli.arguments import AsJson, Book, Games, Options, Packs, Seats, game_header
from kickdoor.cli.errors import BadUsage
from kickdoor.cli.extras import need
from kickdoor.cli.output import console, grid, print_json


def arena(
    players: Annotated[
        str,
        typer.Option("--players", help="Bots by name, python:module:function or run:command, joined by commas."),
    ] = "random,rookie,veteran",
    games: Games = 24,
    packs: Packs = "munchkin",
    book: Book = None,
    seats: Seats = 4,
    seed: Annotated[str, typer.Option("--seed", help="Game number i has the seed SEED:i.")] = "arena",
    retries: Annotated[int, typer.Option("--retries", min=0, help="How often a reply is asked for again.")] = 2,
    characters: Annotated[int, typer.Option("--characters", min=1, help="A reply may be so long.")] = 20_000,
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="So long a program has for a reply.")] = 120.0,
    forfeits: Annotated[
        int, typer.Option("--forfeits", min=0, help="Who forfeits so often in a game is not asked any more in it.")
    ] = 20,
    game_seconds: Annotated[
        float | None, typer.Option("--game-seconds", min=0, help="… or has thought for so long.")
    ] = None,
    game_characters: Annotated[
        int | None, typer.Option("--game-characters", min=0, help="… or has read and written so much.")
    ] = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Play models or scripts against the bots, and rate them all."""
    need("report", "kickdoor arena")
    need("mcp", "kickdoor arena")
    from kickdoor.env.arena import Arena, NoPlayer
    from kickdoor.env.prompting import Limits

    header = game_header(packs, seats, seed, book, option)
    limits = Limits(
        retries=retries,
        characters=characters,
        seconds=seconds,
        forfeits=forfeits,
        game_seconds=inf if game_seconds is None else game_seconds,
        game_characters=inf if game_characters is None else game_characters,
    )
    sys.path.append(str(Path.cwd()))  # where a command is given is not where it is looked for
    try:
        tournament = Arena(header, [name.strip() for name in players.split(",")], limits)
    except (NoPlayer, UnknownBot) as error:
        raise BadUsage(f"--players: {error}") from error
    try:
        for bout in tournament.play(games):
            won = ", ".join(bout.players[seat] for seat in bout.winners) or "nobody"
            typer.echo(f"game {bout.game + 1} of {games}: {won} won in {bout.turns} turns", err=True)
        found = tournament.standings()
    finally:
        tournament.close()
    for each in found:
        if each.tries.failed:
            failed = f"{each.player} failed {each.tries.failed} times, last with {each.tries.error}"
            typer.echo(failed, err=True)
    if as_json:
        print_json({"standings": found, "society": tournament.society.findings()})
        return
    rows = [
        (
            each.player,
            str(each.games),
            f"{each.win_rate:.1%}",
            f"{each.interval.low:.1%} to {each.interval.high:.1%}",
            f"{each.mu:.1f} ± {each.sigma:.1f}",
            str(each.tries.forfeits),
        )
        for each in found
    ]
    titles = ("player", "seats played", "won", "95 % interval", "rating", "forfeited")
    console().print(grid(titles, rows, right=titles[1:]))
