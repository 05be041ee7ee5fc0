"""Two runs beside each other: what differs, and whether that is more than chance.

Games of the same number and seed are compared with each other where both runs have enough of them: they begin alike,
and what they have in common falls out of the difference. Otherwise all games of the one stand against all of the other.
"""

from __future__ import annotations

import msgspec
import polars as pl

from kickdoor.report.cards import PLAYED, WAYS, faces, had
from kickdoor.report.edges import edge_rows
from kickdoor.report.games import FIGURES, RATES, marked, per_game, traits
from kickdoor.report.ratios import (
    ENOUGH,
    ROW,
    Estimate,
    adjusted,
    estimate,
    p_value,
    rounded,
    rows_of,
)
from kickdoor.report.summary import NOTICE
from kickdoor.report.tables import Tables, TablesError
from kickdoor.sim.results import Origin

FALSE_ALARMS = 0.01
"""So many pairs of runs that differ by chance only are called different; of real differences, so many are none."""

#: What becomes of a card, for each time that it is drawn.
SHARES = {
    "put to use": PLAYED.cast(pl.Float64),
    "sold": pl.col("sold"),
    "stuck in hand": pl.col("stuck"),
}


class Difference(msgspec.Struct, frozen=True):
    """A figure in both runs, and how much higher it is in the second.

    An edge is by how much more often one wins than the other seats of the same games.
    """

    figure: str
    card: str  #: its id, where the figure is about a card
    a: float | None
    b: float | None
    change: Estimate
    p: float
    q: float | None  #: p corrected for all figures of the comparison; none where there are too few games
    verdict: str  #: higher, lower, noise, or too few games


class Comparison(msgspec.Struct, frozen=True):
    """Two runs compared, the figures by how sure their differences are."""

    notice: str
    a: Origin
    b: Origin
    changed: list[str]  #: what of the origins differs
    games_a: int
    games_b: int
    paired: int  #: so many games were compared one by one; none: all with all
    only_in_a: list[str]  #: ids of cards
    only_in_b: list[str]
    comparisons: int
    differing: int
    verdict: str  #: different, noise, or too few games
    figures: list[Difference]
    cards: list[Difference]


def compare(a: Tables, b: Tables) -> Comparison:
    """Compare two runs, figure by figure and card by card."""
    pairs = a.games.select("game", "seed").join(b.games.select("game", "seed"), on=["game", "seed"]).collect()
    paired = len(pairs) >= ENOUGH
    games = pairs.select("game") if paired else None
    parts = zip(run_rows(a, games), run_rows(b, games), strict=True)
    differences = judge(pl.concat(changes(*part, paired=paired) for part in parts))
    named = [faces(run.origin).keys() for run in (a, b)]
    comparisons = sum(each.q is not None for each in differences)
    differing = sum(each.verdict in ("higher", "lower") for each in differences)
    return Comparison(
        notice=NOTICE,
        a=a.origin,
        b=b.origin,
        changed=[name for name in Origin.__struct_fields__ if getattr(a.origin, name) != getattr(b.origin, name)],
        games_a=_ended(a),
        games_b=_ended(b),
        paired=len(pairs) if paired else 0,
        only_in_a=sorted(named[0] - named[1]),
        only_in_b=sorted(named[1] - named[0]),
        comparisons=comparisons,
        differing=differing,
        verdict="different" if differing else "noise" if comparisons else "too few games",
        figures=[each for each in differences if not each.card],
        cards=[each for each in differences if each.card],
    )


def run_rows(run: Tables, games: pl.DataFrame | None) -> list[pl.LazyFrame]:
    """The rows of all figures of a run, of these games only where some are given: in parts, for they are many."""
    ended = run.games.select("game") if games is None else games.lazy()
    players = run.players.join(ended, on="game", how="semi")
    cards = run.cards.join(ended, on="game", how="semi")
    stakes = run.stakes()
    labelled = [
        marked(players, pl.lit("edge on seat ") + pl.col("seat").cast(pl.String)),
        *(
            traits(players, column).with_columns(label=pl.lit(f"edge as {what} ") + pl.col("label"))
            for column, what in (("classes", "Class"), ("races", "Race"))
        ),
        *(had(cards, way).with_columns(label=pl.lit("edge when ") + pl.col("label")) for way in WAYS),
    ]
    drawn = cards.filter(pl.col("drawn") > 0)
    shares = [
        drawn.group_by("game", label=pl.lit(f"{what} ") + pl.col("card").cast(pl.String)).agg(
            over=share.cast(pl.Float64).sum(), under=pl.col("drawn").cast(pl.Float64).sum(), chance=pl.lit(0.0)
        )
        for what, share in SHARES.items()
    ]
    return [
        rows_of(per_game(run).join(ended, on="game", how="semi"), {**FIGURES, **RATES}),
        *(edge_rows(players_had, stakes) for players_had in labelled),
        *shares,
    ]


