"""What sort of player somebody is: a few weights, drawn once."""

from __future__ import annotations

from random import Random

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """Weights about 1: how much a player makes of loot, of others' luck, of old scores, and of a bluff."""

    greed: float = 1.0  #: on Treasures and Items
    kindness: float = 1.0  #: on deals that others gain by as well
    spite: float = 1.0  #: on harm to rivals
    grudge: float = 1.0  #: on harm to who has harmed it
    nerve: float = 1.0  #: on bluffs

    @property
    def word(self) -> str:
        """What stands out in it."""
        traits = {"greedy": self.greed, "helpful": self.kindness, "vengeful": max(self.spite, self.grudge)}
        word, most = max(traits.items(), key=lambda each: each[1])
        return word if most > 1.0 else "plain"


TEMPERS = {
    "plain": Temper(),
    "greedy": Temper(greed=1.6, kindness=0.8),
    "helpful": Temper(kindness=1.6, spite=0.8),
    "vengeful": Temper(spite=1.3, grudge=2.0, kindness=0.9),
}
"""Tempers by the word for them."""


def draw_temper(rng: Random, spread: float = 0.3) -> Temper:
    """A temper by chance, each weight so far from 1 at most."""
    return Temper(*(1.0 + spread * (2.0 * rng.random() - 1.0) for _ in Temper.__struct_fields__))
