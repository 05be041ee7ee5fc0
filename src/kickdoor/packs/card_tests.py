"""Compiling questions about a card: each part that is given becomes one small test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, UnsetType

from kickdoor.engine.data import cards as engine
from kickdoor.engine.data import terms
from kickdoor.engine.data.scripts import CardTest
from kickdoor.engine.questions import card_tests as test
from kickdoor.packs import language as lang

#: Beyond all Levels and Hands.
FEWEST = -999
MOST = 999

#: By what the users of an Item can be limited.
LIMITS = {
    "race": engine.BY_RACE,
    "class": engine.BY_CLASS,
    "sex": engine.BY_SEX,
    "any": engine.BY_RACE | engine.BY_CLASS | engine.BY_SEX,
}


def traits(given: str | list[str] | UnsetType) -> tuple[str, ...]:
    """One trait or several, as a tuple."""
    if isinstance(given, UnsetType):
        return ()
    return (given,) if isinstance(given, str) else tuple(given)


def _kinds(given: Any) -> tuple[int, ...]:
    return tuple(terms.KINDS.index(kind) for kind in traits(given))


def _slots(given: Any) -> tuple[int, ...]:
    return tuple(terms.SLOTS.index(slot) for slot in traits(given))


def _limits(given: Any) -> int:
    mask = 0
    for limit in traits(given):
        mask |= LIMITS[limit]
    return mask


#: The test of each part, in the order in which they are asked: what is quick to answer comes first.
PARTS: dict[str, Callable[[Any], test.CardPart]] = {
    "kind": lambda given: test.OfKind(_kinds(given)),
    "deck": lambda given: test.OfDeck(terms.DECKS.index(given)),
    "tag": lambda given: test.Tagged(traits(given)),
    "slot": lambda given: test.Fills(_slots(given)),
    "item": lambda given: test.IsItem(given),
    "big": lambda given: test.IsBig(given),
    "equipped": lambda given: test.IsEquipped(given),
    "complex": lambda given: test.IsComplex(given),
    "one_shot": lambda given: test.IsOneShot(given),
    "gold_at_least": lambda given: test.WorthAtLeast(given),
    "bonus_at_least": lambda given: test.BonusAtLeast(given),
    "level_at_most": lambda given: test.LevelWithin(FEWEST, given),
    "level_at_least": lambda given: test.LevelWithin(given, MOST),
    "trait": lambda given: test.GivesTrait(given),
    "sex": lambda given: test.OfSex(given),
    "takes": lambda given: test.TakesEnhancer(terms.KINDS.index(given)),
    "refuses": lambda given: test.RefusesEnhancers(traits(given)),
    "hands_at_least": lambda given: test.TakesHands(given, MOST),
    "hands_at_most": lambda given: test.TakesHands(1, given),
    "usable_by": lambda given: test.UsableBy(given),
    "limited_to": lambda given: test.LimitedBy(_limits(given)),
    "owed_to": lambda given: test.OwedTo(terms.KINDS.index(given)),
    "unique": lambda given: test.IsUnique(given),
    "cheated": lambda given: test.IsCheated(given),
    "stealable": lambda given: test.IsStealable(given),
    "enhances": lambda given: test.EnhancesSuch(terms.KINDS.index(given)),
    "noted": lambda given: test.NotedIs(given),
    "strengthens": lambda given: test.Strengthens(given),
    "enhanced": lambda given: test.EnhancedBy(card_test(given)),
    "not_": lambda given: test.NoneSuch(card_test(given)),
    "any": lambda given: test.OneOf(tuple(card_test(part) for part in given)),
}


def card_test(given: lang.CardIs) -> CardTest:
    """A question about a card: all parts given must hold."""
    asked = [(part, getattr(given, name)) for name, part in PARTS.items()]
    return test.CardIs(tuple(part(value) for part, value in asked if value is not UNSET and value not in ("", [])))


def asks_for_slot(given: lang.CardIs) -> bool:
    """Whether a question asks where an Item is worn or held, in any of its parts."""
    if given.slot is not UNSET:
        return True
    return not isinstance(given.any, UnsetType) and any(asks_for_slot(part) for part in given.any)
