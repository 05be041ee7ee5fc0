"""Questions about one card, each a small test of its own; a `CardIs` joins those that a card asks."""

from __future__ import annotations

from kickdoor.engine.actions.piles import attached_to
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.scripts import NO_TAGS, CardTest
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import BY_THEFT, CLASS, IN_FIGHT, IN_PLAY, ITEM_ENHANCER, ONE_SHOT, RACE
from kickdoor.engine.questions.force import has_trait, is_equipped, is_protected, sex_of
from kickdoor.engine.questions.items import (
    bonus_in_force,
    changes_on,
    fills,
    gold,
    is_big,
    is_item_by_itself,
    is_lifted,
)
from kickdoor.engine.questions.monsters import enhancers_on, monster_level, strengthens
from kickdoor.engine.questions.table import face, owner


class CardPart:
    """One thing asked of a card, as it shows now."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        """The answer; d is what the card shows, lent are tags that it has for now, besides its own."""
        raise AssertionError(self)


class CardIs(CardTest):
    """All parts hold."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[CardPart, ...]) -> None:
        self.parts = parts

    def fits(self, s: State, card: Card, lent: frozenset[str] = NO_TAGS) -> bool:
        d = face(s, card)
        for part in self.parts:
            if not part.holds(s, card, d, lent):
                return False
        return True


class YesOrNo(CardPart):
    """Something that is so, or is not so, as the answer says."""

    __slots__ = ("answer",)

    def __init__(self, answer: bool) -> None:
        self.answer = answer


# What is printed on it


class OfKind(CardPart):
    """It is of one of these kinds."""

    __slots__ = ("kinds",)

    def __init__(self, kinds: tuple[int, ...]) -> None:
        self.kinds = sum(1 << kind for kind in set(kinds))  # mask

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return self.kinds >> d.kind & 1 == 1


class OfDeck(CardPart):
    """It is of this deck."""

    __slots__ = ("deck",)

    def __init__(self, deck: int) -> None:
        self.deck = deck

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return d.deck == self.deck


class Tagged(CardPart):
    """It has one of these tags: its own, lent, or by what lies on it."""

    __slots__ = ("tags",)

    def __init__(self, tags: tuple[str, ...]) -> None:
        self.tags = tags

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        if not d.tags.isdisjoint(self.tags) or (lent and not lent.isdisjoint(self.tags)):
            return True
        return self._made_so(s, card)

    def _made_so(self, s: State, card: Card) -> bool:
        """Whether a monster of a fight has a tag by an enhancer, or an Item by what lies on it."""
        if card < len(s.where) and s.where[card] >= IN_PLAY:
            return any(tag in change.tags for _, change in changes_on(s, card) for tag in self.tags)
        if card < len(s.where) and s.where[card] != IN_FIGHT:
            return False
        return any(tag in face(s, on).makes for on in enhancers_on(s, card) for tag in self.tags)


class IsComplex(YesOrNo):
    """It is marked Complex, or not [ITEM-10]."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return d.complex == self.answer


class IsOneShot(YesOrNo):
    """It can be used once, or not."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return (d.kind == ONE_SHOT) == self.answer


class GivesTrait(CardPart):
    """It gives this race or class."""

    __slots__ = ("trait",)

    def __init__(self, trait: str) -> None:
        self.trait = trait

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return d.trait == self.trait


class RefusesEnhancers(CardPart):
    """It refuses enhancers with one of these tags."""

    __slots__ = ("tags",)

    def __init__(self, tags: tuple[str, ...]) -> None:
        self.tags = tags

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return not d.refuses.isdisjoint(self.tags)


class EnhancesSuch(CardPart):
    """It is an enhancer of this sort."""

    __slots__ = ("sort",)

    def __init__(self, sort: int) -> None:
        self.sort = sort

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return d.kind == ITEM_ENHANCER and d.enhances == self.sort


class TakesHands(CardPart):
    """It takes so many Hands: at least, or some but at most."""

    __slots__ = ("least", "most")

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return self.least <= d.hands <= self.most


class UsableBy(CardPart):
    """It is limited to this race, class or sex, or to it among others."""

    __slots__ = ("trait",)

    def __init__(self, trait: str) -> None:
        self.trait = trait

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return self.trait in d.usable_by


