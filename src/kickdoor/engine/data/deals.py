"""Bargains as data: what two players give and take."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.ids import NO_FIGHT, Card, FightId, Seat

# Kinds of bargains
HELP: Final = 0
TRADE: Final = 1
BRIBE: Final = 2
DEAL_KINDS: Final = ("help", "trade", "bribe")

# Who picks Treasures first
FIGHTER_FIRST: Final = 0
HELPER_FIRST: Final = 1
IN_TURN: Final = 2
ORDERS: Final = ("fighter_first", "helper_first", "in_turn")

# What is promised for a bribe
NO_PLEDGE: Final = 0
NO_INTERFERENCE: Final = 1
NO_HELP: Final = 2
FAVOUR: Final = 3
PLEDGES: Final = ("", "no_interference", "no_help", "favour")


class Deal:
    """A bargain: what one side gives and takes; never changed once made."""

    __slots__ = (
        "by",
        "fight",
        "gives",
        "id",
        "kind",
        "order",
        "pledge",
        "promises",
        "takes",
        "to",
        "treasures",
    )

    def __init__(
        self,
        id: int,
        kind: int,
        by: Seat,
        to: Seat,
        fight: FightId = NO_FIGHT,
        gives: tuple[Card, ...] = (),
        takes: tuple[Card, ...] = (),
        treasures: int = 0,
        order: int = FIGHTER_FIRST,
        promises: tuple[Card, ...] = (),
        pledge: int = NO_PLEDGE,
    ) -> None:
        self.id = id
        self.kind = kind  # HELP, TRADE or BRIBE
        self.by = by
        self.to = to
        self.fight = fight
        self.gives = gives  # Items of `by` that go to `to` now
        self.takes = takes  # Items of `to` that go to `by` now
        self.treasures = treasures  # of the monsters', for the helper
        self.order = order  # who picks first: FIGHTER_FIRST, HELPER_FIRST or IN_TURN
        self.promises = promises  # cards of the fighter's hand to be played on the helper
        self.pledge = pledge  # for a bribe: what is promised; not enforced

    def as_tuple(
        self,
    ) -> tuple[int, int, int, int, int, tuple[int, ...], tuple[int, ...], int, int, tuple[int, ...], int]:
        """All fields, in order."""
        return (
            self.id,
            self.kind,
            self.by,
            self.to,
            self.fight,
            self.gives,
            self.takes,
            self.treasures,
            self.order,
            self.promises,
            self.pledge,
        )
