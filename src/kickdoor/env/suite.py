"""A suite of positions to judge a player by: what a long search makes of each answer, and a score.

The file `suite.yaml` has four themes: fight or flee, accept or refuse, hinder or save, sell or keep. Each position is
written as in scenario files, so that it outlives changes of the packs, with the answers between which to choose.
`tools/make_suite.py` makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import msgspec

from kickdoor.bots import make_bot
from kickdoor.env.search import Value
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.game import Game

THEMES = ("fight_or_flee", "accept_or_refuse", "hinder_or_save", "sell_or_keep")


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer of a position: its verb, the card by id, the second field; and what it is worth."""

    verb: str
    value: Value
    card: str = ""
    second: int | None = None


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position, whom it asks, an offer that stands in it if any, and the answers.

    `gain` is how much more often the best answer wins than the next, world by world, with its interval.
    """

    id: str
    theme: str
    seat: int
    position: dict[str, Any]
    answers: list[Answer]
    gain: Value
    offer: dict[str, Any] | None = None
    offer_by: int = -1

    @property
    def best(self) -> int:
        """The place of the best answer."""
        return max(range(len(self.answers)), key=lambda place: self.answers[place].value.mean)

    @property
    def is_clear(self) -> bool:
        """Whether the best answer is surely better than the next."""
        return self.gain.low > 0

    def lay_out(self) -> Game:
        """The game at this position."""
        game = Game.from_scenario(self.position)
        if self.offer is not None:
            game.apply(self.offer_by, msgspec.convert(self.offer, Offer))
        return game

    def options(self, game: Game) -> list[Option]:
        """The options of the answers, in their order."""
        decision = game.decision(self.seat)
        listed = decision.options if decision is not None else []
        return [_find(game, listed, answer) for answer in self.answers]


class Lost(ValueError):
    """An answer that a position does not have any more."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


def _find(game: Game, options: Sequence[Option], answer: Answer) -> Option:
    for option in options:
        if describe(game, option) == (answer.verb, answer.card, answer.second):
            return option
    raise Lost(f"{answer.verb} {answer.card} is no option here. Make the suite anew: python tools/make_suite.py")


def describe(game: Game, option: Option) -> tuple[str, str, int | None]:
    """An option without numbers that another game would not have: its verb, the card's id, the second field."""
    verb, first, second = option.verb, option.first, option.second
    if verb in ("accept", "refuse"):
        return verb, "", None
    defs = game.state.rules.defs
    card = defs[first].id if first is not None and verb in ("play", "lay") and first < len(defs) else ""
    return verb, card, second


@cache
def suite() -> tuple[Problem, ...]:
    """All positions."""
    source = files("kickdoor.env").joinpath("suite.yaml").read_bytes()
    return msgspec.yaml.decode(source, type=tuple[Problem, ...])


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """How a player did: of the clear positions how many were answered best, and what was lost on average.

    `regret` is how much less often the answers win than the best ones, in hundredths, over all positions.
    """

    player: str
    theme: str
    positions: int
    clear: int
    best: int
    regret: float


Choose = Callable[[Problem, Game, Decision], Option]


def choose_by(name: str) -> Choose:
    """How a bot chooses among the answers of a position."""

    def choose(problem: Problem, game: Game, decision: Decision) -> Option:
        agent: Agent = make_bot(name, Random(problem.id), game.state.rules)
        choice = agent.choose(game.view(problem.seat), decision)
        return choice if isinstance(choice, Option) else decision.options[0]

    return choose


def score(player: str, choose: Choose, problems: Sequence[Problem]) -> list[Score]:
    """How a player does, by theme and in all; it is shown only the answers of the position."""
    lost: dict[str, list[tuple[float, bool, bool]]] = {theme: [] for theme in THEMES}
    for problem in problems:
        game = problem.lay_out()
        options = problem.options(game)
        decision = game.decision(problem.seat)
        assert decision is not None, "the options come from it"
        chosen = options.index(choose(problem, game, msgspec.structs.replace(decision, options=options)))
        values = [answer.value.mean for answer in problem.answers]
        lost[problem.theme].append((max(values) - values[chosen], problem.is_clear, chosen == problem.best))
    parts = [*lost.items(), ("all", [each for some in lost.values() for each in some])]
    return [_score(player, theme, found) for theme, found in parts if found]


def _score(player: str, theme: str, found: list[tuple[float, bool, bool]]) -> Score:
    return Score(
        player=player,
        theme=theme,
        positions=len(found),
        clear=sum(clear for _, clear, _ in found),
        best=sum(clear and best for _, clear, best in found),
        regret=round(100 * sum(regret for regret, _, _ in found) / len(found), 2),
    )
