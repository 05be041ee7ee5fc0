"""Compiling what a card asks and counts: players, cards, numbers, conditions, lines of strength."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from kickdoor.engine.data import cards as engine
from kickdoor.engine.data import terms
from kickdoor.engine.data.cards import Modifier, StrengthRule
from kickdoor.engine.data.refusals import CONDITION_FAILS, Refusal
from kickdoor.engine.data.registers import EVENT, OF_CARDS
from kickdoor.engine.data.scripts import CardTest, Condition, Holds, Value
from kickdoor.engine.data.stack import CHASER, HOST, IT, MARKER
from kickdoor.engine.questions import characters, filters, numbers
from kickdoor.engine.questions import conditions as cond
from kickdoor.engine.questions.who import WORDS, YOU, Who
from kickdoor.packs import language as lang
from kickdoor.packs.card_tests import MOST, asks_for_slot, card_test, traits
from kickdoor.packs.implied import ANY_NUMBER
from kickdoor.packs.meant import choice, nearest

#: What a number can be worked out from.
BASES = (
    "count",
    "players",
    "gold",
    "bonus",
    "level",
    "monster_level",
    "monster_treasures",
    "printed_treasures",
    "note",
    "fight_treasures",
    "margin",
    "monsters",
    "killed",
    "free_hands",
    "strength",
    "history",
    "bid",
    "votes",
    "value",
)

#: Parts that ask how a player stands: what is asked, and the rule where it is otherwise.
STANDINGS = (
    ("in_combat", characters.IN_COMBAT, "ACT-12"),
    ("on_turn", characters.ON_TURN, "ACT-10"),
    ("fighter", characters.IS_FIGHTER, "HELP-01"),
    ("helper", characters.IS_HELPER, "HELP-01"),
    ("alone", characters.IS_ALONE, "HELP-01"),
    ("can_gain_level", characters.CAN_GAIN_LEVEL, "HIER-05"),
    ("can_lose_level", characters.CAN_LOSE_LEVEL, "HIER-02"),
    ("highest", characters.IS_HIGHEST, "HIER-01"),
    ("lowest", characters.IS_LOWEST, "HIER-01"),
    ("winning", characters.IS_WINNING, "CMB-01"),
    ("dead", characters.IS_DEAD, "DEATH-04"),
    ("killed", characters.WAS_KILLED, "HIER-03"),
    ("risen", characters.HAS_RISEN, "REW-01"),
    ("last_monster", characters.LAST_MONSTER, "CMB-10"),
    ("unaided", characters.UNAIDED, "CMB-01"),
    ("first_roll", characters.FIRST_ROLL, "RACE-03"),
    ("must_run", characters.MUST_RUN, "RUN-01"),
    ("can_escape", characters.CAN_ESCAPE, "RUN-02"),
    ("running_away", characters.RUNNING_AWAY, "RUN-02"),
    ("daytime", characters.DAYTIME, "HIER-01"),
    ("current_runner", characters.IS_RUNNER, "HIRE-03"),
    ("is_fighter_with_helper", characters.HAS_HELPER, "HIRE-04"),
)


class CompileError(ValueError):
    """A card says something that cannot be compiled: what, where in the card, and what to do."""

    def __init__(self, problem: str, remedy: str, where: str = "") -> None:
        super().__init__(problem)
        self.remedy = remedy
        self.where = where
        self.step: lang.Step | None = None  # the very step that says it


def refuse_later_layer(given: lang.If | UnsetType) -> None:
    """Numbers and strength may ask of faces, traits and permissions, never of how the fight stands: that is later."""
    if isinstance(given, UnsetType):
        return
    if given.winning is not UNSET or given.unaided is not UNSET:
        raise CompileError(
            "strength or a number of the rules cannot ask who is winning", "Ask of traits, Levels or cards instead"
        )
    for part in [given.not_, *(given.any or [])]:
        refuse_later_layer(part)


class Names:
    """Names that a script stores, each at its number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {"$it": IT, "$chaser": CHASER, "$event": EVENT, "$host": HOST, "$marker": MARKER}
        self.options: dict[str, list[str]] = {}
        self.polls: set[str] = set()  # names of what several picked at once
        self.holds = [holds for _, holds in OF_CARDS]

    def store(self, name: str, holds: Holds = Holds.CARDS) -> int:
        """The number of a name, given now where it is new; one that holds cards at times counts as one of cards."""
        if not name.startswith("$"):
            raise CompileError(f"a stored name begins with $: {name!r}", f"Write ${name}")
        if self.numbers.get(name, HOST) == HOST:  # a script may call a pick of its own $host
            self.numbers[name] = self.hidden(holds)
        elif holds is Holds.CARDS and self.numbers[name] >= 0:
            self.holds[self.numbers[name]] = holds
        return self.numbers[name]

    def hidden(self, holds: Holds = Holds.NUMBERS) -> int:
        """A number without a name."""
        self.holds.append(holds)
        return len(self.holds) - 1

    def of(self, name: str) -> int:
        """The number of a name that was stored before."""
        if name not in self.numbers:
            known = sorted(self.numbers)
            meant = nearest(name, [each for each in known if self.numbers[each] >= len(OF_CARDS)])
            store = f"Let an earlier step store it, such as a choose with into: {name}; known here: {', '.join(known)}"
            remedy = f"Did you mean {meant}? {store}" if meant else store
            raise CompileError(f"nothing was stored as {name!r}", remedy)
        return self.numbers[name]


