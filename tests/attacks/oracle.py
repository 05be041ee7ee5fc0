"""The oracle of secrets: whatever a seat asks, games that differ only in cards it cannot know give the same answer.

As a script: python tests/attacks/oracle.py QUESTIONS [SEED]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from kickdoor.engine.data import ids
from kickdoor.engine.data.deals import DEAL_KINDS, ORDERS, PLEDGES
from kickdoor.engine.data.options import code
from kickdoor.engine.data.refusals import IllegalMove, Refusal
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import IN_HAND, NONE, PAUSE, VERBS
from kickdoor.engine.running.asking import forget_passes, open_window
from kickdoor.engine.steps.choosing import Choose
from kickdoor.play.checks import hidden_from, swappable, swapped
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.server.foretelling import foretold
from kickdoor.server.session.orders import option_for, quiet_for

MIXES = (
    ("munchkin",),
    ("munchkin", "munchkin-2", "munchkin-3", "munchkin-4", "munchkin-5", "munchkin-6", "munchkin-7", "munchkin-8"),
    ("star",),
    ("bites", "babies"),
    ("munchkin-lite",),
)
BETWEEN = 40
"""How many answers may be given between two moments at which questions are asked."""

ODD_NUMBERS = (-1, 9, 4094, NONE, 5000)


class Twins:
    """A game, and another that looks the same to a seat."""

    def __init__(self, game: Game, seat: int, rng: Random) -> None:
        self.seat = seat
        pair = _telling(game.state, seat, rng) or swappable(game.state, hidden_from(game.state, seat), rng)
        self.pair = () if pair is None else pair
        states = [game.state.copy(), game.state.copy() if pair is None else swapped(game.state, *pair)]
        for s in states:
            ask_anew(s, seat)
        self.games = [Game(s, game._header, None) for s in states]


def _telling(s: State, seat: int, rng: Random) -> tuple[ids.Card, ids.Card] | None:
    """A card of a fighter's hand, and another that could be promised to somebody: a bargain might tell them apart."""
    hidden = set(hidden_from(s, seat))
    fighting = [fight.fighter for fight in s.fights if fight.fighter != seat]
    if not fighting or rng.random() < 0.3:
        return None
    held = [card for card in s.players[rng.choice(fighting)].hand if card in hidden]
    if not held:
        return None
    one = rng.choice(held)
    deck = s.rules.defs[one].deck
    others = [
        card
        for card in hidden
        if s.rules.defs[card].deck == deck
        and s.rules.defs[card].index != s.rules.defs[one].index
        and any(isinstance(step, Choose) for ability in s.rules.defs[card].abilities for step in ability.checks)
    ]
    return (one, rng.choice(sorted(others))) if others else None


def ask_anew(s: State, seat: int) -> None:
    """Who is waited for in a window is worked out from today's hands: a pass was given with another hand."""
    s.listed_for = -1
    s.version += 1
    if open_window(s) is None:
        return
    forget_passes(s, seat)
    if not s.waiting:
        s.waiting = PAUSE


def told(found: Any) -> Any:
    """An answer as the seat is given it."""
    return (found.key, found.rule, found.about) if isinstance(found, Refusal) else found


def answers(game: Game, seat: int, question: Any) -> Any:
    """What a game answers a seat that asks something."""
    if isinstance(question, Intent):
        return told(game.why_not(seat, question)), option_for(game, seat, question)
    if isinstance(question, Offer):
        return told(game.why_not(seat, question))
    if isinstance(question, int):
        listed = [option.code for option in (game.decision(seat) or NOTHING).options]
        if question in listed:
            return "lawful"
        try:
            game.apply(seat, Option(question))
        except IllegalMove as refused:
            return told(refused.why), told(game.why_not(seat, question))
        return "applied"
    decision = game.decision(seat)
    if decision is None:
        return None
    quiet = quiet_for(game, seat, ("concerns_me", "would_win", "can_play"))
    return decision.question, [option.code for option in decision.options], quiet, foretold(game, decision)


class _Nothing:
    options: tuple[Option, ...] = ()


NOTHING = _Nothing()


