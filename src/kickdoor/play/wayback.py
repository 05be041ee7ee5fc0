"""The way back: a game as it was a few answers ago, and what was answered since.

An answer whose effect never ends spoils the state before anybody knows. Then the game is played again from there.
"""

from __future__ import annotations

from kickdoor.engine.data.deals import Deal
from kickdoor.engine.data.state import State
from kickdoor.engine.running import kernel

MOST_ANSWERS = 32
"""How many answers are given again at most; so often the state is copied."""

Mark = tuple[int, int, int, int, int]


def _mark_of(s: State) -> Mark:
    """What tells whether somebody has changed a state otherwise than by the answers noted."""
    return s.version, s.draws, s.waiting, s.moment, s.turns


class WayBack:
    """A state that nobody changes any more, and the answers that led on from it."""

    __slots__ = ("_answers", "_mark", "_of", "_state")

    def __init__(self) -> None:
        self._of: State | None = None  # the state that it leads back from
        self._state: State | None = None
        self._answers: list[tuple[int, int | Deal]] = []
        self._mark: Mark = (0, 0, 0, 0, 0)

    def keep(self, s: State) -> None:
        """Be able to come back to this state."""
        if self._of is s and len(self._answers) < MOST_ANSWERS and self._mark == _mark_of(s):
            return
        self._of = s
        self._state = s.copy()
        self._state.patient = s.patient
        self._answers = []
        self._mark = _mark_of(s)

    def note(self, s: State, seat: int, answer: int | Deal) -> None:
        """An answer was given to the state that can be come back to."""
        self._answers.append((seat, answer))
        self._mark = _mark_of(s)

    def forget(self) -> None:
        """The state changes otherwise than by an answer."""
        self._of = self._state = None

    def share(self, copied: State) -> WayBack:
        """The way back of a copy of the state."""
        shared = WayBack()
        shared._of = copied
        shared._state = self._state
        shared._answers = self._answers.copy()
        shared._mark = self._mark
        return shared

    def back(self) -> State:
        """The state before the answer that is not noted."""
        assert self._state is not None, "there is a state to come back to"
        s = self._state.copy()
        s.patient = self._state.patient
        for seat, answer in self._answers:
            if isinstance(answer, Deal):
                kernel.apply_offer(s, answer)
            else:
                kernel.apply(s, seat, answer)
        self._of = s
        return s
