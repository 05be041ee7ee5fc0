"""Conditions, compiled once and read two ways: how they are joined, and those about cards and what is stored."""

from __future__ import annotations

from kickdoor.engine.data.ids import as_cards
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.registers import EVENT
from kickdoor.engine.data.scripts import CardTest, Condition, Value
from kickdoor.engine.data.stack import stored
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.questions.filters import Cards
from kickdoor.engine.questions.monsters import enhancers_on, shown_by


class Part(Condition):
    """One part of a condition, with the reason to give where it fails."""

    __slots__ = ("why",)

    def __init__(self, why: Refusal) -> None:
        self.why = why

    def explain(self, s: State, f: Frame) -> Refusal | None:
        """The reason, where it fails."""
        return None if self.holds(s, f) else self.why


class All(Condition):
    """All parts hold."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Condition, ...]) -> None:
        self.parts = parts

    def holds(self, s: State, f: Frame) -> bool:
        """Whether they do."""
        return all(part.holds(s, f) for part in self.parts)

    def explain(self, s: State, f: Frame) -> Refusal | None:
        """The first part that fails."""
        for part in self.parts:
            why = part.explain(s, f)
            if why is not None:
                return why
        return None

    def is_public(self) -> bool:
        """Whether all its parts are."""
        return all(part.is_public() for part in self.parts)

    def might_hold(self, s: State, f: Frame) -> bool:
        """Whether no part is seen to fail."""
        return all(part.might_hold(s, f) for part in self.parts)


class AnyOf(Part):
    """At least one part holds."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Condition, ...], why: Refusal) -> None:
        super().__init__(why)
        self.parts = parts

    def holds(self, s: State, f: Frame) -> bool:
        """Whether one does."""
        return any(part.holds(s, f) for part in self.parts)

    def explain(self, s: State, f: Frame) -> Refusal | None:
        """Where all fail for one reason, that reason."""
        reasons: dict[str, Refusal] = {}
        for part in self.parts:
            reason = part.explain(s, f)
            if reason is None:
                return None
            reasons[reason.key] = reason
        return reasons.popitem()[1] if len(reasons) == 1 else self.why

    def is_public(self) -> bool:
        """Whether all its parts are."""
        return all(part.is_public() for part in self.parts)


class Not(Part):
    """A condition does not hold."""

    __slots__ = ("part",)

    def __init__(self, part: Condition, why: Refusal) -> None:
        super().__init__(why)
        self.part = part

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it fails."""
        return not self.part.holds(s, f)

    def is_public(self) -> bool:
        """Whether its part is."""
        return self.part.is_public()


class Enhanced(Part):
    """Such an enhancer is on a monster, or on that which an enhancer is on."""

    __slots__ = ("register", "test")

    def __init__(self, register: int, test: CardTest, why: Refusal) -> None:
        super().__init__(why)
        self.register = register
        self.test = test

    def holds(self, s: State, f: Frame) -> bool:
        """Whether there is one."""
        return any(
            self.test.fits(s, on) for card in as_cards(stored(s, f, self.register)) for on in enhancers_on(s, card)
        )


class HasCards(Part):
    """There is such a card."""

    __slots__ = ("cards",)

    def __init__(self, cards: Cards, why: Refusal) -> None:
        super().__init__(why)
        self.cards = cards

    def holds(self, s: State, f: Frame) -> bool:
        """Whether there is."""
        return bool(self.cards.find(s, f))


class Exists(Part):
    """A stored name is not empty."""

    __slots__ = ("register",)

    def __init__(self, register: int, why: Refusal) -> None:
        super().__init__(why)
        self.register = register

    def holds(self, s: State, f: Frame) -> bool:
        """Whether something is stored."""
        return bool(stored(s, f, self.register))


class CardFits(Part):
    """The card of a stored name, or the card itself (register -1), is such a card."""

    __slots__ = ("register", "test")

    def __init__(self, register: int, test: CardTest, why: Refusal) -> None:
        super().__init__(why)
        self.register = register
        self.test = test

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it is."""
        cards = as_cards(stored(s, f, self.register))
        return bool(cards) and all(self.test.fits(s, shown_by(s, card)) for card in cards)

    def is_public(self) -> bool:
        """What happens to a card shows it."""
        return self.register == EVENT


class Within(Part):
    """A number lies within bounds."""

    __slots__ = ("least", "most", "number")

    def __init__(self, number: Value, least: Value | None, most: Value | None, why: Refusal) -> None:
        super().__init__(why)
        self.number = number
        self.least = least
        self.most = most

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it does."""
        n = self.number.of(s, f)
        if self.least is not None and n < self.least.of(s, f):
            return False
        return self.most is None or n <= self.most.of(s, f)


class OptionIs(Part):
    """A stored pick among named options is this one."""

    __slots__ = ("index", "register")

    def __init__(self, register: int, index: int, why: Refusal) -> None:
        super().__init__(why)
        self.register = register
        self.index = index

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it is."""
        return f.regs[self.register] == (self.index,)


class Noted(Part):
    """The number noted on a card is this one (zero: nothing is noted)."""

    __slots__ = ("n", "register")

    def __init__(self, register: int, n: int, why: Refusal) -> None:
        super().__init__(why)
        self.register = register
        self.n = n

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it is."""
        return all(s.note.get(card, 0) == self.n for card in as_cards(stored(s, f, self.register)))


class CauseIs(Part):
    """It came about in one of these ways."""

    __slots__ = ("causes",)

    def __init__(self, causes: tuple[int, ...], why: Refusal) -> None:
        super().__init__(why)
        self.causes = causes

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it did."""
        return f.cause in self.causes

    def is_public(self) -> bool:
        """All have seen it happen."""
        return True
