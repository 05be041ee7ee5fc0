"""The words of a card, made from its data: facts first, then what it does, Bad Stuff last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import UNSET

from kickdoor.packs.compiler import SACRIFICE
from kickdoor.packs.language import Ability, Card, If, Line, Modifier, Number, Step
from kickdoor.text.abilities import ability, play, reaction
from kickdoor.text.choices import relative_to
from kickdoor.text.conditions import IF_SUBJECTS, condition, fixed, quantity, signed
from kickdoor.text.messages import messages
from kickdoor.text.phrases import described, given, has_form, player, said, trait, traits
from kickdoor.text.scripts import clauses, paragraph, pending
from kickdoor.text.speech import Speech

Fact = Callable[[Speech, Card], str]
Lines = Callable[[Speech, Card], list[str]]

ENDLESS = 50
"""From here on, a limit set by a card means that there is none."""


def card_words(card: Card, language: str = "en") -> list[str]:
    """Give the words of a card, line by line; a line is one or a few sentences."""
    speech = Speech(messages(language), card)
    facts = [speech.sentence(fact) for told in FACTS.values() if (fact := told(speech, card))]
    words = [speech.get("grammar.space").join(facts)] if facts else []
    for told in LINES.values():
        words.extend(told(Speech(messages(language), card), card))
    return words


# Facts: what stands on the card in a word or two.


def _kind(speech: Speech, card: Card) -> str:
    key = f"kind_fact.{card.kind}"
    return speech.get(key) if key in speech.messages else ""


def _counted(key: str, none: int = 0) -> Fact:
    def fact(speech: Speech, card: Card) -> str:
        value = getattr(card, key)
        return "" if value is UNSET or value == none else speech.get(f"fact.{key}", n=value)

    return fact


def _flag(key: str) -> Fact:
    def fact(speech: Speech, card: Card) -> str:
        return speech.get(f"fact.{key}") if getattr(card, key) else ""

    return fact


def _tags(speech: Speech, card: Card) -> str:
    facts = [speech.word("tag_fact", tag) for tag in card.tags]
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
    return speech.messages.first(f"bonus.{card.kind}", "bonus.unknown", signed=f"{card.bonus:+d}")


def _treasure_bonus(speech: Speech, card: Card) -> str:
    more = "more" if card.treasure_bonus > 0 else "fewer"
    return speech.get(f"fact.treasure_bonus.{more}", n=abs(card.treasure_bonus)) if card.treasure_bonus else ""


def _slot(speech: Speech, card: Card) -> str:
    if card.hands:
        return speech.get("fact.hands", n=card.hands)
    return "" if card.slot is UNSET else speech.get(f"fact.slot.{card.slot}")


def _gold(speech: Speech, card: Card) -> str:
    if card.gold is UNSET:
        return ""
    return speech.get("fact.gold", n=card.gold) if card.gold else speech.get("fact.no_gold")


def _usable(key: str) -> Fact:
    def fact(speech: Speech, card: Card) -> str:
        value = getattr(card, key)
        return "" if value is UNSET else speech.get(f"fact.{key}", traits=traits(speech, value, 2, "and"))

    return fact


def _trait(speech: Speech, card: Card) -> str:
    if card.trait is UNSET or card.trait == card.id:
        return ""
    return speech.get("fact.trait", a=speech.indefinite(trait(speech, card.trait)))


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
    "least_treasures": _counted("least_treasures"),
    "gold": _gold,
    "usable_by": _usable("usable_by"),
    "not_usable_by": _usable("not_usable_by"),
}


# Lines: what the card does.


def _lasting_lead(speech: Speech, card: Card, text: str) -> str:
    """Put before a change how long it counts."""
    key = f"lasting.{card.lasting}.lead"
    if key not in speech.messages:
        return speech.sentence(text)
    return speech.sentence(speech.get("clause.lead", lead=speech.get(key), text=text))


def _strength(speech: Speech, card: Card) -> list[str]:
    return [_lasting_lead(speech, card, line(speech, card, each)) for each in _gathered(card.strength)]


def _gathered(lines: Sequence[Line]) -> list[Line]:
    """Tell a line for the fighter and the same for the helper as one for each of the party."""
    gathered: list[Line] = []
    for each in lines:
        last = gathered[-1] if gathered else None
        if last is not None and last.if_ is not UNSET and each.if_ is not UNSET:
            pair = {last.if_.who, each.if_.who}
            alike = msgspec.structs.replace(last, if_=msgspec.structs.replace(last.if_, who=each.if_.who)) == each
            of = each.if_.suffers if each.if_.trait is UNSET else each.if_.trait
            if pair == {"fighter", "helper"} and alike and isinstance(of, str) and len(given(each.if_)) == 3:
                gathered[-1] = msgspec.structs.replace(each, if_=UNSET, each=of)
                continue
        gathered.append(each)
    return gathered


def line(speech: Speech, card: Card, told: Line) -> str:
    """Tell a line of strength."""
    parts = [LINE[name](speech, card, told) for name in LINE if getattr(told, name) is not UNSET]
    text = speech.join(parts, "and")
    if told.if_ is UNSET or _against(told) is not None or _for_traits(card, told) is not None:
        return text
    return speech.get("line.if", text=text, condition=condition(speech, told.if_))


def _add(speech: Speech, card: Card, told: Line) -> str:
    assert told.add is not UNSET
    against = _against(told)
    side = told.side if told.side != "own" else "monster" if card.kind == "monster" else "own"
    if side == "monster" and against is not None:
        return speech.get("line.against", signed=signed(speech, told.add), traits=traits(speech, against, 2, "and"))
    for_whom = _for_traits(card, told)
    if for_whom is not None:
        total = f"{card.bonus + (fixed(told.add) or 0):+d}"
        return speech.get("line.instead", signed=total, traits=traits(speech, for_whom, 2, "and"))
    text = speech.get(f"line.{side}", signed=signed(speech, told.add))
    if told.each is UNSET:
        return text
    return speech.get("line.each", text=text, trait=trait(speech, told.each))


def _against(told: Line) -> str | list[str] | None:
    """Give the traits that a monster's line is against, if that is all that it asks."""
    if told.if_ is UNSET or told.side != "own" or told.each is not UNSET:
        return None
    parts = given(told.if_, IF_SUBJECTS)
    found = parts.get("party_suffers", parts.get("party_has"))
    return found if len(parts) == 1 and isinstance(found, str | list) else None


