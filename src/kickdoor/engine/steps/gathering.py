"""Steps that several take part in at once: picks that are shown together, who has the most, hands passed on."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import piles, tell
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.options import FIELD_BITS, field_of
from kickdoor.engine.data.scripts import Condition, Step, Value
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import ALL_SEATS, IN_HAND, IN_PLAY, PICK, PICK_PLAYER
from kickdoor.engine.questions.who import Who

# What becomes of a tie
TIES_ALL: Final = 0
TIES_NOBODY: Final = 1


class Reveal(Step):
    """What several have picked at once is shown to all."""

    __slots__ = ("picks", "verb")

    def __init__(self, picks: int, verb: int) -> None:
        self.picks = picks
        self.verb = verb

    def run(self, s: State, f: Frame) -> None:
        """Tell each pick; a card of a hand is known to all from now on."""
        for pick in f.regs[self.picks]:
            seat, picked = pick >> FIELD_BITS, field_of(pick)
            if self.verb == PICK and IN_HAND <= s.where[picked] < IN_PLAY:
                s.known[picked] = ALL_SEATS
                s.version += 1
            tell.chose(
                s,
                seat=seat,
                source=f.it,
                verb=self.verb,
                card=picked if self.verb == PICK else -1,
                monster=-1,
                player=picked if self.verb == PICK_PLAYER else -1,
                number=-1 if self.verb in (PICK, PICK_PLAYER) else picked,
            )


class Most(Step):
    """Who of some players has the most, or the least, of a number is stored; the others too, if anybody has."""

    __slots__ = ("condition", "into", "least", "lowest", "number", "one", "others", "players", "ties")

    def __init__(
        self,
        players: tuple[Who, ...],
        number: Value,
        one: int,
        *,
        condition: Condition | None,
        lowest: bool,
        least: int | None,
        ties: int,
        into: int,
        others: int,
    ) -> None:
        self.players = players
        self.number = number
        self.one = one  # where the player asked about stands while the number is worked out
        self.condition = condition  # who takes part
        self.lowest = lowest
        self.least = least  # who has less than this does not count
        self.ties = ties
        self.into = into
        self.others = others  # where those stand who took part and are not it, or -1

    def run(self, s: State, f: Frame) -> None:
        counted: dict[Seat, int] = {}
        taking_part: list[Seat] = []
        for who in self.players:
            for seat in who.all(s, f):
                if seat in taking_part or s.players[seat].dead:
                    continue
                f.regs[self.one] = (seat,)
                if self.condition is not None and not self.condition.holds(s, f):
                    continue
                taking_part.append(seat)
                found = self.number.of(s, f)
                if self.least is None or found >= self.least:
                    counted[seat] = found
        best: tuple[Seat, ...] = ()
        if counted:
            most = min(counted.values()) if self.lowest else max(counted.values())
            best = tuple(seat for seat, found in counted.items() if found == most)
        if len(best) > 1 and self.ties == TIES_NOBODY:
            best = ()
        f.regs[self.into] = best
        if self.others >= 0:
            f.regs[self.others] = tuple(seat for seat in taking_part if seat not in best) if best else ()


class WithoutWinner(Step):
    """When a tie is decided, who lost it is among the others."""

    __slots__ = ("into", "others", "tied")

    def __init__(self, tied: int, into: int, others: int) -> None:
        self.tied = tied
        self.into = into
        self.others = others

    def run(self, s: State, f: Frame) -> None:
        won = f.regs[self.into]
        f.regs[self.others] = (*f.regs[self.others], *(seat for seat in f.regs[self.tied] if seat not in won))


class PassHands(Step):
    """Some players give their hands on, each to the next of them; who knew a card still does."""

    __slots__ = ("players", "way")

    def __init__(self, players: tuple[Who, ...], way: int) -> None:
        self.players = players
        self.way = way  # 1: to the left, -1: to the right

    def run(self, s: State, f: Frame) -> None:
        ring = sorted({seat for who in self.players for seat in who.all(s, f) if not s.players[seat].dead})
        if len(ring) < 2:
            return
        hands: list[tuple[Seat, Seat, list[Card]]] = []
        for at, seat in enumerate(ring):
            hands.append((seat, ring[(at + self.way) % len(ring)], s.players[seat].hand.copy()))
        for seat, to, hand in hands:
            tell.hand_passed(s, seat=seat, to=to)
            for card in hand:
                piles.to_hand(s, card, to, s.known[card])