def changes(a: pl.LazyFrame, b: pl.LazyFrame, *, paired: bool) -> pl.DataFrame:
    """For each label its figure in both runs, how much they differ, and the standard error of that.

    Each game pulls a ratio of sums up or down; the error is made from these pulls, those of paired games taken
    together. As in one run, it is not less than chance alone gives, games aside that are alike in both.
    """
    sides = []
    for found, sign in ((a, -1.0), (b, 1.0)):
        rows = (
            found.select(ROW)
            .with_columns(pl.col("label").cast(pl.Categorical), pl.col("game").cast(pl.Int64))
            .collect()
        )
        totals = rows.group_by("label").agg(
            games=pl.len(), value=pl.col("over").sum() / pl.col("under").sum(), below=pl.col("under").sum()
        )
        pull = sign * (pl.col("over") - pl.col("value") * pl.col("under")) / pl.col("below")
        known = rows.join(totals.filter(pl.col("below") > 0), on="label")
        sides.append(
            known.select(
                *("label", "game", "games", "value", "over", "under"),
                side=pl.lit(sign),
                pull=pull,
                chance=pl.col("chance") / pl.col("below") ** 2,
            )
        )
    rows = pl.concat(sides)
    values = [
        side.group_by("label").agg(pl.col("value").first().alias(name), pl.col("games").first().alias(f"games_{name}"))
        for side, name in zip(sides, ("a", "b"), strict=True)
    ]
    by = ["label", "game"] if paired else ["label", "game", "side"]
    equal = [pl.col(name).min() == pl.col(name).max() for name in ("over", "under")]
    pulls = rows.group_by(by).agg(
        pl.col("pull").sum(), pl.col("chance").sum(), alike=(pl.len() == 2) & equal[0] & equal[1]
    )
    chance = pl.when(pl.col("alike")).then(0.0).otherwise("chance")
    squares = pulls.group_by("label").agg((pl.col("pull") ** 2).sum(), chance=chance.sum())
    small = pl.col("games") / (pl.col("games") - 1).clip(lower_bound=1)
    return (
        values[0]
        .join(values[1], on="label")
        .join(squares, on="label")
        .with_columns(games=pl.min_horizontal("games_a", "games_b"))
        .with_columns(change=pl.col("b") - pl.col("a"), se=pl.max_horizontal(pl.col("pull") * small, "chance").sqrt())
        .with_columns(pl.col("label").cast(pl.String))
        .sort("label")
    )


def judge(table: pl.DataFrame) -> list[Difference]:
    """Say of each difference whether it is noise; all of them are one family of comparisons."""
    found = []
    for row in table.iter_rows(named=True):
        figure, _, last = row["label"].rpartition(" ")
        card = last if "/" in last else ""
        change = row["change"] if abs(row["change"]) > 1e-12 else 0.0  # sums in another order differ by so much
        found.append(
            Difference(
                figure=figure if card else row["label"],
                card=card,
                a=rounded(row["a"]),
                b=rounded(row["b"]),
                change=estimate(change, row["se"], row["games"]),
                p=p_value(change, row["se"]),
                q=None,
                verdict="too few games",
            )
        )
    judged = [i for i, each in enumerate(found) if each.change.games >= ENOUGH]
    for i, q in zip(judged, adjusted([found[i].p for i in judged]), strict=True):
        found[i] = msgspec.structs.replace(found[i], q=q, verdict=_verdict(found[i].change, q))
    return sorted(found, key=lambda each: (each.q is None, each.q or 0.0, each.p, each.card, each.figure))


def _verdict(change: Estimate, q: float) -> str:
    if q >= FALSE_ALARMS or change.value is None:
        return "noise"
    return "higher" if change.value > 0 else "lower"


def _ended(run: Tables) -> int:
    count = int(run.games.select(pl.len()).collect().item())
    if not count:
        raise TablesError(f"{run.name}: no game of it ended, so there is nothing to compare")
    return count
