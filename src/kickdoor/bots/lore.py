"""What a player learns by reading the cards: what each is for, what it is worth, how much it hurts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.bots.knowledge import Foe, Lair, Lore, Ploy, Purpose, Standing, Sting
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.terms import DECKS, HIRELING, KINDS, SLOTS, STEED
from kickdoor.packs import language as lang
from kickdoor.packs.implied import as_fought, implied_abilities
from kickdoor.packs.loader import mix

VERBS = lang.Step.__struct_fields__

#: The purpose of a script by the verbs in it: the first row that has one of them.
PURPOSES: tuple[tuple[Purpose, frozenset[str]], ...] = (
    ("ward", frozenset({"cancel_curse"})),
    ("spite", frozenset({"undo_escape"})),
    ("flee", frozenset({"escape", "set_roll", "add_roll", "roll_again"})),
    ("fight", frozenset({"add_strength", "twin", "add_monster", "attach_to_enhancer"})),
    (
        "rid",
        frozenset(
            {
                "remove_monster",
                "kill_monster",
                "end_fight",
                "transfer_fight",
                "replace_monster",
                "change_face",
                "tame",
                "make_room",
            }
        ),
    ),
    ("call", frozenset({"force_help"})),
    (
        "gain",
        frozenset(
            {"gain_levels", "gain_turn", "draw", "take", "take_unseen", "put_in_play", "attach", "may_loot", "free_use"}
        ),
    ),
    ("strike", frozenset({"strike", "lose_levels", "lose", "discard_hand", "die", "forbid", "set_level"})),
)

SOME = 2  #: for an amount that depends on the game
MUCH = 8  #: what another monster, or strength that counts double, adds
GOLD = 400  #: as much gold as a point of strength is worth

#: How much it hurts when a script does this once; a level is two.
HURTS = {
    "die": 10.0,
    "set_level": 8.0,
    "be_looted": 8.0,
    "discard_hand": 3.0,
    "lose": 2.0,
    "take": 2.0,
    "take_unseen": 1.0,
    "discard": 1.0,
}

#: The kinds of cards that lie in these zones.
FOLLOWERS = {"steeds": STEED, "hirelings": HIRELING}

#: What one more of a number of the rules is worth to a player, in points of strength.
EASES = {
    "hands": 1.5,
    "big_limit": 0.5,
    "class_limit": 0.5,
    "race_limit": 0.5,
    "hand_limit": 0.5,
    "loot_cards": 1.5,
    "help_levels": 1.0,
    "run": 0.5,
    "wins_ties": 0.5,
    "double_sales": 0.5,
    "only_kills": -1.0,
    "level_price": -0.002,
}
FOUND = 1.5  #: what a Dungeon is worth that gives cards away
USUAL = {"level_price": 1000}  #: what a number is in most games

#: What a card is worth beside its bonus, by its kind.
WORTH = {
    "monster": 0.5,
    "monster_enhancer": 1.2,
    "curse": 1.0,
    "class": 1.5,
    "race": 1.5,
    "class_enhancer": 1.0,
    "race_enhancer": 1.0,
    "power": 2.5,
    "item": 0.0,
    "one_shot": 1.0,
    "item_enhancer": 0.5,
    "go_up_a_level": 5.0,
    "hireling": 2.0,
    "steed": 1.0,
    "portal": 1.0,
    "dungeon": 0.0,
    "special": 1.8,
}


@lru_cache(maxsize=16)
def lore_of(rules: Rules) -> Lore:
    """The lore of a mix, read once."""
    listed = {entry.id: entry.card for entry, _ in mix(rules.packs)}
    known = {d.id: listed.get(d.id) or _by_numbers(d) for d in rules.defs}
    ploys = {d.id: tuple(_ploy(known[d.id], ability.name) for ability in d.abilities) for d in rules.defs}
    foes = {id: _foe(as_fought(model) or model) for id, model in known.items()}
    worths = {id: _worth(model) for id, model in known.items()}
    stings = {id: _sting(model) for id, model in known.items()}
    lairs = {id: _lair(model) for id, model in known.items() if model.kind == "dungeon"}
    return Lore(
        defs=rules.defs,
        ploys=[ploys[d.id] for d in rules.defs],
        foes=[foes[d.id] for d in rules.defs],
        stings=[stings[d.id] for d in rules.defs],
        lairs=[lairs.get(d.id) for d in rules.defs],
        worths=[worths[d.id] for d in rules.defs],
        golds=[d.gold / GOLD for d in rules.defs],
        winning_level=rules.options.get("winning_level"),
        level_without_kill=rules.options.get("level_without_kill"),
        hands=rules.options.get("hands"),
    )


def _by_numbers(d: CardDef) -> lang.Card:
    """A card that no pack lists, such as a scenario's own: only its numbers are known."""
    given = {"id": d.id, "name": d.name, "deck": DECKS[d.deck], "kind": KINDS[d.kind], "bonus": d.bonus}
    return msgspec.convert({**given, "level": d.level, "treasures": d.treasures, "gold": d.gold}, lang.Card)


