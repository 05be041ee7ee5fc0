"""A fight: all may speak, then it is won and paid, or lost and run from."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import drawing, fights, history, piles, reacting, rewards, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_FIGHT_LOST, ON_FIGHT_WON, ON_FOILED, ON_SPOILS, Reaction
from kickdoor.engine.data.ids import NO_CARD, NO_SEAT, Card, Seat, as_cards
from kickdoor.engine.data.options import card_of, code
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.registers import (
    FIGHT_EARNER,
    FIGHT_GOT,
    FIGHT_PAID,
    FIGHT_PICKERS,
    FIGHT_POOL,
    FIGHT_TOLD,
    PASSES,
)
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Fight, Frame, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    AVERTED,
    BROKEN_OFF,
    BY_HELP,
    FIGHT_OVER,
    IN_HAND,
    IN_LIMBO,
    KILLED,
    LOST,
    PICK,
    SPOILS,
    TREASURE,
    UNDECLARED,
    WINS,
    WON,
)
from kickdoor.engine.flow.labels import To, Written, put_together
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.strength import is_winning, margin
from kickdoor.engine.questions.table import party, seats
from kickdoor.engine.questions.values import value
from kickdoor.engine.running.fighting import FightWindow
from kickdoor.engine.running.windows import Window
from kickdoor.engine.steps.choosing import Choose
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
                rewards.earn(s, fight, more)
            fight.outcome = WON
            tell.fight_won(s, seat=fight.fighter, helper=fight.helper, fight=fight.id, kills=kills_in(fight))
            s.version += 1
            return
        fight.outcome = LOST
        rewards.forfeit(fight)
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
        helpers = rewards.levels_of_helpers(s, fight)
        members = party(s, fight)
        rewards.forgo_levels(s, fight)
        fights.finish(s, fight)
        rewards.pay_levels(s, fight, helpers)
        follow_up(s, fight)
        for seat in members:
            history.remember(s, seat, WINS)
            reacting.happen(s, ON_FIGHT_WON, seat, seat, fight=fight.id)


class Forgo(Step):
    """Whoever gets no Treasure of the fight does not draw what they have earned."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = fight_of_frame(s, f)
        if fight.unpaid:
            rewards.forgo_treasures(s, fight)


class PayTreasures(Step):
    """Treasures are drawn, earlier earners first: face down alone, face up if helped [REW-02, HELP-04]."""

    __slots__ = ("paid",)

    def __init__(self, paid: int) -> None:
        self.paid = paid

    def run(self, s: State, f: Frame) -> None:
        """Draw for the next earner, or go on when all are paid."""
        fight = fight_of_frame(s, f)
        for reward in fight.rewards:
            seat = reward.seat
            if seat in f.regs[FIGHT_PAID]:
                continue
            f.regs[FIGHT_PAID] = (*f.regs[FIGHT_PAID], seat)
            f.regs[FIGHT_EARNER] = (seat,)
            count = rewards.treasures_due(fight, seat)
            if count > 0:
                helped = rewards.was_helped(fight, seat)
                drawing.begin(s, seat, TREASURE, count, helped, apart=helped, reward_of=fight.id)
            return
        fight.unpaid = 0
        f.regs[FIGHT_GOT] = ()  # all is told: nothing under way holds hidden cards any more
        f.pc = self.paid


