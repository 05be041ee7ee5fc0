"""Every figure as a ratio of two sums over games, with its 95 % interval.

Turns a game, Treasures a help, the win rate of a seat: each has something above and something below in every game. What
happens within a game hangs together, games do not; so the interval is made from how games differ (the usual linear
approximation for a ratio of sums), never from single players or cards.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec
import polars as pl

from kickdoor.sim.balance import Z, wilson

ENOUGH = 30
"""From fewer games nothing is concluded."""

FALSE_ALARMS = 0.05
"""Of all cards and seats said to win more or less often, so many are expected not to."""


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its 95 % interval and the games that it comes from; no value where there was nothing to count."""

    value: float | None
    low: float | None
    high: float | None
    games: int


#: A row is a label's share in one game: `over` and `under` are summed up; `chance` is the variance that `over` would
#: have by chance alone, where that is known.
ROW = ("label", "game", "over", "under", "chance")


def rows_of(games: pl.LazyFrame, figures: Mapping[str, tuple[pl.Expr, pl.Expr]]) -> pl.LazyFrame:
    """The rows of figures that are told by what stands above and below in each game of a table."""
    named = [
        games.select(
            label=pl.lit(label),
            game=pl.col("game").cast(pl.Int64),
            over=over.cast(pl.Float64),
            under=under.cast(pl.Float64),
            chance=pl.lit(0.0),
        )
        for label, (over, under) in figures.items()
    ]
    return pl.concat(named)


def ratios(rows: pl.LazyFrame) -> pl.DataFrame:
    """For each label its games, sums, ratio and standard error.

    The error is never taken to be less than what chance alone would give: the few who had a rare card may all have
    lost, which does not prove that everybody would.
    """
    over, under, value = pl.col("over"), pl.col("under"), pl.col("value")
    squares = (pl.col("oo") - 2 * value * pl.col("ou") + value * value * pl.col("uu")).clip(lower_bound=0)
    small = pl.col("games") / (pl.col("games") - 1).clip(lower_bound=1)
    return (
        rows.group_by("label")
        .agg(
            games=pl.len(),
            over=over.sum(),
            under=under.sum(),
            oo=(over * over).sum(),
            ou=(over * under).sum(),
            uu=(under * under).sum(),
            chance=pl.col("chance").sum(),
        )
        .with_columns(value=pl.when(under > 0).then(over / under))
        .with_columns(se=pl.max_horizontal(squares * small, "chance").sqrt() / under)
        .with_columns(se=pl.when((pl.col("games") > 1) | (pl.col("chance") > 0)).then("se"))
        .select("label", "games", "over", "under", "value", "se")
        .sort("label")
        .collect()
    )


def estimates(rows: pl.LazyFrame) -> dict[str, Estimate]:
    """For each label its figure."""
    return {row["label"]: estimate(row["value"], row["se"], row["games"]) for row in ratios(rows).iter_rows(named=True)}


def rates(rows: pl.LazyFrame) -> dict[str, Estimate]:
    """For each label its figure, where a game is counted once or not at all: such an interval keeps within 0 and 1."""
    found = {}
    for row in ratios(rows).iter_rows(named=True):
        of = round(row["under"])
        interval = wilson(round(row["over"]), of)
        bare = estimate(row["value"], None, of)
        found[row["label"]] = msgspec.structs.replace(bare, low=interval.low, high=interval.high) if of else bare
    return found


def estimate(value: float | None, error: float | None, games: int) -> Estimate:
    """A figure from its value and standard error; from a single game there is none."""
    if value is None or error is None:
        return Estimate(None if value is None else rounded(value), None, None, games)
    return Estimate(rounded(value), rounded(value - Z * error), rounded(value + Z * error), games)


def rounded(value: float) -> float:
    """A number as it is told: with four digits behind the point, and no zero below zero."""
    return round(value, 4) + 0.0


def p_value(change: float | None, error: float | None) -> float:
    """How often chance alone would give so large a change, or a larger one."""
    if change is None or error is None or not change:
        return 1.0
    return math.erfc(abs(change) / error / math.sqrt(2)) if error > 0 else 0.0


def adjusted(chances: Sequence[float]) -> list[float]:
    """Chances of many comparisons, corrected after Benjamini and Hochberg.

    Calling all those real that lie below a limit makes, of those called real, that part false alarms on average.
    """
    order = sorted(range(len(chances)), key=lambda i: chances[i], reverse=True)
    found = [1.0] * len(chances)
    least = 1.0
    for rank, i in zip(range(len(chances), 0, -1), order, strict=True):
        least = min(least, chances[i] * len(chances) / rank)
        found[i] = least
    return found
