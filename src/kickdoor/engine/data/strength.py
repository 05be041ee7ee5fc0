"""A line of strength in a fight."""

from __future__ import annotations

from kickdoor.engine.data.ids import Card


class StrengthLine:
    """Who or what adds how much to which side; never changed once a fight's lines are complete."""

    __slots__ = ("amount", "kind", "owner", "side", "source")

    def __init__(self, side: int, owner: int, source: Card, kind: int, amount: int) -> None:
        self.side = side  # PARTY or MONSTERS
        self.owner = owner  # a seat; on the monsters' side a monster, or NO_MONSTER; whose Items count for them, a seat
        self.source = source  # a card, a monster, or NO_CARD: a Level, or a play without a card
        self.kind = kind  # one of the OF_ constants
        self.amount = amount
