"""Make the suite of positions anew: veterans play, positions of each theme are taken, and a long search values them.

Of a game at most one position of a theme is taken, and of two with the same table only one. In each theme the first
answer (to run, to accept, to pass, to sell) is best in some positions, and another in some: a short search tells which
are still wanted.

python tools/make_suite.py [WORLDS]        writes src/kickdoor/env/suite.yaml
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from kickdoor.bots import make_bot
from kickdoor.env.search import search, value_of
from kickdoor.env.suite import THEMES, Answer, Lost, Problem, describe
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.position import PositionError
from kickdoor.play.scenario_files import ScenarioError
from kickdoor.play.written import Unwritable, write_down

OUT = Path(__file__).resolve().parent.parent / "src" / "kickdoor" / "env" / "suite.yaml"
NAMES = ["ann", "bo", "cy", "di"]
EACH = 25
MOST_PLAYS = 3
MOST_ALIKE = 15  #: positions of a theme in which the first answer is best, or in which it is not
SHORT = 24  #: worlds of the short search
MOST_TRIES = 4  #: short searches of a theme in one game
EARLIEST, LATEST = 5, 25  #: turns from which on positions of a game are taken


def answers_of(game: Game, seat: int, theme: str) -> list[Option]:
    """The options between which a theme chooses; none where it is not this theme."""
    decision = game.decision(seat)
    if decision is None:
        return []
    by_verb: dict[str, list[Option]] = {}
    for option in decision.options:
        by_verb.setdefault(option.verb, []).append(option)
    fight = game.state.fights[-1] if game.state.fights else None
    plays = by_verb.get("play", [])[:MOST_PLAYS]
    if theme == "fight_or_flee" and decision.about == "fight" and fight is not None and fight.fighter == seat:
        return [*by_verb.get("run", []), *plays] if "run" in by_verb and plays else []
    if theme == "accept_or_refuse" and "accept" in by_verb:
        return [by_verb["accept"][0], by_verb["refuse"][0]]
    if theme == "hinder_or_save" and decision.about in ("fight", "closing") and fight is not None:
        outside = seat not in (fight.fighter, fight.helper)
        return [*by_verb.get("pass", []), *plays] if outside and plays and "pass" in by_verb else []
    if theme == "sell_or_keep" and decision.about in ("arrange", "second", "end") and "sell" in by_verb:
        return [by_verb["sell"][0], *by_verb.get("proceed", []), *by_verb.get("loot", [])]
    return []


def moments(seed: int) -> Iterator[tuple[str, int, Game]]:
    """Moments of a game of veterans, with whom they ask and the theme: from a turn by chance on."""
    rng = Random(f"suite:{seed}")
    first = Random(f"suite:{seed}:turn").randint(EARLIEST, LATEST)
    game = Game.new(seats=4, seed=f"suite:{seed}")
    bots = [make_bot("veteran", rng, game.state.rules) for _ in range(4)]
    while not game.over and game.turns < 120:
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        if game.turns >= first:
            for theme in THEMES:
                if answers_of(game, seat, theme):
                    yield theme, seat, game
        game.apply(seat, bots[seat].choose(game.view(seat), decision))


class Candidate(msgspec.Struct):
    """A position laid out from its own words, and the answers between which it chooses."""

    theme: str
    seat: int
    position: dict[str, Any]
    laid: Game
    options: list[Option]
    offer: Offer | None
    offer_by: int

    def tried(self, worlds: int, seed: int) -> list[list[float]] | None:
        """What each answer is worth in each world; None where something half done holds what the seat cannot see."""
        found = search(self.laid, self.seat, self.options, worlds, Random(seed))
        return found if len(found[0]) == worlds else None

    def table(self) -> str:
        """What all can see of it: before the players, whose turn it is, the fight."""
        players = {
            name: {field: value for field, value in player.items() if field != "hand"}
            for name, player in self.position["players"].items()
        }
        fight = self.position.get("combat", {})
        return repr((players, self.position["turn"], fight.get("fighter"), fight.get("monsters")))


def candidate_of(theme: str, seat: int, game: Game) -> Candidate | None:
    """The position of a moment; None where it has no words, or not the same answers when it is laid out."""
    deal = next((deal for deal in game.state.offers if deal.to == seat), None) if theme == "accept_or_refuse" else None
    if deal is not None and (deal.gives or deal.takes or deal.promises or deal.kind != 0):
        return None
    try:
        position: dict[str, Any] = write_down(game, NAMES)
        laid = Game.from_scenario(position)
        offer = None
        if deal is not None:
            offer = Offer(kind="help", to=seat, treasures=deal.treasures)
            laid.apply(deal.by, offer)
        options = answers_of(laid, seat, theme)
        wanted = [describe(game, option) for option in answers_of(game, seat, theme)]
    except (Unwritable, PositionError, ScenarioError, Lost, ValueError):
        return None
    described = [describe(laid, option) for option in options]
    if len(options) < 2 or described != wanted or len(set(described)) < len(described) or seat not in laid.waiting:
        return None
    return Candidate(theme, seat, position, laid, options, offer, -1 if deal is None else deal.by)


def leads(found: list[list[float]]) -> bool:
    """Whether the first answer is best."""
    return sum(found[0]) >= max(sum(values) for values in found[1:])


def problem_of(candidate: Candidate, found: list[list[float]], number: int) -> Problem:
    """The position with what its answers are worth."""
    answers = []
    for option, values in zip(candidate.options, found, strict=True):
        verb, card, second = describe(candidate.laid, option)
        answers.append(Answer(verb=verb, card=card, second=second, value=value_of(values)))
    ranked = sorted(range(len(answers)), key=lambda place: -answers[place].value.mean)
    gaps = [best - other for best, other in zip(found[ranked[0]], found[ranked[1]], strict=True)]
    return Problem(
        id=f"{candidate.theme}-{number}",
        theme=candidate.theme,
        seat=candidate.seat,
        position=candidate.position,
        answers=answers,
        gain=value_of(gaps),
        offer=None if candidate.offer is None else msgspec.to_builtins(candidate.offer),
        offer_by=candidate.offer_by,
    )


class Collection:
    """The positions so far, of each theme those in which the first answer is best and the others."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds
        self.found: dict[str, list[Problem]] = {theme: [] for theme in THEMES}
        self._leading = {theme: [0, 0] for theme in THEMES}
        self._tables: set[str] = set()

    @property
    def is_whole(self) -> bool:
        """Whether there are enough of each theme."""
        return all(len(some) == EACH for some in self.found.values())

    def _wants(self, theme: str, tried: list[list[float]] | None) -> bool:
        return tried is not None and self._leading[theme][leads(tried)] < MOST_ALIKE

    def take(self, candidate: Candidate) -> bool:
        """Take a position if it is wanted."""
        theme, some = candidate.theme, self.found[candidate.theme]
        table = candidate.table()
        if table in self._tables or not self._wants(theme, candidate.tried(SHORT, 0)):
            return False
        found = candidate.tried(self.worlds, len(some) + 1)
        if found is None or not self._wants(theme, found):
            return False
        some.append(problem_of(candidate, found, len(some) + 1))
        self._leading[theme][leads(found)] += 1
        self._tables.add(table)
        return True

    def collect(self, seed: int) -> None:
        """Look for positions in one game: of each theme one."""
        tries = {theme: MOST_TRIES for theme, some in self.found.items() if len(some) < EACH}
        for theme, seat, game in moments(seed):
            if not tries.get(theme, 0):
                continue
            candidate = candidate_of(theme, seat, game)
            if candidate is not None:
                tries[theme] = 0 if self.take(candidate) else tries[theme] - 1


def main() -> None:
    """Collect the positions, and write them as they come."""
    collection = Collection(int(sys.argv[1]) if len(sys.argv) > 1 else 120)
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else OUT
    begun = time.time()
    seed = 0
    while not collection.is_whole:
        collection.collect(seed)
        seed += 1
        counts = ", ".join(f"{theme} {len(some)}" for theme, some in collection.found.items())
        print(f"{seed} games, {time.time() - begun:.0f} s: {counts}", file=sys.stderr, flush=True)
        out.write_bytes(msgspec.yaml.encode([problem for some in collection.found.values() for problem in some]))


if __name__ == "__main__":
    main()
