"""The tables of a run, as `kickdoor sim --out` writes them: its games, its players and their cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec
import polars as pl

from kickdoor.sim.results import PLAN, TABLES, Origin, frame_of, origin_of
from kickdoor.sim.runner import Outcome, Plan, spread
from kickdoor.sim.sheets import CardRow, GameRow, PlayerRow, Sheet, play_counted

ADVICE = "Give a directory of `kickdoor sim --out`"


class TablesError(ValueError):
    """A directory that does not hold the tables of a run, or tables from which nothing can be told."""


class Tables:
    """The tables of one run. Figures are made from games that ended; `begun` are all rows of games."""

    def __init__(self, name: str, origin: Origin, games: pl.LazyFrame, players: pl.LazyFrame, cards: pl.LazyFrame):
        self.name = name
        self.origin = origin
        self.begun = games
        self.games = games.filter(pl.col("finished"))
        ended = self.games.select("game")
        self.players = players.join(ended, on="game", how="semi")
        self.cards = cards.join(ended, on="game", how="semi")

    @classmethod
    def read(cls, folder: Path) -> Tables:
        """The tables of a directory."""
        origin = _read_origin(folder / PLAN)
        return cls(
            str(folder),
            origin,
            _scan(folder, "games", GameRow),
            _scan(folder, "players", PlayerRow),
            _scan(folder, "cards", CardRow),
        )

    @classmethod
    def played(cls, name: str, plan: Plan, jobs: int, seen: Callable[[Outcome], None]) -> Tables:
        """The tables of a plan that is played now; `seen` hears of each game as it ends."""
        sheets = []
        for sheet in spread(plan, jobs, play_counted):
            sheets.append(sheet)
            seen(sheet.outcome)
        return cls.of(name, origin_of(plan), sheets)

    @classmethod
    def of(cls, name: str, origin: Origin, sheets: Iterable[Sheet]) -> Tables:
        """The tables of games that have just been played."""
        played = list(sheets)
        return cls(
            name,
            origin,
            frame_of(GameRow, [sheet.game for sheet in played]).lazy(),
            frame_of(PlayerRow, [row for sheet in played for row in sheet.players]).lazy(),
            frame_of(CardRow, [row for sheet in played for row in sheet.cards]).lazy(),
        )

    def stakes(self) -> pl.LazyFrame:
        """For each game that ended, how many sat there and how many of them won."""
        return self.players.group_by("game").agg(n=pl.len(), w=pl.col("won").cast(pl.Int64).sum())


def _read_origin(path: Path) -> Origin:
    try:
        origin = msgspec.json.decode(path.read_bytes(), type=Origin)
    except OSError as error:
        raise TablesError(f"{path}: cannot be read ({error.strerror}). {ADVICE}") from error
    except msgspec.DecodeError as error:
        raise TablesError(f"{path}: is not the plan of a run ({error}). {ADVICE}") from error
    if origin.tables != TABLES:
        raise TablesError(f"{path}: has tables of version {origin.tables}; this kickdoor reads version {TABLES}")
    return origin


def _scan(folder: Path, name: str, row: type[NamedTuple]) -> pl.LazyFrame:
    """All files of a table as one."""
    files = sorted(folder.glob(f"{name}-*.parquet"))
    if not files:
        raise TablesError(f"{folder}: has no {name}-*.parquet. {ADVICE}")
    try:
        table = pl.scan_parquet(files)
        missing = set(row._fields) - set(table.collect_schema().names())
    except (pl.exceptions.PolarsError, OSError) as error:
        raise TablesError(f"{files[0]}: cannot be read ({error}). {ADVICE}") from error
    if missing:
        raise TablesError(f"{files[0]}: lacks {', '.join(sorted(missing))}. {ADVICE}")
    return table
