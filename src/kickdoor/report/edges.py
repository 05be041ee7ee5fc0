"""Win rates of players of whom something is known, against the other seats of the same games.

The edge is what those players win more often than the others of their game: each game is compared within itself, so
that long and short games, or many and few winners, do not disturb (the risk difference after Mantel and Haenszel).
"""

from __future__ import annotations

import msgspec
import polars as pl

from kickdoor.report.ratios import ENOUGH, FALSE_ALARMS, Estimate, adjusted, estimate, p_value, ratios, rounded
from kickdoor.sim.balance import Interval, wilson


class WinRate(msgspec.Struct, frozen=True):
    """How often some players won, how often the others of their games did, and the edge of the ones over the others."""

    label: str
    players: int
    wins: int
    rate: float | None
    interval: Interval
    control: float | None
    edge: Estimate
    p: float
    q: float | None  #: p corrected for all comparisons made along with it; none where there are too few games
    verdict: str  #: more, less, noise, or too few games


NOBODY = WinRate(
    label="",
    players=0,
    wins=0,
    rate=None,
    interval=wilson(0, 0),
    control=None,
    edge=Estimate(None, None, None, 0),
    p=1.0,
    q=None,
    verdict="too few games",
)
"""The win rate of players that there were none of."""


def edge_rows(marked: pl.LazyFrame, stakes: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of the edges of marked players, given by label, game and whether they won, each once a label.

    With k of n players marked and w winners, a of them marked: a would be k w / n by chance, with the variance of a
    hypergeometric distribution.
    """
    k, a, n, w = (pl.col(name) for name in ("k", "a", "n", "w"))
    return (
        marked.group_by("label", "game")
        .agg(k=pl.len().cast(pl.Float64), a=pl.col("won").cast(pl.Float64).sum())
        .join(stakes, on="game")
        .with_columns(
            over=a - k * w / n,
            under=k * (n - k) / n,
            chance=w * (n - w) * k * (n - k) / (n * n * (n - 1).clip(lower_bound=1)),
        )
    )


def win_rates(marked: pl.LazyFrame, stakes: pl.LazyFrame) -> list[WinRate]:
    """The win rate of each label; all of them are one family of comparisons."""
    rows = edge_rows(marked, stakes).collect().lazy()
    k, a, n, w = (pl.col(name) for name in ("k", "a", "n", "w"))
    sums = rows.group_by("label").agg(k.sum(), a.sum(), others=(n - k).sum(), theirs=(w - a).sum())
    table = ratios(rows.select("label", "game", "over", "under", "chance")).join(sums.collect(), on="label")
    found = [_win_rate(row) for row in table.sort("label").iter_rows(named=True)]
    judged = [i for i, rate in enumerate(found) if rate.edge.games >= ENOUGH and rate.edge.value is not None]
    for i, q in zip(judged, adjusted([found[i].p for i in judged]), strict=True):
        found[i] = msgspec.structs.replace(found[i], q=q, verdict=_verdict(found[i].edge, q))
    return found


def _win_rate(row: dict[str, float]) -> WinRate:
    players, wins = round(row["k"]), round(row["a"])
    return WinRate(
        label=str(row["label"]),
        players=players,
        wins=wins,
        rate=rounded(wins / players),
        interval=wilson(wins, players),
        control=rounded(row["theirs"] / row["others"]) if row["others"] else None,
        edge=_within(estimate(row["value"], row["se"], int(row["games"]))),
        p=p_value(row["value"], row["se"]),
        q=None,
        verdict="too few games",
    )


def _within(edge: Estimate) -> Estimate:
    """An edge whose interval ends where rates do."""
    if edge.low is None or edge.high is None:
        return edge
    return msgspec.structs.replace(edge, low=max(edge.low, -1.0), high=min(edge.high, 1.0))


def _verdict(edge: Estimate, q: float) -> str:
    if q >= FALSE_ALARMS or edge.value is None:
        return "noise"
    return "more" if edge.value > 0 else "less"
