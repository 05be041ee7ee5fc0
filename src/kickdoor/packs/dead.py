"""Dead cards: those of a mix of which nothing that they say can ever happen there.

A card is called dead only if the data prove it. What any card is good for does not count: to be sold, traded,
carried, discarded as a price, asked about by another card, or played without effect as a Curse can be. An Item that
nobody may use is not dead while another card can lift the restriction: it is listed with the cards through which
alone it can be used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET

from kickdoor.packs.card_tests import traits
from kickdoor.packs.implied import implied_abilities
from kickdoor.packs.language import ONLY_WORDS, Ability, Card, Cards, Choose, If, Reaction, Step
from kickdoor.packs.loader import available, cards_of, load, mix
from kickdoor.packs.supply import Supply

#: Kinds of which each card is good for something, whatever else is in the mix.
LIVELY = frozenset({"monster", "class", "race", "hireling", "dungeon"})

#: Fields that do nothing by themselves, or are looked at one by one; whatever else a card says, it does in force.
PLAIN = ONLY_WORDS | frozenset(
    {
        *("id", "name", "deck", "kind", "copies", "origin", "epic", "tags", "trait", "rank", "sex", "untradeable"),
        *("level", "treasures", "levels_gained", "slot", "hands", "big", "complex", "gold"),
        *(
            "enhances",
            "onto",
            "enhanced_by",
            "refuses",
            "usable_by",
            "not_usable_by",
            "lasting",
            "lost_with",
            "stays",
            "when",
            "if",
            "on",
            "target",
            "cost",
        ),
        *("strength", "modifiers", "abilities", "reactions", "play"),
    }
)

#: The kind without a card of which a moment never comes.
MOMENT_NEEDS = {
    "any_combat": "monster",
    "own_combat": "monster",
    "before_run": "monster",
    "own_run_roll": "monster",
    "when_caught": "monster",
    "after_escape": "monster",
    "after_combat": "monster",
    "when_cursed": "curse",
}

#: The kind without a card of which an event never happens.
EVENT_NEEDS = {
    "struck": "curse",
    "caught": "monster",
    "escaped_fight": "monster",
    "fight_won": "monster",
    "fight_lost": "monster",
    "spoils": "monster",
    "foiled": "monster",
    "treasure_reward": "monster",
}


class IdleCard(msgspec.Struct, frozen=True):
    """A card that can never do anything in a mix, or only through certain others."""

    id: str
    name: str
    copies: int
    why: str
    through: tuple[str, ...]  #: names of the cards through which alone it can be used; none: it is dead
    woken_by: tuple[str, ...]  #: packs that come with kickdoor and would give what is missing


def idle_cards(packs: Sequence[str], numbers: Mapping[str, int]) -> list[IdleCard]:
    """The cards of a mix that are dead under these numbers of the rules, or live only through others."""
    entries = mix(packs)
    cards = [entry.card for entry, _ in entries]
    supply = Supply(cards, numbers)
    idle = [(entry, copies, why) for entry, copies in entries if (why := why_idle(entry.card, supply))]
    if not idle:
        return []
    others = {
        name: Supply([*cards, *(entry.card for entry in cards_of(load(name)))], numbers)
        for name in available()
        if name not in packs
    }
    return [
        IdleCard(
            id=entry.id,
            name=entry.card.name,
            copies=copies,
            why=why,
            through=lifted_by(entry.card, supply),
            woken_by=tuple(name for name, wider in others.items() if not why_idle(entry.card, wider)),
        )
        for entry, copies, why in idle
    ]


def why_idle(card: Card, supply: Supply) -> str:
    """Why nothing that a card says can happen by itself; empty where something can, or where it says nothing."""
    if card.kind in LIVELY or card.epic:
        return ""
    closed = _why_closed(card, supply)
    reasons = list(_reasons(card, supply, closed))
    return (closed or next(iter(reasons), "")) if all(reasons) else ""


def lifted_by(card: Card, supply: Supply) -> tuple[str, ...]:
    """The cards that let an Item be used by whom it forbids, where that would be of use [ITEM-12, HIRE-07]."""
    if why_idle(msgspec.structs.replace(card, usable_by=UNSET, not_usable_by=UNSET), supply):
        return ()
    return tuple(supply.freeing if card.kind == "power" else [*supply.lifting, *supply.freeing])


def _why_closed(card: Card, supply: Supply) -> str:
    """Why a card never comes into force."""
    needed = {
        "class_enhancer": "class",
        "race_enhancer": "race",
        "monster_enhancer": "monster",
        "portal": "dungeon",
    }.get(card.kind)
    if needed is not None:
        return supply.lacks_kind(needed)
    attached = implied_abilities(card).get("play")
    if attached is not None:
        return _why_unused(attached, supply)
    return _why_forbidden(card, supply) if card.kind in ("item", "one_shot", "steed", "power") else ""


def _why_forbidden(card: Card, supply: Supply) -> str:
    """Why nobody is of a sort that may use the card [ITEM-04]."""
    why = supply.lacks_traits(card.usable_by, supply.for_items)
    if not why and "human" in traits(card.not_usable_by):
        return supply.lacks_kind("race")
    return why


def _reasons(card: Card, supply: Supply, closed: str) -> Iterator[str]:
    """For each thing that a card says: why it never happens, or nothing where it can."""
    if set(msgspec.to_builtins(card)) - PLAIN:
        yield closed or (supply.lacks_kind("monster") if card.kind == "one_shot" else "")
    for line in card.strength:
        yield closed or supply.lacks(line.if_) or supply.lacks_traits(line.each, supply.of_parties)
    for modifier in card.modifiers:
        yield closed or supply.lacks(modifier.if_)
    for ability in card.abilities.values():
        yield (closed if _needs_force(card, ability) else "") or _why_unused(ability, supply)
    for reaction in card.reactions:
        yield (closed if reaction.to not in ("got", "lost") else "") or _why_unheard(reaction, supply)
    if card.play:
        yield (closed if card.kind == "one_shot" else "") or _why_unplayed(card, supply)


def _needs_force(card: Card, ability: Ability) -> bool:
    """Whether an ability is there only while its card is in force; an Item need only lie on the table."""
    if card.kind == "one_shot":
        return True
    return ability.from_ == "equipped" or (ability.from_ == "table" and card.kind not in ("item", "steed"))


def _why_unused(ability: Ability, supply: Supply) -> str:
    """Why an ability is never used."""
    script = ScriptReading(supply)
    return (
        supply.lacks(ability.if_)
        or _why_never([ability.when] if isinstance(ability.when, str) else ability.when, supply)
        or script.refused(ability.target)
        or script.refused(ability.cost)
        or script.idle(ability.do)
    )


def _why_unheard(reaction: Reaction, supply: Supply) -> str:
    """Why a reaction never comes."""
    why = supply.lacks(reaction.if_)
    if not why and reaction.to in EVENT_NEEDS:
        why = supply.lacks_kind(EVENT_NEEDS[reaction.to])
    if not why and reaction.to == "died":
        if supply.numbers["nobody_dies"]:
            return "needs somebody to die, and here nobody does"
        if "die" not in supply.fields:
            return "needs a card that kills, and there is none here"
    return why or ("" if reaction.instead else ScriptReading(supply).idle(reaction.do))


def _why_unplayed(card: Card, supply: Supply) -> str:
    """Why playing a card never does anything."""
    script = ScriptReading(supply)
    whens = [card.when] if isinstance(card.when, str) else card.when or []
    return (
        supply.lacks(card.if_)
        or (supply.lacks(card.on) if card.kind == "go_up_a_level" else "")
        or _why_never(whens, supply)
        or script.refused(card.target)
        or script.refused(card.cost)
        or script.idle(card.play)
    )


def _why_never(whens: Sequence[str], supply: Supply) -> str:
    """Why none of these moments comes."""
    reasons = [supply.lacks_kind(MOMENT_NEEDS[when]) if when in MOMENT_NEEDS else "" for when in whens]
    return reasons[0] if reasons and all(reasons) else ""


class ScriptReading:
    """A script, read for whether anything in it can happen; names that are always empty are kept with the reason."""

    def __init__(self, supply: Supply) -> None:
        self.supply = supply
        self.empty: dict[str, str] = {}
        self.filled: set[str] = set()

    def refused(self, steps: Iterable[Step]) -> str:
        """Why the choices that come before an effect can never be made."""
        for step in steps:
            if step.choose:
                why = self._choose(step.choose)
                if why and not step.choose.optional and _is_independent(step.choose):
                    return why
        return ""

    def idle(self, steps: Iterable[Step]) -> str:
        """Why nothing in these steps ever happens; empty where something can."""
        reasons: list[str] = []
        for step in steps:
            if step.choose:
                self._choose(step.choose)
            elif not step.stop:
                reasons.append(self._why_nothing(step))
                if not reasons[-1]:
                    return ""
        return next(iter(reasons), "")

    def _why_nothing(self, step: Step) -> str:
        if step.if_:
            ways = [self._never(step.if_) or self.idle(step.then or [])]
            if step.else_ and not self.supply.always(step.if_):
                ways.append(self.idle(step.else_))
            return ways[0] if all(ways) else ""
        if step.for_each:
            why = self._no_cards(step.for_each.cards) if step.for_each.cards else ""
            return why or self.idle(step.for_each.do)
        if step.repeat:
            return self.idle(step.repeat.do)
        if step.together:
            return self.idle(step.together)
        value = next(given for name in step.__struct_fields__ if (given := getattr(step, name)) is not UNSET)
        for concerned in [value, *(getattr(value, name, None) for name in ("card", "cards", "curse"))]:
            if isinstance(concerned, str | Cards) and (why := self._no_cards(concerned)):
                return why
        return ""

    def _choose(self, choice: Choose) -> str:
        """Store what is chosen; why there is nothing to choose from, if so."""
        why = ""
        if choice.cards:
            why = self._no_cards(choice.cards)
        elif choice.monsters:
            why = self.supply.lacks_monster(choice.monsters)
        elif choice.players:
            why = self._no_cards(choice.players)
        why = why or (self._never(choice.if_) if choice.if_ else "")
        if why and choice.into not in self.filled:
            self.empty[choice.into] = why
        elif not why:
            self.filled.add(choice.into)
            self.empty.pop(choice.into, None)
        return why

    def _no_cards(self, cards: Cards | str) -> str:
        """Why a stored name or a set of cards is always empty."""
        if isinstance(cards, str):
            return self.empty.get(cards, "")
        if isinstance(cards.from_, str) and cards.from_ in self.empty:
            return self.empty[cards.from_]
        return self.supply.lacks_cards(cards)

    def _never(self, condition: If) -> str:
        """Why a condition never holds."""
        return (self.empty.get(condition.exists, "") if condition.exists else "") or self.supply.lacks(condition)


def _is_independent(choice: Choose) -> bool:
    """Whether what there is to choose from is known before anything else is chosen, and so asked beforehand."""
    words = [choice.who, choice.players or ""]
    if choice.cards:
        zones = [choice.cards.from_] if isinstance(choice.cards.from_, str) else choice.cards.from_
        words += [choice.cards.of, *zones]
    return not any(word.startswith("$") for word in words)
