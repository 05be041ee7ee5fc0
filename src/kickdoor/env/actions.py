"""The action space: every lawful answer as one number of a fixed range, by verb and up to two fields.

Seats are counted from whoever acts: 0 is oneself, 1 sits to the left. Cards are numbers of the mix. Offers are accepted
and refused by who made them, plays into a fight picked by their place in it, so that no running number is part of an
action. Offers of one's own are spelled word by word (`drafts.py`). It can be compiled.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from kickdoor.engine.actions.bargains import offer_by_id
from kickdoor.engine.data.deals import DEAL_KINDS, ORDERS, PLEDGES
from kickdoor.engine.data.options import code, field_of, first_of, second_of, verb_of
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    ACCEPT,
    CLAIM,
    DECLARE,
    DISCOVER,
    DONE,
    DROP,
    ENTRUST,
    EQUIP,
    GIVE,
    JOIN,
    LAY,
    LOOT,
    NONE,
    OFFER,
    PASS,
    PICK,
    PICK_MONSTER,
    PICK_NUMBER,
    PICK_OPTION,
    PICK_PLAY,
    PICK_PLAYER,
    PICK_SIDE,
    PLAY,
    PROCEED,
    REFUSE,
    RUN,
    SELL,
    TROUBLE,
    UNEQUIP,
    VERBS,
    WITHDRAW,
)

VERSION: Final = 0
"""Grows when an action or a number of an observation means something else."""

TWINS: Final = 16  #: monsters without a card of their own, at most
WORDS: Final = 16  #: words to choose between, at most
NUMBERS: Final = 32  #: numbers to choose between: 0 to 31
PLAYS: Final = 32  #: plays into one fight that can be picked
STANDING: Final = 3  #: offers from one player to another that can stand at once
OFFERED: Final = 66  #: what a suggested offer can say: shares of Treasures with an order, a swap, a gift
MOST_TREASURES: Final = 20  #: that an offer can promise to a helper

BARE: Final = (PASS, SELL, PROCEED, LOOT, CLAIM, RUN, WITHDRAW, DONE, DECLARE, DISCOVER)
OF_ONE_CARD: Final = (LAY, EQUIP, UNEQUIP, DROP, TROUBLE)
OF_ONE_NUMBER: Final = (PICK_MONSTER, PICK_OPTION, PICK_NUMBER, PICK_SIDE)

WAIT: Final = 0  #: the action of who is not asked


class Action(NamedTuple):
    """What an action means: a verb or word of an offer, and up to two fields."""

    verb: str
    first: int | None = None
    second: int | None = None


class Block:
    """The actions of one verb: where they begin, and how many values each field has."""

    __slots__ = ("firsts", "seconds", "start", "verb")

    def __init__(self, verb: str, start: int, firsts: int, seconds: int) -> None:
        self.verb = verb
        self.start = start
        self.firsts = firsts
        self.seconds = seconds

    @property
    def stop(self) -> int:
        """Where the next begins."""
        return self.start + self.firsts * self.seconds

    def at(self, first: int, second: int) -> int:
        """The action with these fields; one that is past its range would be another's."""
        if not (0 <= first < self.firsts and 0 <= second < self.seconds):
            raise ValueError(f"{self.verb} {first} {second} has no place among the actions")
        return self.start + first * self.seconds + second