def all_of(parts: list[Condition]) -> Condition:
    """One condition of several."""
    return parts[0] if len(parts) == 1 else cond.All(tuple(parts))


class Reader:
    """Reads the expressions of one script, by the names that it stores."""

    def __init__(self, names: Names, purpose: int = engine.FOR_OWN, you: int = -1) -> None:
        self.names = names
        self.purpose = purpose  # whose question about races, classes and sexes it is
        self.against = False  # whether a monster's line of strength is read
        self.acts = False  # whether it is read in a script, so that whatever holds now can be asked
        self.you = you  # where a condition is about a candidate: the register that stands for "you"

    # Players, cards, numbers

    def who(self, word: str) -> Who:
        """Players by a word or a stored name."""
        if word.startswith("$"):
            return Who(YOU, self.names.of(word))
        if word not in WORDS:
            raise CompileError(f"unknown players {word!r}", choice(word, [*WORDS, "$name"]))
        if word == "you" and self.you >= 0:
            return Who(YOU, self.you)
        return Who(WORDS[word], -1)

    def card_is(self, given: lang.CardIs) -> CardTest:
        """A question about a card."""
        return card_test(given)

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
                raise CompileError(f"unknown zone {zone!r}", choice(zone, [*filters.ZONES, "$name"]))
        best = 0
        if given.best:
            best = filters.BEST_BONUS if given.best == "bonus" else filters.BEST_GOLD
        found = filters.Cards(
            zones=tuple(zones),
            register=register,
            of=self.who(of if of and given.of == "you" else given.of),
            where=self.card_is(given.where) if given.where else None,
            best=best,
            top=-1 if isinstance(given.top, UnsetType) else given.top,
            on=-1 if isinstance(given.on, UnsetType) else self.names.of(given.on),
            by_slot=given.where is not UNSET and not given.where.takes and asks_for_slot(given.where),
        )
        found.picks = given.from_ in self.names.polls if isinstance(given.from_, str) else False
        return found

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
            base = self._players(given.players, given.with_trait or "")
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
        elif given.printed_treasures:
            base = numbers.PrintedTreasures(self.names.of(given.printed_treasures))
        elif given.fight_treasures:
            base = numbers.FightTreasures()
        elif given.margin:
            base = numbers.Margin()
        elif isinstance(given.monsters, lang.CardIs):
            base = numbers.CountMonsters(self.card_is(given.monsters), False)
        elif isinstance(given.killed, lang.CardIs):
            base = numbers.CountMonsters(self.card_is(given.killed), True)
        elif given.free_hands:
            base = numbers.FreeHands(self.who(given.free_hands))
        elif given.note:
            base = numbers.NoteOf(self.names.of(given.note))
        elif given.strength:
            if not self.acts:
                raise CompileError("strength is asked for where it is worked out", "Ask for it in a script only")
            base = numbers.StrengthOf(self.who(given.strength))
        elif given.history:
            base = numbers.DeedsOf(terms.DEEDS.index(given.history), self.who(given.whose))
        elif given.bid:
            base = numbers.PickedBy(self._picks(given.bid), self.who(given.whose))
        elif given.votes:
            base = self._votes(given.votes, given.whose, given.option or "")
        elif not isinstance(given.value, UnsetType):
            base = self.number(given.value)
        else:
            raise CompileError("a number says nothing", "Give value, count, players, gold, level or another base")
        condition = self.condition(given.if_) if given.if_ else None
        if condition is None and given.times == 1 and given.plus == 0 and given.at_most is UNSET:
            return base
        most = MOST if isinstance(given.at_most, UnsetType) else given.at_most
        return numbers.Reckoned(base, given.times, given.plus, most, condition, given.else_)

    def _picks(self, name: str) -> int:
        """Where what several picked at once is stored."""
        if name not in self.names.polls:
            raise CompileError(f"nobody was asked for {name!r} at once", "Give the name that a poll stores")
        return self.names.of(name)

    def _votes(self, name: str, whose: str, option: str) -> Value:
        picks = self._picks(name)
        if not option:
            return numbers.VotesFor(picks, self.who(whose), -1)
        known = self.names.options.get(name, [])
        if option not in known:
            raise CompileError(f"{option!r} is not an option of {name}", f"Use one of {', '.join(known)}")
        return numbers.VotesFor(picks, self.who(whose), known.index(option))

    def _players(self, word: str, trait: str) -> Value:
        """How many players there are; in a fight, with their Hirelings where these are seen [HIRE-10]."""
        hirelings = word == "party" and (self.against or self.purpose == engine.FOR_OWN)
        return numbers.CountPlayers(self.who(word), trait, self.purpose, hirelings)

    # Conditions

    def condition(self, given: lang.If) -> Condition:
        """A condition: all its parts."""
        parts = self._parts(given)
        if not parts:
            raise CompileError("a condition says nothing", "Give at least one part")
        return all_of(parts)

    def _parts(self, given: lang.If) -> list[Condition]:
        found: list[Condition] = []
        who = self.who(given.who)
        self._read_character(given, who, found)
        self._read_level_and_cards(given, who, found)
        for name, question, rule in STANDINGS:
            flag = getattr(given, name)
            if not isinstance(flag, UnsetType):
                found.append(characters.Standing(who, question, flag, standing(name, flag, rule)))
        self._read_fight(given, found)
        self._read_stored(given, found)
        if given.not_:
            inner = self.condition(given.not_)
            found.append(cond.Not(inner, negated(given.not_)))
        if given.any:
            parts = tuple(self.condition(part) for part in given.any)
            found.append(cond.AnyOf(parts, Refusal("if.any", "HIER-01")))
        return found

    def _read_character(self, given: lang.If, who: Who, found: list[Condition]) -> None:
        """Parts about who a player is, alone or beside another."""
        if given.trait:
            words = traits(given.trait)
            found.append(characters.HasTrait(who, words, self._look(), Refusal("if.trait", "CHAR-02", words)))
        if given.suffers:
            words = traits(given.suffers)
            found.append(characters.HasTrait(who, words, self._look(True), Refusal("if.trait", "CHAR-02", words)))
        if given.same_race:
            why = Refusal("if.same_race", "CHAR-03")
            found.append(characters.SameRace(who, self.who(given.same_race), self.purpose, why))
        if given.opposite_sex:
            other = self.who(given.opposite_sex)
            why = Refusal("if.opposite_sex", "CHAR-13")
            found.append(characters.OppositeSex(who, other, self.purpose, why))
        if given.is_player:
            found.append(characters.IsPlayer(who, self.who(given.is_player), Refusal("if.is_player", "HIER-01")))
        if isinstance(given.enhanced, lang.CardIs):
            on = self.names.of(given.card)
            found.append(cond.Enhanced(on, self.card_is(given.enhanced), Refusal("if.enhanced", "CMB-14")))
        if given.sex:
            why = Refusal("if.trait", "CHAR-13", (given.sex,))
            found.append(characters.HasTrait(who, (given.sex,), self._look(), why))

    def _look(self, suffers: bool = False) -> characters.Look:
        """Whose question about a race, class or sex this is."""
        return characters.Look(self.purpose, self.against, suffers)

    def _read_level_and_cards(self, given: lang.If, who: Who, found: list[Condition]) -> None:
        """Parts about a player's Level and what they have."""
        if not isinstance(given.level_at_most, UnsetType):
            most = given.level_at_most
            why = Refusal("if.level_at_most", "CHAR-12", (str(most),))
            found.append(characters.LevelWithin(who, 0, most, None, why))
        if not isinstance(given.level_at_least, UnsetType):
            least = given.level_at_least
            why = Refusal("if.level_at_least", "CHAR-12", (str(least),))
            found.append(characters.LevelWithin(who, least, MOST, None, why))
        if given.has:
            found.append(cond.HasCards(self.cards(given.has, given.who), Refusal("if.has", "HIER-01")))
        if given.wears:
            slot = terms.SLOTS.index(given.wears)
            found.append(characters.Wears(who, slot, Refusal("if.wears", "ITEM-02", (given.wears,))))

    def _read_fight(self, given: lang.If, found: list[Condition]) -> None:
        """Parts about the two sides of a fight."""
        if given.party_has:
            words = traits(given.party_has)
            found.append(characters.PartyHas(words, self._look(), Refusal("if.party_has", "CMB-18", words)))
        if given.party_suffers:
            words = traits(given.party_suffers)
            found.append(characters.PartyHas(words, self._look(True), Refusal("if.party_has", "CMB-18", words)))
        if given.monster_tag:
            why = Refusal("if.monster_tag", "CMB-09", (given.monster_tag,))
            found.append(characters.MonsterTag(given.monster_tag, why))
        if given.party_uses:
            found.append(characters.PartyUses(self.card_is(given.party_uses), Refusal("if.party_uses", "ITEM-02")))

    def _read_stored(self, given: lang.If, found: list[Condition]) -> None:
        """Parts about what a script has stored, about numbers, and about what happened."""
        if given.exists:
            found.append(cond.Exists(self.names.of(given.exists), Refusal("if.exists", "HIER-01")))
        if given.is_:
            found.append(cond.CardFits(self.names.of(given.card), self.card_is(given.is_), Refusal("if.is", "HIER-01")))
        if given.number:
            found.append(
                cond.Within(
                    self.number(given.number.of),
                    None if isinstance(given.number.at_least, UnsetType) else self.number(given.number.at_least),
                    None if isinstance(given.number.at_most, UnsetType) else self.number(given.number.at_most),
                    Refusal("if.number", "HIER-01"),
                )
            )
        for name, option in (given.option or {}).items():
            known = self.names.options.get(name, [])
            if option not in known:
                raise CompileError(f"{option!r} is not an option of {name}", f"Use one of {', '.join(known)}")
            found.append(cond.OptionIs(self.names.of(name), known.index(option), Refusal("if.option", "HIER-01")))
        if given.cause:
            causes = tuple(terms.CAUSES.index(c) for c in traits(given.cause))  # type: ignore[arg-type]
            found.append(cond.CauseIs(causes, Refusal("if.cause", "HIER-01")))
        if not isinstance(given.noted, UnsetType):
            found.append(cond.Noted(self.names.of(given.card), given.noted, Refusal("if.noted", "HIER-01")))
        if not isinstance(given.attached_to, UnsetType):
            why = Refusal("if.attached_to", "ITEM-12")
            found.append(cond.Noted(self.names.of(given.card), given.attached_to, why))

    # Strength and modifiers

    def strength_rule(self, given: lang.Line) -> StrengthRule:
        """What a card says of the strength of a fight."""
        refuse_later_layer(given.if_)
        self.against = self.purpose == engine.FOR_MONSTERS
        rule = self._strength_rule(given)
        self.against = False
        return rule

    def _strength_rule(self, given: lang.Line) -> StrengthRule:
        side = ("own", "party", "monsters", "both").index(given.side)
        if side == engine.BOTH_SIDES and given.multiply is UNSET:
            raise CompileError("nothing is added to both sides", "Only multiply can be for both", "strength")
        drops = {
            "levels": engine.DROP_LEVELS,
            "all_but_levels": engine.DROP_ALL_BUT_LEVELS,
            "all_but_own_level": engine.DROP_ALL_BUT_OWN_LEVEL,
            "items": engine.DROP_ITEMS,
            "items_but_armor": engine.DROP_ITEMS_BUT_ARMOR,
            "against_race_or_sex": engine.DROP_AGAINST_LOOKS,
            "itself": engine.DROP_ITSELF,
        }
        multiplies = engine.NOTHING
        if not isinstance(given.multiply, UnsetType):
            named = {"host": engine.ITS_HOST, "levels": engine.ITS_LEVELS}
            multiplies = named[given.multiply] if isinstance(given.multiply, str) else engine.SUCH_CARDS
        rule = StrengthRule(
            amount=None if isinstance(given.add, UnsetType) else self.number(given.add),
            side=side,
            each=given.each or "",
            condition=self.condition(given.if_) if given.if_ else None,
            drop=drops[given.drop] if given.drop else engine.NO_DROP,
            scale=given.scale or 1,
            negate=self.card_is(given.negate) if given.negate else None,
            drop_cards=self.card_is(given.drop_cards) if given.drop_cards else None,
            level_as=given.level_as or 0,
            multiplies=multiplies,
            multiply=self.card_is(given.multiply) if isinstance(given.multiply, lang.CardIs) else None,
            by=given.by,
        )
        owner = given.if_ if given.if_ else lang.If()
        more = isinstance(given.add, int) and given.add > 0
        rule.for_some = more and owner in (lang.If(trait=owner.trait), lang.If(sex=owner.sex))
        return rule

    def forbidding(self, given: lang.Forbidding) -> engine.Forbidding:
        """What a card in force forbids."""
        return engine.Forbidding(
            terms.BANS.index(given.what),
            ("owner", "others", "all").index(given.on),
            self.condition(given.if_) if given.if_ else None,
            self.card_is(given.cards) if given.cards else None,
            given.like_host,
        )

    def bar(self, given: lang.Bar) -> engine.Bar:
        """Cards that are kept out of fights."""
        test = self.card_is(given.cards) if given.cards else None
        return engine.Bar(given.who == "others", given.from_ == "hand", given.players, test)

    def protection(self, given: lang.Protection) -> engine.Protection:
        """Cards that are not lost in some ways."""
        causes = tuple(terms.CAUSES.index(cause) for cause in given.from_)
        if isinstance(given.cards, str):
            what = engine.ITSELF if given.cards == "itself" else engine.ITS_HOST
            return engine.Protection(what, None, causes)
        return engine.Protection(engine.SUCH_CARDS, self.card_is(given.cards), causes)

    def host_change(self, given: lang.HostIs) -> engine.HostChange:
        """What an attached card makes of its host."""
        return engine.HostChange(
            -1 if isinstance(given.big, UnsetType) else int(given.big),
            tuple(terms.SLOTS.index(slot) for slot in given.slots),
            frozenset(given.tags),
            given.muted,
            given.stuck,
        )

    def modifier(self, given: lang.Modifier) -> Modifier:
        """A change to a number of the rules."""
        refuse_later_layer(given.if_)
        return Modifier(
            given.value,
            given.add or 0,
            engine.UNSET_NUMBER
            if isinstance(given.set_, UnsetType)
            else ANY_NUMBER
            if given.set_ == "any"
            else given.set_,
            engine.ON_OWNER if given.on == "owner" else engine.ON_ALL,
            self.condition(given.if_) if given.if_ else None,
        )


def standing(name: str, must: bool, rule: str) -> Refusal:
    """The reason to give where a player does not stand as they must, or stands as they must not."""
    return Refusal(f"if.{name}.{'must' if must else 'must_not'}", rule)


def negated(given: lang.If) -> Refusal:
    """The reason to give where a condition must not hold but does."""
    if given.highest:
        return standing("highest", False, "HIER-01")
    if given.trait or given.suffers:
        return Refusal("if.not_trait", "HIER-01", traits(given.trait or given.suffers))
    if given.winning:
        return standing("winning", False, "HIER-01")
    return CONDITION_FAILS
