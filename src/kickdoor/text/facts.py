"""Facts: what stands on a card in a word or two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec import UNSET

from kickdoor.packs.language import Card
from kickdoor.text.phrases import listed, traits
from kickdoor.text.speech import Speech

Fact = Callable[[Speech, Card], str]


TRAP = "trap"
"""The tag of a Curse that is called a Trap in a set that has both [MIX-02]."""


def _kind(speech: Speech, card: Card) -> str:
    key = f"kind_fact.{card.kind}"
    if card.kind == "item_enhancer":
        key = f"kind_fact.enhancer.{card.enhances}"
    if card.kind == "curse" and TRAP in card.tags:
        key = "kind_fact.trap"
    return speech.get(key) if key in speech.messages else ""


def _counted(key: str, none: int = 0) -> Fact:
    def fact(speech: Speech, card: Card) -> str:
        value = getattr(card, key)
        if value is UNSET or value == none:
            return ""
        times = speech.messages.first(f"times.{value}", "times.unknown", times=value)
        return speech.get(f"fact.{key}", n=value, times=times)

    return fact


def _flag(key: str) -> Fact:
    def fact(speech: Speech, card: Card) -> str:
        return speech.get(f"fact.{key}") if getattr(card, key) else ""

    return fact


def _tags(speech: Speech, card: Card) -> str:
    facts = [speech.word("tag_fact", tag) for tag in card.tags if tag != TRAP]
    # Worn is said by worn below the waist.
    facts = [fact for fact in facts if not any(fact != other and fact in other for other in facts)]
    return speech.paragraph(facts)


def _treasures(speech: Speech, card: Card) -> str:
    if card.treasures is UNSET:
        return ""
    return speech.get("quantity.fixed", n=card.treasures, noun=speech.get("noun.treasure", n=card.treasures))


def _bonus(speech: Speech, card: Card) -> str:
    # What playing a one-shot does stands in the place of its bonus.
    if not card.bonus or (card.kind == "one_shot" and card.play):
        return ""
    key = f"enhancer.{card.enhances}" if card.kind == "item_enhancer" else card.kind
    return speech.messages.first(f"bonus.{key}", "bonus.unknown", signed=f"{card.bonus:+d}")


def _treasure_bonus(speech: Speech, card: Card) -> str:
    return more_treasures(speech, card.treasure_bonus) if card.treasure_bonus and not card.amplifies else ""


def more_treasures(speech: Speech, count: int) -> str:
    """Say how many more Treasures there are, or fewer."""
    return speech.get(f"fact.treasure_bonus.{'more' if count > 0 else 'fewer'}", n=abs(count))


def _layered(speech: Speech, card: Card) -> str:
    if not card.layered or any(rule.cards == "itself" for rule in card.protects):
        return ""  # what keeps itself is not lost with what is worn there
    return speech.get("fact.layered")


def _most_treasures(speech: Speech, card: Card) -> str:
    if card.most_treasures == 0:
        return speech.get("fact.no_treasures")
    return "" if card.most_treasures is UNSET else speech.get("fact.most_treasures", n=card.most_treasures)


def _slot(speech: Speech, card: Card) -> str:
    slots = [] if card.slot is UNSET or (card.hands and card.slot == "hand") else [card.slot]
    taken = Counter([*slots, *card.slots])
    places = [
        speech.get("fact.slots", n=n, slot=speech.get(f"fact.slot.{slot}"))
        if n > 1
        else speech.get(f"fact.slot.{slot}")
        for slot, n in taken.items()
    ]
    if card.hands:
        hands = speech.get("fact.hands", n=card.hands)
        # [LASER-01]
        places.append(speech.get("fact.snaps", hands=hands) if "laser" in card.tags else hands)
    return speech.join(places, "and") if places else ""


def _gold(speech: Speech, card: Card) -> str:
    if card.gold is UNSET:
        return ""
    return speech.get("fact.gold", n=card.gold) if card.gold else speech.get("fact.no_gold")


def _usable(key: str) -> Fact:
    def fact(speech: Speech, card: Card) -> str:
        value = getattr(card, key)
        if value is UNSET:
            return ""
        if set(listed(value)) <= set(speech.powers):
            powers = speech.join([speech.powers[name] for name in listed(value)], "or")
            return speech.get(f"fact.{key}_power", powers=powers)
        return speech.get(f"fact.{key}", traits=traits(speech, value, 2, "and"))

    return fact


def _trait(speech: Speech, card: Card) -> str:
    if card.trait is UNSET or card.trait == card.id:
        return ""
    # A Race or Class that has a name of its own says by what it is known elsewhere.
    return speech.get("fact.trait", a=speech.predicate(speech.word("trait", card.trait, n=1)))


FACTS: dict[str, Fact] = {
    "kind": _kind,
    "epic": _flag("epic"),
    "rank": _counted("rank"),
    "trait": _trait,
    "level": _counted("level"),
    "bonus": _bonus,
    "slot": _slot,
    "big": _flag("big"),
    "complex": _flag("complex"),
    "tags": _tags,
    "treasures": _treasures,
    "levels_gained": _counted("levels_gained", none=1),
    "treasure_bonus": _treasure_bonus,
    "treasure_times": _counted("treasure_times", none=1),
    "least_treasures": _counted("least_treasures"),
    "most_treasures": _most_treasures,
    "gold": _gold,
    "usable_by": _usable("usable_by"),
    "not_usable_by": _usable("not_usable_by"),
    "layered": _layered,
    "hidden_slot": _flag("hidden_slot"),
    "uncounted": _flag("uncounted"),
    "any_sex": _flag("any_sex"),
    "kept_at_death": _flag("kept_at_death"),
    "deathless": _flag("deathless"),
    "untradeable": _flag("untradeable"),
}
