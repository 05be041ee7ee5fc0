"""Somebody has reached the winning Level: who can still speak is heard, then the game is over."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import tell
from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Fight, Frame, State
from kickdoor.engine.data.terms import GOES_ON, OVER, WINNING
from kickdoor.engine.flow.labels import Flow
from kickdoor.engine.questions.table import seats
from kickdoor.engine.questions.values import winning_level
from kickdoor.engine.running.windows import Window


class Confirm(Step):
    """All who stand on the winning Level win, and with shared victory the helper too [WIN-01, WIN-02]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        top = [seat for seat in seats(s) if s.players[seat].level >= winning_level(s, seat)]
        s.winners = [seat for seat in top if not s.players[seat].dead]
        if not s.winners:
            s.over = GOES_ON
            return
        if s.rules.options.get("shared_victory") and s.fights:
            s.winners = sorted({*s.winners, *self._friends(s, s.fights[-1])})
        s.over = OVER
        s.waiting = 0
        for seat in s.winners:
            tell.won(s, seat=seat)

    def _friends(self, s: State, fight: Fight) -> list[Seat]:
        """Who helped to kill what took a winner to that Level; the dead win nothing [WIN-02, DEATH-04]."""
        kills = [reward for reward in fight.rewards if reward.levels and reward.seat in s.winners]
        return [kill.helper for kill in kills if kill.helper >= 0 and not s.players[kill.helper].dead]


FLOW: Final = Flow((Window(WINNING), Confirm()))