def _for_traits(card: Card, told: Line) -> str | list[str] | None:
    """Give the traits for which the card's own bonus is another, if that is all that the line says."""
    if not card.bonus or told.side != "own" or told.if_ is UNSET or told.add is UNSET:
        return None
    parts = given(told.if_, IF_SUBJECTS)
    found = next(iter(parts.values())) if set(parts) & {"trait", "suffers", "sex"} else None
    plain = len(parts) == 1 and told.if_.who == "you" and fixed(told.add) is not None
    return found if plain and isinstance(found, str | list) else None


def _drop(speech: Speech, card: Card, told: Line) -> str:
    return speech.get(f"drop.{told.drop}.{'all' if card.kind == 'monster' else 'own'}")


def _scale(speech: Speech, card: Card, told: Line) -> str:
    times = speech.messages.first(f"times.{told.scale}", "times.unknown", times=told.scale)
    return speech.get("line.scale", times=times)


def _negate(speech: Speech, card: Card, told: Line) -> str:
    assert told.negate is not UNSET
    return speech.get("line.negate", nouns=described(speech, told.negate, ("", ""), 2))


LINE: dict[str, Callable[[Speech, Card, Line], str]] = {
    "add": _add,
    "drop": _drop,
    "scale": _scale,
    "negate": _negate,
}
LINE_PARTS = frozenset({"side", "each", "if"})


def _modifiers(speech: Speech, card: Card) -> list[str]:
    return [_lasting_lead(speech, card, modifier(speech, each)) for each in card.modifiers]


def modifier(speech: Speech, told: Modifier) -> str:
    """Tell a change to a number of the rules."""
    who = player(speech, {"owner": "you"}.get(told.on, told.on))
    if told.add is not UNSET:
        form, number = "add", told.add
    else:
        form, number = "set", 0 if told.set_ is UNSET else told.set_
    own = [f"modifier.{told.value}.{form}", f"modifier.{told.value}"]
    things = f"modifier.things.{told.value}"
    values = {"things": speech.get(things)} if things in speech.messages else {}
    if form == "set" and number >= ENDLESS:
        own = [f"modifier.{told.value}.endless", *(own if not values else [])]
        form = "endless"
    key = next((key for key in own if has_form(speech, key, who)), f"modifier.limit.{form}")
    text = said(speech, key, who, n=number, signed=f"{number:+d}", **values)
    if told.if_ is UNSET:
        return text
    return speech.get("line.if", text=text, condition=condition(speech, told.if_))


def _purifies(speech: Speech, card: Card) -> list[str]:
    return [] if card.purifies is UNSET else [speech.sentence(speech.get(f"fact.purifies.{card.purifies}"))]


