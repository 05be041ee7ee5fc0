"""The figures of a run's games: how long they are, who wins, what happens in fights, who stays last."""

from __future__ import annotations

import math

import msgspec
import polars as pl

from kickdoor.report.edges import NOBODY, WinRate, win_rates
from kickdoor.report.ratios import Estimate, estimates, rates, rounded, rows_of
from kickdoor.report.tables import Tables

#: Minutes at a table of people: to set up, and for each of the columns of a game.
SETTING_UP = 5.0
MINUTES = {"turns": 0.75, "fights": 1.0, "helps": 0.5, "interferences": 0.25}

MINUTES_HOW = (
    f"{SETTING_UP:g} minutes to set up, and then "
    + ", ".join(
        f"{60 * minutes:g} s for each {what}"
        for what, minutes in zip(("turn", "fight", "helper", "interference"), MINUTES.values(), strict=True)
    )
    + ". These are our guesses, not measured at tables; bots do not chat."
)

BINS = 30
"""A histogram has at most so many."""


class Bin(msgspec.Struct, frozen=True):
    """From this value on, up to the next bin, lie so many."""

    start: float
    count: int


class Distribution(msgspec.Struct, frozen=True):
    """A number that each game or player has: its mean, the tenth, half and nine tenths, and a histogram."""

    mean: Estimate
    tenth: float
    median: float
    ninetieth: float
    width: float  #: of a bin
    bins: list[Bin]


class Length(msgspec.Struct, frozen=True):
    """How long games are."""

    turns: Distribution
    decisions: Distribution
    minutes: Distribution
    minutes_how: str


class Levels(msgspec.Struct, frozen=True):
    """Levels of a player in a game, by where they come from, on average."""

    by_kill: Estimate
    by_card: Estimate
    by_sale: Estimate
    by_help: Estimate
    lost: Estimate


class StayingLast(msgspec.Struct, frozen=True):
    """How long one is last: turns, their part of the game, and how often those win who were last for half of it."""

    turns: Distribution
    part: Estimate
    comebacks: WinRate


class Fights(msgspec.Struct, frozen=True):
    """Fights of a game, what part of them was won, lost or nobody's, and how often somebody interfered in one."""

    per_game: Estimate
    won: Estimate
    lost: Estimate
    nobodys: Estimate
    interferences: Estimate


class Helps(msgspec.Struct, frozen=True):
    """Helps of a game and of a fight, and what a help costs on average, in Treasures and in Items."""

    per_game: Estimate
    per_fight: Estimate
    asked_per_fight: Estimate
    treasures: Estimate
    items: Estimate


class Deaths(msgspec.Struct, frozen=True):
    """Deaths of a game, the part of games without any, and how those fare who died."""

    per_game: Estimate
    games_without: Estimate
    of_the_dead: WinRate


class GameFigures(msgspec.Struct, frozen=True):
    """All figures that are not about single cards."""

    length: Length
    seats: list[WinRate]
    order: list[WinRate]  #: by who plays first, second and so on
    bots: list[WinRate]  #: where several kinds of bots play
    classes: list[WinRate]
    races: list[WinRate]
    levels: Levels
    levels_of_winners: Levels
    first_at_nine_wins: Estimate
    last: StayingLast
    lead_changes: Distribution
    fights: Fights
    helps: Helps
    deaths: Deaths


NO_TRAIT = {"classes": "no class", "races": "human"}
"""What somebody is who has no Class, or no Race."""

SOURCES = ("by_kill", "by_card", "by_sale", "by_help", "lost")