def questions(game: Game, seat: int, rng: Random, count: int, cards: tuple[int, ...]) -> Iterator[Any]:
    """So many questions of every kind, mostly about cards whose place the seat cannot know."""
    yield "what may I do"
    s = game.state
    known = [*range(len(s.rules.defs))]
    hands = [card for card in known if s.where[card] >= IN_HAND]
    others = [other for other in range(len(s.players)) if other != seat]

    def card() -> int:
        drawn = rng.random()
        if drawn < 0.5 and cards:
            return rng.choice(cards)
        return rng.choice(hands or known) if drawn < 0.9 else rng.choice((*ODD_NUMBERS, rng.choice(known)))

    def some(chance: float) -> tuple[int, ...]:
        return tuple(card() for _ in range(rng.choice((1, 1, 2, 3)))) if rng.random() < chance else ()

    for _ in range(count - 1):
        match rng.randrange(4):
            case 0:
                on = rng.choice([None, None, *range(len(s.players)), *ODD_NUMBERS])
                ability = rng.choice([None, None, None, 0, 1, 9])
                yield Intent(verb=rng.choice(VERBS), card=rng.choice([None, card()]), on=on, ability=ability)
            case 1:
                first, second = (rng.choice([number, number, NONE]) & 4095 for number in (card(), card()))
                if rng.random() < 0.4:
                    second = rng.choice([*range(len(s.players)), 9])
                yield code(rng.randrange(len(VERBS) + 1), first, second)
            case _:
                fighting = [fight.fighter for fight in s.fights]
                yield Offer(
                    kind=rng.choice((*DEAL_KINDS, "help", "help")),
                    to=rng.choice([*fighting * 4, *others, *ODD_NUMBERS[:2]]),
                    gives=some(0.1),
                    takes=some(0.1),
                    treasures=rng.choice((0, 0, 1, 2, -1, 99)),
                    order=rng.choice(ORDERS),
                    promises=some(0.7),
                    pledge=rng.choice(PLEDGES),
                )


class Asked(msgspec.Struct):
    """What was asked, and what was found."""

    questions: int = 0
    moments: int = 0
    leaks: list[str] = []
    failures: list[str] = []


def interrogate(count: int, seed: str, each: int = 40) -> Asked:
    """Ask so many questions, at moments of games of all kinds; stops at the tenth leak."""
    rng = Random(seed)
    found = Asked()
    game: Game | None = None
    while found.questions < count and len(found.leaks) + len(found.failures) < 10:
        if game is None or game.over:
            packs = rng.choice(MIXES)
            seats = rng.choice((3, 4)) if packs == ("munchkin-lite",) else rng.randrange(3, 7)
            game = Game.before(Game.header(packs, seats, rng.getrandbits(64)), patient=True)
            game.begin()
        for number in range(rng.randrange(1, BETWEEN)):
            while game.paused:
                game.resume()
            if game.over or (number and game.state.fights and rng.random() < 0.3):
                break
            seat = rng.choice(game.waiting)
            game.apply(seat, rng.choice(game.decisions[seat].options))
        while game.paused and rng.random() < 0.7:
            game.resume()
        if game.over:
            continue
        seat = rng.randrange(game.seats)
        twins = Twins(game, seat, rng)
        found.moments += 1
        for question in questions(game, seat, rng, each, twins.pair):
            found.questions += 1
            try:
                here, there = (answers(twin, seat, question) for twin in twins.games)
            except Exception as error:  # whatever is raised is what is looked for
                found.failures.append(f"{question} of seat {seat}: {error!r}")
                continue
            if "applied" in (here, there):
                found.failures.append(f"{question} of seat {seat} was not listed, and was taken")
            if here != there:
                found.leaks.append(f"seat {seat} tells {twins.pair} apart by {question}: {here} or {there}")
    return found


def main(count: int, seed: str) -> int:
    """Ask so many questions and tell what came of it."""
    began = time.perf_counter()
    found = interrogate(count, seed)
    result = msgspec.to_builtins(found) | {"seconds": round(time.perf_counter() - began, 1)}
    print(json.dumps(result))
    return len(found.leaks) + len(found.failures)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "1") > 0)
