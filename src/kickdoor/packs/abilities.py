"""Compiling what a card lets players do: when, from where, by whom, and the script of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from kickdoor.engine.actions.uses import CountVictim, NotYetVictim
from kickdoor.engine.data import abilities as engine
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data import terms
from kickdoor.engine.data.scripts import Condition, Holds, Script, Step
from kickdoor.engine.questions.characters import CAN_GAIN_LEVEL, MayHelp, Standing
from kickdoor.engine.questions.numbers import Fixed
from kickdoor.engine.questions.who import ALL, YOU, Who
from kickdoor.engine.steps.choosing import Choose, HowMany
from kickdoor.engine.steps.control import SetYou
from kickdoor.engine.steps.curses import Strike
from kickdoor.engine.steps.entering import LeaveFight
from kickdoor.engine.steps.fights import AddStrength, Enhance, ForceHelp, Restage
from kickdoor.engine.steps.levels import GainLevels
from kickdoor.engine.steps.sources import FromPlayers
from kickdoor.packs import language as lang
from kickdoor.packs.expressions import CompileError, Names, Reader, all_of, standing
from kickdoor.packs.implied import implied_abilities
from kickdoor.packs.scripts import Writer, finish

#: When a card can be used: in which moments, and what it needs besides.
WHEN: dict[str, tuple[int, int]] = {
    "any_time": (terms.OPEN_MOMENTS, 0),
    "any_combat": (terms.FIGHT_MOMENTS, engine.NEEDS_COMBAT),
    "own_combat": (terms.FIGHT_MOMENTS, engine.NEEDS_OWN_COMBAT),
    "own_turn": (terms.OPEN_MOMENTS, engine.NEEDS_OWN_TURN | engine.NEEDS_NO_COMBAT),
    "own_turn_any_time": (terms.OPEN_MOMENTS, engine.NEEDS_OWN_TURN),
    "out_of_combat": (terms.OPEN_MOMENTS, engine.NEEDS_NO_COMBAT),
    "just_received": (terms.OPEN_MOMENTS, engine.NEEDS_FRESH | engine.NEEDS_NO_COMBAT),
    "before_run": (1 << terms.RUNNING, 0),
    "after_roll": (1 << terms.ROLLED, 0),
    "own_roll": (1 << terms.ROLLED, engine.NEEDS_OWN_ROLL),
    "own_run_roll": (1 << terms.ROLLED, engine.NEEDS_OWN_ROLL | engine.NEEDS_RUN_ROLL),
    "when_caught": (1 << terms.CAUGHT, engine.NEEDS_OWN_CATCH),
    "after_escape": (1 << terms.ESCAPED, 0),
    "when_cursed": (1 << terms.CURSED, 0),
    "before_spoils": (1 << terms.SPOILS, 0),
    "card_lost": (1 << terms.LOST_CARD, 0),
    "after_combat": (1 << terms.FIGHT_OVER, 0),
    "when_winning": (1 << terms.WINNING, 0),
    # How a Portal is played, by its kind [PORT-02, PORT-03].
    "portal_kept": (terms.OPEN_MOMENTS, engine.NEEDS_KEPT),
    "portal_drawn": (terms.OPEN_MOMENTS, engine.NEEDS_DRAWN),
}

#: Where the card of an ability may be.
FROM = {
    "table": engine.FROM_TABLE,
    "hand": engine.FROM_HAND,
    "equipped": engine.FROM_EQUIPPED,
    "any": engine.FROM_HAND | engine.FROM_TABLE,
}

#: Who may use an ability.
BY = {
    "owner": engine.BY_OWNER,
    "fighter": engine.BY_FIGHTER,
    "party": engine.BY_PARTY,
    "runner": engine.BY_RUNNER,
    "anyone": engine.BY_ANYONE,
}

#: What the uses of an ability are counted by.
PER = {
    "combat": engine.PER_COMBAT,
    "turn": engine.PER_TURN,
    "victim": engine.PER_VICTIM,
    "roll": engine.PER_ROLL,
}


class Abilities:
    """Compiles the abilities of cards; their scripts are numbered among those of the mix."""

    def __init__(self, scripts: list[Script], purpose: int) -> None:
        self.scripts = scripts
        self.purpose = purpose  # whose question about races, classes and sexes the card asks

    def of(self, card: lang.Card) -> tuple[engine.Ability, ...]:
        """The abilities of a card: playing it, what its kind implies, and what it says."""
        found: list[engine.Ability] = []
        if card.cost and card.kind in ("curse", "go_up_a_level"):
            raise CompileError("a Curse or Go Up a Level has no cost", "Leave cost out", "cost")
        if card.kind == "curse" and card.when:
            raise CompileError("a Curse is played at any time", "Leave when out", "when")
        if card.play and not card.when and card.kind in ("special", "item", "one_shot", "item_enhancer"):
            raise CompileError("it can never be played", "Say when it can be played, such as when: any_time", "play")
        if card.kind in ("dungeon", "portal"):
            refuse_ownership(card)
        if card.kind == "portal":
            for when in ("portal_kept", "portal_drawn"):
                writer = Writer(Names(), self.purpose)
                writer.write([*card.play, lang.Step(draw=lang.Draw(deck="door"))])
                found.append(self._played(card, len(found), when, writer, []))
        elif card.kind == "curse":
            found.append(self._on_a_player(card, 0, "any_time", strikes=True))
        elif card.kind == "go_up_a_level":
            for when in [card.when] if isinstance(card.when, str) else card.when or ["any_time"]:
                found.append(self._on_a_player(card, len(found), when, strikes=False))
        elif card.kind == "monster_enhancer" and not card.play:
            writer = Writer(Names(), self.purpose)
            which = card.onto if card.onto else True
            writer.write([lang.Step(choose=lang.Choose(monsters=which, into="$monster"))])
            checks = list(writer.steps)
            writer.steps.append(Enhance(writer.cards("$monster")))
            found.append(self._played(card, 0, "any_combat", writer, checks))
        elif card.kind == "one_shot" and not card.play and card.bonus:
            names = Names()
            writer = Writer(names, self.purpose)
            writer.write([lang.Step(choose=lang.Choose(side=True, into="$side"))])
            writer.steps.append(AddStrength(Fixed(card.bonus), 0, names.of("$side"), None, None))
            found.append(self._played(card, 0, "any_combat", writer, []))
        elif card.play and card.when:
            for when in [card.when] if isinstance(card.when, str) else card.when:
                writer = Writer(Names(), self.purpose)
                writer.write(card.target)
                checks = list(writer.steps)
                writer.write_cost(card.cost)
                price = writer.steps[len(checks) :]
                writer.write(card.play)
                checks.extend(promised_levels(card.play, writer.steps, when))
                found.append(self._played(card, len(found), when, writer, checks, price))
        for name, ability in [*implied_abilities(card).items(), *card.abilities.items()]:
            for when in [ability.when] if isinstance(ability.when, str) else ability.when:
                found.append(self._ability(len(found), name, ability, when))
                if name == "play" and name in implied_abilities(card):
                    nothing = no.ITEM_FIRST if card.kind == "item_enhancer" else no.NOTHING_TO_ENHANCE
                    refuse_for(found[-1].checks, nothing)
        return tuple(found)

    def _played(
        self,
        card: lang.Card,
        index: int,
        when: str,
        writer: Writer,
        checks: list[Step],
        price: list[Step] | None = None,
    ) -> engine.Ability:
        ask_who_may_help(writer.steps, writer.names)
        aim(checks)
        moments, needs = WHEN[when]
        zones = engine.FROM_HAND | (engine.FROM_TABLE if card.kind == "one_shot" else 0)
        condition = Reader(Names(), self.purpose).condition(card.if_) if card.if_ else None
        return engine.Ability(
            index=index,
            name="play",
            moments=moments,
            needs=needs,
            from_zone=zones,
            by=engine.BY_OWNER,
            condition=condition,
            limit=engine.NO_LIMIT,
            per=engine.PER_COMBAT,
            script=finish(self.scripts, writer),
            played=True,
            checks=independent(with_limits(checks, writer.steps)),
            price=independent(price or []),
        )

    def _on_a_player(self, card: lang.Card, index: int, when: str, strikes: bool) -> engine.Ability:
        """A Curse or a Go Up a Level: its player picks on whom, and the effect concerns that player."""
        names = Names()
        writer = Writer(names, self.purpose)
        writer.write(card.target)
        one = names.store("$one", Holds.SEATS)
        into = names.store("$target", Holds.SEATS)
        parts: list[Condition] = []
        if not strikes:
            may_rise = standing("can_gain_level", True, "HIER-05")
            parts.append(Standing(Who(YOU, one), CAN_GAIN_LEVEL, True, may_rise))
        if card.on:
            parts.append(Reader(names, self.purpose, you=one).condition(card.on))
        condition = all_of(parts) if parts else None
        anybody = FromPlayers(Who(ALL, -1))
        writer.steps.append(Choose(anybody, Who(YOU, -1), into, HowMany(Fixed(1)), condition, one))
        checks = list(writer.steps)
        if strikes:
            writer.steps.append(Strike(writer.cards("$it"), Who(YOU, into)))
        else:
            writer.steps.append(SetYou(into))
            writer.write(card.play)
        return self._played(card, index, when, writer, checks)

    def _ability(self, index: int, name: str, ability: lang.Ability, when: str) -> engine.Ability:
        names = Names()
        writer = Writer(names, self.purpose)
        writer.lies = ability.from_ in ("table", "equipped") and ability.by == "owner"
        writer.write(ability.target)
        checks = list(writer.steps)
        writer.write_cost(ability.cost)
        price = writer.steps[len(checks) :]
        per = PER[ability.per]
        if ability.limit and per == engine.PER_VICTIM:
            writer.steps.append(CountVictim(index, names.of("$victim")))
            for step in checks:
                if isinstance(step, Choose) and step.verb == terms.PICK_PLAYER:
                    step.one = step.one if step.one >= 0 else names.store("$one", Holds.SEATS)
                    anew = NotYetVictim(index, step.one)
                    step.condition = all_of([step.condition, anew]) if step.condition else anew
        writer.write(ability.do)
        checks.extend(promised_levels(ability.do, writer.steps, when))
        ask_who_may_help(writer.steps, names)
        aim(checks)
        for step in checks:
            if isinstance(step, Choose) and step.verb in (terms.PICK_PLAYER, terms.PICK_MONSTER):
                step.source.ability = name
        moments, needs = WHEN[when]
        made = engine.Ability(
            index=index,
            name=name,
            moments=moments,
            needs=needs,
            from_zone=FROM[ability.from_],
            by=BY[ability.by],
            condition=Reader(Names(), self.purpose).condition(ability.if_) if ability.if_ else None,
            limit=ability.limit or engine.NO_LIMIT,
            per=per,
            script=finish(self.scripts, writer),
            played=ability.from_ in ("hand", "any"),
            checks=independent(with_limits(checks, writer.steps)),
            price=independent(price),
        )
        made.shared = ability.shared
        return made


def refuse_ownership(card: lang.Card) -> None:
    """A Dungeon, or a Portal that stays, lies before nobody: what it changes it changes for all."""
    if any(m.on != "all" for m in card.modifiers):
        raise CompileError("it has no owner whose number it could change", "Say on: all", "modifiers")
    if any(line.scale or line.level_as or (line.add and line.side == "own") for line in card.strength):
        raise CompileError("it has no owner whose share it could change", "Name a side", "strength")
    if card.when or card.target or card.cost or card.if_:
        raise CompileError("its kind says when it is played", "Leave when, if, target and cost out", "play")


def aim(checks: Sequence[Step]) -> None:
    """Let first choices of players know that something is aimed at those."""
    for step in checks:
        if isinstance(step, Choose) and isinstance(step.source, FromPlayers):
            step.source.aims = True


def refuse_for(checks: Sequence[Step], reason: no.Refusal) -> None:
    """Give first choices the reason why there is nothing to pick."""
    for step in checks:
        if isinstance(step, Choose):
            step.refusal = reason


def ask_who_may_help(steps: Sequence[Step], names: Names) -> None:
    """Let nobody be picked to be forced to help whom a card forbids that."""
    for step in steps:
        if not isinstance(step, ForceHelp) or step.who.register < 0:
            continue
        for choice in steps:
            if isinstance(choice, Choose) and choice.into == step.who.register:
                choice.one = choice.one if choice.one >= 0 else names.store("$one", Holds.SEATS)
                may_help = MayHelp(Who(YOU, choice.one))
                choice.condition = all_of([choice.condition, may_help]) if choice.condition else may_help


def promised_levels(do: Sequence[lang.Step], written: Sequence[Step], when: str = "") -> tuple[Step, ...]:
    """The levels that an effect gives, if it does nothing else for anybody: it is not offered where there are none."""
    verbs = ("choose", "discard", "lose", "gain_levels")
    if not all(any(getattr(step, verb) is not UNSET for verb in verbs) for step in do):
        return ()
    promised = [step for step in written if isinstance(step, GainLevels)]
    for step in promised:
        step.after_fight = when == "after_combat"
    return tuple(promised)


def with_limits(checks: list[Step], written: list[Step]) -> list[Step]:
    """The checks, and those steps of the effect that a rule can forbid beforehand."""
    leaves = any(isinstance(step, LeaveFight) for step in written)
    for step in written:
        if isinstance(step, ForceHelp):
            step.instead = leaves
    return checks + [step for step in written if isinstance(step, (ForceHelp, Restage))]


def independent(steps: list[Step]) -> tuple[Step, ...]:
    """The steps whose possibility can be asked before anything is chosen."""
    return tuple(
        step
        for step in steps
        if not isinstance(step, Choose) or (step.source.is_known_before() and step.who.register < 0)
    )
