"""The command that scores bots by the suite of positions."""

from __future__ import annotations

from typing import Annotated

import typer

from kickdoor.bots import UnknownBot, read_name
from kickdoor.cli.arguments import AsJson
from kickdoor.cli.errors import BadUsage
from kickdoor.cli.output import console, grid, print_json


def suite(
    bots: Annotated[str, typer.Option("--bots", help="Bots by name, joined by commas.")] = "random,rookie,veteran",
    as_json: AsJson = False,
) -> None:
    """Score bots by a hundred positions that a long search has judged."""
    from kickdoor.env import suite as positions

    names = [name.strip() for name in bots.split(",")]
    for name in names:
        try:
            read_name(name)
        except UnknownBot as error:
            raise BadUsage(f"--bots: {error}") from error
    found = [each for name in names for each in positions.score(name, positions.choose_by(name), positions.suite())]
    if as_json:
        print_json(found)
        return
    rows = [
        (each.player, each.theme, str(each.positions), f"{each.best} of {each.clear}", f"{each.regret:.2f}")
        for each in found
    ]
    titles = ("player", "theme", "positions", "best of the clear", "regret in %")
    console().print(grid(titles, rows, right=titles[2:]))
