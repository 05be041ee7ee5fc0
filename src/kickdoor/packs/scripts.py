"""Compiling steps of the card language to flat scripts of engine steps."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from kickdoor.engine.actions.dungeons import LEAVINGS
from kickdoor.engine.data import terms
from kickdoor.engine.data.cards import FOR_BAD_STUFF, FOR_MONSTERS, FOR_OWN
from kickdoor.engine.data.scripts import Condition, Holds, Script, Step
from kickdoor.engine.questions import characters, numbers
from kickdoor.engine.questions.conditions import All
from kickdoor.engine.steps import cards as card_steps
from kickdoor.engine.steps import curses, dice, dungeons, entering, fights, fleeing, marking, sources
from kickdoor.engine.steps import levels as level_steps
from kickdoor.engine.steps.choosing import NOWHERE, AskEach, Choose, HowMany
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
from kickdoor.engine.steps.paying import Branch
from kickdoor.packs import language as lang
from kickdoor.packs.expressions import CompileError, Names, standing
from kickdoor.packs.gathering import Gathering

#: What can be picked from, and what is stored of it.
SOURCES = {
    "cards": Holds.CARDS,
    "players": Holds.SEATS,
    "monsters": Holds.MONSTERS,
    "options": Holds.NUMBERS,
    "numbers": Holds.NUMBERS,
    "side": Holds.NUMBERS,
    "plays": Holds.NUMBERS,
}

#: What makes somebody pay, without a will of theirs.
PRICES = (terms.BY_BAD_STUFF, terms.BY_CURSE)


def name_theft(condition: Condition | None) -> None:
    """Who fights is not robbed by the rule about thefts, whatever card steals [CHAR-11]."""
    for part in condition.parts if isinstance(condition, All) else (condition,):
        if isinstance(part, characters.Standing) and part.question == characters.IN_COMBAT:
            part.why = standing("in_combat", part.answer, "CHAR-11")


class Writer(Gathering):
    """Writes one script: steps come out flat, with `if`, `for_each` and `repeat` as jumps."""

    def __init__(self, names: Names, purpose: int = FOR_OWN, cause: int = -1) -> None:
        super().__init__(names, FOR_BAD_STUFF if cause == terms.BY_BAD_STUFF and purpose == FOR_MONSTERS else purpose)
        self.cause = cause
        self.acts = True
        self.worded: dict[str, sources.FromWords] = {}  # choices among words, by where the pick is stored
        self.lies = False  # whether the card itself lies before a player by now

    def write(self, steps: list[lang.Step]) -> None:
        """Append steps."""
        for step in steps:
            try:
                self._write(step)
            except CompileError as error:
                error.step = error.step or step
                raise

    def _write(self, step: lang.Step) -> None:
        verbs = [
            name
            for name in step.__struct_fields__
            if name not in ("then", "else_") and getattr(step, name) is not UNSET
        ]
        if len(verbs) != 1:
            written = ", ".join(verb.rstrip("_") for verb in verbs)
            if verbs:
                raise CompileError(f"a step has {len(verbs)} verbs ({written})", "Make a step of each: [{…}, {…}]")
            raise CompileError(
                "a step has no verb", "Say what it does, such as {lose_levels: 1}; then and else need an if"
            )
        getattr(self, "_" + verbs[0].rstrip("_"))(getattr(step, verbs[0]), step)

    def write_cost(self, steps: list[lang.Step]) -> None:
        """Append the steps of a price: what is discarded there is paid."""
        before = self.cause
        self.cause = terms.BY_COST
        start = len(self.steps)
        self.write(steps)
        self.cause = before
        for step in self.steps[start:]:
            if isinstance(step, Choose) and isinstance(step.source, sources.FromCards):
                step.source.pays = True

    def _if(self, given: lang.If, step: lang.Step) -> None:
        jump = JumpUnless(self.condition(given), -1)
        self.steps.append(jump)
        start = len(self.steps)
        self.write(step.then or [])
        then = self.steps[start:]
        otherwise: list[Step] = []
        if step.else_:
            over = Jump(-1)
            self.steps.append(over)
            jump.to = len(self.steps)
            self.write(step.else_)
            otherwise = self.steps[jump.to :]
            over.to = len(self.steps)
        else:
            jump.to = len(self.steps)
        if self.cause in PRICES:
            self._tell_ways(given.option or {}, then, otherwise)

    def _tell_ways(self, picks: dict[str, str], then: list[Step], otherwise: list[Step]) -> None:
        """Let a choice among words know what follows each: who must pay picks what they can pay."""
        for name, option in picks.items():
            choice = self.worded.get(name)
            if choice is None:
                continue
            branches = (otherwise if word != option else then for word in choice.names)
            before = choice.ways or tuple(Branch(()) for _ in choice.names)
            choice.ways = tuple(
                Branch((*way.steps, *steps)) if isinstance(way, Branch) else way
                for way, steps in zip(before, branches, strict=True)
            )

    def _loop(self, left: int, into: int, do: list[lang.Step]) -> None:
        start = len(self.steps)
        following = Next(left, into, -1)
        self.steps.append(following)
        self.write(do)
        self.steps.append(Jump(start))
        following.end = len(self.steps)

    def _for_each(self, given: lang.ForEach, step: lang.Step) -> None:
        over = Holds.SEATS if given.players else Holds.CARDS
        left = self.names.hidden(over)
        if given.players:
            self.steps.append(EachPlayer(self.who(given.players), left))
        elif given.cards:
            self.steps.append(EachCard(self.cards(given.cards), left))
        else:
            raise CompileError("for_each names nothing", "Give players or cards")
        one = self.names.store(given.as_, over)
        if not given.at_once:
            self._loop(left, one, given.do)
            return
        if not given.players:
            raise CompileError("only players choose at once", "Give players, or leave at_once out")
        picks = self.names.hidden(Holds.PICKS)
        each = AskEach(self.who(given.players), one, None, self._unread(), picks, self.names.hidden(Holds.MASK))
        self.steps.insert(len(self.steps) - 1, each)
        start = len(self.steps)
        self._loop(left, one, given.do)
        self._ask_beforehand(each, start)

    def _unread(self) -> Choose:
        """A choice that stands for one not compiled yet."""
        return Choose(sources.FromWords(()), self.who("you"), 0, HowMany(numbers.Fixed(0)))

    def _ask_beforehand(self, each: AskEach, start: int) -> None:
        """Let the first choice of a loop's body, and its condition, be asked of all at once."""
        for step in self.steps[start:]:
            if isinstance(step, JumpUnless) and each.guard is None:
                each.guard = step.condition
            elif isinstance(step, Choose):
                each.choose = step
                step.told = each.into
                if step.verb != terms.PICK:
                    self.names.holds[each.into] = Holds.NUMBERS  # with their seats; no cards are held meanwhile
                return
        raise CompileError("nobody chooses anything at once", "Let the first step be a choice, or leave at_once out")

    def _repeat(self, given: lang.Repeat, step: lang.Step) -> None:
        left = self.names.hidden()
        self.steps.append(CountDown(self.number(given.times), left))
        self._loop(left, self.names.hidden(), given.do)

    def _together(self, given: list[lang.Step], step: lang.Step) -> None:
        self.steps.append(Hold(1))
        self.write(given)
        self.steps.append(Hold(-1))

    def _choose(self, given: lang.Choose, step: lang.Step) -> None:
        named = [name for name in SOURCES if getattr(given, name) is not UNSET]
        if len(named) != 1:
            raise CompileError(
                f"a choice is among {len(named)} sorts of things", f"Give exactly one of {', '.join(SOURCES)}"
            )
        holds = SOURCES[named[0]]
        words = list(given.options or ()) or (list(terms.SIDES) if given.side else [])
        condition = None
        one = NOWHERE
        if given.if_:
            one = self.names.store("$one", holds)
            self.names.options["$one"] = words
            condition = self.condition(given.if_)
        into = self.names.store(given.into, holds)
        self.names.options[given.into] = words
        source = self._source(given)
        many = self.how_many(given.count, given.at_least, optional=given.optional)
        many.worth = None if isinstance(given.worth, UnsetType) else self.number(given.worth)
        many.most = None if isinstance(given.worth_at_most, UnsetType) else self.number(given.worth_at_most)
        many.exactly = given.exactly
        many.ordered = given.ordered
        choose = Choose(source, self.who(given.who), into, many, condition, one)
        choose.leaves = None if isinstance(given.leaves, UnsetType) else self.cards(given.leaves)
        self.steps.append(choose)

    def _source(self, given: lang.Choose) -> sources.Source:
        """What is picked from."""
        if given.cards:
            return sources.FromCards(self.cards(given.cards), given.would_win)
        if given.players:
            return sources.FromPlayers(self.who(given.players))
        if given.monsters:
            asked = given.monsters
            return sources.FromMonsters(self.card_is(asked) if isinstance(asked, lang.CardIs) else None)
        if given.options:
            self.worded[given.into] = sources.FromWords(tuple(given.options))
            return self.worded[given.into]
        if given.numbers:
            if not all(0 <= n < terms.NONE for n in given.numbers):
                raise CompileError(
                    "a number to pick is below 0 or too high", "Let words be picked instead, with options"
                )
            return sources.FromNumbers(tuple(given.numbers))
        return sources.FromSides() if given.side else sources.FromPlays()

    def _discard(self, given: str | lang.Cards, step: lang.Step) -> None:
        self.steps.append(card_steps.Discard(self.cards(given), terms.BY_EFFECT if self.cause < 0 else self.cause))

    def _lose(self, given: str | lang.Cards, step: lang.Step) -> None:
        self.steps.append(card_steps.Discard(self.cards(given), self.cause))

    def _swap_sex(self, given: str, step: lang.Step) -> None:
        self.steps.append(level_steps.SwapSex(self.cards(given)))

    def _kill_hireling(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.KillHireling(self.cards(given)))

    def _discard_hand(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.DiscardHand(self.who(given)))

    def _take(self, given: lang.Take, step: lang.Step) -> None:
        if isinstance(given.cards, str) and given.cause == "stolen":
            for choice in self._picks_of(given.cards):
                choice.robs = True
            for choosing in self.steps:
                if isinstance(choosing, Choose) and isinstance(choosing.source, sources.FromPlayers):
                    name_theft(choosing.condition)
        self.steps.append(
            card_steps.Take(
                self.cards(given.cards),
                self.who(given.to),
                given.into == "hand",
                terms.CAUSES.index(given.cause),
                given.equip,
            )
        )

    def _picks_of(self, name: str) -> list[sources.FromCards]:
        """The choices among cards by which something was stored."""
        register = self.names.of(name)
        return [
            step.source
            for step in self.steps
            if isinstance(step, Choose) and step.into == register and isinstance(step.source, sources.FromCards)
        ]

    def _take_unseen(self, given: lang.TakeUnseen, step: lang.Step) -> None:
        where = self.card_is(given.where) if given.where else None
        to = self.who(given.to) if given.to else None
        self.steps.append(card_steps.TakeUnseen(self.who(given.from_), to, self.number(given.count), where))

    def _show_hand(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.ShowHand(self.who(given)))

    def _draw(self, given: lang.Draw, step: lang.Step) -> None:
        face = {"down": card_steps.FACE_DOWN, "up": card_steps.FACE_UP, "as_drawn": card_steps.AS_DRAWN}[given.face]
        deck = terms.DECKS.index(given.deck)
        if given.into and given.who != "you" and not given.who.startswith("$"):
            raise CompileError("cards drawn by several cannot be stored under one name", "Draw for each in turn")
        into = self.names.store(given.into) if given.into else -1
        who = self.who(given.who)
        self.steps.append(card_steps.Draw(deck, self.number(given.count), who, face, into, given.round))

    def _peek(self, given: lang.Peek, step: lang.Step) -> None:
        deck = terms.DECKS.index(given.deck)
        count = self.number(given.count)
        self.steps.append(card_steps.Peek(deck, count, self.who(given.who), self.names.store(given.into)))

    def _to_deck(self, given: lang.ToDeck, step: lang.Step) -> None:
        self.steps.append(card_steps.ToDeck(self.cards(given.cards), terms.PUT_BACK.index(given.at)))

    def _put_in_play(self, given: lang.PutInPlay, step: lang.Step) -> None:
        for choice in self._picks_of(given.card):
            choice.lays = True
        self.steps.append(card_steps.PutInPlay(self.cards(given.card), self.who(given.who)))
        self.lies = self.lies or given.card == "$it"

    def _attach(self, given: lang.Attach, step: lang.Step) -> None:
        self.steps.append(card_steps.Attach(self.cards(given.to), given.also))
        self.lies = True

    def _out_of_game(self, given: str | lang.Cards, step: lang.Step) -> None:
        self.steps.append(card_steps.OutOfGame(self.cards(given)))

    def _gain_levels(self, given: int | lang.GainLevels, step: lang.Step) -> None:
        if isinstance(given, int):
            given = lang.GainLevels(count=given)
        self.steps.append(level_steps.GainLevels(self.number(given.count), self.who(given.who), given.may_win))

    def _lose_levels(self, given: int | lang.LoseLevels, step: lang.Step) -> None:
        if isinstance(given, int):
            given = lang.LoseLevels(count=given)
        pays = self.cause == terms.BY_COST
        self.steps.append(level_steps.LoseLevels(self.number(given.count), self.who(given.who), pays))

    def _set_level(self, given: lang.SetLevel, step: lang.Step) -> None:
        to = numbers.LowestLevel() if given.to == "lowest" else self.number(given.to)
        self.steps.append(level_steps.SetLevel(to, self.who(given.who)))

    def _die(self, given: str | lang.Die, step: lang.Step) -> None:
        if isinstance(given, str):
            given = lang.Die(who=given)
        self.steps.append(level_steps.Die(self.who(given.who), given.looted))

    def _lose_turn(self, given: str, step: lang.Step) -> None:
        self.steps.append(level_steps.LoseTurn(self.who(given)))

    def _gain_turn(self, given: str, step: lang.Step) -> None:
        self.steps.append(level_steps.GainTurn(self.who(given)))

    def _change_sex(self, given: str, step: lang.Step) -> None:
        self.steps.append(level_steps.ChangeSex(self.who(given)))

    def _enter_dungeon(self, given: lang.EnterDungeon, step: lang.Step) -> None:
        leaving = LEAVINGS.index(given.leaving)
        who = self.who(given.who)
        self.steps.append(dungeons.EnterDungeon(who, given.count, leaving, given.back))

    def _discard_to_limit(self, given: str, step: lang.Step) -> None:
        self.steps.append(dungeons.DiscardToLimit(self.who(given)))

    def _roll(self, given: lang.Roll, step: lang.Step) -> None:
        self.steps.append(dice.Roll(self.who(given.who), self.names.store(given.into, Holds.NUMBERS)))

    def _set_roll(self, given: lang.Amount, step: lang.Step) -> None:
        self.steps.append(dice.SetRoll(self.number(given)))

    def _add_roll(self, given: lang.Amount, step: lang.Step) -> None:
        self.steps.append(dice.AddRoll(self.number(given)))

    def _roll_again(self, given: bool, step: lang.Step) -> None:
        self.steps.append(dice.RollAgain())

    def _roll_off(self, given: lang.RollOff, step: lang.Step) -> None:
        one = -1
        condition = None
        if given.if_:
            one = self.names.store("$one", Holds.SEATS)
            condition = self.condition(given.if_)
        hidden = [self.names.hidden(holds) for holds in (Holds.SEATS, Holds.NUMBERS, Holds.NUMBERS)]
        into = self.names.store(given.into, Holds.SEATS)
        words = [given.players] if isinstance(given.players, str) else given.players
        rollers = tuple(self.who(word) for word in words)
        self.steps.append(dice.RollOff(rollers, condition, one, given.lowest, into, *hidden))

    def _count_left(self, given: lang.CountLeft, step: lang.Step) -> None:
        self.steps.append(dice.CountLeft(self.number(given.steps), self.names.store(given.into, Holds.SEATS)))

    def _enter(self, given: bool, step: lang.Step) -> None:
        self.steps.append(entering.Enter())

    def _enhance(self, given: str, step: lang.Step) -> None:
        self.steps.append(fights.Enhance(self.cards(given)))

    def _add_run(self, given: lang.AddRun, step: lang.Step) -> None:
        self.steps.append(fleeing.AddRun(self.number(given.count), self.who(given.who)))

    def _add_spoils(self, given: lang.Amount, step: lang.Step) -> None:
        self.steps.append(entering.AddSpoils(self.number(given)))

    def _leave_fight(self, given: str, step: lang.Step) -> None:
        self.steps.append(entering.LeaveFight(self.who(given)))

    def _fail_run(self, given: bool, step: lang.Step) -> None:
        self.steps.append(fleeing.FailRun())

    def _suffer(self, given: lang.Suffer, step: lang.Step) -> None:
        self.steps.append(curses.Suffer(self.cards(given.card), self.who(given.who)))

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
        monster = self.cards(given.monster)
        self.steps.append(fights.Twin(monster, given.add, given.treasures, given.levels, without))

    def _end_fight(self, given: lang.EndFight, step: lang.Step) -> None:
        self.steps.append(fights.EndFight(given.treasures, given.may_loot))

    def _transfer_fight(self, given: str, step: lang.Step) -> None:
        self.steps.append(fights.TransferFight(self.who(given)))

    def _force_help(self, given: lang.ForceHelp, step: lang.Step) -> None:
        self.steps.append(fights.ForceHelp(self.who(given.who), given.may_win, given.forgoes_win))

    def _escape(self, given: lang.Escape, step: lang.Step) -> None:
        monster = self.cards(given.monster) if given.monster else None
        self.steps.append(fleeing.Escape(self.who(given.who), monster, given.even_if_impossible))

    def _be_caught(self, given: str, step: lang.Step) -> None:
        self.steps.append(fleeing.BeCaught(self.who(given)))

    def _undo_escape(self, given: bool, step: lang.Step) -> None:
        self.steps.append(fleeing.UndoEscape())

    def _start_fight(self, given: lang.StartFight, step: lang.Step) -> None:
        self.steps.append(fights.StartFight(self.who(given.who), self.cards(given.card), given.enhanced))

    def _may_loot(self, given: str, step: lang.Step) -> None:
        self.steps.append(fights.MayLoot())

    def _strike(self, given: lang.Strike, step: lang.Step) -> None:
        self.steps.append(curses.Strike(self.cards(given.curse), self.who(given.victim)))

    def _cancel_curse(self, given: bool, step: lang.Step) -> None:
        self.steps.append(curses.CancelCurse())

    def _forbid(self, given: lang.Forbid, step: lang.Step) -> None:
        what = terms.BANS.index(given.what)
        until = terms.UNTIL.index(given.until)
        self.steps.append(curses.Forbid(self.who(given.who), what, until, self.who(given.against)))

    def _mark(self, given: lang.MarkPlayer, step: lang.Step) -> None:
        self.steps.append(marking.MarkPlayer(given.with_, self.who(given.who)))

    def _turn_into(self, given: lang.TurnInto, step: lang.Step) -> None:
        if given.card == "$it" and not self.lies:
            raise CompileError("only a card before a player shows another face", "Put it in play first", "faces")
        name = "" if given.face == "front" else given.face
        self.steps.append(marking.TurnInto(self.cards(given.card), name))

    def _copy(self, given: lang.Copy, step: lang.Step) -> None:
        until = terms.UNTIL.index(given.until)
        self.steps.append(marking.CopyCard(self.cards(given.card), self.who(given.who), until))

    def _no_spoils(self, given: bool, step: lang.Step) -> None:
        self.steps.append(entering.NoSpoils())

    def _take_back(self, given: lang.TakeBack, step: lang.Step) -> None:
        play = self.names.of(given.play) if given.play else -1
        by = self.who(given.by) if given.by else None
        against = self.who(given.against) if given.against else None
        self.steps.append(fights.TakeBack(play, by, given.one_shots, given.out_of_game, against))

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
        if isinstance(given.to, UnsetType):
            if isinstance(given.like, UnsetType):
                raise CompileError("no sex is named", "Give to or like")
            self.steps.append(level_steps.SetSex(self.who(given.who), 0, -1, self.who(given.like)))
        elif given.to.startswith("$"):
            named = self.names.options.get(given.to, [])
            if named != list(terms.SEXES)[: len(named)]:
                raise CompileError(f"{given.to} is not a pick of a sex", "Choose among [male, female, neither] first")
            self.steps.append(level_steps.SetSex(self.who(given.who), 0, self.names.of(given.to), None))
        elif given.to in terms.SEXES:
            self.steps.append(level_steps.SetSex(self.who(given.who), terms.SEXES.index(given.to), -1, None))
        else:
            raise CompileError(f"unknown sex {given.to!r}", f"Use one of {', '.join(terms.SEXES)}")

    def _note(self, given: lang.Note, step: lang.Step) -> None:
        self.steps.append(level_steps.Note(self.cards(given.card), self.number(given.value)))

    def _make_room(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.MakeRoom(self.cards(given)))

    def _attach_to_enhancer(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.AttachToEnhancer(self.cards(given)))

    def _count_as_class(self, given: str, step: lang.Step) -> None:
        for choice in self._picks_of(given):
            choice.recasts = True
        self.steps.append(card_steps.Recast(self.cards(given), False))

    def _count_as_race(self, given: str, step: lang.Step) -> None:
        self.steps.append(card_steps.Recast(self.cards(given), True))

    def _stop(self, given: bool, step: lang.Step) -> None:
        self.steps.append(Stop())


def finish(scripts: list[Script], writer: Writer) -> Script:
    """Give a written script its number, and put it with the others of the mix."""
    script = Script(len(scripts), tuple(writer.steps), tuple(writer.names.holds))
    scripts.append(script)
    return script
