"""Doubts: what is lawful in a pack and surely not meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import UNSET

from kickdoor.packs.contradictions import contradictions_of
from kickdoor.packs.dead import idle_cards
from kickdoor.packs.language import Ability, Card, Reaction, Repeat, Step
from kickdoor.packs.loader import PackError, Source, available, check_needs, load
from kickdoor.packs.meant import nearest
from kickdoor.packs.parts import parts_of
from kickdoor.packs.report import has_effect
from kickdoor.packs.unknown import Unknown, unknown_names
from kickdoor.rules.books import resolve

DECKS: Final = {
    "monster": "door",
    "monster_enhancer": "door",
    "curse": "door",
    "class": "door",
    "race": "door",
    "portal": "door",
    "dungeon": "dungeon",
    "item": "treasure",
    "one_shot": "treasure",
    "item_enhancer": "treasure",
    "go_up_a_level": "treasure",
}
"""The deck of each kind, where all sets agree."""

ONLY_OF: Final = {
    "level": ("monster",),
    "treasures": ("monster",),
    "bad_stuff": ("monster",),
    "on_meet": ("monster",),
    "on_decide": ("monster",),
    "on_kill": ("monster",),
    "on_escape": ("monster",),
    "on_flight": ("monster",),
    "pursues": ("monster",),
    "extra_treasures": ("monster",),
    "extra_levels": ("monster",),
    "fixed_treasures": ("monster",),
    "no_hirelings": ("monster",),
    "no_help": ("monster", "dungeon"),
    "run": ("monster", "monster_enhancer"),
    "treasure_bonus": ("monster_enhancer",),
    "least_treasures": ("monster_enhancer",),
    "amplifies": ("monster_enhancer",),
    "purifies": ("class_enhancer", "race_enhancer"),
    "on_enter": ("dungeon",),
    "on_leave": ("dungeon",),
    "slot": ("item", "steed", "hireling"),
    "hands": ("item", "steed"),
    "rank": ("power",),
}
"""Fields that only some kinds of cards read."""

PASSING: Final = ("one_shot", "go_up_a_level", "curse", "portal", "special")
"""Kinds of cards that are discarded once they have done what they say, unless they stay."""

IN_FORCE: Final = {
    "bonus": ("monster", "go_up_a_level", "curse", "portal", "dungeon", "special"),
    "strength": ("go_up_a_level", "curse", "portal"),
    "modifiers": ("monster", "monster_enhancer", *PASSING),
    "reactions": ("monster", "monster_enhancer", *PASSING),
    "forbids": ("monster_enhancer", "one_shot", "go_up_a_level", "curse", "portal"),
}
"""Fields that are read while a card lies before a player or in the middle, and the kinds on which they never are."""

AT_ONCE: Final = frozenset({"got", "spoils"})
"""Reactions to the coming of the card itself, which any card may have."""

IN_COMBAT: Final = frozenset({"fight_won", "fight_lost"})
"""Reactions that a card has while it is played into a combat."""


_REMEDIES: Final = {
    "curse": "Say how long it lasts: lasting, next_combat, next_turn or through_next_turn",
    "monster": "Put it into strength, run, no_help, bad_stuff or an on_… of the monster",
    "monster_enhancer": "Put it into strength, bonus or run of the enhancer",
    "one_shot": "Put it into play",
    "go_up_a_level": "Put it into play",
}

_DEEDS: Final = {
    "curse": "Say what it does, with play, such as play: [{lose_levels: 1}]",
    "go_up_a_level": "Say what it does, with play, such as play: [{gain_levels: 1}]",
    "one_shot": "Give it a bonus, or say what it does, with play and when",
    "item": "Give it a bonus, or abilities",
    "monster_enhancer": "Give it a bonus",
}

MOST_HANDS: Final = 3
"""Nothing printed takes more."""

QUOTES: Final = "“”„«»"
"""Signs that look like quotes, and are letters to whoever reads a file."""

MANY_TIMES: Final = 1000
"""So often nobody means anything to happen."""


class Doubt(msgspec.Struct, frozen=True):
    """What is lawful and surely not meant: its place, what it comes to, and what to do."""

    place: str
    problem: str
    remedy: str


def doubts_of(name: str, others: Sequence[str] = ()) -> Iterator[Doubt]:
    """All doubts about a pack; with other packs, of what nobody can use in a mix with them."""
    source = load(name)
    for i, card in enumerate(source.pack.cards):
        yield from doubts_of_card(card, f"cards[{i}]", source.pack.book)
    needed = [id for id in source.pack.needs if id in available() and id not in others]
    mixed = [*others, *needed]
    nowhere = list(unknown_names(name, mixed))
    for unknown in nowhere:
        yield _of_name(unknown)
    strangers = [id for id in source.pack.needs if id not in available() and id not in _ids(others)]
    yield from (_of_need(source, id) for id in strangers)
    if mixed and not strangers:
        named = {unknown.place.partition(".")[0] for unknown in nowhere}
        yield from (doubt for doubt in _of_use(source, [*mixed, name]) if doubt.place not in named)


def doubts_of_card(card: Card, place: str, book: str) -> Iterator[Doubt]:
    """The doubts about a card that can be had whatever others say."""
    yield from _of_facts(card, place)
    yield from _of_steps(card, place)
    yield from _of_circles(card, place)
    for never in contradictions_of(card, place, resolve(book)["winning_level"]):
        yield Doubt(never.place, f"this never holds: {never.why}", "Take out what contradicts the rest")


def _ids(names: Sequence[str]) -> list[str]:
    return [load(name).pack.id for name in names]


def _of_need(source: Source, id: str) -> Doubt:
    """A pack that is needed and not there."""
    version, meant = source.pack.needs[id], nearest(id, available())
    problem = f"it needs the pack {id}{f' {version}' if version else ''}"
    remedy = f"Did you mean {meant}?" if meant else f"Name {id} among the packs, too"
    return Doubt(f"needs.{id}", f"{problem}: which cards somebody can use is not looked at", remedy)


def _of_name(unknown: Unknown) -> Doubt:
    """A tag or trait that nothing has."""
    where = "nothing in this mix" if unknown.packs else "no card"
    what = "has the tag" if unknown.sort == "tag" else "gives the Race or Class"
    problem = f"{where} {what} {unknown.word}"
    if unknown.packs:
        return Doubt(unknown.place, problem, f"Play it with one of: {', '.join(unknown.packs)}")
    if unknown.meant:
        return Doubt(unknown.place, problem, f"Did you mean {unknown.meant}?")
    return Doubt(unknown.place, problem, f"Give {unknown.word} to a card of the pack")


def _of_facts(card: Card, place: str) -> Iterator[Doubt]:
    deck = DECKS.get(card.kind, card.deck)
    if card.deck != deck:
        yield Doubt(f"{place}.deck", f"a {card.kind} in the {card.deck} deck", f"Such cards are in the {deck} deck")
    if card.kind == "item" and card.gold is UNSET:
        yield Doubt(place, "an Item without gold: it is worth nothing in any sale", "Give it gold, or gold: 0")
    if card.slot == "hand" and not card.hands:
        yield Doubt(f"{place}.slot", "it is held and takes no Hand", "Give it hands: 1 or hands: 2")
    if card.kind == "monster" and card.level is UNSET:
        yield Doubt(place, "a monster without a Level", "Give it a level")
    if card.kind == "monster" and card.level is not UNSET and card.level < 1:
        yield Doubt(f"{place}.level", f"a monster of Level {card.level}", "Give it a level from 1")
    if card.hands > MOST_HANDS:
        yield Doubt(f"{place}.hands", f"nobody has {card.hands} Hands", "Give it hands: 1 or hands: 2")
    if card.name[0] in QUOTES:
        yield Doubt(f"{place}.name", "the quotes around the name are printed with it", 'Leave them out, or use "')
    if not has_effect(card):
        yield Doubt(place, "it does nothing", _DEEDS.get(card.kind, "Say what it does, with play, abilities or bonus"))
    for field, kinds in ONLY_OF.items():
        given = getattr(card, field)
        if card.kind not in kinds and given is not UNSET and given:
            yield Doubt(f"{place}.{field}", f"{field} means nothing on such a card", f"It is for: {', '.join(kinds)}")
    yield from _of_force(card, place)


def _of_force(card: Card, place: str) -> Iterator[Doubt]:
    """Effects of a card in force on one that never is."""
    remains = card.stays or card.lasting != "no" or card.host is not UNSET or bool(card.faces)
    for field, kinds in IN_FORCE.items():
        given = getattr(card, field)
        if field == "reactions":
            heard = AT_ONCE | IN_COMBAT if card.kind in ("one_shot", "special") else AT_ONCE
            given = [reaction for reaction in given if reaction.to not in heard]
        if not given or card.kind not in kinds or (card.kind in PASSING and remains):
            continue
        remedy = _REMEDIES.get(card.kind, "Give it stays: true")
        yield Doubt(f"{place}.{field}", f"{field} means nothing on such a card: it is never in force", remedy)
    if card.kind == "one_shot" and card.bonus and card.strength:
        problem = "strength means nothing beside the bonus of a one-shot: only the bonus counts"
        yield Doubt(f"{place}.strength", problem, "Leave out bonus, and add what it gives in play with add_strength")


def _of_steps(card: Card, at: str) -> Iterator[Doubt]:
    """Steps that do nothing, or too much, wherever they stand in a card."""
    for place, part in parts_of(card, at):
        if isinstance(part, Step):
            if part.if_ is not UNSET and not part.then and not part.else_:
                yield Doubt(place, "an if without then: nothing comes of it", "Give it then, or else, beside if")
            if part.if_ is UNSET and (part.then or part.else_):
                yield Doubt(place, "then or else without if: it is never read", "Put if beside it")
        if isinstance(part, Card | Ability | Reaction) and _is_free(part.cost):
            yield Doubt(
                f"{place}.cost", "the price may be nothing: nobody need pick anything", "Leave optional or at_least out"
            )
        if isinstance(part, Repeat) and isinstance(part.times, int):
            if part.times < 1:
                yield Doubt(f"{place}.times", f"{part.times} times: it never happens", "Give a number from 1")
            elif part.times >= MANY_TIMES:
                yield Doubt(f"{place}.times", f"{part.times} times would never end", "Give a smaller number")


def _of_circles(card: Card, at: str) -> Iterator[Doubt]:
    """Effects that strike again with themselves, whatever happens."""
    for name, steps in (("bad_stuff", card.bad_stuff), ("play", card.play if card.kind == "curse" else [])):
        for i, step in enumerate(steps):
            if step.suffer is not UNSET and step.suffer.card == "$it":
                problem = "it strikes again with itself each time: that would never end"
                yield Doubt(f"{at}.{name}[{i}]", problem, "Put it under an if, or name another card")


def _is_free(cost: Sequence[Step]) -> bool:
    """Whether all that a price takes is what somebody picks, and nobody need pick anything."""
    chosen = [step.choose for step in cost if step.choose is not UNSET]
    picked = {choose.into for choose in chosen}
    taken = [step for step in cost if step.choose is UNSET]
    free = all(choose.optional or choose.at_least == 0 for choose in chosen)
    paid = [next((given for given in (step.discard, step.lose) if isinstance(given, str)), "") for step in taken]
    return bool(chosen) and free and all(name in picked for name in paid)


def _of_use(source: Source, packs: Sequence[str]) -> Iterator[Doubt]:
    """Cards that nobody can use in the mix: what they ask for, such as a Class or a tag, is not there."""
    try:
        check_needs([load(each) for each in packs])
    except PackError as error:
        yield Doubt("needs", f"{error.problem}: which cards somebody can use is not looked at", error.remedy)
        return
    places = {f"{source.pack.id}/{card.id}": f"cards[{i}]" for i, card in enumerate(source.pack.cards)}
    for idle in idle_cards(packs, resolve(load(packs[0]).pack.book)):
        if idle.id in places:
            problem = f"nobody can ever use it in this mix: {idle.why}"
            if idle.through:
                problem = f"only by {', '.join(idle.through)} can anybody use it in this mix: {idle.why}"
            yield Doubt(places[idle.id], problem, "Add what it asks for")
