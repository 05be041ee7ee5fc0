"""Steps that act on a fight."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import fights, piles, rewards, tell
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.ids import NO_CARD, NO_SEAT, Seat
from kickdoor.engine.data.options import field_of
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.scripts import Step, Value
from kickdoor.engine.data.state import Fight, Frame, Monster, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    AS_MONSTER,
    AVOIDED,
    ENDED_BY_CARD,
    FORCED,
    FORCED_FORGOING_WIN,
    FORCED_WITHOUT_WIN,
    IN_DOOR_DISCARDS,
    IN_FIGHT,
    IN_LIMBO,
    IN_TREASURE_DISCARDS,
    MONSTERS,
    ONE_SHOT,
    PARTY,
    REMOVED,
    TO_MONSTER,
    TO_MONSTERS,
    TO_PARTY,
    TO_SEAT,
    WILLING,
)
from kickdoor.engine.questions.filters import Cards
from kickdoor.engine.questions.monsters import living, treasures_of
from kickdoor.engine.questions.table import current_fight, face, party
from kickdoor.engine.questions.values import value
from kickdoor.engine.questions.who import Who

IN_DISCARDS: Final = (IN_DOOR_DISCARDS, IN_TREASURE_DISCARDS)

NO_TREASURES: Final = -1
BOOK_TREASURES: Final = -2
ALL_TREASURES: Final = -3
IF_LAST: Final = -4


def fight_at_hand(s: State, f: Frame) -> Fight | None:
    """The fight that a script is about."""
    fight = s.fight_by_id(f.fight)
    return fight if fight is not None else current_fight(s)


class AddStrength(Step):
    """An entry in the fight that counts for a side, a player or a monster."""

    __slots__ = ("count", "monster", "side", "side_from", "to")

    def __init__(self, count: Value, side: int, side_from: int, to: Who | None, monster: Cards | None) -> None:
        self.count = count
        self.side = side
        self.side_from = side_from  # a stored side, or -1
        self.to = to
        self.monster = monster

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is None:
            return
        amount = self.count.of(s, f)
        side = f.regs[self.side_from][0] if self.side_from >= 0 else self.side
        for_monsters = self.monster is not None or (self.to is None and side == MONSTERS)
        if (amount > 0) == for_monsters and 0 <= f.it < len(s.where) and face(s, f.it).kind == ONE_SHOT:
            amount *= value(s, "monster_one_shots", f.by)
        if self.to is not None:
            for seat in self.to.all(s, f):
                fights.enter(s, fight, f.it, f.by, TO_SEAT, seat, amount)
            return
        if self.monster is not None:
            for id in self.monster.find(s, f):
                fights.enter(s, fight, f.it, f.by, TO_MONSTER, id, amount)
            return
        assert side in (PARTY, MONSTERS)
        fights.enter(s, fight, f.it, f.by, TO_PARTY if side == PARTY else TO_MONSTERS, -1, amount)


class RemoveMonster(Step):
    """A monster leaves without being killed [CMB-03, CMB-04]."""

    __slots__ = ("monster", "treasures")

    def __init__(self, monster: Cards, treasures: int) -> None:
        self.monster = monster
        self.treasures = treasures

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is None:
            return
        for id in self.monster.find(s, f):
            monster = fights.monster_by_id(fight, id)
            if monster is None or monster.gone:
                continue
            count = self.treasures
            whole = treasures_of(s, fight, monster)
            if count == BOOK_TREASURES:
                count = whole if s.rules.options.get("removed_gives_treasure") else 0
            elif count == ALL_TREASURES:
                count = whole
            elif count == IF_LAST:
                count = whole if len(fight.monsters) - sum(1 for m in fight.monsters if m.gone) == 1 else 0
            met = s.rules.faces[monster.face].on_meet
            gone = AVOIDED if met is not None and met.id == f.script else REMOVED
            fights.remove(s, fight, monster, max(0, count), gone)


class KillMonster(Step):
    """A monster is killed at once: its level and Treasures are earned [FAQ: reaching Level 10]."""

    __slots__ = ("monster",)

    def __init__(self, monster: Cards) -> None:
        self.monster = monster

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is not None:
            for id in self.monster.find(s, f):
                monster = fights.monster_by_id(fight, id)
                if monster is not None and not monster.gone:
                    fights.kill(s, fight, monster)
            if not living(fight):
                fight.declared = ENDED_BY_CARD


class AddMonster(Step):
    """A monster card joins the fight."""

    __slots__ = ("cards",)

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is not None:
            for card in self.cards.find(s, f):
                fights.add_monster(s, fight, card, f.by, f.it)


class ReplaceMonster(Step):
    """A monster with its enhancers is discarded; another card takes its place."""

    __slots__ = ("monster", "other")

    def __init__(self, monster: Cards, other: Cards) -> None:
        self.monster = monster
        self.other = other

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is None:
            return
        others = self.other.find(s, f)
        for id in self.monster.find(s, f):
            monster = fights.monster_by_id(fight, id)
            if monster is not None and others:
                fights.add_monster(s, fight, others[0], f.by)
                fights.remove(s, fight, monster, 0)


class Twin(Step):
    """A second monster like the first joins [CMB-15]."""

    __slots__ = ("add", "levels", "monster", "treasures", "without")

    def __init__(self, monster: Cards, add: int, treasures: int, levels: int, without: Cards | None) -> None:
        self.monster = monster
        self.add = add
        self.treasures = treasures
        self.levels = levels
        self.without = without  # an enhancer that it does not share

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is not None:
            for id in self.monster.find(s, f):
                left_out = self.without.find(s, f) if self.without is not None else []
                without = left_out[0] if left_out else NO_CARD
                fights.add_twin(
                    s,
                    fight,
                    id,
                    body=f.it,
                    add=self.add,
                    treasures=self.treasures,
                    by=f.by,
                    without=without,
                    levels=self.levels,
                )


class Enhance(Step):
    """This enhancer goes onto a monster [CMB-14]."""

    __slots__ = ("monster",)

    def __init__(self, monster: Cards) -> None:
        self.monster = monster

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is not None:
            for id in self.monster.find(s, f):
                fights.enhance(s, fight, id, f.it, f.by)


class EndFight(Step):
    """All monsters leave; the fight ends without a kill."""

    __slots__ = ("may_loot", "treasures")

    def __init__(self, treasures: int, may_loot: bool) -> None:
        self.treasures = treasures
        self.may_loot = may_loot

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is None:
            return
        for monster in fight.monsters:
            if not monster.gone:
                fights.remove(s, fight, monster, 0)
        fight.declared = ENDED_BY_CARD
        if self.treasures:
            rewards.earn(s, fight, self.treasures)
        if self.may_loot:
            s.may_loot = True


class TransferFight(Step):
    """Another player fights in the fighter's place."""

    __slots__ = ("to",)

    def __init__(self, to: Who) -> None:
        self.to = to

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        seat = self.to.one(s, f)
        if fight is not None and seat >= 0:
            fights.transfer(s, fight, seat)


