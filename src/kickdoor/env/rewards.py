"""Rewards: who has won, and on the way there, if asked for, what a change of Level is worth."""

from __future__ import annotations

from kickdoor.env.table import Table


class Rewards:
    """What each seat gets after each step of a game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._shaping = table.setup.shaping
        self._gamma = table.setup.gamma
        self._before = table.potentials() if self._shaping else []

    def after_step(self) -> list[float] | None:
        """What the last step brought each seat; None where it is nothing for anybody.

        Shaping is the change of a potential that is nothing when the game is over, so it changes no best answer.
        """
        if not self._shaping and not self._table.ended:
            return None
        over = self._table.over
        if not self._shaping:
            return self._table.outcome() if over else None
        now = [0.0] * self._table.seats if over else self._table.potentials()
        won = self._table.outcome() if over else [0.0] * self._table.seats
        before, self._before = self._before, now
        return [
            gain + self._shaping * (self._gamma * after - ahead)
            for gain, after, ahead in zip(won, now, before, strict=True)
        ]
