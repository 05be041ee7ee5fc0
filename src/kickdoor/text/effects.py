"""Sentences for what a card changes while it counts: strength, and numbers of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import UNSET

from kickdoor.packs.implied import ANY_NUMBER
from kickdoor.packs.language import Card, CardIs, Line, Modifier, Number
from kickdoor.text.conditions import IF_SUBJECTS, condition, each_counted, fixed, signed
from kickdoor.text.phrases import described, given, has_form, player, said, trait, traits
from kickdoor.text.speech import Speech

FOR_ALL = ("monster", "dungeon", "portal")
"""Kinds whose lines change the strength of the whole party."""


NONE_BUT_THIS = -9
"""So many fewer of something leave room for none but the card that says so."""


def gathered(lines: Sequence[Line]) -> list[Line]:
    """Tell a line for the fighter and the same for the helper as one for each of the party."""
    found: list[Line] = []
    for each in lines:
        last = found[-1] if found else None
        if last is not None and last.if_ is not UNSET and each.if_ is not UNSET:
            pair = {last.if_.who, each.if_.who}
            alike = msgspec.structs.replace(last, if_=msgspec.structs.replace(last.if_, who=each.if_.who)) == each
            of = each.if_.suffers if each.if_.trait is UNSET else each.if_.trait
            if pair == {"fighter", "helper"} and alike and isinstance(of, str) and len(given(each.if_)) == 3:
                found[-1] = msgspec.structs.replace(each, if_=UNSET, each=of)
                continue
        found.append(each)
    return found


def _is_extra(card: Card, told: Line) -> bool:
    """Whether what a line adds on some condition comes on top of what the card gives anyway."""
    if told.if_ is UNSET and told.each is UNSET:
        return False
    plain = [each for each in card.strength if each.add is not UNSET and each.if_ is UNSET and each.each is UNSET]
    bonus = card.bonus != 0 and told.side == "own" and card.kind != "one_shot"
    return bonus or any(
        each.side == told.side and fixed(each.add) is not None for each in plain if each.add is not UNSET
    )


def _extra(speech: Speech, value: int, amount: str) -> str:
    """Say that an amount comes on top of what was told before, and not in its place."""
    return speech.get(f"line.extra.{'less' if value < 0 else 'more'}", signed=amount)


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
    amount = signed(speech, told.add)
    if _is_extra(card, told) and (value := fixed(told.add)) is not None:
        amount = _extra(speech, value, amount)
    side = told.side if told.side != "own" else "monster" if card.kind.startswith("monster") else "own"
    if side == "monster" and against is not None:
        return speech.get("line.against", signed=amount, traits=traits(speech, against, 2, "and"))
    for_whom = _for_traits(card, told)
    if for_whom is not None:
        total = f"{card.bonus + (fixed(told.add) or 0):+d}"
        return speech.get("line.instead", signed=total, traits=traits(speech, for_whom, 2, "and"))
    if side == "monsters" and told.each is not UNSET:
        noun = speech.get("noun.monster", n=1)
        each = noun if told.each == "monster" else speech.word("tag", told.each, noun=noun, n=1)
        return speech.get("line.each_monster", signed=amount, each=each)
    if isinstance(told.add, Number) and (counted := each_counted(speech, told.add)) is not None:
        text = speech.get(f"line.{side}", signed=f"{told.add.times:+d}")
        return speech.get("line.for_each", text=text, each=counted)
    text = speech.get(f"line.{side}", signed=amount)
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
    return speech.get(f"drop.{told.drop}.{'all' if card.kind in FOR_ALL else 'own'}")


def _scale(speech: Speech, card: Card, told: Line) -> str:
    times = speech.messages.first(f"times.{told.scale}", "times.unknown", times=told.scale)
    return speech.get("line.scale", times=times)


def _negate(speech: Speech, card: Card, told: Line) -> str:
    assert told.negate is not UNSET
    key = "line.negate" if card.kind not in ("dungeon", "portal") else "line.negate_all"
    if not given(told.negate):
        return speech.get(f"{key}_cards")
    return speech.get(key, nouns=described(speech, told.negate, ("", ""), 2))


def _drop_cards(speech: Speech, card: Card, told: Line) -> str:
    assert told.drop_cards is not UNSET
    return speech.get("line.drop_cards", nouns=described(speech, told.drop_cards, ("", ""), 2))


def _level_as(speech: Speech, card: Card, told: Line) -> str:
    key = "line.level_as" if card.kind not in ("monster_enhancer", "special") else "line.monster_level_as"
    return speech.get(key, level=told.level_as)


def _multiply(speech: Speech, card: Card, told: Line) -> str:
    times = speech.messages.first(f"times.{told.by}", "times.unknown", times=told.by)
    side = told.side if told.side != "own" else "monster" if card.kind.startswith("monster") else "own"
    if isinstance(told.multiply, str):
        return speech.get(f"multiply.{told.multiply}", times=times)
    assert told.multiply is not UNSET
    if told.multiply == CardIs():
        return speech.get(f"multiply.all.{side}", times=times)
    return speech.get(f"multiply.cards.{side}", nouns=described(speech, told.multiply, ("", ""), 2), times=times)


LINE: dict[str, Callable[[Speech, Card, Line], str]] = {
    "add": _add,
    "drop": _drop,
    "scale": _scale,
    "negate": _negate,
    "drop_cards": _drop_cards,
    "level_as": _level_as,
    "multiply": _multiply,
}
LINE_PARTS = frozenset({"side", "each", "if", "by"})


def _is_same_plainly(each: Modifier, told: Modifier) -> bool:
    """Whether a change is of the same number, for the same player, and always there."""
    return each.add is not UNSET and each.if_ is UNSET and (each.value, each.on) == (told.value, told.on)


def modifier(speech: Speech, told: Modifier) -> str:
    """Tell a change to a number of the rules."""
    # A Dungeon speaks to each player; what hangs on a condition is said to whom it concerns.
    to_each = told.if_ is not UNSET and speech.card.kind in FOR_ALL
    who = player(speech, "you" if to_each or told.on == "owner" else told.on)
    to = told.set_ if told.add is UNSET else told.add
    number = ANY_NUMBER if to == "any" else to or 0
    form = "set" if told.add is UNSET else "add"
    own = [f"modifier.{told.value}.{form}", f"modifier.{told.value}"]
    things = f"modifier.things.{told.value}"
    values = {"things": speech.get(things)} if things in speech.messages else {}
    if values and form == "add" and number <= NONE_BUT_THIS:
        own = ["modifier.limit.no_other"]
    if form == "set" and not number:
        own = [f"modifier.{told.value}.none", *(["modifier.limit.none"] if values else []), *own]
    if to == "any":
        own = [f"modifier.{told.value}.endless", *(own if not values else [])]
        form = "endless"
    key = next((key for key in own if has_form(speech, key, who)), f"modifier.limit.{form}")
    values["times"] = speech.messages.first(f"times.{number}", "times.unknown", times=number)
    amount = f"{number:+d}"
    if told.if_ is not UNSET and any(_is_same_plainly(each, told) for each in speech.card.modifiers):
        amount = _extra(speech, number, amount)
    text = said(speech, key, who, n=number, signed=amount, **values)
    if told.if_ is UNSET:
        return text
    return speech.get("line.if", text=text, condition=condition(speech, told.if_))
