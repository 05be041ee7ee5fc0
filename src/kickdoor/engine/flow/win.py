"""Somebody has reached the winning Level: who can still speak is heard, then the game is over."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import tell
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import GOES_ON, OVER, WINNING, WON
from kickdoor.engine.flow.labels import Flow
from kickdoor.engine.questions.values import winning_level
from kickdoor.engine.running.windows import Window


class Confirm(Step):
    """All who stand on the winning Level win, and with shared victory the helper too [WIN-01, WIN-02]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.winners = [seat for seat in s.winners if s.players[seat].level >= winning_level(s, seat)]
        if not s.winners:
            s.over = GOES_ON
            return
        if s.rules.options.get("shared_victory") and s.fights:
            fight = s.fights[-1]
            if fight.outcome == WON and fight.fighter in s.winners and fight.helper >= 0:
                s.winners.append(fight.helper)
        s.winners = sorted(set(s.winners))
        s.over = OVER
        s.waiting = 0
        for seat in s.winners:
            tell.won(s, seat=seat)


FLOW: Final = Flow((Window(WINNING), Confirm()))
