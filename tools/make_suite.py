"""Make the suite of positions anew: veterans play, positions of each theme are taken, and a long search values them.

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
A_GAME = 2  #: positions of a theme that are taken from one game, so that they differ


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
    """Moments of a game of veterans, with whom they ask and the theme."""
    rng = Random(f"suite:{seed}")
    game = Game.new(seats=4, seed=f"suite:{seed}")
    bots = [make_bot("veteran", rng, game.state.rules) for _ in range(4)]
    while not game.over and game.turns < 120:
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        if game.turns > 4:
            for theme in THEMES:
                if answers_of(game, seat, theme):
                    yield theme, seat, game
        game.apply(seat, bots[seat].choose(game.view(seat), decision))


def problem_of(theme: str, seat: int, game: Game, worlds: int, number: int) -> Problem | None:
    """The position with its answers, laid out from its own words and valued; None where it has no words or answers."""
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
    rng = Random(number)
    found = search(laid, seat, options, worlds, rng)
    if len(found[0]) < worlds:
        return None  # something half done holds what the seat cannot see
    answers = [
        Answer(verb=verb, card=card, second=second, value=value_of(values))
        for (verb, card, second), values in zip(described, found, strict=True)
    ]
    ranked = sorted(range(len(answers)), key=lambda place: -answers[place].value.mean)
    gaps = [best - other for best, other in zip(found[ranked[0]], found[ranked[1]], strict=True)]
    return Problem(
        id=f"{theme}-{number}",
        theme=theme,
        seat=seat,
        position=position,
        answers=answers,
        gain=value_of(gaps),
        offer=None if offer is None else msgspec.to_builtins(offer),
        offer_by=-1 if deal is None else deal.by,
    )


def main() -> None:
    """Collect the positions, and write them as they come."""
    worlds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else OUT
    found: dict[str, list[Problem]] = {theme: [] for theme in THEMES}
    begun = time.time()
    seed = 0
    while any(len(some) < EACH for some in found.values()):
        taken = dict.fromkeys(THEMES, 0)
        for theme, seat, game in moments(seed):
            if len(found[theme]) >= EACH or taken[theme] >= A_GAME:
                continue
            problem = problem_of(theme, seat, game, worlds, len(found[theme]) + 1)
            if problem is not None:
                taken[theme] += 1
                found[theme].append(problem)
        seed += 1
        counts = ", ".join(f"{theme} {len(some)}" for theme, some in found.items())
        print(f"{seed} games, {time.time() - begun:.0f} s: {counts}", file=sys.stderr, flush=True)
        out.write_bytes(msgspec.yaml.encode([problem for some in found.values() for problem in some]))


if __name__ == "__main__":
    main()