def spoken(steps: Sequence[lang.Step]) -> Iterator[tuple[str, Any]]:
    """Each verb of a script with what it says, in all branches."""
    for step in steps:
        for verb in VERBS:
            said = getattr(step, verb)
            if said is UNSET or verb == "if_":
                continue
            if isinstance(said, list):
                yield from spoken(said)
            else:
                yield verb, said
                if isinstance(said, lang.ForEach | lang.Repeat):
                    yield from spoken(said.do)


def _ploy(card: lang.Card, name: str) -> Ploy:
    """What an ability of a card is for; `play` is the card itself, played."""
    ability = {**implied_abilities(card), **card.abilities}.get(name)
    if ability is not None:
        return _purpose(ability.target, ability.cost, ability.do, ability.limit or 1)
    if card.kind == "curse":
        return Ploy("strike", verbs=frozenset({"strike"}))
    if card.kind == "go_up_a_level":
        return Ploy("raise", on=_standings(card.on))
    if not card.play and card.kind == "monster_enhancer":
        return Ploy("fight", aid=max(0, -card.bonus), bane=max(0, card.bonus))
    if not card.play:
        return Ploy("fight", aid=card.bonus, bane=card.bonus)
    ploy = _purpose(card.target, card.cost, card.play, 1)
    if any(line.scale for line in card.strength):
        return ploy.as_doubling(MUCH)
    return ploy.as_meant_for("idle") if card.lifts_limits else ploy


def _standings(on: lang.If | UnsetType) -> tuple[Standing, ...]:
    """The parts of a condition on a player that can be seen at a glance."""
    found: list[Standing] = []
    if on and on.not_ and on.not_.highest:
        found.append("not_highest")
    if on and on.lowest:
        found.append("lowest")
    if on and on.in_combat is False:
        found.append("out_of_combat")
    return tuple(found)


def _purpose(target: list[lang.Step], cost: list[lang.Step], do: list[lang.Step], times: int) -> Ploy:
    said = list(spoken(do))
    verbs = {verb for verb, _ in said}
    price = sum(_paid(verb, what) for verb, what in spoken(cost))
    purpose: Purpose = next((purpose for purpose, some in PURPOSES if verbs & some), "none")
    if purpose == "gain" and any(_hurts_you(verb, what) for verb, what in said):
        purpose = "none"  # a gamble
    if purpose in ("none", "strike") and _lifts_curses(target):
        purpose = "ward"
    aid = bane = 0
    if purpose == "fight":
        for verb, what in said:
            helps, hinders = _strength(verb, what)
            aid, bane = max(aid, helps), max(bane, hinders)
    onto_best = not price and bool(verbs & {"attach", "add_monster"})
    on: tuple[Standing, ...] = ("lowest",) if any(_raises_the_lowest(verb, what) for verb, what in said) else ()
    return Ploy(
        purpose=purpose,
        aid=aid,
        bane=bane,
        price=price,
        times=times,
        on=on,
        onto="best" if onto_best else "",
        verbs=frozenset(verbs),
    )


def _strength(verb: str, said: Any) -> tuple[int, int]:
    """What a verb can add to one's own side, and what it can cost another's."""
    if verb in ("twin", "add_monster", "attach_to_enhancer"):
        return 0, MUCH
    if not isinstance(said, lang.AddStrength):
        return 0, 0
    count = said.count if isinstance(said.count, int) else SOME
    if said.monster or said.side == "monsters":
        return max(0, -count), max(0, count)
    if isinstance(said.side, str) and said.side != "party":
        return abs(count), abs(count)
    return max(0, count), max(0, -count)


def _paid(verb: str, said: Any) -> int:
    """How many cards a step of a price costs, as a player feels it."""
    if isinstance(said, lang.Choose) and not isinstance(said.cards, UnsetType):
        return said.count if isinstance(said.count, int) else SOME
    return {"discard_hand": 4, "lose_levels": 6, "die": 20}.get(verb, 0)


def _hurts_you(verb: str, said: Any) -> bool:
    """Whether a step harms whoever uses the ability."""
    if verb == "lose_levels":
        return isinstance(said, int) or said.who == "you"
    return verb in ("discard_hand", "die") and said == "you"


def _raises_the_lowest(verb: str, said: Any) -> bool:
    return verb == "gain_levels" and isinstance(said, lang.GainLevels) and said.who == "lowest"