def _said_if(key: str) -> Lines:
    def lines(speech: Speech, card: Card) -> list[str]:
        return [speech.sentence(speech.get(f"fact.{key}"))] if getattr(card, key) else []

    return lines


def _said_count(key: str) -> Lines:
    def lines(speech: Speech, card: Card) -> list[str]:
        value: int = getattr(card, key)
        return [speech.sentence(speech.get(f"fact.{key}", n=value, signed=f"{value:+d}"))] if value else []

    return lines


def _makes(speech: Speech, card: Card) -> list[str]:
    tags = [speech.word("tag_fact", tag) for tag in card.makes]
    return [speech.sentence(speech.get("fact.makes", tags=speech.join(tags, "and")))] if tags else []


def _pursues(speech: Speech, card: Card) -> list[str]:
    if card.pursues is UNSET:
        return []
    spared = relative_to(speech, card.pursues, holds=False)
    return [speech.sentence(speech.get("fact.pursues", condition=spared))]


def _escape(speech: Speech, card: Card) -> list[str]:
    return [] if card.escape == "roll" else [speech.sentence(speech.get(f"fact.escape.{card.escape}"))]


def _extra(key: str, noun: str) -> Lines:
    def lines(speech: Speech, card: Card) -> list[str]:
        extra: list[Number] = getattr(card, key)
        pair = speech.get(f"noun.{noun}", n=1), speech.get(f"noun.{noun}", n=2)
        return [speech.sentence(speech.get("fact.extra", what=quantity(speech, each, pair))) for each in extra]

    return lines


def _script(key: str) -> Lines:
    def lines(speech: Speech, card: Card) -> list[str]:
        steps: list[Step] = getattr(card, key)
        told = clauses(speech, steps)
        told = [*pending(speech), *told]
        if not told:
            return []
        label = f"label.{key}"
        if label in speech.messages:
            return [paragraph(speech, told, speech.get(label), "label.text")]
        return [paragraph(speech, told, speech.get(f"lead.{key}"))]

    return lines


def _lasting(speech: Speech, card: Card) -> list[str]:
    words = []
    key = f"lasting.{card.lasting}.text"
    # How long is said with each change; a Curse that only waits says it by itself.
    if key in speech.messages:
        words.append(speech.sentence(speech.get(key)))
    elif card.lasting != "no" and not card.strength and not card.modifiers:
        words.append(speech.sentence(speech.get(f"lasting.{card.lasting}.alone")))
    if card.lost_with is not UNSET:
        noun = described(speech, card.lost_with, ("", ""), 1)
        words.append(speech.sentence(speech.get("lasting.lost_with", noun=noun)))
    return [speech.get("grammar.space").join(words)] if words else []


def _play(speech: Speech, card: Card) -> list[str]:
    return play(speech, card)


def _abilities(speech: Speech, card: Card) -> list[str]:
    told = [*_implied(card), *card.abilities.values()]
    return [ability(Speech(speech.messages, card), each) for each in told]


def _implied(card: Card) -> list[Ability]:
    """Give the abilities that a card has by its kind."""
    if card.kind != "hireling":
        return []
    return [Ability(when="before_run", if_=If(current_runner=True), do=SACRIFICE)]


def _reactions(speech: Speech, card: Card) -> list[str]:
    return [reaction(Speech(speech.messages, card), each) for each in card.reactions]


LINES: dict[str, Lines] = {
    "play": _play,
    "run": _said_count("run"),
    "strength": _strength,
    "modifiers": _modifiers,
    "purifies": _purifies,
    "lifts_limits": _said_if("lifts_limits"),
    "carries": _said_count("carries"),
    "makes": _makes,
    "pursues": _pursues,
    "escape": _escape,
    "no_help": _said_if("no_help"),
    "extra_levels": _extra("extra_levels", "extra_level"),
    "extra_treasures": _extra("extra_treasures", "extra_treasure"),
    "stays": _said_if("stays"),
    "lasting": _lasting,
    "abilities": _abilities,
    "reactions": _reactions,
    "on_meet": _script("on_meet"),
    "bad_stuff": _script("bad_stuff"),
    "on_escape": _script("on_escape"),
}

TOLD_WITH: dict[str, str] = {
    "hands": "slot",
    "when": "play",
    "if": "play",
    "on": "play",
    "target": "play",
    "cost": "play",
    "lost_with": "lasting",
}
"""Fields that are told by the handler of another."""

UNTOLD = frozenset({"id", "name", "deck", "copies", "origin"})
"""Fields that say nothing about how the card plays."""
