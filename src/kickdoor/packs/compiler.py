"""Compiling cards to the engine's definitions."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import UnsetType

from kickdoor.engine.data import terms
from kickdoor.engine.data.abilities import (
    BY_ANYONE,
    BY_OWNER,
    EVENTS,
    FROM_HAND,
    HEARD_BY_OTHERS,
    ON_FIGHT_BEGUN,
    ON_HAND_LOST,
    TO_ANOTHER,
    Reaction,
)
from kickdoor.engine.data.cards import EITHER_SEX, ESCAPES, FOR_ITEMS, FOR_MONSTERS, FOR_OWN, NO_SEX, CardDef
from kickdoor.engine.data.scripts import Script
from kickdoor.engine.flow import kernel_scripts
from kickdoor.engine.steps.cards import Attach
from kickdoor.engine.steps.levels import Note
from kickdoor.engine.steps.marking import MarkPlayer, TurnInto
from kickdoor.packs import language as lang
from kickdoor.packs.abilities import Abilities, promised_levels
from kickdoor.packs.card_tests import traits
from kickdoor.packs.expressions import CompileError, Names, Reader
from kickdoor.packs.implied import as_fought, implied_enhancers, implied_purpose, implied_trait
from kickdoor.packs.loader import Listed, marks_of
from kickdoor.packs.scripts import Writer, finish

LAID = ("item", "one_shot", "class", "race", "class_enhancer", "race_enhancer", "hireling", "steed", "power")


class Compiler:
    """Compiles the cards of a mix; scripts are numbered as they come."""

    def __init__(self) -> None:
        self.scripts: list[Script] = kernel_scripts()
        self.purpose = FOR_OWN  # of the card that is compiled: whose question about races, classes and sexes it asks

    def script(self, *parts: list[lang.Step], names: Names | None = None, cause: int = -1) -> Script:
        """Compile steps to one script."""
        writer = Writer(names or Names(), self.purpose, cause)
        for part in parts:
            writer.write(part)
        return finish(self.scripts, writer)

    def card(self, id: str, index: int, card: lang.Card) -> CardDef:
        """Compile one card."""
        d = CardDef(index, id, card.name, terms.DECKS.index(card.deck), terms.KINDS.index(card.kind))
        d.epic = card.epic
        d.tags = frozenset(card.tags) | tags_of_name(card.name)
        d.stays = card.stays
        d.trait = implied_trait(card)
        self.purpose = implied_purpose(card)
        reader = Reader(Names(), self.purpose)
        self._monster(d, card, reader)
        self._enhancer(d, card, reader)
        self._item(d, card, reader)
        self._character(d, card)
        self._curse(d, card, reader)
        self._place(d, card)
        self._effects(d, card, reader)
        self._rules(d, card, reader)
        d.abilities = Abilities(self.scripts, self.purpose).of(card)
        d.reactions = tuple(self._reaction(i, reaction) for i, reaction in enumerate(card.reactions))
        d.forgets = card.kind == "item" and any(notes_for_combat(reaction) for reaction in d.reactions)
        _tell_moments(d, card)
        return d

    def _script(self, steps: list[lang.Step], cause: int = -1) -> Script | None:
        return self.script(steps, cause=cause) if steps else None

    def _monster(self, d: CardDef, card: lang.Card, reader: Reader) -> None:
        """What makes a monster: its Level and Treasures, how it is met, escaped and killed."""
        d.level = card.level or 0
        d.treasures = card.treasures or 0
        d.levels_gained = card.levels_gained
        d.fixed_treasures = card.fixed_treasures
        d.extra_levels = tuple(reader.number(n) for n in card.extra_levels)
        d.extra_treasures = tuple(reader.number(n) for n in card.extra_treasures)
        d.run = card.run
        d.pursues = reader.condition(card.pursues) if card.pursues else None
        d.escape = ESCAPES.index(card.escape)
        d.no_help = card.no_help
        d.no_hirelings = card.no_hirelings
        d.bad_stuff = self._script(card.bad_stuff, terms.BY_BAD_STUFF)
        d.on_meet = self._script(card.on_meet)
        d.on_flight = self._script(card.on_flight, terms.BY_BAD_STUFF)
        d.on_escape = self._script(card.on_escape, terms.BY_BAD_STUFF)
        d.on_decide = self._script(card.on_decide)
        d.on_kill = self._script(card.on_kill)

    def _enhancer(self, d: CardDef, card: lang.Card, reader: Reader) -> None:
        """What makes an enhancer, of monsters or of Items, and what can be enhanced."""
        d.treasure_bonus = card.treasure_bonus
        d.least_treasures = card.least_treasures
        d.most_treasures = -1 if isinstance(card.most_treasures, UnsetType) else card.most_treasures
        d.treasure_times = card.treasure_times
        d.makes = frozenset(card.makes)
        d.amplifies = card.amplifies
        d.excludes = reader.card_is(card.excludes) if card.excludes else None
        d.enhances = terms.KINDS.index(card.enhances) if card.kind == "item_enhancer" else -1
        d.enhanced_by = {terms.KINDS.index(sort): most for sort, most in implied_enhancers(card).items()}
        d.refuses = frozenset(card.refuses)
        d.host = reader.host_change(card.host) if card.host else None
        d.stills = frozenset(card.stills)
        d.lingers = card.lingers
        d.lifts_limits = card.lifts_limits

    def _item(self, d: CardDef, card: lang.Card, reader: Reader) -> None:
        """What makes an Item: where it is worn or held, what it is worth, who may use it."""
        d.is_item = not isinstance(card.gold, UnsetType)
        d.gold = card.gold or 0
        d.slot = terms.SLOTS.index(card.slot) if card.slot else terms.NO_SLOT
        d.slots = tuple(terms.SLOTS.index(slot) for slot in card.slots)
        d.layered = card.layered
        d.hidden_slot = card.hidden_slot
        d.uncounted = card.uncounted
        d.hands = card.hands
        d.big = card.big
        d.complex = card.complex
        d.laser = "laser" in d.tags and d.slot == terms.HAND
        d.usable_by = traits(card.usable_by)
        d.not_usable_by = traits(card.not_usable_by)
        d.favors = frozenset(d.usable_by) - {"male", "female"} | {
            word for rule in card.strength if rule.if_ for word in traits(rule.if_.trait) + traits(rule.if_.suffers)
        }
        d.half_price = reader.card_is(card.half_price) if card.half_price else None
        d.untradeable = card.untradeable
        d.stuck = card.stuck

    def _character(self, d: CardDef, card: lang.Card) -> None:
        """What makes a Class, a Race, a Power, a Hireling, and what goes onto them."""
        d.rank = card.rank
        d.attaches = card.attaches
        d.lost_below = card.lost_below
        if card.purifies:
            d.purifies = terms.KINDS.index(card.purifies)
        d.carries = card.carries
        d.takes_items = card.takes_items
        d.sex = card.sex or ""
        if card.any_sex or card.no_sex:
            d.counts_as = NO_SEX if card.no_sex else EITHER_SEX
        if card.dulls:
            d.dulls = terms.KINDS.index(card.dulls)
        if card.spares:
            d.spares = terms.KINDS.index(card.spares)
        d.kept_at_death = card.kept_at_death
        d.deathless = card.deathless
        d.frees = any(not isinstance(step.free_use, UnsetType) for step in card.play)

    def _curse(self, d: CardDef, card: lang.Card, reader: Reader) -> None:
        """What a Curse does, and how long it is kept."""
        d.lasting = terms.LASTINGS.index(card.lasting)
        d.lost_with = reader.card_is(card.lost_with) if card.lost_with else None
        d.on = reader.condition(card.on) if card.on else None
        if card.kind == "curse":
            d.strike = self._script(card.play, terms.BY_CURSE)

    def _place(self, d: CardDef, card: lang.Card) -> None:
        """What a Dungeon does to those who come and go, and what following a Portal does."""
        d.on_enter = self._script(card.on_enter)
        d.on_leave = self._script(card.on_leave)
        if card.kind == "portal":
            d.follow = self.script(card.play)

    def _effects(self, d: CardDef, card: lang.Card, reader: Reader) -> None:
        """What a card of any kind adds or changes while it is in force."""
        d.bonus = 0 if card.kind == "one_shot" else card.bonus
        d.strength = tuple(reader.strength_rule(rule) for rule in card.strength)
        d.lends = frozenset(card.lends)
        d.modifiers = tuple(reader.modifier(m) for m in card.modifiers)
        d.values = frozenset(m.value for m in d.modifiers)
        d.grants = tuple(
            (grant.trait, purposes(grant.for_), reader.condition(grant.if_) if grant.if_ else None)
            for grant in card.grants
        )
        d.hides = purposes(card.hides)

    def _rules(self, d: CardDef, card: lang.Card, reader: Reader) -> None:
        """What a card of any kind forbids, keeps out, and protects from."""
        d.forbids = tuple(reader.forbidding(rule) for rule in card.forbids)
        for rule in d.forbids:
            d.bans |= 1 << rule.what
        d.bars = tuple(reader.bar(bar) for bar in card.bars)
        d.immune_to = frozenset(card.immune_to)
        d.protects = tuple(reader.protection(rule) for rule in card.protects)

    def _reaction(self, index: int, given: lang.Reaction) -> Reaction:
        """What a card does when something happens."""
        condition = Reader(Names(), self.purpose).condition(given.if_) if given.if_ else None
        event = EVENTS.index(given.to)
        reaction = Reaction(index, event, given.instead, given.may, condition, self._script_of_reaction(given))
        reaction.hears = self._heard(given, event)
        reaction.once_laid = given.once_laid
        if given.may:
            reaction.promises = promised_levels(given.do, reaction.script.steps)
        return reaction

    def _heard(self, given: lang.Reaction, event: int) -> int:
        """As what an event is heard: one of the owner's, or of another player's."""
        if given.from_hand and given.to != "lost":
            raise CompileError(f"{given.to} comes from no hand", "Say from_hand of lost only", "reactions")
        if given.of == "you":
            return 1 << event | (1 << ON_HAND_LOST if given.from_hand else 0)
        if given.to not in HEARD_BY_OTHERS:
            known = ", ".join(sorted(HEARD_BY_OTHERS))
            raise CompileError(f"{given.to} of others is not heard", f"Leave of out, or react to {known}", "reactions")
        if given.instead:
            raise CompileError("nobody acts instead of others", "Leave instead out, or say of: you", "reactions")
        return 1 << event + TO_ANOTHER | (1 << event if given.of == "anyone" else 0)

    def _script_of_reaction(self, given: lang.Reaction) -> Script:
        """A reaction's script; who may leave it alone is asked first, unless the event itself asks."""
        if given.to in ("treasure_reward", "face_up_draw") and not (given.instead and given.may):
            raise CompileError(f"{given.to} is always a choice", "Say instead: true and may: true", "reactions")
        writer = Writer(Names(), self.purpose)
        writer.lies = given.to != "got"
        if given.may and not given.instead:
            writer.write([lang.Step(choose=lang.Choose(options=["yes", "no"], into="$answer"))])
            writer.write([lang.Step(if_=lang.If(option={"$answer": "no"}), then=[lang.Step(stop=True)])])
        writer.write_cost(given.cost)
        writer.write(given.do)
        return finish(self.scripts, writer)

    def other_faces(
        self, entry: Listed, d: CardDef, faces: list[CardDef], taming: bool, recasting: bool, spreading: bool
    ) -> None:
        """What else a card can show: a monster, a tamed Steed, a Class; each is a definition of its own."""
        card = entry.card
        fought = as_fought(card)
        if fought is not None:
            d.as_monster = len(faces)
            faces.append(self.card(entry.id, len(faces), fought))
        for name, listed in marks_of(entry).items():
            d.marks[name] = len(faces)
            faces.append(self.mark(listed, len(faces), card.marks[name]))
            faces[-1].marks = d.marks
        for name, face in card.faces.items():
            d.faces[name] = len(faces)
            shown_as = lang.Card(id=card.id, name=card.name, deck=card.deck, **msgspec.structs.asdict(face))
            faces.append(self.card(entry.id, len(faces), shown_as))
        if spreading and card.kind == "curse" and stays_with_its_victim(d):
            d.copy = len(faces)
            faces.append(self.card(entry.id, len(faces), card))
            faces[-1].is_mark = faces[-1].is_copy = True
        if taming and (card.kind == "monster" or fought is not None):
            (d if fought is None else faces[d.as_monster]).as_steed = len(faces)
            steed = lang.Card(
                id=card.id,
                name=card.name,
                deck=card.deck,
                kind="steed",
                big=True,
                untradeable=True,
                enhanced_by={},
                strength=[lang.Line(add=lang.Number(note="$it"))],
            )
            faces.append(self.card(entry.id, len(faces), steed))
        if recasting and card.kind in ("race", "class"):
            to_class = card.kind == "race"
            changed = msgspec.structs.replace(card, kind="class" if to_class else "race", trait=card.trait or card.id)
            if to_class:
                d.as_class = len(faces)
            else:
                d.as_race = len(faces)
            faces.append(self.card(entry.id, len(faces), changed))

    def mark(self, listed: Listed, index: int, mark: lang.Mark) -> CardDef:
        """The definition of a Mark: it lies before a player like a kept Curse, and nobody plays it."""
        d = self.card(listed.id, index, listed.card)
        d.abilities = ()
        d.moments = d.moments_in_hand = d.moments_in_play = 0
        d.is_mark = True
        d.unliftable = not mark.curse
        return d


