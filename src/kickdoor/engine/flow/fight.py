"""A fight: all may speak, then it is won and paid, or lost and run from."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import drawing, fights, levels, piles, reacting, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_FIGHT_LOST, ON_FIGHT_WON, ON_FOILED, ON_SPOILS
from kickdoor.engine.data.deals import FIGHTER_FIRST, HELPER_FIRST
from kickdoor.engine.data.ids import NO_CARD, NO_SEAT, Card, Seat, as_cards
from kickdoor.engine.data.options import card_of, code
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.registers import FIGHT_PAID, FIGHT_PICKERS, FIGHT_POOL, PASSES
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Fight, Frame, Reward, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    BY_HELP,
    BY_KILLING,
    FIGHT_OVER,
    FIGHTING,
    FORCED_WITHOUT_WIN,
    IN_LIMBO,
    KILLED,
    LOST,
    PICK,
    SPOILS,
    TREASURE,
    UNDECLARED,
    WON,
)
from kickdoor.engine.flow.labels import To, Written, put_together
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.strength import is_winning, margin
from kickdoor.engine.questions.table import party, seats
from kickdoor.engine.questions.values import level_cap, value, winning_level
from kickdoor.engine.running.windows import FightWindow, Window
from kickdoor.engine.steps.control import Jump


def fight_of_frame(s: State, f: Frame) -> Fight:
    """The fight that the flow is about."""
    fight = s.fight_by_id(f.fight)
    assert fight is not None
    return fight


class Decide(Step):
    """Silence makes it real: the monsters are dead, or everybody runs [CMB-06, RUN-01]."""

    __slots__ = ("lost",)

    def __init__(self, lost: int) -> None:
        self.lost = lost

    def run(self, s: State, f: Frame) -> None:
        fight = fight_of_frame(s, f)
        for monster in living(fight):
            script = s.rules.faces[monster.face].on_decide
            if script is not None and not monster.decided:
                monster.decided = True
                fight.declared = UNDECLARED
                stack.restart(f)
                f.regs[PASSES] = (0,)
                s.version += 1
                stack.push(s, script, fight.fighter, fight.fighter, monster.id, fight.id)
                return
        fight.margin = margin(s, fight)
        if is_winning(s, fight):
            for monster in living(fight):
                fights.kill(s, fight, monster)
            more = value(s, "win_treasures", fight.fighter)
            if more and any(reward.seat == fight.fighter for reward in fight.rewards):
                fight.rewards.append(Reward(fight.fighter, treasures=more))
            fight.outcome = WON
            tell.fight_won(s, seat=fight.fighter, helper=fight.helper, fight=fight.id, kills=kills_in(fight))
            s.version += 1
            return
        fight.outcome = LOST
        fight.rewards = [reward for reward in fight.rewards if reward.seat != fight.fighter]  # [CMB-11]
        tell.fight_lost(s, seat=fight.fighter, helper=fight.helper, fight=fight.id, kills=kills_in(fight))
        s.version += 1
        f.pc = self.lost
        stack.push_flow(s, stack.RUN_FLOW, fight.fighter, NO_SEAT, NO_CARD, fight.id)


def kills_in(fight: Fight) -> int:
    """How many monsters of a fight have been killed."""
    return sum(1 for monster in fight.monsters if monster.gone == KILLED)


def follow_up(s: State, fight: Fight) -> None:
    """What killed monsters' cards say is carried out with the rewards, for whoever earned them [REW-04]."""
    for reward in reversed(fight.rewards):
        script = s.rules.faces[reward.face].on_kill if reward.face >= 0 else None
        if script is not None:
            stack.push(s, script, reward.seat, reward.seat, reward.monster, fight.id)


class PayLevels(Step):
    """Levels for kills, all at once, then all cards of the fight are discarded [REW-01, HELP-05, CMB-08]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = fight_of_frame(s, f)
        helper = fight.helper
        kills = sum(1 for reward in fight.rewards if reward.levels and reward.helper == helper)
        help_levels = value(s, "help_levels", helper) * kills if helper >= 0 else 0
        members = party(fight)
        fights.forgo(s, fight)
        fights.finish(s, fight)
        s.hold += 1
        for reward in fight.rewards:
            seat, count = reward.seat, reward.levels
            if count:
                may_win = not (fight.forced == FORCED_WITHOUT_WIN and seat == fight.fighter)
                if may_win:
                    levels.gain(s, seat, count, True, BY_KILLING)
                else:
                    cap = min(level_cap(s, seat), winning_level(s, seat) - 1)
                    levels.gain(s, seat, min(count, cap - s.players[seat].level), False, BY_KILLING)
        if help_levels:
            levels.gain(s, helper, help_levels, True, BY_HELP)
        s.hold -= 1
        follow_up(s, fight)
        for seat in members:
            reacting.fire_all(s, ON_FIGHT_WON, seat, seat, fight=fight.id)


class PayTreasures(Step):
    """Treasures are drawn, earlier earners first: face down alone, face up if helped [REW-02, HELP-04]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Draw for the next earner; come back until all are paid."""
        fight = fight_of_frame(s, f)
        paid = f.regs[FIGHT_PAID]
        for reward in fight.rewards:
            seat = reward.seat
            if seat in paid:
                continue
            f.regs[FIGHT_PAID] = (*paid, seat)
            count = sum(reward.treasures for reward in fight.rewards if reward.seat == seat)
            if count <= 0:
                continue
            helped = fight.helper >= 0 and seat == fight.fighter
            into = FIGHT_POOL if seat == fight.fighter else -1
            drawing.begin(s, seat, TREASURE, count, helped, into=into, apart=helped, reward_of=fight.id)
            stack.again(f)
            return


class TellSpoils(Step):
    """Cards of the fighter that speak of the Treasures he has drawn do so before these are shared."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = fight_of_frame(s, f)
        if fight.outcome == WON and f.regs[FIGHT_POOL] and s.rules.reacts >> ON_SPOILS & 1:
            reacting.fire_all(
                s, ON_SPOILS, fight.fighter, fight.fighter, fight=fight.id, cards=as_cards(f.regs[FIGHT_POOL])
            )
            for card in [c for m in fight.monsters if m.gone == KILLED for c in m.attached]:
                d = s.rules.defs[card]
                reacting.fire(s, d, card, ON_SPOILS, fight.fighter, fight=fight.id, cards=as_cards(f.regs[FIGHT_POOL]))


