"""Conditions about characters and the fights they are in."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions.levels import can_gain, can_lose
from kickdoor.engine.data.cards import BY_ROLL, FOR_OWN
from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.refusals import MAY_NOT_HELP, Refusal
from kickdoor.engine.data.registers import (
    FLEE_AGAIN,
    FLEE_ROLL,
    ROLL_TO_RUN,
    RUN_COMING,
    RUN_HELD,
    RUN_LEFT,
    RUN_SPARED,
    RUN_SPARED_FOR_SURE,
)
from kickdoor.engine.data.scripts import CardTest
from kickdoor.engine.data.stack import FLEE_FLOW, ROLL_FLOW, RUN_FLOW, nearest
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import BAN_ESCAPE, BAN_HELP, CURSE, FEMALE, KILLED, MALE, TO_PARTY, TO_SEAT
from kickdoor.engine.questions.conditions import Part
from kickdoor.engine.questions.force import (
    has_hireling,
    has_trait,
    is_active,
    is_banned,
    is_hated,
    is_seen,
    is_up,
    races_of,
    sexes_of,
    suffers_trait,
)
from kickdoor.engine.questions.items import fills
from kickdoor.engine.questions.monsters import living, monster_face, monster_has_tag
from kickdoor.engine.questions.strength import is_unaided, is_winning
from kickdoor.engine.questions.table import face, highest_level, in_combat, lowest_level, party
from kickdoor.engine.questions.who import Who

# What is asked of a player
IN_COMBAT: Final = 0
ON_TURN: Final = 1
IS_FIGHTER: Final = 2
IS_HELPER: Final = 3
IS_ALONE: Final = 4
CAN_GAIN_LEVEL: Final = 5
IS_HIGHEST: Final = 6
IS_LOWEST: Final = 7
IS_WINNING: Final = 8
LAST_MONSTER: Final = 9
UNAIDED: Final = 10
FIRST_ROLL: Final = 11
MUST_RUN: Final = 12
IS_RUNNER: Final = 13
HAS_HELPER: Final = 14
WAS_KILLED: Final = 15
CAN_LOSE_LEVEL: Final = 16
RUNNING_AWAY: Final = 17
DAYTIME: Final = 18
IS_DEAD: Final = 19
CAN_ESCAPE: Final = 20
HAS_RISEN: Final = 21


class Look:
    """Whose question about a race, class or sex it is, and what it is about.

    What stands on a monster asks what monsters see, and its lines of strength see Hirelings too; all else asks what
    the character is. A disadvantage is another thing than the trait alone.
    """

    __slots__ = ("against", "purpose", "suffers")

    def __init__(self, purpose: int = FOR_OWN, against: bool = False, suffers: bool = False) -> None:
        self.purpose = purpose
        self.against = against  # a monster's line of strength
        self.suffers = suffers

    def sees(self, s: State, seat: Seat, word: str) -> bool:
        """Whether it is there."""
        if self.against:
            return is_hated(s, seat, word) if self.suffers else is_seen(s, seat, word)
        if self.suffers:
            return suffers_trait(s, seat, word, self.purpose)
        return has_trait(s, seat, word, self.purpose)


class HasTrait(Part):
    """A player is of one of these races, classes or sexes (with its disadvantages, if so asked)."""

    __slots__ = ("look", "who", "words")

    def __init__(self, who: Who, words: tuple[str, ...], look: Look, why: Refusal) -> None:
        super().__init__(why)
        self.who = who
        self.words = words
        self.look = look

    def holds(self, s: State, f: Frame) -> bool:
        """Whether they are."""
        seat = self.who.one(s, f)
        if seat < 0:
            return False
        for word in self.words:
            if self.look.sees(s, seat, word):
                return True
        return False


class PartyHas(Part):
    """Fighter or helper is of one of these; for a card that is no monster's, a Hireling of theirs too [CMB-18]."""

    __slots__ = ("look", "words")

    def __init__(self, words: tuple[str, ...], look: Look, why: Refusal) -> None:
        super().__init__(why)
        self.words = words
        self.look = look

    def holds(self, s: State, f: Frame) -> bool:
        """Whether one is."""
        fight = s.fight_by_id(f.fight)
        if fight is None:
            return False
        for seat in party(s, fight):
            for word in self.words:
                if self.look.sees(s, seat, word):
                    return True
                if self.look.purpose == FOR_OWN and has_hireling(s, seat, word):
                    return True
        return False