def _lifts_curses(target: list[lang.Step]) -> bool:
    return any(
        isinstance(said, lang.Choose) and isinstance(said.cards, lang.Cards) and said.cards.from_ == "curses"
        for _, said in spoken(target)
    )


def _foe(card: lang.Card) -> Foe:
    strength = card.level or 0
    more = []
    for line in card.strength:
        add = line.add if isinstance(line.add, int) else SOME if line.add else 0
        if line.drop:
            strength += 5
        if not line.if_:
            strength += add if line.side == "own" else abs(add)
        elif line.if_.party_suffers or line.if_.suffers:
            named = line.if_.party_suffers or line.if_.suffers
            more.append((abs(add), frozenset([named] if isinstance(named, str) else named or ())))
    return Foe(strength, tuple(more), hurt(card.bad_stuff))


def hurt(steps: Sequence[lang.Step]) -> float:
    """How much a script hurts whom it concerns."""
    total = 0.0
    for verb, said in spoken(steps):
        if verb == "lose_levels":
            count = said if isinstance(said, int) else said.count
            total += 2.0 * count if isinstance(count, int) else 2.0 * SOME
        else:
            total += HURTS.get(verb, 0.0)
    return total


def _sting(card: lang.Card) -> Sting:
    """What a card takes from its victim; the worst of its branches counts."""
    levels = 0
    slots: set[int] = set()
    kinds: set[int] = set()
    item = traits = False
    more = 2.0 if card.lasting != "no" else 0.0
    weakens = sum(-line.add for line in card.strength if isinstance(line.add, int) and line.add < 0)
    gear = any(line.drop for line in card.strength)
    for verb, said in spoken(card.play):
        if verb == "lose_levels":
            count = said if isinstance(said, int) else said.count
            levels = max(levels, count if isinstance(count, int) else SOME)
        elif isinstance(said, lang.Choose | lang.Cards):
            cards = said.cards if isinstance(said, lang.Choose) else said
            if not isinstance(cards, lang.Cards):
                continue
            zones = {cards.from_} if isinstance(cards.from_, str) else set(cards.from_)
            worn = cards.where.slot if cards.where else UNSET
            if worn:
                slots.update(SLOTS.index(slot) for slot in ([worn] if isinstance(worn, str) else worn))
            elif zones & {"items", "worn", "equipped"}:
                item = True
            kinds.update(FOLLOWERS[zone] for zone in zones & FOLLOWERS.keys())
            traits = traits or bool(zones & {"classes", "races"})
        elif verb != "lose":
            more += HURTS.get(verb, 0.0)
    if not (levels or slots or kinds or item or traits or weakens or gear or more):
        more = 2.0  # a Curse does harm, whatever it says
    return Sting(
        levels=levels,
        slots=frozenset(slots),
        item=item,
        traits=traits,
        strength=weakens,
        gear=gear,
        kinds=frozenset(kinds),
        more=more,
    )


def _lair(card: lang.Card) -> Lair:
    """What a Dungeon does to those who are in it."""
    strength = pride = ease = 0.0
    bare: set[int] = set()
    goal = 0
    for line in card.strength:
        add = float(line.add if isinstance(line.add, int) else SOME if line.add else 0)
        if line.side == "monsters":
            add *= -1.0 if line.each == "monster" else -0.2  # of the other sorts there are few
        if line.if_ and line.if_.highest:
            pride += add
        elif not line.if_:
            strength += add
        out = line.drop_cards or line.negate
        if out and out.slot:
            bare.update(SLOTS.index(slot) for slot in ([out.slot] if isinstance(out.slot, str) else out.slot))
    for change in card.modifiers:
        by = change.add if isinstance(change.add, int) else SOME
        if isinstance(change.set_, int):
            by = change.set_ - USUAL.get(change.value, 0)
        if change.value == "winning_level":
            goal += by
        else:
            ease += EASES.get(change.value, 0.0) * by * (0.5 if change.if_ else 1.0)
    for reaction in card.reactions:
        finds = any(verb == "draw" for verb, _ in spoken(reaction.do))
        ease += FOUND if finds else -0.5 * hurt(reaction.do)
    if card.no_help:
        ease -= 1.0
    return Lair(strength, pride, frozenset(bare), ease, goal)


def _worth(card: lang.Card) -> float:
    """What a card is worth to whoever can use it, in points of strength."""
    share = {"one_shot": 0.5, "monster_enhancer": 0.1}.get(card.kind, 1.0)  # of a bonus that counts once only
    worth = WORTH[card.kind] + share * abs(card.bonus)
    if card.kind in ("item", "steed", "hireling", "power", "item_enhancer"):
        worth += 0.5 * (len(card.strength) + len(card.modifiers) + len(card.abilities) + len(card.reactions))
        worth += 0.5 * len(card.grants)
    return worth