class ForceHelp(Step):
    """A player must help, without reward."""

    __slots__ = ("forced", "instead", "who")

    def __init__(self, who: Who, may_win: bool, forgoes_win: bool) -> None:
        self.who = who
        self.forced = FORCED_FORGOING_WIN if forgoes_win else FORCED if may_win else FORCED_WITHOUT_WIN
        self.instead = False  # an earlier step of the script sends away the helper who is there

    def refuse(self, s: State, f: Frame) -> Refusal | None:
        """Where nobody may help, or nobody be forced to [HIER-06]."""
        fight = fight_at_hand(s, f)
        if fight is None:
            return no.NO_COMBAT
        if fight.helper >= 0 and not self.instead:
            return no.ONE_HELPER
        seat = self.who.one(s, f)
        return fights.refuse_forcing(s, fight, seat, self._how(f, seat))

    def _how(self, f: Frame, seat: int) -> int:
        """Who plays such a card on themselves is not forced."""
        return WILLING if seat == f.by else self.forced

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        seat = self.who.one(s, f)
        if fight is None or seat < 0 or fight.helper >= 0:
            return
        forced = self._how(f, seat)
        if fights.refuse_forcing(s, fight, seat, forced) is None:
            fights.join_as_helper(s, fight, seat, forced)


class TakeBack(Step):
    """Plays are undone: a card leaves the game or goes back to its player, what was played with it goes back."""

    __slots__ = ("against", "by", "one_shots", "out", "plays")

    def __init__(self, plays: int, by: Who | None, one_shots: bool, out: bool, against: Who | None) -> None:
        self.plays = plays  # a stored pick among plays, or -1: all that fit
        self.by = by
        self.one_shots = one_shots
        self.out = out  # the first card of the play leaves the game
        self.against = against  # only what hinders this player

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is None:
            return
        for play in fight.plays.copy():
            if self.plays >= 0 and field_of(play.id) not in [field_of(p) for p in f.regs[self.plays]]:
                continue
            if self.by is not None and play.by != self.by.one(s, f):
                continue
            if self.one_shots and not all(face(s, card).kind == ONE_SHOT for card in play.cards):
                continue
            if self.against is not None and not fights.hinders(s, fight, play, self.against.one(s, f)):
                continue
            if f.it in play.cards:
                continue
            fights.take_back(s, fight, play)
            for number, card in enumerate(play.cards):
                own = play.to != AS_MONSTER and fights.monster_by_id(fight, card) is not None
                if own or s.where[card] != IN_FIGHT:  # what a monster itself brought in is no card of anybody's
                    continue
                if self.out and number == 0:
                    piles.to_out(s, card)
                elif play.by >= 0 and not s.players[play.by].dead:
                    piles.to_hand(s, card, play.by, ALL_SEATS)
                else:
                    piles.to_discards(s, card)


