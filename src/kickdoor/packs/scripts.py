"""Compiling scripts, conditions, numbers and filters of the card language to engine objects."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from kickdoor.engine import cards as engine
from kickdoor.engine import conditions as cond
from kickdoor.engine import filters, numbers, terms
from kickdoor.engine.cards import CardTest, Condition, Line, Modifier, Step, Value
from kickdoor.engine.stack import CHASER, EVENT, FIRST_OWN, IT
from kickdoor.engine.steps import cards as card_steps
from kickdoor.engine.steps import curses, dice, fights
from kickdoor.engine.steps import levels as level_steps
from kickdoor.engine.steps.choosing import Choose
from kickdoor.engine.steps.control import (
    CountDown,
    EachCard,
    EachPlayer,
    Hold,
    Jump,
    JumpUnless,
    Next,
    Stop,
)
from kickdoor.engine.who import WORDS, YOU, Who
from kickdoor.packs import language as lang

ANY_NUMBER = 99  # more than any table holds


#: What a number can be worked out from.
BASES = (
    "count",
    "players",
    "gold",
    "bonus",
    "level",
    "monster_level",
    "monster_treasures",
    "note",
    "fight_treasures",
    "value",
)


class CompileError(ValueError):
    """A card says something that cannot be compiled: what, where in the card, and what to do."""

    def __init__(self, problem: str, remedy: str, where: str = "") -> None:
        super().__init__(problem)
        self.remedy = remedy
        self.where = where


class Names:
    """Names that a script stores, each at its number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {"$it": IT, "$chaser": CHASER, "$event": EVENT}
        self.options: dict[str, list[str]] = {}
        self.count = FIRST_OWN

    def store(self, name: str) -> int:
        """The number of a name, given now where it is new."""
        if not name.startswith("$"):
            raise CompileError(f"a stored name begins with $: {name!r}", f"Write ${name}")
        if name not in self.numbers:
            self.numbers[name] = self.count
            self.count += 1
        return self.numbers[name]

    def hidden(self) -> int:
        """A number without a name."""
        self.count += 1
        return self.count - 1

    def of(self, name: str) -> int:
        """The number of a name that was stored before."""
        if name not in self.numbers:
            raise CompileError(
                f"nothing was stored as {name!r}",
                f"Store it first; known here: {', '.join(sorted(self.numbers))}",
            )
        return self.numbers[name]


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
    "after_combat": (1 << terms.FIGHT_OVER, 0),
    "when_winning": (1 << terms.WINNING, 0),
}


def moments_and_needs(when: str) -> tuple[int, int]:
    """When something can be done, as a mask of moments and what it needs besides."""
    return WHEN[when]


def traits(given: str | list[str] | UnsetType) -> tuple[str, ...]:
    """One trait or several, as a tuple."""
    if isinstance(given, UnsetType):
        return ()
    return (given,) if isinstance(given, str) else tuple(given)