def per_game(tables: Tables) -> pl.LazyFrame:
    """One row a game that ended: its own columns, and what its players did together."""
    players = tables.players.group_by("game").agg(
        pl.col("asked_help", "help_treasures", "help_items").cast(pl.Int64).sum(),
        pl.col("turns_last").cast(pl.Int64).sum(),
        n=pl.len(),
        w=pl.col("won").cast(pl.Int64).sum(),
        **{f"levels_{source}": pl.col(f"levels_{source}").cast(pl.Int64).sum() for source in SOURCES},
        **{f"winners_{source}": pl.col(f"levels_{source}").cast(pl.Int64).filter("won").sum() for source in SOURCES},
    )
    fights = pl.sum_horizontal(pl.col("fights_won", "fights_lost", "fights_nobodys").cast(pl.Int64))
    minutes = pl.sum_horizontal(pl.col(name) * minutes for name, minutes in MINUTES.items()) + SETTING_UP
    first = pl.col("first_at_nine").cast(pl.Int64)
    return (
        tables.games.with_columns(fights=fights)
        .with_columns(minutes=minutes, has_first=first >= 0)
        .with_columns(
            first_won=pl.col("winners").cast(pl.List(pl.Int64)).list.contains(first) & pl.col("has_first"),
            deathless=pl.col("deaths") == 0,
        )
        .join(players, on="game")
    )


ONE = pl.lit(1)

#: What stands above and below in each figure; the names are those that a comparison tells.
RATES: dict[str, tuple[pl.Expr, pl.Expr]] = {
    "first to Level 9 wins": (pl.col("first_won"), pl.col("has_first")),
    "games without a death": (pl.col("deathless"), ONE),
}
FIGURES: dict[str, tuple[pl.Expr, pl.Expr]] = {
    "turns a game": (pl.col("turns"), ONE),
    "decisions a game": (pl.col("decisions"), ONE),
    "minutes a game (estimated)": (pl.col("minutes"), ONE),
    "lead changes a game": (pl.col("lead_changes"), ONE),
    "part of the game that one is last": (pl.col("turns_last"), pl.col("turns") * pl.col("n")),
    "fights a game": (pl.col("fights"), ONE),
    "fights won": (pl.col("fights_won"), pl.col("fights")),
    "fights lost": (pl.col("fights_lost"), pl.col("fights")),
    "fights that nobody won": (pl.col("fights_nobodys"), pl.col("fights")),
    "interferences a fight": (pl.col("interferences"), pl.col("fights")),
    "helps a game": (pl.col("helps"), ONE),
    "helps a fight": (pl.col("helps"), pl.col("fights")),
    "asked for help, a fight": (pl.col("asked_help"), pl.col("fights")),
    "Treasures a help": (pl.col("help_treasures"), pl.col("helps")),
    "Items a help": (pl.col("help_items"), pl.col("helps")),
    "deaths a game": (pl.col("deaths"), ONE),
    **{f"levels {source.replace('_', ' ')}": (pl.col(f"levels_{source}"), pl.col("n")) for source in SOURCES},
}
WINNERS = {source: (pl.col(f"winners_{source}"), pl.col("w")) for source in SOURCES}


