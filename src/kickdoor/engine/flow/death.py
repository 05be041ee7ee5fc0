"""Death: all but what is kept is laid out; from the highest Level down each other player takes one card."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import chance, fights, history, losing, piles, reacting, tell
from kickdoor.engine.data.abilities import ON_DIED, ON_STRUCK
from kickdoor.engine.data.ids import NO_SEAT, Card, Seat, as_cards
from kickdoor.engine.data.options import card_of, code
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.registers import (
    DEATH_LOOTERS,
    DEATH_OUT,
    DEATH_REPLACERS,
    DEATH_SURVIVED,
    DEATH_UNLOOTED,
    RUN_LEFT,
    STRIKE_CANCELLED,
    STRIKE_REPLACED,
)
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.stack import RUN_FLOW, STRIKE_FLOW, again, nearest
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    BAN_TREASURES,
    BY_DEATH,
    CLASS,
    CLASS_ENHANCER,
    CURSE,
    DEATHS,
    IN_PLAY,
    LAID_OUT,
    PICK,
    POWER,
    RACE,
    RACE_ENHANCER,
    TREASURE,
)
from kickdoor.engine.flow.labels import To, Written, put_together
from kickdoor.engine.flow.replacing import Replace
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.table import face, ring
from kickdoor.engine.questions.values import value


class LayOut(Step):
    """The dead keep Race, Class, Level and lasting Curses; all else is laid out [DEATH-01, DEATH-02]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        player = s.players[f.you]
        s.version += 1
        if not f.regs[DEATH_SURVIVED]:
            player.dead = True
            history.remember(s, f.you, DEATHS)
            tell.died(s, seat=f.you, cause=losing.cause_of(f), source=f.it, by=f.by)
        kept: tuple[int, ...] = (CLASS, RACE, CLASS_ENHANCER, RACE_ENHANCER, CURSE, POWER)
        if s.rules.options.get("death_takes_classes"):
            kept = (RACE, POWER, CURSE)
        out = [c for c in player.table if face(s, c).kind not in kept and not face(s, c).kept_at_death] + player.hand
        for card in out:
            s.host.pop(card, None)
            in_play = s.where[card] >= IN_PLAY
            shown = face(s, card).index
            piles.to_place(s, card, LAID_OUT)
            if in_play:
                losing.after_losing(s, card, shown, f.you, BY_DEATH, NO_SEAT)
            s.known[card] = ALL_SEATS
            tell.laid_out(s, seat=f.you, card=card)
        for card in out:
            losing.part(s, card, f.you, BY_DEATH)  # what is kept, but lay on it
        f.regs[DEATH_OUT] = tuple(out)
        if f.regs[DEATH_SURVIVED]:
            f.regs[DEATH_LOOTERS] = tuple(self._order(s, f))
            return
        run = nearest(s, RUN_FLOW)
        if run is not None and run.you == f.you:
            run.regs[RUN_LEFT] = ()  # the dead roll no more [DEATH-07]
        if player.fight >= 0:
            fights.fall(s, f.you)
        f.regs[DEATH_LOOTERS] = () if f.regs[DEATH_UNLOOTED] else tuple(self._order(s, f))
        for offer in s.offers.copy():
            if f.you in (offer.by, offer.to):
                s.offers.remove(offer)
        reacting.happen(s, ON_DIED, f.you, f.by)

    def _order(self, s: State, f: Frame) -> list[Seat]:
        """From the highest Level down, ties by die [DEATH-03]."""
        alive = [seat for seat in ring(s, f.you) if not s.players[seat].dead]
        order: list[Seat] = []
        for level in sorted({s.players[seat].level for seat in alive}, reverse=True):
            order.extend(self._roll_off(s, [seat for seat in alive if s.players[seat].level == level]))
        return order

    def _roll_off(self, s: State, tied: list[Seat]) -> list[Seat]:
        if len(tied) <= 1:
            return tied
        rolls = [chance.die(s) + value(s, "die", seat) for seat in tied]
        for seat, rolled in zip(tied, rolls, strict=True):
            tell.rolled(s, seat=seat, roll=rolled, needed=-1)
        order: list[Seat] = []
        for rolled in sorted(set(rolls), reverse=True):
            same = [seat for seat, r in zip(tied, rolls, strict=True) if r == rolled]
            order.extend(self._roll_off(s, same) if len(same) < len(tied) or len(same) > 1 else same)
        return order


class Wait(Step):
    """Where a Dungeon passes Curses on, nobody is looted before all have been struck."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Go on under the Curse that strikes."""
        if not s.dungeons or not s.rules.dungeon_reacts >> ON_STRUCK & 1 or f.ret >= 0:
            return
        for at, frame in enumerate(s.stack):
            if frame.script == STRIKE_FLOW and not frame.regs[STRIKE_CANCELLED] and not frame.regs[STRIKE_REPLACED]:
                s.stack.remove(f)
                s.stack.insert(at, f)
                return


class Loot(Step):
    """The next looter takes one card into the hand; the rest is discarded [DEATH-03]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask the next looter, or clear away."""
        s.waiting = 0
        out = tuple(card for card in as_cards(f.regs[DEATH_OUT]) if s.where[card] == LAID_OUT)  # some go elsewhere
        f.regs[DEATH_OUT] = out
        if not out:
            return
        if not f.regs[DEATH_LOOTERS]:
            for card in out:
                piles.to_discards(s, card)
            f.regs[DEATH_OUT] = ()
            return
        seat = Seat(f.regs[DEATH_LOOTERS][0])
        if s.players[seat].dead or not self._for(s, f, seat):
            f.regs[DEATH_LOOTERS] = f.regs[DEATH_LOOTERS][1:]
            again(f)
        elif len(out) == 1:
            self.take(s, f, seat, code(PICK, out[0]))
        else:
            s.waiting = 1 << seat

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("loot", f.you, f.by, f.it)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Any card laid out that they may have."""
        return [code(PICK, card) for card in self._for(s, f, seat)]

    def _for(self, s: State, f: Frame, seat: Seat) -> list[Card]:
        """What is laid out, for this looter."""
        if not is_banned(s, seat, BAN_TREASURES):
            return list(as_cards(f.regs[DEATH_OUT]))
        return [card for card in as_cards(f.regs[DEATH_OUT]) if s.rules.defs[card].deck != TREASURE]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """The card goes to the looter's hand, seen by all."""
        card = card_of(option)
        f.regs[DEATH_OUT] = tuple(c for c in f.regs[DEATH_OUT] if c != card)
        f.regs[DEATH_LOOTERS] = f.regs[DEATH_LOOTERS][1:]
        tell.looted(s, seat=seat, card=card, victim=f.you)
        piles.to_hand(s, card, seat, ALL_SEATS)
        s.waiting = 0
        again(f)


def _write(to: To) -> Written:
    return [
        Replace(ON_DIED, DEATH_REPLACERS, then=to("over")),
        "lay out",
        LayOut(),
        Wait(),
        Loot(),
        "over",
    ]


FLOW: Final = put_together(_write, entries=("lay out",))

#: Where those begin who are looted and live: nothing is done instead of that.
LAY_OUT: Final = FLOW.at("lay out")