class UnknownAction(ValueError):
    """An action that cannot be taken now."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


class Actions:
    """All actions of a mix at a table of so many; the same for every game of it."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.seats = seats
        self.cards = len(rules.defs)
        faces = rules.faces
        indices = [each.index for d in faces for each in d.abilities]
        indices += [each.index for d in faces for each in d.reactions]
        abilities = 1 + max(indices, default=0)
        self.carriers = [c for c in range(len(rules.defs)) if any(faces[index].carries for index in _shown(rules, c))]
        self.makers = [c for c, d in enumerate(rules.defs) if d.makes]
        n, monsters = self.cards, self.cards + TWINS
        self.blocks: dict[str, Block] = {}
        self.size = 0
        self._add("wait")
        for verb in BARE:
            self._add(VERBS[verb])
        self._add("play", monsters, abilities)
        for verb in OF_ONE_CARD:
            self._add(VERBS[verb], n)
        self._add("run_from", monsters)
        self._add("pick", n, 3)
        self._add("pick_player", seats)
        self._add("pick_monster", monsters)
        self._add("pick_option", WORDS)
        self._add("pick_number", NUMBERS)
        self._add("pick_side", 2)
        self._add("pick_play", PLAYS)
        self._add("give", n, seats)
        self._add("join", n, 1 + len(self.makers))
        self._add("entrust", n, max(1, len(self.carriers)))
        self._add("offer", OFFERED, seats)
        self._add("accept", seats, STANDING)
        self._add("refuse", seats, STANDING)
        self._add("draft", len(DEAL_KINDS), seats)
        self._add("draft_give", n)
        self._add("draft_take", n)
        self._add("draft_promise", n)
        self._add("draft_treasures", MOST_TREASURES + 1)
        self._add("draft_order", len(ORDERS))
        self._add("draft_pledge", len(PLEDGES))
        self._add("draft_speak")
        self._add("draft_unsay")
        self._ordered = list(self.blocks.values())
        self._starts = [block.start for block in self._ordered]
        self._known: list[dict[int, int]] = [{} for _ in range(seats)]

    def _add(self, verb: str, firsts: int = 1, seconds: int = 1) -> None:
        block = Block(verb, self.size, firsts, seconds)
        self.blocks[verb] = block
        self.size = block.stop

    def meaning(self, action: int) -> Action:
        """The verb and fields of an action, as documented: seats counted from whoever acts."""
        if not 0 <= action < self.size:
            raise UnknownAction(f"there is no action {action}: they go from 0 to {self.size - 1}")
        block = self._ordered[bisect_right(self._starts, action) - 1]
        first, second = divmod(action - block.start, block.seconds)
        return Action(block.verb, first if block.firsts > 1 else None, second if block.seconds > 1 else None)

    def number(self, verb: str, first: int = 0, second: int = 0) -> int:
        """The action of a verb with these fields."""
        return self.blocks[verb].at(first, second)

    def of_options(self, s: State, seat: int, options: list[int]) -> list[int]:
        """The action of each option of a seat, in order."""
        known = self._known[seat]
        found: list[int] = []
        for option in options:
            action = known.get(option, -1)
            found.append(action if action >= 0 else self._of(s, seat, option, known))
        return found

    def mask(self, lawful: list[int]) -> bytearray:
        """These actions as ones among zeros."""
        found = bytearray(self.size)
        for action in lawful:
            found[action] = 1
        return found

    def _of(self, s: State, seat: int, option: int, known: dict[int, int]) -> int:
        verb = verb_of(option)
        if verb == ACCEPT or verb == REFUSE:
            return self._of_answer(s, seat, verb, first_of(option))
        if verb == PICK_PLAY:
            plays = [field_of(play.id) for fight in s.fights for play in fight.plays]
            return self.number("pick_play", plays.index(first_of(option)))
        found = known[option] = self._lasting(seat, option)
        return found

    def _of_answer(self, s: State, seat: int, verb: int, offer: int) -> int:
        """Accept or refuse, by who has offered, and which of their offers to the seat it is."""
        deal = offer_by_id(s, offer)
        assert deal is not None, "only an offer that stands can be answered"
        place = 0
        for earlier in s.offers:
            if earlier is deal:
                break
            if earlier.by == deal.by and earlier.to == seat:
                place += 1
        return self.number(VERBS[verb], (deal.by - seat) % self.seats, place)

    def _lasting(self, seat: int, option: int) -> int:
        """The action of an option that means the same whatever the state is."""
        verb, a, b = verb_of(option), first_of(option), second_of(option)
        name = VERBS[verb]
        if verb == RUN and a != NONE:
            return self.number("run_from", a)
        if verb in BARE:
            return self.number(name)
        if verb in OF_ONE_CARD or verb in OF_ONE_NUMBER:
            return self.number(name, a)
        if verb == PLAY:
            return self.number(name, a, b)
        if verb == PICK:
            return self.number(name, a, 0 if b == NONE else b + 1)
        if verb == PICK_PLAYER:
            return self.number(name, (a - seat) % self.seats)
        if verb == GIVE or verb == OFFER:
            return self.number(name, a, (b - seat) % self.seats)
        if verb == JOIN:
            return self.number(name, a, 0 if b == NONE else 1 + self.makers.index(b))
        if verb == ENTRUST:
            return self.number(name, a, self.carriers.index(b))
        raise UnknownAction(f"{name} has no place among the actions")


def _shown(rules: Rules, card: int) -> list[int]:
    """The definitions that a card can show."""
    d = rules.defs[card]
    shown = [d.index, d.as_class, d.as_race, d.as_monster, d.as_steed, *d.faces.values()]
    return [index for index in shown if index >= 0]


PASSED: Final = code(PASS)
