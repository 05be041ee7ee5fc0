"""Phrases for what somebody is asked to choose, and the names that the choice is stored under."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import UNSET

from kickdoor.packs.language import Amount, CardIs, Cards, Choose, Compare, If, Number
from kickdoor.text.conditions import IF_SUBJECTS, condition, fixed, number, quantity
from kickdoor.text.phrases import (
    GROUPS,
    all_cards,
    described,
    given,
    is_worn,
    noun_of,
    picked,
    plain_noun_of,
    player,
    reference,
    some_cards,
    sort_of,
    worn,
    zones,
)
from kickdoor.text.speech import Named, Pair, Speech

ALL = 99
"""So many to pick means all of them."""


def _asked(choose: Choose) -> int | None:
    """Give how many are to be picked, where that is known beforehand."""
    whole = isinstance(choose.count, Number) and choose.count == Number(count=choose.cards)
    return ALL if whole or choose.count == "all" else fixed(choose.count)


def bind(speech: Speech, choose: Choose) -> Named:
    """Store a choice under its name, to be told where the name is first spoken of."""
    sort = next(name for name in PICKS if getattr(choose, name) is not UNSET)
    named = PICKS[sort](speech, choose)
    named.picked_by, named.choose = choose.who, choose
    named.first = lambda: _told(speech, choose, sort)
    speech.names[choose.into] = named
    return named


def _told(speech: Speech, choose: Choose, sort: str) -> str:
    phrase = PHRASES[sort](speech, choose)
    if choose.ordered and (_asked(choose) or 0) < ALL:
        phrase = speech.get("choose.ordered", what=phrase)
    if choose.would_win:
        phrase = speech.get("choose.would_win", what=phrase)
    if isinstance(choose.leaves, Cards):
        phrase = speech.get("choose.leaves", what=phrase, noun=plain_noun_of(speech, choose.leaves)[0])
    # Who plays the card picks, and everybody of their own, if nobody else is said to.
    of = choose.cards.of if isinstance(choose.cards, Cards) else ""
    player_of_card = choose.who == "by" and of != "you"
    expected = choose.who in (speech.subject, of) or player_of_card
    if expected or choose.players is not UNSET or not is_choice(choose):
        return phrase
    if choose.who == speech.decider:
        return speech.get("choose.picked_as_well", what=phrase)
    if choose.who == "you":
        return speech.get("choose.picked_by_you", what=phrase)
    return speech.get("choose.picked_by", what=phrase, whom=player(speech, choose.who).whom)


def not_optional(choose: Choose) -> Choose:
    """Give a choice as it is for who takes it: of any number, one at least."""
    least = 1 if _asked(choose) == ALL and choose.at_least is UNSET else choose.at_least
    return msgspec.structs.replace(choose, optional=False, at_least=least)


def is_everybody(choose: Choose) -> bool:
    """Tell whether all of some players are chosen, so that only their order is left to choose."""
    whole = choose.optional is False and choose.at_least is UNSET and choose.if_ is UNSET
    return choose.players is not UNSET and whole and _asked(choose) == ALL


def is_choice(choose: Choose) -> bool:
    """Tell whether there is anything to choose: not what somebody wears, nor the top cards of a pile."""
    return choose.cards is UNSET or not (is_worn(choose.cards) or _is_whole_top(choose, choose.cards))


def _is_whole_top(choose: Choose, cards: Cards) -> bool:
    """Tell whether all cards at the top of a pile are taken, and not some of them."""
    return cards.top is not UNSET and _asked(choose) == cards.top


def _many(choose: Choose) -> bool:
    return choose.worth is not UNSET or choose.worth_at_most is not UNSET or _asked(choose) != 1


def counted(speech: Speech, choose: Choose, noun: Pair) -> str:
    """Say how many are chosen: 1 Item, 1 or 2 players, up to 3 cards, Items worth 1,000 gold in all."""
    if choose.worth is not UNSET:
        worth = choose.worth
        if isinstance(worth, Number) and isinstance(worth.gold, str) and worth == Number(gold=worth.gold):
            return speech.get("choose.worth.as_much", nouns=noun[1], what=reference(speech, worth.gold))
        form = "number" if fixed(worth) is None else "fixed"
        if choose.exactly:
            some = counted(speech, msgspec.structs.replace(choose, worth=UNSET, exactly=False), noun)
            return speech.get(f"choose.exactly.{form}", some=some, gold=number(speech, worth))
        return speech.get(f"choose.worth.{form}", nouns=noun[1], gold=number(speech, worth))
    if choose.worth_at_most is not UNSET:
        return speech.get("choose.worth_at_most", nouns=noun[1], gold=number(speech, choose.worth_at_most))
    most = _asked(choose)
    if most is not None and most >= ALL:
        form = "ordered" if choose.ordered else "all"
        if choose.at_least not in (UNSET, 0) and not choose.optional:
            return speech.get("choose.every.some", n=choose.at_least, nouns=noun[1])
        form = "any_number" if choose.optional or choose.at_least == 0 else form
        return speech.get(f"choose.every.{form}", nouns=noun[1])
    least = 0 if choose.optional else most if choose.at_least is UNSET else choose.at_least
    if most is None or least == most:
        return quantity(speech, choose.count, noun)
    form = "up_to" if not least else "two" if most == least + 1 else "range"
    return speech.get(f"choose.{form}", n=most, low=least, high=most, noun=noun[0 if most == 1 else 1])


# What can be chosen from: how the choice is told, and what is known of it afterwards.


def _cards(speech: Speech, choose: Choose) -> str:
    cards = choose.cards
    assert isinstance(cards, Cards)
    if is_worn(cards):
        return worn(speech, cards, 1)
    if _is_whole_top(choose, cards) or cards.best is not UNSET:
        return all_cards(speech, cards)
    if cards.top is not UNSET:
        some = speech.get("choose.of", those=all_cards(speech, cards))
        return counted(speech, choose, (some, some))
    stored = speech.names.get(str(cards.from_))
    if stored is not None and not stored.many and cards.where is UNSET and not choose.optional:
        return reference(speech, str(cards.from_))
    if _asked(choose) == ALL and cards.of in GROUPS and choose.at_least is UNSET and not choose.optional:
        everybody = speech.get("choose.every.all", nouns=picked(speech, cards.of, 2))
        return speech.get("zone.unknown.whole_from", nouns=noun_of(speech, cards)[1], whom=everybody)
    found = counted(speech, choose, some_cards(speech, cards))
    if choose.if_ is UNSET:
        return found
    dear = _no_dearer_than(choose.if_)
    if dear:
        return speech.get("choose.no_dearer", what=found, than=reference(speech, dear))
    before = speech.names.get("$one")
    speech.names["$one"] = Named("card", plain_noun_of(speech, cards))
    found = speech.get("choose.such", what=found, condition=condition(speech, choose.if_))
    if before is None:
        del speech.names["$one"]
    else:
        speech.names["$one"] = before
    return found


def _no_dearer_than(asked: If) -> str:
    """Give the stored card that those picked may not exceed in gold, if nothing else is asked of them."""
    bound = asked.number
    most = UNSET if bound is UNSET else bound.at_most
    if not isinstance(most, Number) or not isinstance(most.gold, str) or most != Number(gold=most.gold):
        return ""
    return most.gold if asked == If(number=Compare(of=Number(gold="$one"), at_most=most)) else ""


def _bind_cards(speech: Speech, choose: Choose) -> Named:
    cards = choose.cards
    assert isinstance(cards, Cards)
    noun = plain_noun_of(speech, cards)
    return Named("card", noun, _many(choose), owner=cards.of, place=zones(cards)[0])


def _players(speech: Speech, choose: Choose) -> str:
    one, several = picked(speech, str(choose.players), 1), picked(speech, str(choose.players), 2)
    single = _asked(choose) == 1
    if (_asked(choose) or 0) >= ALL and choose.players in ("all", "others"):
        found = player(speech, choose.players).name
        if choose.optional or choose.at_least is not UNSET:
            found = speech.get("choose.every.chosen", each=found)
    else:
        found = one if single else counted(speech, choose, (one, several))
    if choose.if_ is not UNSET:
        found = speech.get("choose.who", what=found, condition=relative(speech, "$one", choose.if_))
    return speech.get("choose.or_nobody", what=found) if single and choose.optional else found


def relative(speech: Speech, name: str, asked: If, holds: bool = True) -> str:
    """Say a condition on a player as what follows their name: who is an Elf."""
    before = speech.names.get(name)
    speech.names[name] = Named("relative", ("", ""))
    text = condition(speech, asked, holds)
    if before is None:
        del speech.names[name]
    else:
        speech.names[name] = before
    return text


def _bind_players(speech: Speech, choose: Choose) -> Named:
    noun = speech.noun("player")
    return Named("player", noun, _many(choose))


def _monster_noun(speech: Speech, choose: Choose) -> Pair:
    noun = speech.noun("monster")
    if not isinstance(choose.monsters, CardIs):
        return noun
    return described(speech, choose.monsters, noun, 1), described(speech, choose.monsters, noun, 2)


def _monsters(speech: Speech, choose: Choose) -> str:
    if _asked(choose) == 1 and not choose.optional and not isinstance(choose.monsters, CardIs):
        return speech.get("choose.monster")
    return counted(speech, choose, _monster_noun(speech, choose))


def _bind_monsters(speech: Speech, choose: Choose) -> Named:
    base = speech.noun("monster")
    asked = choose.monsters if isinstance(choose.monsters, CardIs) else UNSET
    return Named("card", sort_of(speech, asked, base), _many(choose))


def _options(speech: Speech, choose: Choose) -> str:
    assert isinstance(choose.options, list)
    return speech.join([speech.word("option", option) for option in choose.options], "or")


def _numbers(speech: Speech, choose: Choose) -> str:
    found = choose.numbers
    assert isinstance(found, list)
    if len(found) > 2 and found == list(range(found[0], found[0] + len(found))):
        return speech.get("choose.number_from", low=found[0], high=found[-1])
    return speech.get("choose.number", numbers=speech.join([str(each) for each in found], "or"))


def _plain(key: str) -> Callable[[Speech, Choose], str]:
    def phrase(speech: Speech, choose: Choose) -> str:
        noun = speech.noun(key)
        return speech.messages.first(f"choose.{key}", "choose.unknown", what=counted(speech, choose, noun))

    return phrase


def _bind_plain(sort: str) -> Callable[[Speech, Choose], Named]:
    def named(speech: Speech, choose: Choose) -> Named:
        noun = speech.noun(sort)
        return Named("card", noun, _many(choose))

    return named


PHRASES: dict[str, Callable[[Speech, Choose], str]] = {
    "cards": _cards,
    "players": _players,
    "monsters": _monsters,
    "options": _options,
    "numbers": _numbers,
    "side": _plain("side"),
    "plays": _plain("play"),
}
PICKS: dict[str, Callable[[Speech, Choose], Named]] = {
    "cards": _bind_cards,
    "players": _bind_players,
    "monsters": _bind_monsters,
    "options": _bind_plain("option"),
    "numbers": _bind_plain("number"),
    "side": _bind_plain("side"),
    "plays": _bind_plain("play"),
}
CHOOSE_PARTS = frozenset(
    {
        "who",
        "if",
        "into",
        "count",
        "at_least",
        "worth",
        "worth_at_most",
        "exactly",
        "ordered",
        "optional",
        "would_win",
        "leaves",
    }
)


def without_has(choose: Choose, cards: Cards) -> Choose:
    """Leave out that a player has a card of which the next choice picks one anyway."""
    asked = choose.if_
    if asked is UNSET or asked.has is UNSET or asked.has.from_ != cards.from_ or asked.has.where != cards.where:
        return choose
    rest = msgspec.structs.replace(asked, has=UNSET)
    return msgspec.structs.replace(choose, if_=rest if given(rest, IF_SUBJECTS) else UNSET)


def relative_to(speech: Speech, asked: If, holds: bool = True) -> str:
    """Say a condition that asks of you as what follows the name of any player."""
    return relative(speech, "$one", _asking(asked), holds)


def _asking(asked: If) -> If:
    """Ask of the player under $one what is asked of you."""
    return msgspec.structs.replace(
        asked,
        who="$one" if asked.who == "you" else asked.who,
        not_=asked.not_ if asked.not_ is UNSET else _asking(asked.not_),
        any=asked.any if asked.any is UNSET else [_asking(each) for each in asked.any],
        number=asked.number if asked.number is UNSET else _comparing(asked.number),
    )


def _comparing(compare: Compare) -> Compare:
    low, high = compare.at_least, compare.at_most
    return Compare(
        of=_counting(compare.of),
        at_least=low if low is UNSET else _counting(low),
        at_most=high if high is UNSET else _counting(high),
    )


def _counting(amount: Amount) -> Amount:
    if not isinstance(amount, Number):
        return amount
    level, count = amount.level, amount.count
    if count is not UNSET and count.of == "you":
        count = msgspec.structs.replace(count, of="$one")
    return msgspec.structs.replace(amount, level="$one" if level == "you" else level, count=count)
