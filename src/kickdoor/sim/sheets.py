"""One game as rows of tables: the game, its players, and what each of them had of each card."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from kickdoor.engine.data import ids
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import CLASS, RACE
from kickdoor.engine.questions.table import cards_of_kind, face
from kickdoor.play.course import Course
from kickdoor.play.driver import Tally
from kickdoor.sim.runner import Outcome, Plan, play_checked, play_seated, set_up
from kickdoor.sim.seating import Seating
from kickdoor.sim.uses import Use, Uses


class GameRow(NamedTuple):
    """A game. Of one that crashed only number, seed and seats are told."""

    game: int
    seed: str
    seats: int
    turns: int = 0
    decisions: int = 0
    answers: int = 0
    finished: bool = False
    crashed: bool = False
    winners: tuple[int, ...] = ()
    first_player: int = -1
    first_at_nine: int = -1
    lead_changes: int = 0
    fights_won: int = 0
    fights_lost: int = 0
    fights_nobodys: int = 0
    helps: int = 0
    interferences: int = 0
    deaths: int = 0


class PlayerRow(NamedTuple):
    """A player of a game."""

    game: int
    seat: int
    bot: str
    won: bool
    level: int
    classes: tuple[str, ...]
    races: tuple[str, ...]
    levels_by_kill: int
    levels_by_card: int
    levels_by_sale: int
    levels_by_help: int
    levels_lost: int
    helped: int
    help_treasures: int
    help_items: int
    asked_help: int
    hindered: int
    deaths: int
    turns_last: int


class CardRow(NamedTuple):
    """What a seat had of a card, all its copies together, where it had anything of it."""

    game: int
    seat: int
    card: str
    drawn: int
    laid: int
    played: int
    used: int
    struck: int
    fought: int
    sold: int
    stuck: int
    won: bool


class Sheet(msgspec.Struct, frozen=True):
    """A game of a plan as rows; one that crashed has no players and no cards."""

    outcome: Outcome
    game: GameRow
    players: list[PlayerRow] = []
    cards: list[CardRow] = []

    def __reduce__(self) -> tuple[Callable[[bytes], Sheet], tuple[bytes]]:
        """From process to process it goes packed, which is faster than rows that are pickled one by one."""
        return unpack, (msgspec.msgpack.encode(self),)


def unpack(packed: bytes) -> Sheet:
    """A sheet that comes from another process."""
    return msgspec.msgpack.decode(packed, type=Sheet)


class Scribe:
    """Hears a game from its first event to its last, and writes its sheet."""

    def __init__(self, seats: int) -> None:
        self.course = Course(seats)
        self.uses = Uses()

    def hear(self, events: list[Event], s: State) -> None:
        """Count what has just happened; the state is that after it."""
        self.course.hear(events)
        self.uses.hear(events, s)

    def write(self, plan: Plan, number: int, tally: Tally, s: State) -> Sheet:
        """The sheet of a game that is over, or given up."""
        self.uses.close(s)
        outcome = Outcome(number, plan.seed_of(number), tally)
        players = [
            _player(number, seat, bot, seat in tally.winners, self.course, s)
            for seat, bot in enumerate(plan.bots_by_seat)
        ]
        cards = [
            _card(number, seat, card, use, seat in tally.winners)
            for (seat, card), use in sorted(self.uses.by_seat.items(), key=lambda entry: entry[0])
            if use != NOTHING
        ]
        return Sheet(outcome, _game(outcome, tally, self.course), players, cards)


NOTHING = Use()


def play_counted(plan: Plan, number: int) -> Sheet:
    """Play a game of the plan and count what happens in it; a crash is an outcome."""
    scribe = Scribe(plan.header.seats)
    try:
        game, rng = set_up(plan, number)

        def hear(events: list[Event]) -> None:
            scribe.hear(events, game.state)

        hear(game.begin())
        play = play_checked if number < plan.checked else play_seated
        tally = play(game, Seating(plan.bots, game, rng), plan.turn_limit, hear)
        return scribe.write(plan, number, tally, game.state)
    except Exception:
        seed = plan.seed_of(number)
        crashed = GameRow(number, seed, plan.header.seats, crashed=True)
        return Sheet(Outcome(number, seed, None, traceback.format_exc()), crashed)


def _game(outcome: Outcome, tally: Tally, course: Course) -> GameRow:
    return GameRow(
        game=outcome.game,
        seed=outcome.seed,
        seats=len(course.deeds),
        turns=tally.turns,
        decisions=tally.decisions,
        answers=tally.answers,
        finished=tally.finished,
        crashed=False,
        winners=tally.winners,
        first_player=course.first_player,
        first_at_nine=course.first_at_nine,
        lead_changes=course.lead_changes,
        fights_won=course.fights_won,
        fights_lost=course.fights_lost,
        fights_nobodys=course.fights_nobodys,
        helps=course.helps,
        interferences=course.interferences,
        deaths=course.deaths,
    )


def _player(number: int, seat: int, bot: str, won: bool, course: Course, s: State) -> PlayerRow:
    deeds = msgspec.structs.asdict(course.deeds[seat])
    classes, races = _traits(s, seat, CLASS), _traits(s, seat, RACE)
    return PlayerRow(game=number, seat=seat, bot=bot, won=won, classes=classes, races=races, **deeds)


def _traits(s: State, seat: int, kind: int) -> tuple[str, ...]:
    return tuple(face(s, card).trait for card in cards_of_kind(s, ids.Seat(seat), kind))


def _card(number: int, seat: int, card: str, use: Use, won: bool) -> CardRow:
    return CardRow(game=number, seat=seat, card=card, won=won, **msgspec.structs.asdict(use))
