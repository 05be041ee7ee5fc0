"""Bargains as data: what two players give and take."""

from __future__ import annotations

from typing import Final


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
        by: int,
        to: int,
        fight: int,
        gives: tuple[int, ...],
        takes: tuple[int, ...],
        treasures: int,
        order: int,
        promises: tuple[int, ...],
        pledge: int,
    ) -> None:
        self.id = id
        self.kind = kind  # HELP, TRADE or BRIBE
        self.by = by
        self.to = to
        self.fight = fight
        self.gives = gives  # Items of `by` that go to `to` now
        self.takes = takes  # Items of `to` that go to `by` now
        self.treasures = treasures  # of the monsters', for the helper
        self.order = order  # 0 fighter picks first, 1 helper picks first, 2 in turn
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


HELP: Final = 0
TRADE: Final = 1
BRIBE: Final = 2
DEAL_KINDS: Final = ("help", "trade", "bribe")
ORDERS: Final = ("fighter_first", "helper_first", "in_turn")
PLEDGES: Final = ("", "no_interference", "no_help", "favour")
