"""What a tournament of the bots says: wins on each rung with intervals, ratings, time to think; a page and a plot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from kickdoor.report.plots import BLUE, GREY, Plot
from kickdoor.sim.balance import Interval, Z, wilson
from kickdoor.sim.ladder import Climb, Rules


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """How one level fared among those below it.

    `par` is what a seat won of these games on average: above one in so many seats, since several can win together.
    """

    level: str
    below: str
    games: int
    wins: int
    win_rate: float
    interval: Interval
    par: float
    turns: float
    median_thought: float
    mean_thought: float

    @property
    def clears_par(self) -> bool:
        """Whether it is surely better than those below it."""
        return self.interval.low > self.par


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """How good a level is, in the unit of OpenSkill, in which a newcomer has 25 and a game's luck is worth about 4.

    `per_decision` is the processor time that it took for a decision, on average, in seconds.
    """

    level: str
    mu: float
    sigma: float
    interval: Interval
    games: int
    decisions: int
    per_decision: float


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament summed up."""

    packs: tuple[str, ...]
    seats: int
    rungs: list[Rung]
    ratings: list[Rating]


def sum_up(rules: Rules, climbs: Sequence[Climb]) -> Standings:
    """The standings after some games."""
    pairs = zip(rules.levels[1:], rules.levels, strict=False)
    rungs = [_rung(rules, level, below, [c for c in climbs if c.challenger == level]) for level, below in pairs]
    return Standings(
        packs=rules.packs,
        seats=rules.seats,
        rungs=[rung for rung in rungs if rung is not None],
        ratings=_rate(rules, climbs),
    )


def _rung(rules: Rules, level: str, below: str, climbs: Sequence[Climb]) -> Rung | None:
    if not climbs:
        return None
    wins = sum(each.won for each in climbs)
    thoughts = [seconds for each in climbs for seconds in each.thoughts]
    return Rung(
        level=level,
        below=below,
        games=len(climbs),
        wins=wins,
        win_rate=wins / len(climbs),
        interval=wilson(wins, len(climbs)),
        par=sum(len(each.winners) for each in climbs) / len(climbs) / rules.seats,
        turns=sum(each.turns for each in climbs) / len(climbs),
        median_thought=median(thoughts) if thoughts else 0.0,
        mean_thought=sum(thoughts) / max(1, len(thoughts)),
    )


def _rate(rules: Rules, climbs: Sequence[Climb]) -> list[Rating]:
    """Ratings after all games, those of all rungs mixed evenly; seats of a level share one rating.

    Who has won a game is first in it and all others second. Where a level has several seats their changes are averaged.
    """
    model = PlackettLuce()
    found = {level: model.rating(name=level) for level in rules.levels}
    games = Counter(each.challenger for each in climbs)
    for each in sorted(climbs, key=lambda climb: climb.game / games[climb.challenger]):
        names = [each.challenger if seat == each.seat else each.below for seat in range(rules.seats)]
        ranks = [1.0 if seat in each.winners else 2.0 for seat in range(rules.seats)]
        rated = model.rate([[_fresh(model, found[name])] for name in names], ranks=ranks)
        for level in dict.fromkeys(names):
            own = [team[0] for name, team in zip(names, rated, strict=True) if name == level]
            found[level].mu = sum(one.mu for one in own) / len(own)
            found[level].sigma = sum(one.sigma for one in own) / len(own)
    return [_rating(level, found[level], climbs) for level in rules.levels]


def _fresh(model: PlackettLuce, rating: PlackettLuceRating) -> PlackettLuceRating:
    return model.rating(mu=rating.mu, sigma=rating.sigma)


def _rating(level: str, rating: PlackettLuceRating, climbs: Sequence[Climb]) -> Rating:
    own = [each for each in climbs if level in (each.challenger, each.below)]
    decisions = sum(each.decisions.get(level, 0) for each in own)
    seconds = sum(each.seconds.get(level, 0.0) for each in own)
    return Rating(
        level=level,
        mu=rating.mu,
        sigma=rating.sigma,
        interval=Interval(rating.mu - Z * rating.sigma, rating.mu + Z * rating.sigma),
        games=len(own),
        decisions=decisions,
        per_decision=seconds / max(1, decisions),
    )


# The page


def as_markdown(found: Standings, plot: str) -> str:
    """The standings as tables for a page; `plot` is where the picture lies."""
    lines = [
        "| Level | among | games | won | 95 % interval | par | median thought |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
        *(
            f"| `{rung.level}` | {found.seats - 1} `{rung.below}` | {rung.games:,} | {percent(rung.win_rate)} "
            f"| {span(rung.interval)} | {percent(rung.par)} | {duration(rung.median_thought)} |"
            for rung in found.rungs
        ),
        "",
        "| Level | rating | 95 % interval | games | time a decision |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(
            f"| `{each.level}` | {each.mu:.1f} | {each.interval.low:.1f} to {each.interval.high:.1f} "
            f"| {each.games:,} | {duration(each.per_decision)} |"
            for each in found.ratings
        ),
        "",
        f"![Wins on each rung, with intervals, beside par]({plot})",
    ]
    return "\n".join(lines) + "\n"


def percent(rate: float) -> str:
    """A rate in %."""
    return f"{100 * rate:.1f} %"


def span(interval: Interval) -> str:
    """An interval in %."""
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"


def duration(seconds: float) -> str:
    """A short time in the unit that fits it."""
    return f"{1e6 * seconds:.0f} µs" if seconds < 1e-3 else f"{1e3 * seconds:.1f} ms"


def draw(found: Standings) -> str:
    """The rungs as an SVG: wins with their intervals, and par."""
    plot = Plot("ladder", 0.7 + 0.6 * len(found.rungs))
    axes = plot.axes
    for at, rung in enumerate(found.rungs):
        rate, low, high = 100 * rung.win_rate, 100 * rung.interval.low, 100 * rung.interval.high
        axes.errorbar(rate, at, xerr=[[rate - low], [high - rate]], fmt="o", color=BLUE, capsize=4, markersize=7)
        axes.annotate(f"{rate:.0f} %", (rate, at), xytext=(0, 8), textcoords="offset points", ha="center", fontsize=9)
        par = 100 * rung.par
        axes.vlines(par, at - 0.3, at + 0.3, color=GREY, linestyle="--", linewidth=1)
        axes.annotate("par", (par, at + 0.3), xytext=(3, 0), textcoords="offset points", color=GREY)
    axes.set_yticks(range(len(found.rungs)), [f"{rung.level}\namong {rung.below}" for rung in found.rungs])
    axes.set_ylim(-0.5, len(found.rungs) - 0.4)
    axes.set_xlim(0, 100)
    axes.set_xlabel("games won, %")
    return plot.svg()