class Writer:
    """Writes one script: steps come out flat, with `if`, `for_each` and `repeat` as jumps."""

    def __init__(self, names: Names, cause: int = -1, you: int = -1) -> None:
        self.names = names
        self.cause = cause
        self.you = you  # where a condition is about a candidate: the register that stands for "you"
        self.steps: list[Step] = []

    # Players, cards, numbers

    def who(self, word: str) -> Who:
        """Players by a word or a stored name."""
        if word.startswith("$"):
            return Who(YOU, self.names.of(word))
        if word not in WORDS:
            raise CompileError(f"unknown players {word!r}", f"Use a $name or one of {', '.join(WORDS)}")
        if word == "you" and self.you >= 0:
            return Who(YOU, self.you)
        return Who(WORDS[word], -1)

    def card_is(self, given: lang.CardIs) -> CardTest:
        """A question about a card."""

        def flag(value: bool | UnsetType) -> int:
            return -1 if isinstance(value, UnsetType) else int(value)

        def least(value: int | UnsetType) -> int:
            return -1 if isinstance(value, UnsetType) else value

        return filters.CardIs(
            tuple(terms.KINDS.index(k) for k in traits(given.kind)),  # type: ignore[arg-type]
            terms.DECKS.index(given.deck) if given.deck else -1,
            traits(given.tag),
            tuple(terms.SLOTS.index(k) for k in traits(given.slot)),  # type: ignore[arg-type]
            flag(given.item),
            flag(given.big),
            flag(given.equipped),
            flag(given.one_shot),
            least(given.gold_at_least),
            least(given.bonus_at_least),
            least(given.level_at_most),
            least(given.level_at_least),
            given.trait or "",
            self.card_is(given.not_) if given.not_ else None,
            tuple(self.card_is(part) for part in given.any) if given.any else (),
        )

    def cards(self, given: lang.Cards | str, of: str = "") -> filters.Cards:
        """A set of cards."""
        if isinstance(given, str):
            return filters.Cards((), self.names.of(given), self.who("you"), None, 0, -1)
        register = -1
        zones: list[int] = []
        for zone in [given.from_] if isinstance(given.from_, str) else given.from_:
            if zone.startswith("$"):
                register = self.names.of(zone)
            elif zone in filters.ZONES:
                zones.append(filters.ZONES[zone])
            else:
                raise CompileError(f"unknown zone {zone!r}", f"Use a $name or one of {', '.join(filters.ZONES)}")
        best = 0
        if given.best:
            best = filters.BEST_BONUS if given.best == "bonus" else filters.BEST_GOLD
        return filters.Cards(
            tuple(zones),
            register,
            self.who(of if of and given.of == "you" else given.of),
            self.card_is(given.where) if given.where else None,
            best,
            -1 if isinstance(given.top, UnsetType) else given.top,
        )

    def number(self, given: lang.Amount) -> Value:
        """A number."""
        if isinstance(given, int):
            return numbers.Fixed(given)
        if isinstance(given, str):
            return numbers.Stored(self.names.of(given))
        base: Value
        bases = [n for n in BASES if getattr(given, n) is not UNSET]
        if len(bases) != 1:
            raise CompileError(f"a number has {len(bases)} bases", f"Give exactly one of {', '.join(BASES)}")
        if given.count:
            base = numbers.CountCards(self.cards(given.count))
        elif given.players:
            base = numbers.CountPlayers(self.who(given.players), given.with_trait or "")
        elif given.gold:
            base = numbers.GoldOf(self.cards(given.gold))
        elif given.bonus:
            base = numbers.BonusOf(self.names.of(given.bonus))
        elif given.level:
            base = numbers.LevelOf(self.who(given.level))
        elif given.monster_level:
            base = numbers.MonsterLevel(self.names.of(given.monster_level))
        elif given.monster_treasures:
            base = numbers.MonsterTreasures(self.names.of(given.monster_treasures))
        elif given.fight_treasures:
            base = numbers.FightTreasures()
        elif given.note:
            base = numbers.NoteOf(self.names.of(given.note))
        elif not isinstance(given.value, UnsetType):
            base = self.number(given.value)
        else:
            raise CompileError("a number says nothing", "Give value, count, players, gold, level or another base")
        condition = self.condition(given.if_) if given.if_ else None
        if condition is None and given.times == 1 and given.plus == 0:
            return base
        return numbers.Reckoned(base, given.times, given.plus, condition, given.else_)

    # Conditions

    def condition(self, given: lang.If) -> Condition:
        """A condition: all its parts."""
        parts = self._parts(given)
        if not parts:
            raise CompileError("a condition says nothing", "Give at least one part")
        return parts[0] if len(parts) == 1 else cond.All(tuple(parts))

    def _parts(self, given: lang.If) -> list[Condition]:
        found: list[Condition] = []
        who = self.who(given.who)
        if given.trait:
            words = traits(given.trait)
            found.append(cond.HasTrait(who, words, False, f"Only for {', '.join(words)}", "CHAR-02"))
        if given.suffers:
            words = traits(given.suffers)
            found.append(cond.HasTrait(who, words, True, f"Only for {', '.join(words)}", "CHAR-02"))
        if given.sex:
            found.append(cond.HasTrait(who, (given.sex,), False, f"Only for a {given.sex} character", "CHAR-13"))
        if not isinstance(given.level_at_most, UnsetType):
            found.append(
                cond.LevelWithin(
                    who, 0, given.level_at_most, None, f"Only up to Level {given.level_at_most}", "CHAR-12"
                )
            )
        if not isinstance(given.level_at_least, UnsetType):
            found.append(
                cond.LevelWithin(
                    who,
                    given.level_at_least,
                    999,
                    None,
                    f"Only from Level {given.level_at_least} up",
                    "CHAR-12",
                )
            )
        if given.has:
            found.append(
                cond.HasCards(self.cards(given.has, given.who), "The card that it needs is not there", "HIER-01")
            )
        if given.wears:
            slot = terms.SLOTS.index(given.wears)
            found.append(cond.Wears(who, slot, f"Only with {given.wears} on", "ITEM-02"))
        for flag, question, yes, no, rule in (
            (given.in_combat, cond.IN_COMBAT, "Only in combat", "Not in combat", "ACT-12"),
            (given.on_turn, cond.ON_TURN, "Only in your own turn", "Not in your own turn", "ACT-10"),
            (given.fighter, cond.IS_FIGHTER, "Only for the fighter", "Not for the fighter", "HELP-01"),
            (given.helper, cond.IS_HELPER, "Only for the helper", "Not for the helper", "HELP-01"),
            (given.alone, cond.IS_ALONE, "Only for one who fights alone", "Only with a helper", "HELP-01"),
            (
                given.can_gain_level,
                cond.CAN_GAIN_LEVEL,
                "The winning Level comes only with a kill",
                "",
                "HIER-05",
            ),
            (
                given.highest,
                cond.IS_HIGHEST,
                "Only for the highest Level",
                "Not for the highest Level",
                "HIER-01",
            ),
            (
                given.lowest,
                cond.IS_LOWEST,
                "Only for the lowest Level",
                "Not for the lowest Level",
                "HIER-01",
            ),
            (
                given.winning,
                cond.IS_WINNING,
                "Only in a fight that is being won",
                "Only in a losing fight",
                "CMB-01",
            ),
            (
                given.last_monster,
                cond.LAST_MONSTER,
                "Only against a single monster",
                "Only against several",
                "CMB-10",
            ),
            (
                given.unaided,
                cond.UNAIDED,
                "Only without help and bonuses",
                "Only with help or bonuses",
                "CMB-01",
            ),
            (
                given.first_roll,
                cond.FIRST_ROLL,
                "Only after the first roll",
                "Only after a second roll",
                "RACE-03",
            ),
            (
                given.must_run,
                cond.MUST_RUN,
                "Only for one who still has to run",
                "Only for one in safety",
                "RUN-01",
            ),
            (given.current_runner, cond.IS_RUNNER, "Only before your own run-away roll", "", "HIRE-03"),
            (
                given.is_fighter_with_helper,
                cond.HAS_HELPER,
                "Only with a helper",
                "Only without a helper",
                "HIRE-04",
            ),
        ):
            if not isinstance(flag, UnsetType):
                found.append(cond.Standing(who, question, flag, yes if flag else no, rule))
        if given.party_has:
            words = traits(given.party_has)
            found.append(cond.PartyHas(words, False, f"Only with {', '.join(words)} in the party", "CMB-18"))
        if given.party_suffers:
            words = traits(given.party_suffers)
            found.append(cond.PartyHas(words, True, f"Only with {', '.join(words)} in the party", "CMB-18"))
        if given.monster_tag:
            found.append(cond.MonsterTag(given.monster_tag, f"Only against {given.monster_tag} monsters", "CMB-09"))
        if given.party_uses:
            found.append(cond.PartyUses(self.card_is(given.party_uses), "The party uses no such card", "ITEM-02"))
        if given.exists:
            found.append(cond.Exists(self.names.of(given.exists), "There is no such thing", "CURSE-05"))
        if given.is_:
            found.append(
                cond.CardFits(self.names.of(given.card), self.card_is(given.is_), "Not with this card", "HIER-01")
            )
        if given.number:
            found.append(
                cond.Within(
                    self.number(given.number.of),
                    None if isinstance(given.number.at_least, UnsetType) else self.number(given.number.at_least),
                    None if isinstance(given.number.at_most, UnsetType) else self.number(given.number.at_most),
                    "The number that it needs is not reached",
                    "HIER-01",
                )
            )
        if given.option:
            for name, option in given.option.items():
                known = self.names.options.get(name, [])
                if option not in known:
                    raise CompileError(f"{option!r} is not an option of {name}", f"Use one of {', '.join(known)}")
                found.append(cond.OptionIs(self.names.of(name), known.index(option), "Not so chosen", "HIER-01"))
        if given.cause:
            causes = tuple(terms.CAUSES.index(c) for c in traits(given.cause))  # type: ignore[arg-type]
            found.append(cond.CauseIs(causes, "It came about otherwise", "HIER-01"))
        if not isinstance(given.noted, UnsetType):
            found.append(cond.Noted(self.names.of(given.card), given.noted, "Something else is noted on it", "HIER-01"))
        if given.not_:
            inner = self.condition(given.not_)
            found.append(cond.Not(inner, negated(given.not_), "HIER-01"))
        if given.any:
            parts = tuple(self.condition(part) for part in given.any)
            found.append(cond.AnyOf(parts, "None of its conditions is met", "HIER-01"))
        return found

    # Strength and modifiers

    def line(self, given: lang.Line) -> Line:
        """A line of strength."""
        side = {"own": engine.OWN, "party": engine.PARTY_SIDE, "monsters": engine.MONSTERS_SIDE}[given.side]
        drops = ("", "levels", "all_but_levels", "items", "items_but_armor")
        return Line(
            None if isinstance(given.add, UnsetType) else self.number(given.add),
            side,
            given.each or "",
            self.condition(given.if_) if given.if_ else None,
            drops.index(given.drop) if given.drop else 0,
            given.scale or 1,
            self.card_is(given.negate) if given.negate else None,
            self.card_is(given.drop_cards) if given.drop_cards else None,
            given.level_as or 0,
        )

    def modifier(self, given: lang.Modifier) -> Modifier:
        """A change to a number of the rules."""
        return Modifier(
            given.value,
            given.add or 0,
            engine.UNSET_NUMBER
            if isinstance(given.set_, UnsetType)
            else ANY_NUMBER
            if given.set_ == "any"
            else given.set_,
            0 if given.on == "owner" else 1,
            self.condition(given.if_) if given.if_ else None,
        )

    # Steps

    def write(self, steps: list[lang.Step]) -> None:
        """Append steps."""
        for step in steps:
            verbs = [
                name
                for name in step.__struct_fields__
                if name not in ("then", "else_") and getattr(step, name) is not UNSET
            ]
            if len(verbs) != 1:
                raise CompileError(
                    f"a step has {len(verbs)} verbs ({', '.join(verbs) or 'none'})",
                    "Give each step exactly one verb",
                )
            getattr(self, "_" + verbs[0].rstrip("_"))(getattr(step, verbs[0]), step)

    def write_cost(self, steps: list[lang.Step]) -> None:
        """Append the steps of a price: what is discarded there is paid."""
        before = self.cause
        self.cause = terms.BY_COST
        self.write(steps)
        self.cause = before

    def _if(self, given: lang.If, step: lang.Step) -> None:
        jump = JumpUnless(self.condition(given), -1)
        self.steps.append(jump)
        self.write(step.then or [])
        if step.else_:
            over = Jump(-1)
            self.steps.append(over)
            jump.to = len(self.steps)
            self.write(step.else_)
            over.to = len(self.steps)
        else:
            jump.to = len(self.steps)

    def _loop(self, left: int, into: int, do: list[lang.Step]) -> None:
        start = len(self.steps)
        following = Next(left, into, -1)
        self.steps.append(following)
        self.write(do)
        self.steps.append(Jump(start))
        following.end = len(self.steps)

    def _for_each(self, given: lang.ForEach, step: lang.Step) -> None:
        left = self.names.hidden()
        if given.players:
            self.steps.append(EachPlayer(self.who(given.players), left))
        elif given.cards:
            self.steps.append(EachCard(self.cards(given.cards), left))
        else:
            raise CompileError("for_each names nothing", "Give players or cards")
        self._loop(left, self.names.store(given.as_), given.do)

    def _repeat(self, given: lang.Repeat, step: lang.Step) -> None:
        left = self.names.hidden()
        self.steps.append(CountDown(self.number(given.times), left))
        self._loop(left, self.names.hidden(), given.do)

    def _together(self, given: list[lang.Step], step: lang.Step) -> None:
        self.steps.append(Hold(1))
        self.write(given)
        self.steps.append(Hold(-1))

    def _choose(self, given: lang.Choose, step: lang.Step) -> None:
        sources = {
            "cards": terms.PICK,
            "players": terms.PICK_PLAYER,
            "monsters": terms.PICK_MONSTER,
            "options": terms.PICK_OPTION,
            "numbers": terms.PICK_NUMBER,
            "side": terms.PICK_SIDE,
            "plays": terms.PICK_PLAY,
        }
        named = [name for name in sources if getattr(given, name) is not UNSET]
        if len(named) != 1:
            raise CompileError(
                f"a choice is among {len(named)} sorts of things", "Give exactly one of what to pick from"
            )
        one = -1
        condition = None
        if given.if_:
            one = self.names.store("$one")
            condition = self.condition(given.if_)
        into = self.names.store(given.into)
        if given.options:
            self.names.options[given.into] = list(given.options)
        monsters = None
        if isinstance(given.monsters, lang.CardIs):
            monsters = self.card_is(given.monsters)
        self.steps.append(
            Choose(
                sources[named[0]],
                self.who(given.who),
                into,
                self.number(given.count),
                -1 if isinstance(given.at_least, UnsetType) else given.at_least,
                None if isinstance(given.worth, UnsetType) else self.number(given.worth),
                given.optional,
                given.would_win,
                self.cards(given.cards) if given.cards else None,
                self.who(given.players) if given.players else None,
                monsters,
                tuple(given.options) if given.options else (),
                tuple(given.numbers) if given.numbers else (),
                condition,
                one,
            )
        )

    def _discard(self, given: str | lang.Cards, step: lang.Step) -> None:
        self.steps.append(card_steps.Discard(self.cards(given), terms.BY_EFFECT if self.cause < 0 else self.cause))

    def _lose(self, given: str | lang.Cards, step: lang.Step) -> None:
        self.steps.append(card_steps.Discard(self.cards(given), self.cause))

    def _kill_hireling(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.KillHireling(self.cards(given)))

    def _discard_hand(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.DiscardHand(self.who(given)))

    def _take(self, given: lang.Take, step: lang.Step) -> None:
        self.steps.append(
            card_steps.Take(
                self.cards(given.cards),
                self.who(given.to),
                given.into == "hand",
                terms.CAUSES.index(given.cause),
                given.equip,
            )
        )

    def _take_unseen(self, given: lang.TakeUnseen, step: lang.Step) -> None:
        where = self.card_is(given.where) if given.where else None
        self.steps.append(card_steps.TakeUnseen(self.who(given.from_), self.who(given.to), given.count, where))

    def _draw(self, given: lang.Draw, step: lang.Step) -> None:
        face = {"down": card_steps.FACE_DOWN, "up": card_steps.FACE_UP, "as_drawn": card_steps.AS_DRAWN}[given.face]
        deck = terms.DECKS.index(given.deck)
        self.steps.append(card_steps.Draw(deck, self.number(given.count), self.who(given.who), face))

    def _put_in_play(self, given: lang.PutInPlay, step: lang.Step) -> None:
        self.steps.append(card_steps.PutInPlay(self.cards(given.card), self.who(given.who)))

    def _attach(self, given: lang.Attach, step: lang.Step) -> None:
        self.steps.append(card_steps.Attach(self.cards(given.to)))

    def _out_of_game(self, given: str | lang.Cards, step: lang.Step) -> None:
        self.steps.append(card_steps.OutOfGame(self.cards(given)))

    def _gain_levels(self, given: int | lang.GainLevels, step: lang.Step) -> None:
        if isinstance(given, int):
            given = lang.GainLevels(count=given)
        self.steps.append(level_steps.GainLevels(self.number(given.count), self.who(given.who), given.may_win))

    def _lose_levels(self, given: int | lang.LoseLevels, step: lang.Step) -> None:
        if isinstance(given, int):
            given = lang.LoseLevels(count=given)
        self.steps.append(level_steps.LoseLevels(self.number(given.count), self.who(given.who)))

    def _set_level(self, given: lang.SetLevel, step: lang.Step) -> None:
        to = numbers.LowestLevel() if given.to == "lowest" else self.number(given.to)
        self.steps.append(level_steps.SetLevel(to, self.who(given.who)))

    def _die(self, given: str, step: lang.Step) -> None:
        self.steps.append(level_steps.Die(self.who(given)))

    def _change_sex(self, given: str, step: lang.Step) -> None:
        self.steps.append(level_steps.ChangeSex(self.who(given)))

    def _roll(self, given: lang.Roll, step: lang.Step) -> None:
        self.steps.append(dice.Roll(self.who(given.who), self.names.store(given.into)))

    def _set_roll(self, given: lang.Amount, step: lang.Step) -> None:
        self.steps.append(dice.SetRoll(self.number(given)))

    def _add_roll(self, given: lang.Amount, step: lang.Step) -> None:
        self.steps.append(dice.AddRoll(self.number(given)))

    def _roll_again(self, given: bool, step: lang.Step) -> None:
        self.steps.append(dice.RollAgain())

    def _add_strength(self, given: lang.AddStrength, step: lang.Step) -> None:
        side = 0
        side_from = -1
        if given.side:
            if given.side.startswith("$"):
                side_from = self.names.of(given.side)
            elif given.side in terms.SIDES:
                side = terms.SIDES.index(given.side)
            else:
                raise CompileError(f"unknown side {given.side!r}", "Use party, monsters or a stored side")
        self.steps.append(
            fights.AddStrength(
                self.number(given.count),
                side,
                side_from,
                self.who(given.to) if given.to else None,
                self.cards(given.monster) if given.monster else None,
            )
        )

    def _double_strength(self, given: str, step: lang.Step) -> None:
        self.steps.append(fights.DoubleStrength(self.who(given)))

    def _remove_monster(self, given: lang.RemoveMonster, step: lang.Step) -> None:
        named = {
            "none": fights.NO_TREASURES,
            "book": fights.BOOK_TREASURES,
            "all": fights.ALL_TREASURES,
            "if_last": fights.IF_LAST,
        }
        treasures = given.treasures if isinstance(given.treasures, int) else named[given.treasures]
        self.steps.append(fights.RemoveMonster(self.cards(given.monster), treasures))

    def _kill_monster(self, given: str, step: lang.Step) -> None:
        self.steps.append(fights.KillMonster(self.cards(given)))

    def _add_monster(self, given: lang.AddMonster, step: lang.Step) -> None:
        self.steps.append(fights.AddMonster(self.cards(given.card)))

    def _replace_monster(self, given: lang.ReplaceMonster, step: lang.Step) -> None:
        self.steps.append(fights.ReplaceMonster(self.cards(given.monster), self.cards(given.with_)))

    def _twin(self, given: lang.Twin, step: lang.Step) -> None:
        without = self.cards(given.without) if given.without else None
        self.steps.append(fights.Twin(self.cards(given.monster), given.add, given.treasures, without))

    def _end_fight(self, given: lang.EndFight, step: lang.Step) -> None:
        self.steps.append(fights.EndFight(given.treasures, given.may_loot))

    def _transfer_fight(self, given: str, step: lang.Step) -> None:
        self.steps.append(fights.TransferFight(self.who(given)))

    def _force_help(self, given: lang.ForceHelp, step: lang.Step) -> None:
        self.steps.append(fights.ForceHelp(self.who(given.who), given.may_win))

    def _escape(self, given: lang.Escape, step: lang.Step) -> None:
        monster = self.cards(given.monster) if given.monster else None
        self.steps.append(fights.Escape(self.who(given.who), monster, given.even_if_impossible))

    def _undo_escape(self, given: bool, step: lang.Step) -> None:
        self.steps.append(fights.UndoEscape())

    def _start_fight(self, given: lang.StartFight, step: lang.Step) -> None:
        self.steps.append(fights.StartFight(self.who(given.who), self.cards(given.card)))

    def _may_loot(self, given: str, step: lang.Step) -> None:
        self.steps.append(fights.MayLoot())

    def _strike(self, given: lang.Strike, step: lang.Step) -> None:
        self.steps.append(curses.Strike(self.cards(given.curse), self.who(given.victim)))

    def _cancel_curse(self, given: bool, step: lang.Step) -> None:
        self.steps.append(curses.CancelCurse())

    def _forbid(self, given: lang.Forbid, step: lang.Step) -> None:
        what = curses.BAN_PLAYS if given.what == "plays" else curses.BAN_HELP
        until = curses.UNTIL_TURN_END if given.until == "turn_end" else curses.UNTIL_FIGHT_END
        self.steps.append(curses.Forbid(self.who(given.who), what, until))

    def _take_back(self, given: lang.TakeBack, step: lang.Step) -> None:
        play = self.names.of(given.play) if given.play else -1
        by = self.who(given.by) if given.by else None
        self.steps.append(fights.TakeBack(play, by, given.one_shots, given.out_of_game))

    def _change_face(self, given: lang.ChangeFace, step: lang.Step) -> None:
        self.steps.append(fights.ChangeFace(self.cards(given.monster), self.cards(given.to)))

    def _tame(self, given: lang.Tame, step: lang.Step) -> None:
        self.steps.append(fights.Tame(self.cards(given.monster), self.who(given.who), self.number(given.bonus)))

    def _restage_fight(self, given: bool, step: lang.Step) -> None:
        self.steps.append(fights.Restage())

    def _free_use(self, given: str, step: lang.Step) -> None:
        self.steps.append(fights.FreeUse(self.who(given)))

    def _be_looted(self, given: str, step: lang.Step) -> None:
        self.steps.append(level_steps.BeLooted(self.who(given)))

    def _set_sex(self, given: lang.SetSex, step: lang.Step) -> None:
        if given.to.startswith("$"):
            named = self.names.options.get(given.to, [])
            if named != list(terms.SEXES)[: len(named)]:
                raise CompileError(f"{given.to} is not a pick of a sex", "Choose among [male, female, neither] first")
            self.steps.append(level_steps.SetSex(self.who(given.who), 0, self.names.of(given.to)))
        elif given.to in terms.SEXES:
            self.steps.append(level_steps.SetSex(self.who(given.who), terms.SEXES.index(given.to), -1))
        else:
            raise CompileError(f"unknown sex {given.to!r}", f"Use one of {', '.join(terms.SEXES)}")

    def _note(self, given: lang.Note, step: lang.Step) -> None:
        self.steps.append(level_steps.Note(self.cards(given.card), self.number(given.value)))

    def _make_room(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.MakeRoom(self.cards(given)))

    def _attach_to_enhancer(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.AttachToEnhancer(self.cards(given)))

    def _count_as_class(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.CountAsClass(self.cards(given)))

    def _stop(self, given: bool, step: lang.Step) -> None:
        self.steps.append(Stop())


def negated(given: lang.If) -> str:
    """The reason to give where a condition must not hold but does."""
    if given.highest:
        return "Not for the highest Level"
    if given.trait or given.suffers:
        return f"Not for {', '.join(traits(given.trait or given.suffers))}"
    if given.winning:
        return "Only in a losing fight"
    return "Its condition is not met"
