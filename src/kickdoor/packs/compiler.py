"""Compiling cards to the engine's definitions."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import UnsetType

from kickdoor.engine.data import terms
from kickdoor.engine.data.abilities import BY_ANYONE, BY_OWNER, EVENTS, FROM_HAND, Reaction
from kickdoor.engine.data.cards import ESCAPES, FOR_ITEMS, FOR_MONSTERS, FOR_OWN, CardDef
from kickdoor.engine.data.scripts import Script
from kickdoor.engine.flow import kernel_scripts
from kickdoor.engine.steps.cards import Attach
from kickdoor.engine.steps.marking import MarkPlayer, TurnInto
from kickdoor.packs import language as lang
from kickdoor.packs.abilities import Abilities
from kickdoor.packs.expressions import CompileError, Names, Reader, traits
from kickdoor.packs.implied import as_fought, implied_enhancers, implied_trait
from kickdoor.packs.loader import Listed, marks_of
from kickdoor.packs.scripts import Writer, finish

LAID = ("item", "one_shot", "class", "race", "class_enhancer", "race_enhancer", "hireling", "steed", "power")


class Compiler:
    """Compiles the cards of a mix; scripts are numbered as they come."""

    def __init__(self) -> None:
        self.scripts: list[Script] = kernel_scripts()

    def script(self, *parts: list[lang.Step], names: Names | None = None, cause: int = -1) -> Script:
        """Compile steps to one script."""
        writer = Writer(names or Names(), cause)
        for part in parts:
            writer.write(part)
        return finish(self.scripts, writer)

    def card(self, id: str, index: int, card: lang.Card) -> CardDef:
        """Compile one card."""
        d = CardDef(index, id, card.name, terms.DECKS.index(card.deck), terms.KINDS.index(card.kind))
        d.epic = card.epic
        d.tags = frozenset(card.tags) | tags_of_name(card.name)
        d.level = card.level or 0
        d.treasures = card.treasures or 0
        d.levels_gained = card.levels_gained
        d.bonus = 0 if card.kind == "one_shot" else card.bonus
        d.treasure_bonus = card.treasure_bonus
        d.least_treasures = card.least_treasures
        d.most_treasures = -1 if isinstance(card.most_treasures, UnsetType) else card.most_treasures
        d.treasure_times = card.treasure_times
        d.fixed_treasures = card.fixed_treasures
        d.makes = frozenset(card.makes)
        d.enhances = terms.KINDS.index(card.enhances) if card.kind == "item_enhancer" else -1
        d.enhanced_by = {terms.KINDS.index(sort): most for sort, most in implied_enhancers(card).items()}
        d.refuses = frozenset(card.refuses)
        d.slot = terms.SLOTS.index(card.slot) if card.slot else terms.NO_SLOT
        d.slots = tuple(terms.SLOTS.index(slot) for slot in card.slots)
        d.layered = card.layered
        d.hidden_slot = card.hidden_slot
        d.uncounted = card.uncounted
        d.hands = card.hands
        d.big = card.big
        d.complex = card.complex
        d.laser = "laser" in d.tags and d.slot == terms.HAND
        d.is_item = not isinstance(card.gold, UnsetType)
        d.gold = card.gold or 0
        d.usable_by = traits(card.usable_by)
        d.not_usable_by = traits(card.not_usable_by)
        d.trait = implied_trait(card)
        d.rank = card.rank
        d.carries = card.carries
        d.takes_items = card.takes_items
        d.sex = card.sex or ""
        reader = Reader(Names())
        d.strength = tuple(reader.strength_rule(line) for line in card.strength)
        d.favors = frozenset(d.usable_by) - {"male", "female"} | {
            word for line in card.strength if line.if_ for word in traits(line.if_.trait) + traits(line.if_.suffers)
        }
        d.excludes = reader.card_is(card.excludes) if card.excludes else None
        d.modifiers = tuple(reader.modifier(m) for m in card.modifiers)
        d.values = frozenset(m.value for m in d.modifiers)
        d.attaches = card.attaches
        d.lost_below = card.lost_below
        if card.purifies:
            d.purifies = terms.KINDS.index(card.purifies)
        d.lends = frozenset(card.lends)
        d.lifts_limits = card.lifts_limits
        d.lingers = card.lingers
        d.run = card.run
        d.pursues = reader.condition(card.pursues) if card.pursues else None
        d.escape = ESCAPES.index(card.escape)
        d.no_help = card.no_help
        d.no_hirelings = card.no_hirelings
        d.extra_levels = tuple(reader.number(n) for n in card.extra_levels)
        d.extra_treasures = tuple(reader.number(n) for n in card.extra_treasures)
        d.bad_stuff = self.script(card.bad_stuff, cause=terms.BY_BAD_STUFF) if card.bad_stuff else None
        d.on_meet = self.script(card.on_meet) if card.on_meet else None
        d.on_escape = self.script(card.on_escape, cause=terms.BY_BAD_STUFF) if card.on_escape else None
        d.on_decide = self.script(card.on_decide) if card.on_decide else None
        d.on_kill = self.script(card.on_kill) if card.on_kill else None
        d.on_enter = self.script(card.on_enter) if card.on_enter else None
        d.on_leave = self.script(card.on_leave) if card.on_leave else None
        d.lasting = terms.LASTINGS.index(card.lasting)
        d.lost_with = reader.card_is(card.lost_with) if card.lost_with else None
        d.stays = card.stays
        d.amplifies = card.amplifies
        d.grants = tuple(
            (grant.trait, purposes(grant.for_), reader.condition(grant.if_) if grant.if_ else None)
            for grant in card.grants
        )
        d.forbids = tuple(reader.forbidding(rule) for rule in card.forbids)
        for rule in d.forbids:
            d.bans |= 1 << rule.what
        d.bars = tuple(reader.bar(bar) for bar in card.bars)
        d.immune_to = frozenset(card.immune_to)
        d.any_sex = card.any_sex
        d.kept_at_death = card.kept_at_death
        d.half_price = reader.card_is(card.half_price) if card.half_price else None
        d.protects = tuple(reader.protection(rule) for rule in card.protects)
        d.host = reader.host_change(card.host) if card.host else None
        d.hides = purposes(card.hides)
        d.untradeable = card.untradeable
        d.stuck = card.stuck
        d.stills = frozenset(card.stills)
        if card.kind == "portal":
            d.follow = self.script(card.play)
        elif card.kind == "curse" and card.play:
            d.strike = self.script(card.play, cause=terms.BY_CURSE)
        d.abilities = Abilities(self.scripts).of(card)
        d.reactions = tuple(
            Reaction(
                i,
                EVENTS.index(r.to),
                r.instead,
                r.may,
                Reader(Names()).condition(r.if_) if r.if_ else None,
                self._reaction(r),
            )
            for i, r in enumerate(card.reactions)
        )
        for reaction in d.reactions:
            d.reacts |= 1 << reaction.event
        for ability in d.abilities:
            d.moments |= ability.moments
            d.offered |= 0 if ability.played else ability.moments
            if ability.by == BY_OWNER and ability.from_zone & FROM_HAND:
                d.moments_in_hand |= ability.moments
            if ability.by == BY_OWNER and ability.from_zone & ~FROM_HAND:
                d.moments_in_play |= ability.moments
            d.for_anyone = d.for_anyone or ability.by == BY_ANYONE
        d.layable = (card.kind in LAID and not card.attaches) or (card.kind == "special" and card.stays)
        if card.makes or (card.kind == "monster" and {"undead", "bat"} & d.tags):
            d.moments |= terms.MAY_JOIN
            d.moments_in_hand |= terms.MAY_JOIN
        if card.kind == "hireling" or (card.kind == "special" and card.stays):
            d.moments |= terms.ANY_TIME_LAY
            d.moments_in_hand |= terms.ANY_TIME_LAY
        return d

    def _reaction(self, given: lang.Reaction) -> Script:
        """A reaction's script; who may leave it alone is asked first, unless the event itself asks."""
        if given.to in ("treasure_reward", "face_up_draw") and not (given.instead and given.may):
            raise CompileError(f"{given.to} is always a choice", "Say instead: true and may: true", "reactions")
        writer = Writer(Names())
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


def stays_with_its_victim(d: CardDef) -> bool:
    """Whether a Curse that has struck lies before its victim, or on a card of his [CURSE-02]."""
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