def _tell_moments(d: CardDef, card: lang.Card) -> None:
    """Note in which moments a card can act at all, and from where: a quick bound for listing options."""
    for reaction in d.reactions:
        d.reacts |= reaction.hears
    for ability in d.abilities:
        d.moments |= ability.moments
        d.offered |= 0 if ability.played else ability.moments
        if ability.by == BY_OWNER and ability.from_zone & FROM_HAND:
            d.moments_in_hand |= ability.moments
        if ability.by == BY_OWNER and ability.from_zone & ~FROM_HAND:
            d.moments_in_play |= ability.moments
        d.for_anyone = d.for_anyone or ability.by == BY_ANYONE
    stays = card.kind == "special" and card.stays
    d.layable = (card.kind in LAID and not card.attaches) or stays
    if card.makes or (card.kind == "monster" and {"undead", "bat"} & d.tags):
        d.moments |= terms.MAY_JOIN
        d.moments_in_hand |= terms.MAY_JOIN
    if card.kind == "hireling" or stays:
        d.moments |= terms.ANY_TIME_LAY
        d.moments_in_hand |= terms.ANY_TIME_LAY


def notes_for_combat(reaction: Reaction) -> bool:
    """Whether something is noted when a combat begins, so that it holds for that combat."""
    return reaction.event == ON_FIGHT_BEGUN and any(isinstance(step, Note) for step in reaction.script.steps)