class ChangeFace(Step):
    """A monster shows another card's face and keeps its enhancers."""

    __slots__ = ("monster", "to")

    def __init__(self, monster: Cards, to: Cards) -> None:
        self.monster = monster
        self.to = to

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        shown = self.to.find(s, f)
        if fight is None or not shown:
            return
        other = face(s, shown[0])
        index = other.as_monster if other.as_monster >= 0 else other.index
        for id in self.monster.find(s, f):
            monster = fights.monster_by_id(fight, id)
            if monster is not None:
                monster.face = index
                monster.met = 0
                monster.decided = False
                if id < len(s.where):
                    s.face[id] = index
                s.version += 1
                tell.face_changed(s, seat=f.by, card=id, shown=shown[0])


class Tame(Step):
    """A monster leaves the fight and becomes a Steed with a bonus of its own."""

    __slots__ = ("bonus", "monster", "who")

    def __init__(self, monster: Cards, who: Who, bonus: Value) -> None:
        self.monster = monster
        self.who = who
        self.bonus = bonus

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        seat = self.who.one(s, f)
        if fight is None or seat < 0:
            return
        bonus = self.bonus.of(s, f)
        for id in self.monster.find(s, f):
            monster = fights.monster_by_id(fight, id)
            if monster is None or monster.gone or id >= len(s.where):
                continue
            steed = s.rules.faces[monster.face].as_steed
            piles.to_table(s, id, seat)
            if steed >= 0:
                s.face[id] = steed
                piles.stir(s, seat)
            s.note[id] = bonus
            s.up[id] = True
            fights.remove(s, fight, monster, 0)
            tell.tamed(s, seat=seat, monster=id, amount=bonus)


class Restage(Step):
    """A fight that is over comes back: its monsters with their enhancers, against those who survived."""

    __slots__ = ()

    def refuse(self, s: State, f: Frame) -> Refusal | None:
        """Where nobody has survived, or no monster is there to come back."""
        last = s.fight_by_id(f.fight)
        return None if last is not None and self._seats(s, last) and self._bodies(s, last) else no.NO_TARGET

    def _seats(self, s: State, last: Fight) -> list[Seat]:
        return [seat for seat in party(s, last) if not s.players[seat].dead]

    def _bodies(self, s: State, last: Fight) -> list[Monster]:
        cards = len(s.where)
        return [m for m in last.monsters if m.twin_of < 0 and m.id < cards and s.where[m.id] in IN_DISCARDS]

    def run(self, s: State, f: Frame) -> None:
        last = s.fight_by_id(f.fight)
        if last is None:
            return
        seats = self._seats(s, last)
        bodies = self._bodies(s, last)
        if not seats or not bodies:
            return
        fight = fights.begin(s, seats[0], bodies[0].id)
        for monster in bodies[1:]:
            fights.add_monster(s, fight, monster.id, NO_SEAT)
        for monster in bodies:
            for card in monster.attached:
                if s.where[card] in IN_DISCARDS:
                    fights.enhance(s, fight, monster.id, card, NO_SEAT)
        if len(seats) > 1:
            fights.join_as_helper(s, fight, seats[1], last.forced)


class FreeUse(Step):
    """For the rest of this fight a player may use any Items; then they lose what they could not have used."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        seat = self.who.one(s, f)
        if seat >= 0:
            s.unbound = (*s.unbound, seat)
            s.version += 1
            if s.where[f.it] == IN_LIMBO:
                piles.to_table(s, f.it, seat)  # in play till then


class StartFight(Step):
    """Somebody must fight a monster card, perhaps with this card on it."""

    __slots__ = ("cards", "enhanced", "who")

    def __init__(self, who: Who, cards: Cards, enhanced: bool) -> None:
        self.who = who
        self.cards = cards
        self.enhanced = enhanced

    def run(self, s: State, f: Frame) -> None:
        seat = self.who.one(s, f)
        if seat < 0:
            return
        for card in self.cards.find(s, f):
            own = s.fight_by_id(s.players[seat].fight)
            if own is not None:
                fights.add_monster(s, own, card, f.by)
            else:
                own = fights.begin(s, seat, card)
            if self.enhanced:
                fights.enhance(s, own, card, f.it, f.by)


class MayLoot(Step):
    """The player on turn may loot though a monster was met."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.may_loot = True
