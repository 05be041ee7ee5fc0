"""The network as it is used: its weights, and how likely each player is to win by them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kickdoor.bots.foresight.facts import Fact, facts_of
from kickdoor.bots.foresight.features import PLAYER, TABLE, look
from kickdoor.bots.lore import lore_of
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import OVER

Array = NDArray[np.float32]

WEIGHTS = "weights.npz"

TOGETHER = 1.29
"""How many win a game of four veterans, on average. Several can win together, and to each of them that is as good as
to win alone; the network's odds add up to one, so they are raised by as much."""

ROWS = 48
"""So many players are judged at once: from 262,144 products in one multiplication on, NumPy's OpenBLAS calls other
cores to its help, and waits for them longer than the work takes."""

PARTS = ("of_player", "of_table", "first", "of_self", "of_all", "second", "score")
"""The weights by name, in the order in which they are used."""


class Network:
    """Two layers for each player, the second of which also knows the mean of all; then a score, and the odds by it.

    Any number of players can sit at the table, since all rows are read by the same weights. A network has members, each
    with weights of its own (the first axis), and its scores are the means of theirs.
    """

    __slots__ = PARTS

    def __init__(self, weights: dict[str, Array]) -> None:
        shape = weights["of_player"].shape[1], weights["of_table"].shape[1]
        if shape != (len(PLAYER), len(TABLE)):
            raise ValueError(f"the weights are for {shape} features, not {len(PLAYER), len(TABLE)}: train again")
        self.of_player, self.of_table, self.first, self.of_self, self.of_all, self.second, self.score = (
            np.ascontiguousarray(weights[name], np.float32) for name in PARTS
        )

    @classmethod
    def load(cls, path: Path) -> Network:
        """The network of a file."""
        with np.load(path) as kept:
            return cls({name: kept[name] for name in PARTS})

    def chances(self, seen: Sequence[bytes], seats: int) -> Array:
        """How likely each player is to win, from the observer on, for each of the looks at tables of so many."""
        rows = np.frombuffer(b"".join(seen), np.int8).reshape(len(seen), -1).astype(np.float32)
        wide = seats * len(PLAYER)
        at_once = max(1, ROWS // seats)
        found = []
        for part in (rows[start : start + at_once] for start in range(0, len(rows), at_once)):
            players = part[:, :wide].reshape(len(part) * seats, len(PLAYER))
            found.append(self.odds(players, part[:, wide:], seats))
        return np.concatenate(found)

    def odds(self, players: Array, table: Array, seats: int) -> Array:
        """The same from rows of players, all of one table after the other, and of tables."""
        count = len(table)
        members = len(self.score)
        ahead = (players @ self.of_player).reshape(members, count, seats, -1)
        ahead += (table @ self.of_table + self.first[:, None])[:, :, None]
        np.maximum(ahead, 0, out=ahead)
        common = ahead.mean(2) @ self.of_all + self.second[:, None]
        deep = (ahead.reshape(members, count * seats, -1) @ self.of_self).reshape(members, count, seats, -1)
        deep += common[:, :, None]
        np.maximum(deep, 0, out=deep)
        scores = (deep.reshape(members, count * seats, -1) @ self.score[:, :, None]).mean(0).reshape(count, seats)
        scores -= scores.max(1, keepdims=True)
        odds: Array = np.exp(scores)
        odds /= odds.sum(1, keepdims=True)
        return odds


@cache
def trained() -> Network:
    """The network that comes with kickdoor."""
    with as_file(files(__package__) / WEIGHTS) as path:
        return Network.load(path)


class Foresight:
    """Tells how a game stands for a player by what that player may know of it."""

    def __init__(self, rules: Rules, network: Network) -> None:
        self.facts = facts_by(rules)
        self.network = network

    def chances_of(self, seat: int, ends: Sequence[State]) -> list[float]:
        """How likely a player is to win, alone or with others, in each of these states."""
        found = [float(seat in s.winners) if s.over == OVER else -1.0 for s in ends]
        open_ends = [at for at, chance in enumerate(found) if chance < 0]
        if open_ends:
            seen = [look(ends[at], self.facts, seat).tobytes() for at in open_ends]
            odds = self.network.chances(seen, len(ends[0].players))
            for at, chance in zip(open_ends, odds[:, 0].tolist(), strict=True):
                found[at] = min(1.0, TOGETHER * chance)
        return found


@lru_cache(maxsize=16)
def facts_by(rules: Rules) -> list[Fact]:
    """What each card of a mix does, found once."""
    return facts_of(lore_of(rules))
