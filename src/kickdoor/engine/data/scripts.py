"""Scripts and what else packs are compiled to: steps, conditions, values, tests of cards."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from kickdoor.engine.data.ids import Card, Seat

if TYPE_CHECKING:
    from kickdoor.engine.data.question import Question
    from kickdoor.engine.data.refusals import Refusal
    from kickdoor.engine.data.state import Frame, State


MOST_STEPS: Final = 5000
"""What runs longer than this without asking anybody never ends; the longest of the packs takes a few hundred."""


class Step:
    """One step of a script. `run` acts; a step that asks also lists options and takes the answer."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Act; or set the seats in `s.waiting`, who are then asked."""
        raise AssertionError(self)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """What the seat may answer; only for steps that ask."""
        raise AssertionError(self)

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        """What is asked, for the seat that looks; only for steps that ask."""
        raise AssertionError(self)

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Take an answer that is among the options."""
        raise AssertionError(self)

    def refuse(self, s: State, f: Frame) -> Refusal | None:
        """Why a script with this step could not be carried out; None where it could."""
        return None


class Condition:
    """A question about the state, read two ways."""

    __slots__ = ()

    def holds(self, s: State, f: Frame) -> bool:
        """The answer."""
        raise AssertionError(self)

    def explain(self, s: State, f: Frame) -> Refusal | None:
        """The first part that fails, as a reason; None where it holds."""
        raise AssertionError(self)

    def is_public(self) -> bool:
        """Whether everybody at the table can answer it."""
        return False

    def might_hold(self, s: State, f: Frame) -> bool:
        """Whether it could hold, by what everybody sees."""
        return not self.is_public() or self.holds(s, f)


class Value:
    """A number worked out from the state."""

    __slots__ = ()

    def of(self, s: State, f: Frame) -> int:
        """The number."""
        raise AssertionError(self)


class Holds(Enum):
    """What can be in a register of a script."""

    FLAG = "flag"  # nothing, or a number that says yes
    NUMBERS = "numbers"
    SEATS = "seats"
    MASK = "mask"  # seats, as one number
    CARDS = "cards"
    MONSTERS = "monsters"
    PICKS = "picks"  # what several have picked: each with its seat, above the twelve bits of the pick


class Script:
    """A flat tuple of steps, and what each of its registers holds."""

    __slots__ = ("holds", "id", "registers", "steps")

    def __init__(self, id: int, steps: tuple[Step, ...], holds: tuple[Holds, ...]) -> None:
        self.id = id
        self.steps = steps
        self.holds = holds
        self.registers = len(holds)


NO_TAGS: Final[frozenset[str]] = frozenset()


class CardTest:
    """A question about a card."""

    __slots__ = ()

    def fits(self, s: State, card: Card, lent: frozenset[str] = NO_TAGS) -> bool:
        """The answer; lent are tags that the card has for now, besides its own."""
        raise AssertionError(self)
