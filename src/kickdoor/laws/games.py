"""Positions taken from games: of bots that play by chance, and of veterans."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from kickdoor.bots import make_bot
from kickdoor.engine.questions.strength import sums
from kickdoor.laws.tables import lay_out
from kickdoor.play.game import Game
from kickdoor.play.position import PositionError
from kickdoor.play.written import Unwritable, write_down

NAMES = ["A", "B", "C", "D", "E", "F"]
BOTS = ("random", "veteran")
MOST_ANSWERS = 400
"""A game is left after so many answers: by then hands and tables are full."""
EVERY = 12
"""So many answers lie between two positions of a game."""


@lru_cache(maxsize=8)
def places_of(packs: tuple[str, ...], seed: str, count: int) -> tuple[dict[str, Any], ...]:
    """So many positions out of games with these packs, half of them out of games of either sort of bot."""
    found: list[dict[str, Any]] = []
    number = 0
    while len(found) < count:
        bot = BOTS[number % 2]
        found += _places(packs, f"{seed} {number}", bot, count // 4 + 1)
        number += 1
    return tuple(found[:count])


def _places(packs: tuple[str, ...], seed: str, bot: str, most: int) -> list[dict[str, Any]]:
    rng = Random(f"{' '.join(packs)} {seed}")
    game = Game.new(packs=packs, seats=rng.choice((3, 4)), seed=seed)
    agents = [make_bot(bot, rng, game.state.rules, calm=True) for _ in range(game.seats)]
    found: list[dict[str, Any]] = []
    answers = due = 0
    while not game.over and answers < MOST_ANSWERS and len(found) < most:
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        # Half of the positions are of fights, which are shorter than turns.
        if answers >= due and (bool(game.state.fights) or rng.random() < 0.2):
            place = _written(game)
            if place is not None:
                found.append(place)
                due = answers + EVERY
        game.apply(seat, agents[seat].choose(game.view(seat), decision))
        answers += 1
    return found


def _written(game: Game) -> dict[str, Any] | None:
    """The position, if it can be written down and comes to the same when it is laid out again."""
    try:
        place = write_down(game, NAMES[: game.seats])
        table = lay_out(place)
    except (Unwritable, PositionError):
        return None
    s, again = game.state, table.game.state
    if again.moment != s.moment or [p.level for p in again.players] != [p.level for p in s.players]:
        return None
    if s.fights and (not again.fights or sums(s, s.fights[0]) != sums(again, again.fights[0])):
        return None
    return place
