"""Figures of one finished game, for its page: Levels over time, fights, who acted against whom."""

from __future__ import annotations

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import BY_DOOR, OPEN
from kickdoor.engine.questions.strength import sums
from kickdoor.play.course import Course
from kickdoor.play.game import Game
from kickdoor.server.protocol import FightStatistics, GameStatistics, LevelsAt, Outcome


class Figures:
    """Counts while a game is played again."""

    def __init__(self, seats: int) -> None:
        self._course = Course(seats)
        self._levels: list[LevelsAt] = []
        self._fights: list[FightStatistics] = []
        self._open: dict[int, FightStatistics] = {}  # as they stood before the last answer, by id
        self._hindered = [[0] * seats for _ in range(seats)]
        self._helped = [[0] * seats for _ in range(seats)]
        self._played = [0] * seats
        self._sold = [0] * seats
        self._last = LevelsAt(0, 0, [1] * seats)

    def hear(self, number: int, game: Game, events: list[Event]) -> None:
        """An answer was given; the game is that after it."""
        s = game.state
        self._count_hindering(events)
        for event in events:
            if event.what == "helper_joined":
                self._helped[event.seat][event.fighter] += 1
            elif event.what in ("played", "laid"):
                self._played[event.seat] += 1
            elif event.what == "sold":
                self._sold[event.seat] += event.gold
        if game.turns != self._last.turns and self._last.turns:
            self._levels.append(msgspec.structs.replace(self._last, at=number))
        self._last = LevelsAt(number, game.turns, [player.level for player in s.players])
        self._follow_fights(number, s, events)

    def statistics(self) -> GameStatistics:
        """What was counted."""
        return GameStatistics(
            levels=[*self._levels, self._last],
            fights=[*self._fights, *self._open.values()],
            hindered=self._hindered,
            helped=self._helped,
            deaths=[deeds.deaths for deeds in self._course.deeds],
            cards_played=self._played,
            gold_sold=self._sold,
        )

    def _count_hindering(self, events: list[Event]) -> None:
        """Plays against somebody's fight, and Curses cast on somebody at any time."""
        self._course.hear(events)
        counted = set()
        for meddler, fighter in self._course.hindered:
            self._hindered[meddler][fighter] += 1
            counted.add(meddler)
        for event in events:
            cast = event.what == "cursed" and event.cause != BY_DOOR
            if cast and event.by >= 0 and event.by not in counted and event.by != event.seat:
                self._hindered[event.by][event.seat] += 1

    def _follow_fights(self, number: int, s: State, events: list[Event]) -> None:
        """A fight that began and was over within one answer has no moment to look at: it is left out."""
        open_now = {fight.id for fight in s.fights if fight.outcome == OPEN}
        for id in [id for id in self._open if id not in open_now]:
            stood = self._open.pop(id)
            self._fights.append(msgspec.structs.replace(stood, outcome=_outcome(id, events)))
        for fight in s.fights:
            if fight.outcome == OPEN:
                self._open[fight.id] = _standing(number, s, fight)


def _outcome(fight: int, events: list[Event]) -> Outcome:
    """How a fight went that is open no more: without a kill nobody has won it."""
    for event in events:
        if event.what == "fight_lost" and event.fight == fight:
            return "lost"
        if event.what == "fight_won" and event.fight == fight:
            return "won" if event.kills else "ended"
    return "ended"


def _standing(number: int, s: State, fight: Fight) -> FightStatistics:
    party, against = sums(s, fight)
    return FightStatistics(
        at=number,
        turns=s.turns,
        fighter=fight.fighter,
        helper=fight.helper if fight.helper >= 0 else None,
        monsters=[s.rules.faces[monster.face].name for monster in fight.monsters if not monster.gone],
        party=party,
        against=against,
        outcome="ended",
    )
