"""A run in figures: all that its page shows, and its JSON tells."""

from __future__ import annotations

import msgspec
import polars as pl

from kickdoor.report.cards import CardReport, card_report
from kickdoor.report.games import GameFigures, game_figures
from kickdoor.report.tables import Tables, TablesError
from kickdoor.sim.results import Origin

NOTICE = "Munchkin is a trademark of Steve Jackson Games; kickdoor is an unofficial fan project"


class Summary(msgspec.Struct, frozen=True):
    """A run in figures."""

    notice: str
    origin: Origin
    played: int
    finished: int
    crashed: int
    unfinished: int
    games: GameFigures
    cards: CardReport


def summarise(tables: Tables) -> Summary:
    """Work out all figures of a run."""
    counted = tables.begun.select(
        played=pl.len(), finished=pl.col("finished").sum(), crashed=pl.col("crashed").cast(pl.Boolean).sum()
    ).collect()
    played, finished, crashed = (int(counted[name][0]) for name in ("played", "finished", "crashed"))
    if not finished:
        raise TablesError(f"{tables.name}: none of its {played} games ended, so there is nothing to tell")
    return Summary(
        notice=NOTICE,
        origin=tables.origin,
        played=played,
        finished=finished,
        crashed=crashed,
        unfinished=played - finished - crashed,
        games=game_figures(tables),
        cards=card_report(tables),
    )