def game_figures(tables: Tables) -> GameFigures:
    """All figures that are not about single cards."""
    games = per_game(tables).collect()
    players = tables.players.collect()
    told = tell(games.lazy())
    winners = estimates(rows_of(games.lazy(), WINNERS))
    stakes = games.lazy().select("game", "n", "w")
    last = pl.col("turns_last").cast(pl.Float64)
    in_order = players.lazy().join(games.lazy().select("game", "first_player", "seats"), on="game")
    place = (pl.col("seat") + pl.col("seats") - pl.col("first_player")) % pl.col("seats") + 1
    by_turns = players.lazy().join(games.lazy().select("game", "turns"), on="game")
    return GameFigures(
        length=Length(
            turns=distribution(games["turns"], told["turns a game"]),
            decisions=distribution(games["decisions"], told["decisions a game"]),
            minutes=distribution(games["minutes"], told["minutes a game (estimated)"]),
            minutes_how=MINUTES_HOW,
        ),
        seats=win_rates(marked(players.lazy(), pl.col("seat").cast(pl.String)), stakes),
        order=win_rates(marked(in_order, place.cast(pl.String)), stakes),
        bots=win_rates(marked(players.lazy(), pl.col("bot")), stakes) if players["bot"].n_unique() > 1 else [],
        classes=win_rates(traits(players.lazy(), "classes"), stakes),
        races=win_rates(traits(players.lazy(), "races"), stakes),
        levels=Levels(*(told[f"levels {source.replace('_', ' ')}"] for source in SOURCES)),
        levels_of_winners=Levels(*(winners[source] for source in SOURCES)),
        first_at_nine_wins=told["first to Level 9 wins"],
        last=StayingLast(
            turns=distribution(players["turns_last"], estimates(rows_of(games.lazy(), LAST))["last"]),
            part=told["part of the game that one is last"],
            comebacks=_of_one(marked(by_turns.filter(last * 2 >= pl.col("turns")), pl.lit("last")), stakes),
        ),
        lead_changes=distribution(games["lead_changes"], told["lead changes a game"]),
        fights=Fights(
            per_game=told["fights a game"],
            won=told["fights won"],
            lost=told["fights lost"],
            nobodys=told["fights that nobody won"],
            interferences=told["interferences a fight"],
        ),
        helps=Helps(
            per_game=told["helps a game"],
            per_fight=told["helps a fight"],
            asked_per_fight=told["asked for help, a fight"],
            treasures=told["Treasures a help"],
            items=told["Items a help"],
        ),
        deaths=Deaths(
            per_game=told["deaths a game"],
            games_without=told["games without a death"],
            of_the_dead=_of_one(marked(players.lazy().filter(pl.col("deaths") > 0), pl.lit("died")), stakes),
        ),
    )


def tell(games: pl.LazyFrame) -> dict[str, Estimate]:
    """All figures by their names, from a table of games."""
    return {**estimates(rows_of(games, FIGURES)), **rates(rows_of(games, RATES))}


LAST = {"last": (pl.col("turns_last"), pl.col("n"))}


def marked(players: pl.LazyFrame, label: pl.Expr) -> pl.LazyFrame:
    """Players under a label, with their game and whether they won."""
    return players.select("game", "won", label=label)


def traits(players: pl.LazyFrame, column: str) -> pl.LazyFrame:
    """Players under each of their Classes, or of their Races, at the end; one with two is there twice."""
    named = pl.col(column).list.unique()
    label = pl.when(named.list.len() > 0).then(named).otherwise(pl.lit([NO_TRAIT[column]]))
    return marked(players, label).explode("label")


def distribution(values: pl.Series, mean: Estimate) -> Distribution:
    """How values are spread."""
    numbers = values.cast(pl.Float64)
    if not len(numbers):
        return Distribution(mean, 0.0, 0.0, 0.0, 1.0, [])
    tenth, median, ninetieth = (numbers.quantile(part, "nearest") or 0.0 for part in (0.1, 0.5, 0.9))
    # The outermost hundredth would stretch the picture for the sake of a few: it is put into the last bin.
    high = numbers.quantile(0.99, "nearest") or 0.0
    low = float(numbers.min() or 0.0)  # type: ignore[arg-type]
    width = _bin_width(high - low)
    first = math.floor(low / width)
    last = max(first, math.floor(high / width))
    counts = (numbers / width).floor().clip(first, last).value_counts().iter_rows()
    found = {int(at): int(count) for at, count in counts}
    bins = [Bin(rounded(at * width), found.get(at, 0)) for at in range(first, last + 1)]
    return Distribution(mean, rounded(tenth), rounded(median), rounded(ninetieth), width, bins)


def _bin_width(span: float) -> float:
    """The least of 1, 2, 5, 10 and so on that makes few enough bins."""
    steps = (step * 10.0**power for power in range(12) for step in (1, 2, 5))
    return next(step for step in steps if span / step < BINS)


def _of_one(players: pl.LazyFrame, stakes: pl.LazyFrame) -> WinRate:
    """The win rate of players under one label."""
    return next(iter(win_rates(players, stakes)), NOBODY)