class Share(Step):
    """Treasures are dealt as agreed: who picks how many, and who first [HELP-02, HELP-04]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask whoever picks next."""
        s.waiting = 0
        fight = fight_of_frame(s, f)
        deal = fight.deal
        pool = tuple(c for c in as_cards(f.regs[FIGHT_POOL]) if s.where[c] == IN_LIMBO)
        f.regs[FIGHT_POOL] = pool
        if not pool:
            return
        theirs = 0 if deal is None or s.players[fight.helper].dead else min(deal.treasures, len(pool))
        if not theirs and not f.regs[FIGHT_PICKERS]:
            for card in pool:
                self._give(s, fight, fight.fighter, card)
            return
        if not f.regs[FIGHT_PICKERS]:
            assert deal is not None
            ours = len(pool) - theirs
            if deal.order == HELPER_FIRST:
                order = [fight.helper] * theirs + [fight.fighter] * ours
            elif deal.order == FIGHTER_FIRST:
                order = [fight.fighter] * ours + [fight.helper] * theirs
            else:
                order = []
                while ours or theirs:
                    if ours:
                        order.append(fight.fighter)
                        ours -= 1
                    if theirs:
                        order.append(fight.helper)
                        theirs -= 1
            f.regs[FIGHT_PICKERS] = tuple(order)
        seat = Seat(f.regs[FIGHT_PICKERS][0])
        if len(set(f.regs[FIGHT_PICKERS])) == 1:
            for card in pool:
                self._give(s, fight, seat, card)
            f.regs[FIGHT_POOL] = ()
            return
        s.waiting = 1 << seat

    def _give(self, s: State, fight: Fight, seat: Seat, card: Card) -> None:
        if seat != fight.fighter:
            tell.handed_over(s, seat=fight.fighter, card=card, to=seat, cause=BY_HELP, seen=ALL_SEATS)
        piles.to_hand(s, card, seat, ALL_SEATS)

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("share", f.you, f.by, f.it, f.fight)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Any Treasure not yet taken."""
        return [code(PICK, card) for card in f.regs[FIGHT_POOL]]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """It is his."""
        card = card_of(option)
        f.regs[FIGHT_POOL] = tuple(c for c in f.regs[FIGHT_POOL] if c != card)
        f.regs[FIGHT_PICKERS] = f.regs[FIGHT_PICKERS][1:]
        tell.picked_treasure(s, seat=seat, card=card)
        self._give(s, fight_of_frame(s, f), seat, card)
        s.waiting = 0
        if f.regs[FIGHT_PICKERS]:
            stack.again(f)


class Lost(Step):
    """After all rolls the monsters are discarded [RUN-07]; what others had earned before is paid."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = fight_of_frame(s, f)
        members = party(fight)
        fresh = tuple(waiting.card for waiting in s.outlasting)  # Marks of this fight do not hear its end
        fights.finish(s, fight)
        for seat in members:
            if not s.players[seat].dead:
                reacting.fire_all(s, ON_FIGHT_LOST, seat, seat, fight=fight.id, but=fresh)
        if s.rules.reacts >> ON_FOILED & 1:
            for seat in seats(s):
                if seat not in members and fights.helped_monsters(s, fight, seat):
                    reacting.fire_all(s, ON_FOILED, seat, seat, fight=fight.id)
        for reward in fight.rewards:
            if reward.levels:
                levels.gain(s, reward.seat, reward.levels, True, BY_KILLING)
        follow_up(s, fight)


class BeforeSpoils(Window):
    """Whoever can keep Treasures from being drawn may speak, where there are any."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask, if there is something to draw."""
        if s.rules.watched >> SPOILS & 1 and sum(reward.treasures for reward in fight_of_frame(s, f).rewards) > 0:
            super().run(s, f)


def _write(to: To) -> Written:
    return [
        FightWindow(FIGHTING),
        Decide(lost=to("lost")),
        PayLevels(),
        Jump(to("spoils")),
        "lost",
        Lost(),
        "spoils",
        BeforeSpoils(SPOILS),
        PayTreasures(),
        TellSpoils(),
        Share(),
        Window(FIGHT_OVER),
    ]


FLOW: Final = put_together(_write, entries=("lost",))

#: Where a fight goes on when all have run.
ALL_HAVE_RUN: Final = FLOW.at("lost")