class LimitedBy(CardPart):
    """It is for some only: by race, class or sex, as a mask."""

    __slots__ = ("limits",)

    def __init__(self, limits: int) -> None:
        self.limits = limits

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return d.limited_to & self.limits != 0


# What it is now


class Fills(CardPart):
    """It is worn or held in one of these slots."""

    __slots__ = ("slots",)

    def __init__(self, slots: tuple[int, ...]) -> None:
        self.slots = slots

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        for slot in self.slots:
            if fills(s, card, slot):
                return True
        return False


class IsItem(YesOrNo):
    """It is an Item by itself, or not [ITEM-15]."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return is_item_by_itself(s, card) == self.answer


class IsBig(YesOrNo):
    """It is Big, or not [ITEM-07]."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return is_big(s, card) == self.answer


class IsEquipped(YesOrNo):
    """It is equipped and in force, or not."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        seat = owner(s, card)
        return (seat >= 0 and is_equipped(s, seat, card)) == self.answer


class WorthAtLeast(CardPart):
    """It is worth so many Gold Pieces, with what lies on it."""

    __slots__ = ("least",)

    def __init__(self, least: int) -> None:
        self.least = least

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return gold(s, card) >= self.least


class BonusAtLeast(CardPart):
    """It gives so much of a bonus, with what lies on it."""

    __slots__ = ("least",)

    def __init__(self, least: int) -> None:
        self.least = least

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return bonus_in_force(s, card) >= self.least


class LevelWithin(CardPart):
    """It is a monster of a Level within bounds."""

    __slots__ = ("least", "most")

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return self.least <= monster_level(s, card) <= self.most


class OfSex(CardPart):
    """It is a Hireling of this sex."""

    __slots__ = ("sex",)

    def __init__(self, sex: str) -> None:
        self.sex = sex

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return sex_of(s, card) == self.sex


class TakesEnhancer(CardPart):
    """One more enhancer of a sort can be put on it [ITEM-13, STEED-06]."""

    __slots__ = ("sort",)

    def __init__(self, sort: int) -> None:
        self.sort = sort

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        most = d.enhanced_by.get(self.sort, 0)
        return most > 0 and most > sum(1 for other in attached_to(s, card) if face(s, other).enhances == self.sort)


class OwedTo(CardPart):
    """It is usable, or better, by a Race (Class) that its owner has."""

    __slots__ = ("kind",)

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        seat = owner(s, card)
        kinds = s.rules.trait_kinds
        return seat >= 0 and any(kinds.get(word, RACE) == self.kind and has_trait(s, seat, word) for word in d.favors)


class IsUnique(YesOrNo):
    """Nobody but its owner has the race or class that it gives; or somebody has."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        seat = owner(s, card)
        shared = any(
            face(s, other).trait == d.trait
            for i, player in enumerate(s.players)
            if i != seat
            for other in player.table
            if face(s, other).kind in (RACE, CLASS)
        )
        return shared != self.answer


class IsCheated(YesOrNo):
    """Something on it lifts all limits for it, or not."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return is_lifted(s, card) == self.answer


class IsStealable(YesOrNo):
    """Nothing keeps it from being stolen; or something does."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return is_protected(s, card, BY_THEFT) != self.answer


class NotedIs(CardPart):
    """This number is noted on it."""

    __slots__ = ("n",)

    def __init__(self, n: int) -> None:
        self.n = n

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return s.note.get(card, 0) == self.n


class Strengthens(YesOrNo):
    """It is an enhancer that makes its monster stronger, or not [CMB-14]."""

    __slots__ = ()

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return strengthens(d) == self.answer


class EnhancedBy(CardPart):
    """It is a monster with such an enhancer on it."""

    __slots__ = ("test",)

    def __init__(self, test: CardTest) -> None:
        self.test = test

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return any(self.test.fits(s, on) for on in enhancers_on(s, card))


# Joined


class NoneSuch(CardPart):
    """It is not such a card."""

    __slots__ = ("test",)

    def __init__(self, test: CardTest) -> None:
        self.test = test

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        return not self.test.fits(s, card, lent)


class OneOf(CardPart):
    """It is one of such cards."""

    __slots__ = ("tests",)

    def __init__(self, tests: tuple[CardTest, ...]) -> None:
        self.tests = tests

    def holds(self, s: State, card: Card, d: CardDef, lent: frozenset[str]) -> bool:
        for test in self.tests:
            if test.fits(s, card, lent):
                return True
        return False
