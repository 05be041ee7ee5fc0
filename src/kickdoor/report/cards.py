"""How each card fares: what becomes of it, and whether those who have it win more often than the others do."""

from __future__ import annotations

import msgspec
import polars as pl

from kickdoor.packs.dead import IdleCard, idle_cards
from kickdoor.packs.loader import PackError, mix
from kickdoor.report.edges import NOBODY, WinRate, win_rates
from kickdoor.report.ratios import ENOUGH, Estimate, adjusted, estimate, p_value, rounded
from kickdoor.report.tables import Tables
from kickdoor.rules.books import resolve
from kickdoor.sim.results import Origin

#: What can become of a card, as the columns of the table.
FATES = ("drawn", "laid", "played", "used", "struck", "fought", "sold", "stuck")

#: A seat has played a card if it did any of these with it; a Curse that struck it was somebody else's play.
PLAYED = pl.sum_horizontal("laid", "played", "used", "fought") > 0

#: Ways of having a card.
WAYS = {"drawn": pl.col("drawn") > 0, "played": PLAYED, "held": pl.col("stuck") > 0}

SWINGS = 10
"""So many of the cards that swing most are told."""


class Face(msgspec.Struct, frozen=True):
    """What is printed on a card, in short."""

    id: str
    name: str
    deck: str
    kind: str
    origin: str
    copies: int


class Swing(msgspec.Struct, frozen=True):
    """How the win rate of those who drew a card changes with its being played."""

    id: str
    name: str
    players_played: int
    rate_played: float
    players_idle: int  #: who drew it and did nothing with it, and whom it did not strike
    rate_idle: float
    change: Estimate
    q: float


class CardFigures(Face, frozen=True):
    """What became of a card in all games, and the win rates of those who drew it, played it, held it at the end."""

    fates: dict[str, int]  #: drawn, laid, played, used, struck, fought, sold, stuck: how many times
    when_drawn: WinRate
    when_played: WinRate
    when_held: WinRate


class CardReport(msgspec.Struct, frozen=True):
    """All that is told of cards."""

    cards: list[CardFigures]
    comparisons: int  #: so many win rates were compared at once
    swings: list[Swing]
    dead: list[IdleCard]


def card_report(tables: Tables) -> CardReport:
    """Tell how each card of a run fares, those that were drawn most often first."""
    cards = tables.cards.collect()
    fates = {
        id: dict(zip(FATES, counts, strict=True))
        for id, *counts in cards.group_by("card").agg(pl.col(*FATES).cast(pl.Int64).sum()).iter_rows()
    }
    rates = {rate.label: rate for rate in win_rates(pl.concat(had(cards.lazy(), way) for way in WAYS), tables.stakes())}
    known = faces(tables.origin)
    for id in sorted(fates.keys() - known.keys()):
        known[id] = Face(id, id, "", "", "", 0)
    found = [
        CardFigures(
            **msgspec.structs.asdict(face),
            fates=fates.get(id, dict.fromkeys(FATES, 0)),
            when_drawn=rates.get(f"drawn {id}", NOBODY),
            when_played=rates.get(f"played {id}", NOBODY),
            when_held=rates.get(f"held {id}", NOBODY),
        )
        for id, face in known.items()
    ]
    found.sort(key=lambda card: (-card.fates["drawn"], card.id))
    return CardReport(
        cards=found,
        comparisons=sum(rate.q is not None for rate in rates.values()),
        swings=swings(cards, known),
        dead=dead_cards(tables.origin),
    )


def had(cards: pl.LazyFrame, way: str) -> pl.LazyFrame:
    """The players who had a card in a way; the label is the way and the card's id."""
    return cards.filter(WAYS[way]).select("game", "won", label=pl.lit(f"{way} ") + pl.col("card").cast(pl.String))


def faces(origin: Origin) -> dict[str, Face]:
    """What is printed on the cards of a mix; nothing where its packs are not there any more."""
    try:
        entries = mix(origin.packs)
    except PackError:
        return {}
    return {
        entry.id: Face(entry.id, entry.card.name, entry.card.deck, entry.card.kind, entry.card.origin, copies)
        for entry, copies in entries
    }


def dead_cards(origin: Origin) -> list[IdleCard]:
    """The cards that can never do anything in the mix."""
    try:
        idle = idle_cards(origin.packs, resolve(origin.book, dict(origin.options)))
    except PackError:
        return []
    return [card for card in idle if not card.through]


def swings(cards: pl.DataFrame, known: dict[str, Face]) -> list[Swing]:
    """The cards whose being played changes most who wins.

    They are put in order by the end of the interval that is nearer to no change, for of cards that few have had the
    bare difference is mostly chance. The interval is that of Agresti and Caffo.
    """
    idle = ~PLAYED & (pl.col("struck") == 0) & (pl.col("drawn") > 0)
    won = pl.col("won").cast(pl.Int64)
    table = cards.group_by(id=pl.col("card").cast(pl.String)).agg(
        n1=PLAYED.sum(),
        a1=won.filter(PLAYED).sum(),
        n0=idle.sum(),
        a0=won.filter(idle).sum(),
        games=pl.col("game").n_unique(),
    )
    table = table.filter(pl.min_horizontal("n1", "n0") >= ENOUGH).sort("id")
    found = [_swing(known[row["id"]], row) for row in table.iter_rows(named=True)]
    qs = adjusted([swing.q for swing in found])
    found = [msgspec.structs.replace(swing, q=q) for swing, q in zip(found, qs, strict=True)]
    return sorted(found, key=_surely, reverse=True)[:SWINGS]


def _swing(face: Face, row: dict[str, int]) -> Swing:
    n1, a1, n0, a0 = row["n1"], row["a1"], row["n0"], row["a0"]
    p1, p0 = (a1 + 1) / (n1 + 2), (a0 + 1) / (n0 + 2)
    error = (p1 * (1 - p1) / (n1 + 2) + p0 * (1 - p0) / (n0 + 2)) ** 0.5
    told = estimate(p1 - p0, error, row["games"])
    return Swing(
        id=face.id,
        name=face.name,
        players_played=n1,
        rate_played=rounded(a1 / n1),
        players_idle=n0,
        rate_idle=rounded(a0 / n0),
        change=msgspec.structs.replace(told, value=rounded(a1 / n1 - a0 / n0)),
        q=p_value(p1 - p0, error),
    )


def _surely(swing: Swing) -> tuple[float, float]:
    change = swing.change
    assert change.value is not None
    assert change.low is not None
    assert change.high is not None
    return max(change.low, -change.high, 0.0), abs(change.value)
