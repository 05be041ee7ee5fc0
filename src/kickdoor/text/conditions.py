"""Phrases for numbers and conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from kickdoor.packs.language import Amount, CardIs, Cards, Compare, If, Number
from kickdoor.text import notes
from kickdoor.text.phrases import (
    COMMON_ZONES,
    GROUPS,
    all_cards,
    any_card,
    described,
    each_card,
    given,
    itself,
    listed,
    no_card,
    picked,
    player,
    reference,
    said,
    side,
    so_many_cards,
    tagged,
    trait,
    traits,
    zones,
)
from kickdoor.text.speech import Pair, Player, Speech

# Numbers.


def fixed(amount: Amount) -> int | None:
    """Give a number that is known beforehand, or None."""
    if isinstance(amount, int):
        return amount
    if isinstance(amount, Number) and isinstance(amount.value, int) and amount.if_ is UNSET:
        worth = amount.value * amount.times + amount.plus
        return worth if amount.at_most is UNSET else min(worth, amount.at_most)
    return None


def _of_stored(key: str) -> Callable[[Speech, Number], str]:
    def base(speech: Speech, number: Number) -> str:
        value = getattr(number, key)
        what = all_cards(speech, value) if isinstance(value, Cards) else reference(speech, value)
        return speech.get(f"number.{key}", what=what)

    return base


def _count(speech: Speech, number: Number) -> str:
    assert isinstance(number.count, Cards)
    return speech.get("number.count", cards=each_card(speech, number.count, "count"))


def _players(speech: Speech, number: Number) -> str:
    return _counted_players(speech, number, "number.players")


def _level_of(speech: Speech, number: Number) -> str:
    assert isinstance(number.level, str)
    if number.level in GROUPS:
        return speech.get("number.levels_together", who=picked(speech, number.level, 2))
    return said(speech, "number.level", player(speech, number.level))


def _value(speech: Speech, number: Number) -> str:
    if isinstance(number.value, int):
        return speech.get("number.fixed", value=number.value)
    assert isinstance(number.value, str)
    return reference(speech, number.value)


def _fight_treasures(speech: Speech, number: Number) -> str:
    return speech.get("number.fight_treasures")


def _margin(speech: Speech, number: Number) -> str:
    return speech.get("number.margin")


def _note_of(speech: Speech, number: Number) -> str:
    if speech.card.tally is UNSET:
        return _of_stored("note")(speech, number)
    assert isinstance(number.note, str)
    return notes.worded(speech, speech.card.tally, "number", card=reference(speech, number.note))


def _monsters(key: str) -> Callable[[Speech, Number], str]:
    def base(speech: Speech, number: Number) -> str:
        return speech.get(f"number.{key}", nouns=_monster_nouns(speech, getattr(number, key), 2))

    return base


def _monster_nouns(speech: Speech, asked: CardIs, n: int) -> str:
    return described(speech, asked, speech.noun("monster"), n)


def _free_hands(speech: Speech, number: Number) -> str:
    assert isinstance(number.free_hands, str)
    return said(speech, "number.free_hands", player(speech, number.free_hands))


def _strength(speech: Speech, number: Number) -> str:
    return said(speech, "number.strength", player(speech, number.strength or "you"))


def _history(speech: Speech, number: Number, key: str = "number.history") -> str:
    if number.whose in GROUPS:
        return speech.get(f"{key}.{number.history}.together", who=picked(speech, number.whose, 2))
    return said(speech, f"{key}.{number.history}", player(speech, number.whose))


def _bid(speech: Speech, number: Number) -> str:
    return said(speech, "number.bid", player(speech, number.whose))


def _votes(speech: Speech, number: Number) -> str:
    if number.option is not UNSET:
        return speech.get("number.votes_for", option=speech.word("option", number.option))
    return said(speech, "number.votes", player(speech, number.whose))


#: What a number can be worked out from; the rest of its fields work on that.
NUMBER: dict[str, Callable[[Speech, Number], str]] = {
    "count": _count,
    "players": _players,
    "gold": _of_stored("gold"),
    "bonus": _of_stored("bonus"),
    "level": _level_of,
    "monster_level": _of_stored("monster_level"),
    "monster_treasures": _of_stored("monster_treasures"),
    "printed_treasures": _of_stored("printed_treasures"),
    "note": _note_of,
    "fight_treasures": _fight_treasures,
    "margin": _margin,
    "monsters": _monsters("monsters"),
    "killed": _monsters("killed"),
    "free_hands": _free_hands,
    "strength": _strength,
    "history": _history,
    "bid": _bid,
    "votes": _votes,
    "value": _value,
}
NUMBER_PARTS = frozenset({"option", "whose", "with_trait", "times", "plus", "at_most", "if", "else"})


def _counted_players(speech: Speech, number: Number, key: str) -> str:
    assert isinstance(number.players, str)
    who = picked(speech, number.players, 2)
    if number.with_trait is UNSET:
        stored = number.players.startswith("$")
        keys = ["number.one_of_those"] if stored else [f"who.{number.players}.one", "number.one_of"]
        one = speech.messages.first(*keys, who=who)
        return speech.get(key, who=who, one=one)
    one, other = (trait(speech, number.with_trait, n) for n in (1, 2))
    return speech.get(f"{key}_with", who=who, trait=one, traits=other)


def _each(speech: Speech, number: Number) -> str | None:
    """Name the thing that a number counts, if it counts things."""
    if isinstance(number.count, Cards):
        return each_card(speech, number.count)
    if isinstance(number.monsters, CardIs):
        return speech.get("number.each_monster", noun=_monster_nouns(speech, number.monsters, 1))
    if isinstance(number.killed, CardIs):
        return speech.get("number.each_killed", noun=_monster_nouns(speech, number.killed, 1))
    if number.free_hands is not UNSET:
        return said(speech, "number.each_free_hand", player(speech, number.free_hands))
    if number.history is not UNSET:
        return _history(speech, number, "number.each_history")
    return _counted_players(speech, number, "number.each_player") if number.players is not UNSET else None


def each_counted(speech: Speech, amount: Number) -> str | None:
    """Name the thing of which each gives so much, if that is all that a number says."""
    plain = not amount.plus and amount.if_ is UNSET and amount.at_most is UNSET
    return _each(speech, amount) if plain else None


def _base(speech: Speech, number: Number) -> str:
    names = [name for name in NUMBER if getattr(number, name) is not UNSET]
    return NUMBER[names[0]](speech, number)


def number(speech: Speech, amount: Amount) -> str:
    """Say a number as a thing: 3, the number rolled, twice your Level plus 1."""
    if isinstance(amount, int):
        return speech.get("number.fixed", value=amount)
    if isinstance(amount, str):
        return reference(speech, amount)
    whole = fixed(amount)
    if whole is not None:
        return speech.get("number.fixed", value=whole)
    said_so = _base(speech, amount)
    if amount.times != 1:
        said_so = speech.messages.first(
            f"number.times.{amount.times}", "number.times.unknown", what=said_so, times=amount.times
        )
    if amount.plus:
        key = "number.plus" if amount.plus > 0 else "number.minus"
        said_so = speech.get(key, what=said_so, plus=abs(amount.plus))
    said_so = _at_most(speech, amount, said_so)
    return _conditional(speech, amount, said_so, speech.get("number.fixed", value=amount.else_))


def quantity(speech: Speech, amount: Amount, noun: Pair) -> str:
    """Say how many of something: 1 level, as many cards as the number rolled, 1 level for each Item."""
    whole = fixed(amount)
    if whole is not None:
        return speech.get("quantity.fixed", n=whole, noun=noun[0 if whole == 1 else 1])
    if isinstance(amount, Number):
        counted = _times(amount, noun, speech)
        each = _each(speech, amount)
        if each is not None:
            counted = speech.get("quantity.each", what=counted, each=each)
            if amount.plus:
                counted = speech.get("quantity.plus", what=counted, plus=amount.plus)
            counted = _at_most(speech, amount, counted)
            return _conditional(speech, amount, counted, quantity(speech, amount.else_, noun))
        if isinstance(amount.value, int):
            what = quantity(speech, amount.value * amount.times + amount.plus, noun)
            return _conditional(speech, amount, what, quantity(speech, amount.else_, noun))
    return speech.get("quantity.as_many", nouns=noun[1], number=number(speech, amount))


def _times(amount: Number, noun: Pair, speech: Speech) -> str:
    return speech.get("quantity.fixed", n=amount.times, noun=noun[0 if amount.times == 1 else 1])


def signed(speech: Speech, amount: Amount) -> str:
    """Say a bonus or penalty: +3, -2 for each Elf in the combat, a bonus equal to the number rolled."""
    whole = fixed(amount)
    if whole is not None:
        return speech.get("signed.fixed", value=f"{whole:+d}")
    if isinstance(amount, Number):
        otherwise = speech.get("signed.fixed", value=f"{amount.else_:+d}")
        each = _each(speech, amount)
        if each is not None:
            what = speech.get("signed.each", value=f"{amount.times:+d}", each=each)
            if amount.plus:
                what = speech.get("signed.and", what=what, value=f"{amount.plus:+d}")
            what = _at_most(speech, amount, what, signed=True)
            return _conditional(speech, amount, what, otherwise)
        if isinstance(amount.value, int):
            what = speech.get("signed.fixed", value=f"{amount.value * amount.times + amount.plus:+d}")
            return _conditional(speech, amount, what, otherwise)
        if amount.times < 0:
            positive = msgspec.structs.replace(amount, times=-amount.times, plus=-amount.plus)
            return speech.get("signed.penalty", number=number(speech, positive))
    return speech.get("signed.bonus", number=number(speech, amount))


def _at_most(speech: Speech, amount: Number, what: str, *, signed: bool = False) -> str:
    if amount.at_most is UNSET:
        return what
    most = f"{amount.at_most:+d}" if signed else str(amount.at_most)
    return speech.get("number.at_most", what=what, most=most)


def _conditional(speech: Speech, amount: Number, what: str, otherwise: str) -> str:
    if amount.if_ is UNSET:
        return what
    key = "number.if_else" if amount.else_ else "number.if"
    return speech.get(key, what=what, condition=condition(speech, amount.if_), otherwise=otherwise)


def span(speech: Speech, compare: Compare, counted: bool = False) -> str:
    """Say the bounds of a number: 4 or more, 1 or 2, at most your Level; of what is counted, fewer than 3."""
    low, high = compare.at_least, compare.at_most
    if low is not UNSET and high is not UNSET:
        a, b = fixed(low), fixed(high)
        if a is not None and b is not None:
            form = "same" if a == b else "two" if b == a + 1 else "range"
            return speech.get(f"span.{form}", low=a, high=b)
        return speech.get("span.between", low=number(speech, low), high=number(speech, high))
    if low is not UNSET:
        return _beyond(speech, low, "at_least", 1)
    assert high is not UNSET
    whole = fixed(high)
    if counted and whole is not None:
        return speech.get("span.at_most.counted", value=whole, beyond=whole + 1)
    return _beyond(speech, high, "at_most", -1)


def is_die(speech: Speech, of: Amount) -> bool:
    """Tell whether a number is one that a die shows."""
    if of == "$event":
        return speech.event == "rolled"
    named = speech.names.get(of) if isinstance(of, str) else None
    return of == "$roll" or (named is not None and named.sort == "roll")


def _single_face(speech: Speech, asked: If) -> int | None:
    """Give the one face of a die that a condition asks for, if it asks for nothing else."""
    if asked.number is UNSET or len(given(asked, IF_SUBJECTS)) > 1 or not is_die(speech, asked.number.of):
        return None
    low = 1 if asked.number.at_least is UNSET else fixed(asked.number.at_least)
    high = 6 if asked.number.at_most is UNSET else fixed(asked.number.at_most)
    return low if low == high else None


def _beyond(speech: Speech, bound: Amount, key: str, step: int) -> str:
    whole = fixed(bound)
    if whole is not None:
        return speech.get(f"span.{key}.fixed", value=whole)
    # At least your Level plus 1 is more than your Level.
    if isinstance(bound, Number) and bound.plus == step:
        return speech.get(f"span.{key}.beyond", number=number(speech, msgspec.structs.replace(bound, plus=0)))
    return speech.get(f"span.{key}.number", number=number(speech, bound))


# Conditions. Each part is said as holding or as not holding.

Part = Callable[[Speech, Any, If, bool], str]


def _form(holds: bool) -> str:
    return "is" if holds else "not"


def _whether(name: str) -> Part:
    def part(speech: Speech, value: bool, whole: If, holds: bool) -> str:
        return said(speech, f"if.{name}.{_form(value == holds)}", player(speech, whole.who))

    return part


def _of_traits(name: str) -> Part:
    def part(speech: Speech, value: str | list[str], whole: If, holds: bool) -> str:
        values = {"traits": traits(speech, value, 1), "side": side(speech, "party")}
        return said(speech, f"if.{name}.{_form(holds)}", player(speech, whole.who), **values)

    return part


def _sex(speech: Speech, value: str, whole: If, holds: bool) -> str:
    return said(speech, f"if.sex.{_form(holds)}", player(speech, whole.who), sex=speech.get(f"sex.{value}"))


def _of_another(name: str) -> Part:
    def part(speech: Speech, value: str, whole: If, holds: bool) -> str:
        other = player(speech, value).whom
        return said(speech, f"if.{name}.{_form(holds)}", player(speech, whole.who), other=other)

    return part


def _enhanced(speech: Speech, value: CardIs, whole: If, holds: bool) -> str:
    noun = described(speech, value, (speech.get("kind.monster_enhancer", n=1), ""), 1)
    what = reference(speech, whole.card) if whole.card != "$it" else itself(speech)
    key = "beside" if speech.card.kind == "monster_enhancer" and whole.card == "$it" else "enhanced"
    return speech.get(f"if.{key}.{_form(holds)}", what=what, a=speech.indefinite(noun), noun=noun)


def _level(at_least: bool) -> Part:
    def part(speech: Speech, value: int, whole: If, holds: bool) -> str:
        # Not of Level 4 or higher is of Level 3 or lower.
        upward = at_least == holds
        bound = value if holds else value - 1 if at_least else value + 1
        key = "if.level_at_least" if upward else "if.level_at_most"
        return said(speech, key, player(speech, whole.who), level=bound)

    return part


def _has(speech: Speech, value: Cards, whole: If, holds: bool) -> str:
    cards = msgspec.structs.replace(value, of=whole.who) if value.of == "you" else value
    what = any_card(speech, cards) if holds else no_card(speech, cards)
    # Piles and the cards of a fight are nobody's: there is one, or there is none.
    if cards.of == whole.who and not _common(cards):
        return said(speech, _having(cards), player(speech, whole.who), what=what)
    if cards.of == "party" and holds and not _common(cards):
        one = picked(speech, "party", 1)
        return said(speech, _having(cards), Player(one, one, one), what=what)
    return speech.get("if.there_is", what=what)


def _common(cards: Cards) -> bool:
    return all(zone in COMMON_ZONES for zone in zones(cards))


def _having(cards: Cards) -> str:
    return "if.has_on" if cards.from_ == "worn" else "if.has"


def _wears(speech: Speech, value: str, whole: If, holds: bool) -> str:
    slot = speech.word("slot_noun", value, n=1)
    key = "holds" if value == "hand" else "wears"
    return said(speech, f"if.{key}.{_form(holds)}", player(speech, whole.who), slot=slot)


def _monster_tag(speech: Speech, value: str, whole: If, holds: bool) -> str:
    return _monster_tags(speech, [value], holds)


def _monster_tags(speech: Speech, tags: Sequence[str], holds: bool) -> str:
    nouns = [tagged(speech, tag, speech.get("noun.monster", n=1), 1) for tag in tags]
    some = speech.join([speech.indefinite(noun) for noun in nouns], "or")
    return speech.get(f"if.monster_tag.{_form(holds)}", a=some, noun=speech.join(nouns, "or"))


def _party_uses(speech: Speech, value: CardIs, whole: If, holds: bool) -> str:
    noun = described(speech, value, speech.noun("card"), 1)
    values = {"a": speech.indefinite(noun), "noun": noun, "side": side(speech, "party")}
    return speech.get(f"if.party_uses.{_form(holds)}", **values)


def _exists(speech: Speech, value: str, whole: If, holds: bool) -> str:
    named = speech.names.get(value)
    if named is not None and named.choose is not None and named.choose.optional and named.picked_by == "you":
        return speech.get(f"if.picked_one.{_form(holds)}")
    noun = named.noun[0] if named else speech.get("noun.card", n=1)
    return speech.get(f"if.exists.{_form(holds)}", noun=noun, a=speech.indefinite(noun))


def _is(speech: Speech, value: CardIs, whole: If, holds: bool) -> str:
    named = speech.names.get(whole.card)
    base = named.noun if named else speech.noun(_sort_of(speech, whole.card))
    noun = described(speech, value, base, 1)
    card = reference(speech, whole.card)
    if (
        value.tag is not UNSET
        and set(given(value)) == {"tag"}
        and all(t.startswith("word_") for t in listed(value.tag))
    ):
        quoted = [speech.get("tag.title", title=t.removeprefix("word_").title()) for t in listed(value.tag)]
        return speech.get(f"if.titled.{_form(holds)}", card=card, titles=speech.join(quoted, "or"))
    if set(given(value)) == {"cheated"}:
        return speech.get(f"if.cheated.{_form(holds is value.cheated)}", card=card)
    if set(given(value)) in ({"level_at_least"}, {"level_at_most"}):
        return _monster_level(speech, card, value, holds)
    return speech.get(f"if.is.{_form(holds)}", card=card, a=speech.indefinite(noun))


def _sort_of(speech: Speech, name: str) -> str:
    """Give the noun for what a name stands for that nobody chose."""
    monsters = name == "$chaser" or (name == "$event" and speech.event in ("met", "door_monster"))
    return "monster" if monsters else "card"


def _monster_level(speech: Speech, card: str, value: CardIs, holds: bool) -> str:
    """Say that a monster is of such a Level; not of Level 4 or higher is of Level 3 or lower."""
    least, most = value.level_at_least, value.level_at_most
    if least is not UNSET:
        bound = Compare(of=0, at_least=least) if holds else Compare(of=0, at_most=least - 1)
    else:
        assert most is not UNSET
        bound = Compare(of=0, at_most=most) if holds else Compare(of=0, at_least=most + 1)
    return speech.get("if.is_level", card=card, span=span(speech, bound))


def _number(speech: Speech, value: Compare, whole: If, holds: bool) -> str:
    of = value.of
    face = _single_face(speech, If(number=value))
    if face is not None:
        return speech.get(f"if.number.{_form(holds)}", number=number(speech, of), span=face)
    if of == Number(players="helper") and value == Compare(of=of, at_least=1):
        return speech.get(f"if.helped.{_form(holds)}")
    if not holds and isinstance(value.at_least, int) and value.at_most is UNSET:
        # Not 3 or more is 2 or less.
        return _number(speech, Compare(of=of, at_most=value.at_least - 1), whole, True)
    if isinstance(of, Number) and of == Number(history=of.history, whose=of.whose) and of.history is not UNSET:
        if holds and of.whose not in GROUPS:
            return _has_happened(speech, of, value)
    elif isinstance(of, Number) and of == Number(count=of.count) and isinstance(of.count, Cards):
        if holds and not _common(of.count):
            what = so_many_cards(speech, of.count, span(speech, value, counted=True))
            return said(speech, _having(of.count), player(speech, of.count.of), what=what)
    elif isinstance(of, Number) and of == Number(gold=of.gold) and value == Compare(of=of, at_least=1):
        what = all_cards(speech, of.gold) if isinstance(of.gold, Cards) else reference(speech, str(of.gold))
        return speech.get(f"if.has_gold.{_form(holds)}", what=what)
    return speech.get(f"if.number.{_form(holds)}", number=number(speech, value.of), span=span(speech, value))


def _has_happened(speech: Speech, of: Number, value: Compare) -> str:
    """Say that something has happened so often: once at least, never, 3 times or more."""
    form = "some" if value == Compare(of=of, at_least=1) else "none" if value == Compare(of=of, at_most=0) else "many"
    how_often = span(speech, value, counted=True) if form == "many" else ""
    return said(speech, f"if.history.{of.history}.{form}", player(speech, of.whose), span=how_often)


def _option(speech: Speech, value: dict[str, str], whole: If, holds: bool) -> str:
    picks = [speech.get(f"if.option.{_form(holds)}", option=speech.word("option", word)) for word in value.values()]
    return speech.join(picks, "and" if holds else "or")


def _cause(speech: Speech, value: str | list[str], whole: If, holds: bool) -> str:
    causes = [speech.get(f"cause.{cause}") for cause in listed(value)]
    return speech.get(f"if.cause.{_form(holds)}", cause=speech.join(causes, "or"))


def _noted(speech: Speech, value: int, whole: If, holds: bool) -> str:
    card = speech.card
    if card.tally is not UNSET:
        what = reference(speech, whole.card)
        return notes.worded(speech, card.tally, f"equals.{_form(holds)}", number=value, card=what)
    name, so = notes.standing_for(speech, value)
    if name:
        return notes.worded(speech, name, _form(holds is so), card=reference(speech, whole.card))
    key = "noted" if value else "noted_nothing"
    return speech.get(f"if.{key}.{_form(holds)}", number=value, card=reference(speech, whole.card))


def _attached_to(speech: Speech, value: int, whole: If, holds: bool) -> str:
    return speech.get(f"if.attached_to.{_form(holds)}", n=value, card=reference(speech, whole.card))


def _not(speech: Speech, value: If, whole: If, holds: bool) -> str:
    return condition(speech, value, not holds)


def _any(speech: Speech, value: list[If], whole: If, holds: bool) -> str:
    tags = [each.monster_tag for each in value if each.monster_tag is not UNSET and len(given(each, IF_SUBJECTS)) == 1]
    if len(tags) == len(value):
        return _monster_tags(speech, tags, holds)
    who = value[0].who
    if holds and value == [If(who=who, sex=sex, not_=If(sex=sex)) for sex in _TWO_SEXES]:
        return said(speech, "if.other_sex", player(speech, who), other=player(speech, "you").whom)
    faces = [_single_face(speech, each) for each in value]
    if holds and None not in faces and len({each.number.of for each in value if each.number is not UNSET}) == 1:
        assert value[0].number is not UNSET
        shown = speech.join([str(face) for face in faces], "or")
        return speech.get("if.number.is", number=number(speech, value[0].number.of), span=shown)
    parts = [condition(speech, each, holds) for each in value]
    told = speech.join(parts, "or" if holds else "and")
    # Beside other conditions it must be plain which of them are the choice.
    return speech.get("if.either", parts=told) if holds and len(given(whole, IF_SUBJECTS)) > 1 else told


_TWO_SEXES: tuple[Literal["male", "female"], ...] = ("male", "female")

IF: dict[str, Part] = {
    "trait": _of_traits("trait"),
    "suffers": _of_traits("suffers"),
    "sex": _sex,
    "same_race": _of_another("same_race"),
    "opposite_sex": _of_another("opposite_sex"),
    "is_player": _of_another("is_player"),
    "level_at_most": _level(at_least=False),
    "level_at_least": _level(at_least=True),
    "highest": _whether("highest"),
    "lowest": _whether("lowest"),
    "has": _has,
    "wears": _wears,
    "in_combat": _whether("in_combat"),
    "on_turn": _whether("on_turn"),
    "fighter": _whether("fighter"),
    "helper": _whether("helper"),
    "alone": _whether("alone"),
    "can_gain_level": _whether("can_gain_level"),
    "can_lose_level": _whether("can_lose_level"),
    "party_has": _of_traits("party_has"),
    "party_suffers": _of_traits("party_suffers"),
    "monster_tag": _monster_tag,
    "last_monster": _whether("last_monster"),
    "party_uses": _party_uses,
    "unaided": _whether("unaided"),
    "winning": _whether("winning"),
    "killed": _whether("killed"),
    "risen": _whether("risen"),
    "dead": _whether("dead"),
    "must_run": _whether("must_run"),
    "can_escape": _whether("can_escape"),
    "current_runner": _whether("current_runner"),
    "is_fighter_with_helper": _whether("is_fighter_with_helper"),
    "first_roll": _whether("first_roll"),
    "running_away": _whether("running_away"),
    "daytime": _whether("daytime"),
    "enhanced": _enhanced,
    "exists": _exists,
    "is": _is,
    "number": _number,
    "option": _option,
    "cause": _cause,
    "noted": _noted,
    "attached_to": _attached_to,
    "not": _not,
    "any": _any,
}
#: Fields that say of whom or of what the parts ask.
IF_SUBJECTS = frozenset({"who", "card"})


def condition(speech: Speech, asked: If, holds: bool = True) -> str:
    """Say a condition, or that it does not hold."""
    parts = given(asked, IF_SUBJECTS)
    texts = [IF[name](speech, value, asked, holds) for name, value in parts.items()]
    return speech.join(texts, "and" if holds else "or")
