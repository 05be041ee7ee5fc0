"""How the tables of an environment are set up."""

from __future__ import annotations

from typing import Any

import msgspec

from kickdoor.play.game import Game
from kickdoor.play.record import Record

ORDERS = ("next", "chance")


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What is played and how it is rewarded.

    `order` says who is asked of several: `next` the first to the left of who spoke last, `chance` one by lot. With
    `drafts` offers of one's own can be spelled. A game longer than `max_turns` is cut off. `shaping` adds so much of
    the change of one's Level to the rewards, discounted by `gamma`: the best play stays the best play.
    """

    packs: tuple[str, ...] = ("munchkin",)
    seats: int = 4
    book: str | None = None
    options: dict[str, int | bool] = {}
    order: str = "next"
    drafts: bool = True
    max_turns: int = 500
    shaping: float = 0.0
    gamma: float = 1.0

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise ValueError(f"order is {self.order!r}. It must be one of {', '.join(ORDERS)}")
        self.header("")

    @classmethod
    def of(cls, **settings: Any) -> Setup:
        """A setup of plain values: packs also as words with commas between."""
        for name in settings:
            if name not in cls.__struct_fields__:
                raise TypeError(f"there is no setting {name!r}; there are {', '.join(cls.__struct_fields__)}")
        packs = settings.get("packs", "munchkin")
        settings["packs"] = tuple(packs.split(",") if isinstance(packs, str) else packs)
        return msgspec.convert(settings, cls)

    def header(self, seed: int | str) -> Record:
        """All that a game of this seed begins from."""
        return Game.header(self.packs, self.seats, seed, self.book, dict(self.options))