class TellSpoils(Step):
    """Cards speak of the Treasures that the fighter has drawn, all of them, before these are shared.

    First what must be done with them, then what may be: a Bard discards before anything is exchanged [CLS-05, ENHC-05].
    """

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Let the next one speak, of what the ones before it have left."""
        fight = fight_of_frame(s, f)
        seat = fight.fighter
        if fight.outcome != WON or f.regs[FIGHT_EARNER] != (seat,) or not s.rules.reacts >> ON_SPOILS & 1:
            return
        got = tuple(c for c in as_cards(f.regs[FIGHT_GOT]) if s.where[c] == IN_LIMBO or s.where[c] == IN_HAND + seat)
        if not got:
            return
        speakers = reacting.reactions_of(s, ON_SPOILS, seat)
        left = [reward.monster for reward in fight.rewards if reward.seat == seat and reward.treasures > 0]
        for card in [c for m in fight.monsters if m.id in left for c in m.attached]:
            speakers += [(card, r) for r in s.rules.defs[card].reactions if r.event == ON_SPOILS]
        for card, reaction in sorted(speakers, key=lambda speaker: is_left_to_choice(speaker[1])):
            told = card << 4 | reaction.index
            if told in f.regs[FIGHT_TOLD]:
                continue
            f.regs[FIGHT_TOLD] = (*f.regs[FIGHT_TOLD], told)
            stack.again(f)
            reacting.run_reaction(s, reaction, card, seat, seat, fight=fight.id, cards=got)
            return


def is_left_to_choice(reaction: Reaction) -> bool:
    """Whether somebody may leave a reaction alone, rather than must do what it says."""
    first = reaction.script.steps[0]
    return reaction.may or (isinstance(first, Choose) and first.many.optional)


class Share(Step):
    """Treasures are dealt as agreed: who picks how many, and who first [HELP-02, HELP-04]."""

    __slots__ = ("next_earner",)

    def __init__(self, next_earner: int) -> None:
        self.next_earner = next_earner

    def run(self, s: State, f: Frame) -> None:
        """Ask whoever picks next; with one picker left the rest is theirs."""
        s.waiting = 0
        fight = fight_of_frame(s, f)
        pool = tuple(c for c in as_cards(f.regs[FIGHT_POOL]) if s.where[c] == IN_LIMBO)
        f.regs[FIGHT_POOL] = pool
        if pool and not f.regs[FIGHT_PICKERS]:
            f.regs[FIGHT_PICKERS] = rewards.pickers(s, fight, Seat(f.regs[FIGHT_EARNER][0]), len(pool))
        if pool and len(set(f.regs[FIGHT_PICKERS])) > 1:
            s.waiting = 1 << f.regs[FIGHT_PICKERS][0]
            return
        for card in pool:
            self._give(s, f, Seat(f.regs[FIGHT_PICKERS][0]), card)
        f.regs[FIGHT_POOL] = f.regs[FIGHT_PICKERS] = f.regs[FIGHT_EARNER] = ()
        f.pc = self.next_earner

    def _give(self, s: State, f: Frame, seat: Seat, card: Card) -> None:
        earner = Seat(f.regs[FIGHT_EARNER][0])
        if s.players[seat].dead:
            piles.to_discards(s, card)
            return
        if seat != earner:
            tell.handed_over(s, seat=earner, card=card, to=seat, cause=BY_HELP, seen=ALL_SEATS)
        piles.to_hand(s, card, seat, ALL_SEATS)

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("share", f.you, f.by, f.it, f.fight)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Any Treasure not yet taken."""
        return [code(PICK, card) for card in f.regs[FIGHT_POOL]]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """It is theirs."""
        card = card_of(option)
        f.regs[FIGHT_POOL] = tuple(c for c in f.regs[FIGHT_POOL] if c != card)
        f.regs[FIGHT_PICKERS] = f.regs[FIGHT_PICKERS][1:]
        tell.picked_treasure(s, seat=seat, card=card)
        self._give(s, f, seat, card)
        s.waiting = 0
        stack.again(f)


class BreakOff(Step):
    """The fighter has died: the fight is over, neither won nor lost, and the helper out of it [DEATH-04]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = fight_of_frame(s, f)
        fight.outcome = BROKEN_OFF
        rewards.forfeit(fight)
        tell.fight_broken_off(s, seat=fight.fighter, helper=fight.helper, fight=fight.id)
        helpers = rewards.levels_of_helpers(s, fight)
        fights.finish(s, fight)
        rewards.pay_levels(s, fight, helpers)
        follow_up(s, fight)


class Avert(Step):
    """No monster fights whom it met: what they leave is paid, and there was no fight, won or lost."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = fight_of_frame(s, f)
        fight.outcome = AVERTED
        fights.finish(s, fight)


class Lost(Step):
    """After all rolls the monsters are discarded [RUN-07]; what others had earned before is paid [FAQ-114]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = fight_of_frame(s, f)
        members = party(s, fight)
        fresh = tuple(waiting.card for waiting in s.outlasting)  # Marks of this fight do not hear its end
        helpers = rewards.levels_of_helpers(s, fight)
        fights.finish(s, fight)
        for seat in members:
            reacting.happen(s, ON_FIGHT_LOST, seat, seat, fight=fight.id, but=fresh)
        if s.rules.reacts >> ON_FOILED & 1:
            for seat in seats(s):
                if seat not in (fight.fighter, fight.helper) and fights.helped_monsters(fight, seat):
                    reacting.fire_all(s, ON_FOILED, seat, seat, fight=fight.id)
        rewards.pay_levels(s, fight, helpers)
        follow_up(s, fight)


class BeforeSpoils(Window):
    """Whoever can keep Treasures from being drawn may speak, where there are any."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask, if there is something to draw."""
        fight = fight_of_frame(s, f)
        if s.rules.watched >> SPOILS & 1 and sum(reward.treasures for reward in fight.rewards) > 0:
            super().run(s, f)


class AfterFight(Window):
    """The fight is over, if there was one."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask those who act on the end of a fight."""
        if fight_of_frame(s, f).outcome != AVERTED:
            super().run(s, f)


def _write(to: To) -> Written:
    return [
        FightWindow(broken_off=to("broken off"), averted=to("averted")),
        Decide(lost=to("lost")),
        PayLevels(),
        Jump(to("spoils")),
        "broken off",
        BreakOff(),
        Jump(to("spoils")),
        "averted",
        Avert(),
        Jump(to("spoils")),
        "lost",
        Lost(),
        "spoils",
        Forgo(),
        BeforeSpoils(SPOILS),
        "next earner",
        PayTreasures(paid=to("paid")),
        TellSpoils(),
        Share(next_earner=to("next earner")),
        "paid",
        AfterFight(FIGHT_OVER),
    ]


FLOW: Final = put_together(_write, entries=("lost",))

#: Where a fight goes on when all have run.
ALL_HAVE_RUN: Final = FLOW.at("lost")