def stays_with_its_victim(d: CardDef) -> bool:
    """Whether a Curse that has struck lies before its victim, or on a card of theirs [CURSE-02]."""
    return d.lasting != terms.NOT_KEPT or (
        d.strike is not None and any(isinstance(step, Attach) for step in d.strike.steps)
    )


def tags_of_name(name: str) -> frozenset[str]:
    """Cards speak of others by tag: a name gives its first letter and its words, as letter_g and word_nose."""
    words = re.findall(r"[a-z]+", name.lower())
    return frozenset([f"letter_{words[0][0]}", *(f"word_{word}" for word in words)] if words else [])


def purposes(given: Sequence[str]) -> int:
    """For what a trait counts, as a mask."""
    masks = {"own": FOR_OWN, "items": FOR_ITEMS, "monsters": FOR_MONSTERS}
    return sum(masks[purpose] for purpose in given)


def refuse_unknown_faces(card: lang.Card, scripts: Sequence[Script]) -> None:
    """What a card turns into, and what it leaves on players, must stand on it."""
    for script in scripts:
        for step in script.steps:
            if isinstance(step, TurnInto) and step.name and step.name not in card.faces:
                raise CompileError(f"it has no face {step.name!r}", "Describe it under faces", "faces")
            if isinstance(step, MarkPlayer) and step.name not in card.marks:
                raise CompileError(f"it has no Mark {step.name!r}", "Describe it under marks", "marks")