class OfTwo(Part):
    """A question about two players."""

    __slots__ = ("other", "who")

    def __init__(self, who: Who, other: Who, why: Refusal) -> None:
        super().__init__(why)
        self.who = who
        self.other = other


class OfTwoLooks(OfTwo):
    """A question about what two players are, for a purpose."""

    __slots__ = ("purpose",)

    def __init__(self, who: Who, other: Who, purpose: int, why: Refusal) -> None:
        super().__init__(who, other, why)
        self.purpose = purpose


class SameRace(OfTwoLooks):
    """Two players share a Race; two humans share theirs."""

    __slots__ = ()

    def holds(self, s: State, f: Frame) -> bool:
        """Whether they do."""
        seat = self.who.one(s, f)
        other = self.other.one(s, f)
        if seat < 0 or other < 0:
            return False
        return bool(races_of(s, seat, self.purpose) & races_of(s, other, self.purpose))


class OppositeSex(OfTwoLooks):
    """One of two players counts as male, the other as female."""

    __slots__ = ()

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it is so."""
        seat = self.who.one(s, f)
        other = self.other.one(s, f)
        if seat < 0 or other < 0:
            return False
        one, two = sexes_of(s, seat, self.purpose), sexes_of(s, other, self.purpose)
        return bool((one >> MALE & two >> FEMALE | one >> FEMALE & two >> MALE) & 1)


class IsPlayer(OfTwo):
    """A player is this one."""

    __slots__ = ()

    def holds(self, s: State, f: Frame) -> bool:
        """Whether they are."""
        return self.who.one(s, f) in self.other.all(s, f)

    def is_public(self) -> bool:
        """Whether all see who they are."""
        return self.who.is_public() and self.other.is_public()


class MayHelp(Part):
    """No card forbids a player to help."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        super().__init__(MAY_NOT_HELP)
        self.who = who

    def holds(self, s: State, f: Frame) -> bool:
        """Whether none does."""
        return not is_banned(s, self.who.one(s, f), BAN_HELP, fight=f.fight)


