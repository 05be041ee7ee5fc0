"""Phrases for players, cards and zones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from kickdoor.packs.language import CardIs, Cards
from kickdoor.text import notes
from kickdoor.text.speech import Pair, Player, Speech

COMMON_ZONES = frozenset({"door_discards", "treasure_discards", "discards", "enhancers", "played"})
"""Zones that are no player's."""
GROUPS = frozenset({"others", "others_right", "others_rising", "others_falling", "all", "party", "here"})
"""Words that stand for several players at once."""

Wrap = Callable[[Speech, Any, str, int], str]
"""Puts one part of a question about a card around the noun: (speech, value, noun, number) to noun."""


def listed(value: str | Sequence[str]) -> list[str]:
    """Give one or several words as a list."""
    return [value] if isinstance(value, str) else list(value)


def given(model: msgspec.Struct, skip: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Give the fields of a model that are set, by the names that its file uses."""
    names = zip(model.__struct_fields__, model.__struct_encode_fields__, strict=True)
    values = {shown: getattr(model, name) for name, shown in names if shown not in skip}
    return {name: value for name, value in values.items() if value is not UNSET}


def trait(speech: Speech, name: str, n: int = 1) -> str:
    """Name who has a race, class, sex or Power: an Elf, or several."""
    if name in speech.powers:
        return speech.get("powerful", power=speech.powers[name], n=n)
    if name in speech.called:
        return speech.get("kind.renamed", name=speech.called[name], n=n)
    return speech.word("trait", name, n=n)


def traits(speech: Speech, names: str | list[str], n: int, how: str = "or") -> str:
    """Name several traits: an Elf or a Dwarf, or Elves and Dwarves."""
    words = [trait(speech, name, n) for name in listed(names)]
    return speech.join([speech.predicate(word) for word in words] if n == 1 else words, how)


# Players.


def player(speech: Speech, who: str) -> Player:
    """Name a player by a word or by a stored name."""
    is_subject = who == speech.subject != "you"
    if who == "fighter" and speech.card.kind == "monster":
        who = "you"  # a monster's text speaks to whom it is fought by
    if who == "by" and speech.event:
        # Nobody plays what reacts by itself.
        who = "doer" if speech.of == "you" else "rival"
    if who.startswith("$"):
        named = speech.names.get(who)
        if named is not None and named.sort in ("relative", "sought"):
            person = "they" if named.sort == "sought" else "he"
            name, whom, whose = (speech.get(f"who.{named.sort}.{case}") for case in ("name", "whom", "whose"))
            return Player(name, whom, whose, person)
        # All of several are named as each of them the first time.
        each = (
            named is not None and named.first is not None and named.choose is not None and named.choose.count == "all"
        )
        name = reference(speech, who)
        whose = "who.pronoun.whose" if who == speech.subject else "who.possessive"
        several = named is not None and named.many and named.sort in ("player", "picked", "other") and not each
        return Player(name, name, speech.get(whose, who=name), "they" if several else "he")
    name = speech.get(f"who.{who}.name")
    whom = speech.messages.first(f"who.{who}.whom", f"who.{who}.name", who=name)
    own = "who.pronoun.whose" if is_subject else f"who.{who}.whose"
    whose = speech.messages.first(own, "who.possessive", who=name)
    return Player(name, whom, whose, "you" if who == "you" else "he")


def picked(speech: Speech, who: str, n: int) -> str:
    """Name one or several of the players that a word or a stored name stands for."""
    if who.startswith("$"):
        return reference(speech, who)
    return speech.messages.first(f"who.{who}.pick", f"who.{who}.name", n=n)


def has_form(speech: Speech, key: str, who: Player) -> bool:
    """Tell whether there is a message in the form of the verb that goes with a player."""
    return key in speech.messages or f"{key}.{who.person}" in speech.messages


def _forms(key: str, person: str) -> tuple[str, ...]:
    """Give the forms of a message that go with a player, the best first."""
    return (f"{key}.they", f"{key}.he") if person == "they" else (f"{key}.{person}",)


def said(speech: Speech, key: str, who: Player, **values: object) -> str:
    """Give a message in the form of the verb that goes with a player."""
    form = next((form for form in _forms(key, who.person) if form in speech.messages), key)
    if who.person == "they" and form.endswith(".he"):
        shared = next((each for each in (f"{key}.bare", f"{key}.you") if each in speech.messages), "")
        action = speech.get(shared, who=who.name, whom=who.whom, whose=who.whose, **values) if shared else ""
        if action and not speech.speaks_to_you(action):
            return speech.get("clause.plural", who=who.name, action=action)
    return speech.get(form, who=who.name, whom=who.whom, whose=who.whose, **values)


# Stored names.


def itself(speech: Speech) -> str:
    """Name the card itself by what it is."""
    kind = "mark" if speech.mark else speech.card.kind
    return speech.messages.first(f"itself.{kind}", "itself.unknown", kind=kind)


def reference(speech: Speech, name: str) -> str:
    """Refer to what a stored name stands for; the first time, by how it was chosen."""
    if name == "$it":
        return itself(speech)
    if name == "$event":
        return speech.messages.first(f"name.event.{speech.event or speech.moment}", "name.event.unknown")
    named = speech.names.get(name)
    if named is None:
        return speech.get(f"name.{name.removeprefix('$')}")
    if named.first is not None:
        first, named.first = named.first, None
        return first()
    if named.sort == "roll" and sum(each.sort == "roll" for each in speech.names.values()) > 1:
        return speech.get("that.roll_of", whose=player(speech, named.owner).whose)
    index = 1 if named.many else 0
    return speech.get(f"that.{named.sort}", n=index + 1, noun=named.noun[index])


# Questions about cards, as parts put around a noun.


def _alternatives(family: str) -> Wrap:
    def wrap(speech: Speech, value: str | list[str], noun: str, n: int) -> str:
        words = [speech.word(family, name, noun=noun, n=n) for name in listed(value)]
        return speech.join(list(dict.fromkeys(words)), speech.both(n))

    return wrap


def tagged(speech: Speech, tag: str, noun: str, n: int) -> str:
    """Name what has a tag: an Undead monster, a card with “Potion” in its name."""
    sort, _, rest = tag.partition("_")
    if rest and sort == "word":
        return speech.get("tag.word", noun=noun, title=rest.title(), n=n)
    if rest and sort == "letter":
        return speech.get("tag.letter", noun=noun, title=rest.upper(), n=n)
    return speech.word("tag", tag, noun=noun, n=n)


def _tagged(speech: Speech, value: str | list[str], noun: str, n: int) -> str:
    titles = [tag for tag in listed(value) if tag.startswith("word_")]
    letters = [tag for tag in listed(value) if tag.startswith("letter_")]
    apart = [tag for tag in listed(value) if (len(titles) < 2 or tag not in titles) and tag not in letters]
    words = [tagged(speech, tag, noun, n) for tag in apart]
    if letters:
        begun = speech.join([tag.removeprefix("letter_").upper() for tag in letters], "or")
        words.append(speech.get("tag.letter", noun=noun, title=begun, n=n))
    if len(titles) > 1:
        quoted = [speech.get("tag.title", title=tag.removeprefix("word_").title()) for tag in titles]
        words.append(speech.get("tag.words", noun=noun, titles=speech.join(quoted, "or"), n=n))
    return speech.join(list(dict.fromkeys(words)), speech.both(n))


def _whether(key: str) -> Wrap:
    def wrap(speech: Speech, value: bool, noun: str, n: int) -> str:
        return speech.get(f"card_is.{key}.{'is' if value else 'not'}", noun=noun, n=n)

    return wrap


def _bound(key: str) -> Wrap:
    def wrap(speech: Speech, value: int, noun: str, n: int) -> str:
        return speech.get(f"card_is.{key}", noun=noun, value=value)

    return wrap


def _noted(speech: Speech, value: int, noun: str, n: int) -> str:
    name, so = notes.standing_for(speech, value)
    if not name:
        return _bound("noted")(speech, value, noun, n)
    return notes.worded(speech, name, f"where.{'is' if so else 'not'}", noun=noun, n=n)


def _hands(key: str) -> Wrap:
    def wrap(speech: Speech, value: int, noun: str, n: int) -> str:
        hands = speech.get(f"card_is.{key}", n=value)
        return speech.get("card_is.takes_hands", noun=noun, hands=hands, n=n)

    return wrap


def _usable_by(speech: Speech, value: str, noun: str, n: int) -> str:
    return speech.get("card_is.usable_by", noun=noun, traits=trait(speech, value, 2))


def _limited_to(speech: Speech, value: str | list[str], noun: str, n: int) -> str:
    limits = speech.join([speech.get(f"card_is.limit.{limit}") for limit in listed(value)], "or")
    return speech.get("card_is.limited_to", noun=noun, limits=limits)


def _owed_to(speech: Speech, value: str, noun: str, n: int) -> str:
    return speech.get("card_is.owed_to", noun=noun, limit=speech.get(f"card_is.owed.{value}"), n=n)


def _enhances(speech: Speech, value: str, noun: str, n: int) -> str:
    return speech.get("card_is.enhances", noun=noun, kind=speech.get(f"kind.{value}", n=1), n=n)


def _enhanced(speech: Speech, value: CardIs, noun: str, n: int) -> str:
    base = (speech.get("kind.monster_enhancer", n=1), speech.get("kind.monster_enhancer", n=2))
    return speech.get("card_is.enhanced", noun=noun, a=speech.indefinite(described(speech, value, base, 1)))


def _trait(speech: Speech, value: str, noun: str, n: int) -> str:
    return speech.get("card_is.trait", noun=noun, trait=trait(speech, value), n=n)


def _takes(speech: Speech, value: str, noun: str, n: int) -> str:
    return speech.get(f"card_is.takes.{value}", n=n)


def _refuses(speech: Speech, value: list[str], noun: str, n: int) -> str:
    tags = speech.join([speech.word("tag_fact", tag) for tag in value], "or")
    return speech.get("card_is.refuses", noun=noun, tags=tags, n=n)


def _not(speech: Speech, value: CardIs, noun: str, n: int) -> str:
    parts = given(value)
    # Of a yes-or-no question, not yes is no.
    if len(parts) == 1 and isinstance(next(iter(parts.values())), bool):
        ((name, yes),) = parts.items()
        return CARD_IS[name](speech, not yes, noun, n)
    if set(parts) == {"tag"} and isinstance(value.tag, str) and not value.tag.startswith("word_"):
        return speech.get("card_is.not_tagged", noun=noun, tag=made_of(speech, value.tag), n=n)
    if set(parts) == {"tag"} or (n > 1 and value.any is not UNSET and not speech.picking):
        # What differs only in its name goes without its noun: other than those with …
        other = described(speech, value, (speech.get("that.one"), speech.get("that.those")), n)
    else:
        other = one_card(speech, value) if n == 1 else described(speech, value, ("", ""), 2)
    return speech.get("card_is.not", noun=noun, other=other)


def made_of(speech: Speech, tag: str) -> str:
    """Say what a tag makes of a monster: Undead, a Demon."""
    a = speech.predicate(speech.word("tag", tag, noun=speech.get("noun.monster", n=1), n=1))
    return speech.messages.first(f"tag_made.{tag}", "tag_made.unknown", a=a)


def _any(speech: Speech, value: list[CardIs], noun: str, n: int) -> str:
    base = (noun, noun)
    tags = [tag for each in value if set(given(each)) == {"tag"} for tag in listed(each.tag or [])]
    rest = [described(speech, each, base, n) for each in value if set(given(each)) != {"tag"}]
    told = [*([_tagged(speech, tags, noun, n)] if tags else []), *rest]
    return speech.join(told, speech.both(n))


#: In the order in which they are put around the noun; the first few replace it.
CARD_IS: dict[str, Wrap] = {
    "takes": _takes,
    "item": _whether("item"),
    "kind": _alternatives("kind"),
    "slot": _alternatives("slot_noun"),
    "deck": _alternatives("card_is.deck"),
    "trait": _trait,
    "any": _any,
    "tag": _tagged,
    "one_shot": _whether("one_shot"),
    "big": _whether("big"),
    "complex": _whether("complex"),
    "equipped": _whether("equipped"),
    "sex": _alternatives("card_is.sex"),
    "refuses": _refuses,
    "not": _not,
    "hands_at_least": _hands("hands_at_least"),
    "hands_at_most": _hands("hands_at_most"),
    "usable_by": _usable_by,
    "limited_to": _limited_to,
    "owed_to": _owed_to,
    "enhanced": _enhanced,
    "noted": _noted,
    "strengthens": _whether("strengthens"),
    "unique": _whether("unique"),
    "cheated": _whether("cheated"),
    "stealable": _whether("stealable"),
    "enhances": _enhances,
    "gold_at_least": _bound("gold_at_least"),
    "bonus_at_least": _bound("bonus_at_least"),
    "level_at_most": _bound("level_at_most"),
    "level_at_least": _bound("level_at_least"),
}

HEADS = ("takes", "kind", "slot", "item", "trait", "deck")
"""Parts that say what sort of card it is, and so give the noun to refer to it by."""


def described(speech: Speech, question: CardIs, base: Pair, n: int) -> str:
    """Put all parts of a question around a noun, said of one card or of several."""
    parts = given(question)
    if parts.get("slot") == "hand" and {"hands_at_least", "hands_at_most"} & set(parts):
        # What takes so many Hands is held in them.
        parts = {name: value for name, value in parts.items() if name != "slot"} | {"item": True}
    noun = base[0 if n == 1 else 1] or speech.get("noun.card", n=n)
    for name, wrap in CARD_IS.items():
        if name in parts:
            noun = wrap(speech, parts[name], noun, n)
    return noun


def one_card(speech: Speech, question: CardIs) -> str:
    """Name some card of which something is asked: an Item held in a Hand, Headgear."""
    noun = described(speech, question, ("", ""), 1)
    return noun if is_gear(question) else speech.indefinite(noun)


def is_gear(question: CardIs | msgspec.UnsetType) -> bool:
    """Tell whether the noun of a question is that of things worn, which takes neither an article nor a number."""
    if question is UNSET or question.slot is UNSET:
        return False
    return set(given(question)) <= {"slot", "equipped"} and "hand" not in listed(question.slot)


def sort_of(speech: Speech, question: CardIs | msgspec.UnsetType, base: Pair) -> Pair:
    """Give only the noun that a question makes of a card, without what else it asks."""
    if question is UNSET:
        return base
    asked = {name: getattr(question, name) for name in HEADS}
    heads = CardIs(**{name: value for name, value in asked.items() if value is not False})
    return described(speech, heads, base, 1), described(speech, heads, base, 2)


# Sets of cards.


def is_worn(cards: Cards) -> bool:
    """Tell whether the cards are what a player wears in one slot, so that it is one thing."""
    # What is only carried sideways is not worn.
    in_use = cards.from_ in ("equipped", "worn") or (cards.where is not UNSET and cards.where.equipped is True)
    return in_use and is_gear(cards.where)


def zones(cards: Cards) -> list[str]:
    """Give the zones, or the one stored name, that cards are from."""
    return [cards.from_] if isinstance(cards.from_, str) else list(cards.from_)


def noun_of(speech: Speech, cards: Cards) -> Pair:
    """Give the noun of a set of cards with all that is asked of them, of one and of several."""
    base = _zone_noun(speech, cards)
    if cards.where is UNSET:
        return base
    return described(speech, cards.where, base, 1), described(speech, cards.where, base, 2)


def plain_noun_of(speech: Speech, cards: Cards) -> Pair:
    """Give the noun to refer to such a card by."""
    return sort_of(speech, cards.where, _zone_noun(speech, cards, "short"))


def _zone_noun(speech: Speech, cards: Cards, form: str = "noun") -> Pair:
    found = zones(cards)
    if _named_by_zones(cards):
        nouns = [[speech.get(f"zone.{zone}.noun", n=n) for zone in found] for n in (1, 2)]
        return speech.join(nouns[0], speech.both(1)), speech.join(nouns[1], speech.both(2))
    if len(found) > 1:
        return speech.noun("card")
    if found[0].startswith("$"):
        named = speech.names.get(found[0])
        return named.noun if named else speech.noun("card")
    keys = f"zone.{found[0]}.{form}", f"zone.{found[0]}.noun"
    return speech.messages.first(*keys, n=1), speech.messages.first(*keys, n=2)


def _named_by_zones(cards: Cards) -> bool:
    """Tell whether cards of several zones are named by these: a Race card or Class card."""
    return len(zones(cards)) > 1 and set(zones(cards)) <= {"races", "classes", "powers", "hirelings", "steeds"}


def in_zone(speech: Speech, cards: Cards, form: str, noun: str, nouns: str, owner: Player) -> str:
    """Say where the cards are, in one of the forms whole, all, own, of, from, a, each, one_of and pile."""
    found = zones(cards)
    values = {"noun": noun, "nouns": nouns, "who": owner.name, "whom": owner.whom, "whose": owner.whose}
    if cards.on is not UNSET:
        return speech.get(f"zone.upon.{form.removesuffix('_from')}", on=reference(speech, cards.on), **values)
    values["wears"] = said(speech, "cards.wears", owner)
    if len(found) == 1 and found[0].startswith("$"):
        named = speech.names.get(found[0])
        polled = named is not None and named.sort == "polled"
        those = _polled(speech, cards.of, owner) if polled else reference(speech, found[0])
        return speech.get(f"zone.stored.{form.removesuffix('_from')}", those=those, **values)
    if len(found) == 1:
        zone = found[0]
        if zone in COMMON_ZONES:
            values["where"] = speech.get(f"zone.{zone}.where")
            return speech.get(
                f"zone.common.{form.removesuffix('_from')}", place=speech.get(f"zone.{zone}.place"), **values
            )
        return speech.messages.first(f"zone.{zone}.{form}", f"zone.unknown.{form}", **values)
    if _named_by_zones(cards):
        return speech.get(f"zone.unknown.{form}", **values)
    return _in_zones(speech, cards, form.removesuffix("_from"), values)


def _polled(speech: Speech, who: str, owner: Player) -> str:
    """Name the cards that somebody has picked when several did at once."""
    is_subject = who == speech.subject != "you"
    return said(speech, "that.polled", Player(owner.name, owner.whom, owner.whose, "they") if is_subject else owner)


def _in_zones(speech: Speech, cards: Cards, form: str, values: dict[str, str]) -> str:
    """Say that cards are in one of several zones."""
    found = zones(cards)
    how = "or" if form in ("own", "of", "from", "a") else "and"
    plain = cards.where is UNSET and not any(f"zone.{zone}.each" in speech.messages for zone in found)
    if form in ("each", "count") and plain:
        values["nouns"] = speech.join([speech.get(f"zone.{zone}.noun", n=2) for zone in found], how)
        return speech.get(f"zone.unknown.{form}", **values)
    # Items from their hand or their Items are Items in their hand or in play.
    items = cards.where is not UNSET and cards.where.item is True
    keys = [f"zone.several.{form}_spot", *(f"zone.{zone}.spot" for zone in found)]
    if not items or not all(key in speech.messages for key in keys):
        keys = [f"zone.several.{form}", *(f"zone.{zone}.place" for zone in found)]
    places = [speech.get(key, **values) for key in keys[1:]]
    return speech.get(keys[0], place=speech.join(places, how), **values)


def all_cards(speech: Speech, cards: Cards) -> str:
    """Name all cards of a set: all your Big Items, the Footgear you wear, your hand."""
    if is_worn(cards):
        return worn(speech, cards, 2)
    noun, nouns = noun_of(speech, _plainer(cards))
    if cards.best is not UNSET:
        of = in_zone(speech, cards, "one_of", noun, nouns, player(speech, cards.of))
        return speech.get(f"cards.best.{cards.best}", cards=of)
    if cards.top is not UNSET:
        of = in_zone(speech, cards, "pile", noun, nouns, player(speech, cards.of))
        return speech.get("cards.top", n=cards.top, noun=noun if cards.top == 1 else nouns, pile=of)
    named = speech.names.get(cards.of)
    form = "whole" if cards.where is UNSET else "all"
    form = f"{form}_from" if named and named.first else form
    return in_zone(speech, cards, form, noun, nouns, player(speech, cards.of))


def _plainer(cards: Cards) -> Cards:
    """Leave out that what has the most of something must have some of it."""
    if cards.best is UNSET or cards.where is UNSET:
        return cards
    name = f"{cards.best}_at_least"
    if getattr(cards.where, name) != 1:
        return cards
    return msgspec.structs.replace(cards, where=msgspec.structs.replace(cards.where, **{name: UNSET}))


def worn(speech: Speech, cards: Cards, n: int) -> str:
    """Name what a player wears in a slot; of several slots in one of them, or in all."""
    assert cards.where is not UNSET
    noun = described(speech, msgspec.structs.replace(cards.where, equipped=UNSET), ("", ""), n)
    key = "cards.worn.own" if cards.of == speech.subject != "you" else "cards.worn"
    return said(speech, key, player(speech, cards.of), noun=noun)


def some_cards(speech: Speech, cards: Cards) -> Pair:
    """Give the noun for some cards out of a set, to put a number before: Items, of their Items."""
    with speech.picking_some():
        noun, nouns = noun_of(speech, cards)
    named = speech.names.get(cards.of)
    # What needs many words to name cannot stand before what it owns.
    own = cards.of == speech.subject and not speech.whose
    form = "own" if own else "from" if named and named.first else "of"
    owner = any_of(speech, cards.of)
    if is_gear(cards.where) and form != "of":
        noun, nouns = (speech.get("cards.piece", noun=noun, n=n) for n in (1, 2))
    before = speech.saved()
    one = in_zone(speech, cards, form, noun, nouns, owner)
    # Of one and of several, what they are on is told in the same words.
    speech.names = before
    return one, in_zone(speech, cards, form, nouns, nouns, owner)


def any_of(speech: Speech, who: str) -> Player:
    """Name the owner of cards of which some are picked: of all players, any player's."""
    found = player(speech, who)
    key = f"who.{who}.any_whose"
    if key not in speech.messages:
        return found
    whom = f"who.{who}.any_whom"
    return Player(
        found.name, speech.get(whom) if whom in speech.messages else found.whom, speech.get(key), found.person
    )


def any_card(speech: Speech, cards: Cards) -> str:
    """Name some card of a set, as in having one."""
    noun, nouns = noun_of(speech, cards)
    article = noun if is_gear(cards.where) else speech.indefinite(noun)
    return in_zone(speech, cards, "a", article, nouns, player(speech, cards.of))


def no_card(speech: Speech, cards: Cards) -> str:
    """Name a card of a set as missing: no Item in play."""
    noun, nouns = noun_of(speech, cards)
    nothing = speech.get("cards.none", noun=noun)
    return in_zone(speech, cards, "a", nothing, nouns, player(speech, cards.of))


def each_card(speech: Speech, cards: Cards, form: str = "each") -> str:
    """Name each card of a set as after "for each", or all of them as after "the number of"."""
    noun, nouns = noun_of(speech, cards)
    if str(cards.from_).startswith("$") and cards.where is UNSET:
        form = f"{form}_whole"
    if cards.of in GROUPS and _is_owned(speech, cards, form):
        whom = picked(speech, cards.of, 1 if form == "each" else 2)
        return in_zone(speech, cards, f"{form}_any", noun, nouns, Player(whom, whom, ""))
    return in_zone(speech, cards, form, noun, nouns, any_of(speech, cards.of))


def _is_owned(speech: Speech, cards: Cards, form: str) -> bool:
    """Tell whether cards are named by their owner, as Items are, and not by their place, as the cards of a hand."""
    zone = zones(cards)[0]
    if len(zones(cards)) > 1 or zone in COMMON_ZONES or zone.startswith("$"):
        return False
    return f"zone.{zone}.{form}_any" in speech.messages or f"zone.{zone}.{form}" not in speech.messages


def so_many_cards(speech: Speech, cards: Cards, span: str) -> str:
    """Name so many cards of a set: 3 or more cards in hand."""
    nouns = noun_of(speech, cards)[1]
    counted = speech.get("cards.so_many", span=span, nouns=nouns)
    return in_zone(speech, cards, "a", counted, nouns, player(speech, cards.of))


def side(speech: Speech, name: str) -> str:
    """Name a side of the fight; a monster's text speaks to those who fight it."""
    return speech.get("side.own" if name == "party" and speech.card.kind == "monster" else f"side.{name}")
