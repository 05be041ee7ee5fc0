"""Before the first turn: deal, lay down what may be laid, roll for who begins."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import chance, dungeons, piles, tell
from kickdoor.engine.actions.drawing import react_to_getting
from kickdoor.engine.data import stack
from kickdoor.engine.data.ids import NO_SEAT, Card, Seat
from kickdoor.engine.data.options import card_of, code
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import AT_SETUP, DOOR, DUNGEON, PICK, TREASURE
from kickdoor.engine.flow.labels import To, Written, put_together
from kickdoor.engine.questions.table import seats
from kickdoor.engine.running.windows import Window


class DealHands(Step):
    """Each player is dealt cards of each deck [SETUP-04]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        for seat in seats(s):
            deal_hand(s, seat)


class OpenDungeon(Step):
    """One Dungeon lies face up, by chance or as the first seat says; or none [SETUP-09, SETUP-11]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Turn one up, or ask."""
        s.waiting = 0
        how = s.rules.options.get("starting_dungeon")
        if not s.dungeon or not how:
            return
        if how == PICKED:
            s.waiting = 1
        else:
            dungeons.lay_open(s, piles.top_of(s, DUNGEON), NO_SEAT)

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("first_dungeon", f.you)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Any Dungeon."""
        return [code(PICK, card) for card in sorted(s.dungeon)]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """It lies face up; the rest stays as it was shuffled."""
        s.waiting = 0
        dungeons.lay_open(s, card_of(option), NO_SEAT)


PICKED: Final = 2  # the starting Dungeon is picked


def deal_hand(s: State, seat: Seat) -> None:
    """A first hand: so many Doors and so many Treasures, unseen."""
    for deck, count in (
        (DOOR, s.rules.options.get("starting_doors")),
        (TREASURE, s.rules.options.get("starting_treasures")),
    ):
        for _ in range(count):
            card = piles.top_of(s, deck)
            if card < 0:
                break
            tell.drew(s, seat=seat, card=card, deck=deck, shared=0, seen=s.known[card] | 1 << seat)
            piles.to_hand(s, card, seat, s.known[card])
            if not waits_for_first_cards(s, card):
                react_to_getting(s, seat, card, False)


def waits_for_first_cards(s: State, card: Card) -> bool:
    """Whether a card that acts as soon as somebody gets it waits, in a first hand, until first cards are laid."""
    return any(reaction.once_laid for reaction in s.rules.defs[card].reactions)


def act_on_first_hand(s: State, seat: Seat) -> None:
    """What has waited in a first hand acts."""
    for card in s.players[seat].hand.copy():
        if waits_for_first_cards(s, card):
            react_to_getting(s, seat, card, False)


class FirstCardsAreLaid(Step):
    """Whoever wished to has laid down first cards: what has waited for that acts."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        for seat in reversed(seats(s)):
            act_on_first_hand(s, seat)


class RollForFirst(Step):
    """Everybody rolls; the highest begins, ties roll again [SETUP-08]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.used.clear()
        for player in s.players:
            player.portals = ()
            player.declared = False
        given = s.rules.options.get("first_seat")
        if given >= 0:
            s.turn = Seat(given % len(s.players))
        else:
            tied = seats(s)
            while len(tied) > 1:
                rolls = [chance.die(s) for _ in tied]
                for seat, rolled in zip(tied, rolls, strict=True):
                    tell.rolled(s, seat=seat, roll=rolled, needed=-1)
                best = max(rolls)
                tied = [seat for seat, rolled in zip(tied, rolls, strict=True) if rolled == best]
            s.turn = tied[0]
        s.stack.clear()
        stack.push_flow(s, stack.TURN_FLOW, s.turn)
        for card in s.dungeons:
            script = s.rules.defs[card].on_enter
            if script is not None:
                stack.push(s, script, s.turn, s.turn, card)


def _write(to: To) -> Written:
    return [
        "deal",
        DealHands(),
        OpenDungeon(),
        "dealt",
        Window(AT_SETUP),
        FirstCardsAreLaid(),
        RollForFirst(),
    ]


FLOW: Final = put_together(_write, entries=("deal", "dealt"))

#: Where before the first turn each phase begins, by the names that positions use.
PHASES: Final[dict[str, int]] = {"deal": FLOW.at("deal"), "setup": FLOW.at("dealt")}