class LevelWithin(Part):
    """A player's counted Level lies within bounds, or above another's."""

    __slots__ = ("above", "least", "most", "who")

    def __init__(self, who: Who, least: int, most: int, above: Who | None, why: Refusal) -> None:
        super().__init__(why)
        self.who = who
        self.least = least
        self.most = most
        self.above = above

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it does."""
        seat = self.who.one(s, f)
        if seat < 0:
            return False
        level = s.players[seat].level
        if self.above is not None and level <= s.players[self.above.one(s, f)].level:
            return False
        return self.least <= level <= self.most


class Wears(Part):
    """A player wears something in a slot."""

    __slots__ = ("slot", "who")

    def __init__(self, who: Who, slot: int, why: Refusal) -> None:
        super().__init__(why)
        self.who = who
        self.slot = slot

    def holds(self, s: State, f: Frame) -> bool:
        """Whether they do."""
        seat = self.who.one(s, f)
        return seat >= 0 and any(
            s.up[c] and fills(s, c, self.slot) and is_up(s, seat, c) for c in s.players[seat].table
        )


class Standing(Part):
    """A yes-or-no question about a player or their fight."""

    __slots__ = ("answer", "question", "who")

    def __init__(self, who: Who, question: int, answer: bool, why: Refusal) -> None:
        super().__init__(why)
        self.who = who
        self.question = question
        self.answer = answer

    def holds(self, s: State, f: Frame) -> bool:
        """Whether the answer is the one given."""
        return self._ask(s, f) == self.answer

    def _ask(self, s: State, f: Frame) -> bool:
        question = self.question
        if question in (IS_WINNING, LAST_MONSTER, UNAIDED, WAS_KILLED):
            fight = s.fight_by_id(f.fight)
            if fight is None:
                return False
            if question == IS_WINNING:
                return is_winning(s, fight)
            if question == WAS_KILLED:
                return any(m.gone == KILLED for m in fight.monsters)
            if question == UNAIDED:
                return is_unaided(s, fight)
            return len(living(fight)) == 1
        if question == FIRST_ROLL:
            flee = nearest(s, FLEE_FLOW)
            return flee is not None and bool(flee.regs[FLEE_ROLL]) and not flee.regs[FLEE_AGAIN]
        if question == RUNNING_AWAY:
            roll = nearest(s, ROLL_FLOW)
            return roll is not None and bool(roll.regs[ROLL_TO_RUN])
        if question == DAYTIME:
            return (s.turns - 1) // len(s.players) % 2 == 0
        seat = self.who.one(s, f)
        if seat < 0:
            return False
        if question == IN_COMBAT:
            return in_combat(s, seat)
        if question == ON_TURN:
            return s.turn == seat
        if question == IS_DEAD:
            return s.players[seat].dead
        if question == CAN_GAIN_LEVEL:
            return can_gain(s, seat)
        if question == CAN_LOSE_LEVEL:
            return can_lose(s, seat)
        if question == IS_HIGHEST:
            return s.players[seat].level == highest_level(s)
        if question == IS_LOWEST:
            return s.players[seat].level == lowest_level(s)
        if question in (IS_RUNNER, MUST_RUN, CAN_ESCAPE):
            return _is_running(s, seat, question)
        if question == HAS_RISEN:
            decided = s.fight_by_id(f.fight)
            return decided is not None and any(r.levels > 0 and r.seat == seat for r in decided.rewards)
        fight = s.fight_by_id(s.players[seat].fight)
        if fight is None:
            fight = s.fight_by_id(f.fight)  # just over
            if fight is None or seat not in party(s, fight):
                return False
        if question == IS_FIGHTER:
            return fight.fighter == seat
        if question == HAS_HELPER:
            return fight.fighter == seat and len(party(s, fight)) > 1
        if question == IS_HELPER:
            return fight.helper == seat
        return len(party(s, fight)) == 1


def _is_running(s: State, seat: Seat, question: int) -> bool:
    """Whether somebody is about to roll to run away, has still to, or could still be saved by a roll."""
    if question == CAN_ESCAPE:
        return _can_escape(s, seat)
    run = nearest(s, RUN_FLOW)
    if run is None:
        return False
    if run.you == seat and run.regs[RUN_LEFT]:
        return True
    return question == MUST_RUN and seat in run.regs[RUN_COMING]


def _can_escape(s: State, seat: Seat) -> bool:
    """Whether somebody has to run from a monster that a roll could escape, and what stands for one can still save them.

    A card that stands for a roll needs one [RUN-02].
    """
    run = nearest(s, RUN_FLOW)
    fight = s.fight_by_id(run.fight) if run is not None else None
    if run is None or fight is None:
        return False
    if seat in run.regs[RUN_SPARED] or seat in run.regs[RUN_SPARED_FOR_SURE] or seat in run.regs[RUN_HELD]:
        return False
    waits = seat in run.regs[RUN_COMING]
    if is_banned(s, seat, BAN_ESCAPE, fight=fight.id):
        return False
    return any(
        monster_face(s, monster).escape == BY_ROLL
        for monster in living(fight)
        if waits or (run.you == seat and monster.id in run.regs[RUN_LEFT])
    )


class MonsterTag(Part):
    """Some monster of the fight is of a sort."""

    __slots__ = ("tag",)

    def __init__(self, tag: str, why: Refusal) -> None:
        super().__init__(why)
        self.tag = tag

    def holds(self, s: State, f: Frame) -> bool:
        """Whether one is."""
        fight = s.fight_by_id(f.fight)
        return fight is not None and any(monster_has_tag(s, fight, m, self.tag) for m in living(fight))


class PartyUses(Part):
    """A card in force of the party, or a card played for it, is such a card."""

    __slots__ = ("test",)

    def __init__(self, test: CardTest, why: Refusal) -> None:
        super().__init__(why)
        self.test = test

    def holds(self, s: State, f: Frame) -> bool:
        """Whether one is."""
        fight = s.fight_by_id(f.fight)
        if fight is None:
            return False
        members = party(s, fight)
        for seat in members:
            for card in s.players[seat].table:
                if self.test.fits(s, card) and face(s, card).kind != CURSE and is_active(s, seat, card):
                    return True
        return any(
            (play.to == TO_PARTY or (play.to == TO_SEAT and play.target in members and play.amount > 0))
            and any(self.test.fits(s, card) for card in play.cards)
            for play in fight.plays
        )
