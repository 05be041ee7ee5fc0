"""Before the first turn: deal, lay down what may be laid, roll for who begins."""

from __future__ import annotations

from kickdoor.engine import chance, piles, stack
from kickdoor.engine.cards import Step
from kickdoor.engine.drawing import FACE_DOWN, react_to_getting
from kickdoor.engine.state import Frame, State
from kickdoor.engine.terms import ALL_SEATS, AT_SETUP, DOOR, DUNGEON, IN_DUNGEONS, TREASURE
from kickdoor.engine.windows import Window


class Deal(Step):
    """Each player is dealt cards of each deck; one Dungeon lies face up [SETUP-04, SETUP-09]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        for seat in range(len(s.players)):
            deal_hand(s, seat)
        if s.dungeon and s.rules.options.get("starting_dungeon"):
            card = piles.top_of(s, DUNGEON)
            s.dungeons.append(card)
            s.where[card] = IN_DUNGEONS
            s.known[card] = ALL_SEATS
            s.emit("dungeon_entered", -1, card)


def deal_hand(s: State, seat: int) -> None:
    """A first hand: so many Doors and so many Treasures, unseen."""
    for deck, count in (
        (DOOR, s.rules.options.get("starting_doors")),
        (TREASURE, s.rules.options.get("starting_treasures")),
    ):
        for _ in range(count):
            card = piles.top_of(s, deck)
            if card < 0:
                break
            s.emit("drew", seat, card, n=deck, seen=s.known[card] | 1 << seat)
            piles.to_hand(s, card, seat, s.known[card])
            react_to_getting(s, seat, card, FACE_DOWN)


class RollForFirst(Step):
    """Everybody rolls; the highest begins, ties roll again [SETUP-08]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        s.used.clear()
        given = s.rules.options.get("first_seat")
        if given >= 0:
            s.turn = given % len(s.players)
        else:
            seats = list(range(len(s.players)))
            while len(seats) > 1:
                rolls = [chance.die(s) for _ in seats]
                for seat, rolled in zip(seats, rolls, strict=True):
                    s.emit("rolled", seat, n=rolled)
                best = max(rolls)
                seats = [seat for seat, rolled in zip(seats, rolls, strict=True) if rolled == best]
            s.turn = seats[0]
        s.stack.clear()
        stack.push_flow(s, stack.TURN_FLOW, s.turn)


STEPS: tuple[Step, ...] = (Deal(), Window(AT_SETUP), RollForFirst())
