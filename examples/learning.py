"""Fitting the network of `kickdoor.bots.foresight` to games, with NumPy alone: softmax over players, Adam."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from selfplay import Positions

from kickdoor.bots.foresight.features import PLAYER, TABLE
from kickdoor.bots.foresight.network import Network

Array = NDArray[np.float32]
Weights = dict[str, Array]

FIRST, SECOND = 64, 32  #: units of the two layers
BATCH = 1024
RATE = 2e-3  #: at the beginning; it falls to nothing along a cosine
DECAY = 2e-4  #: of the weights, at each step and in proportion to the rate
EARLY = 2  #: rounds by the ends of games alone
MEMBERS = 4  #: networks of the last stage, which are joined into one
TRUST = 0.9  #: how much of what a position led to is known only from what followed that
HELD_OUT = 10  #: one game of so many is not learnt from
FIRST_MOMENT, SECOND_MOMENT, TINY = 0.9, 0.999, 1e-8


class Scale:
    """Brings each feature to a mean of 0 and a deviation of 1; folded into the weights in the end."""

    def __init__(self, tables: Sequence[Positions]) -> None:
        players = np.concatenate([each.players[::7].reshape(-1, len(PLAYER)) for each in tables]).astype(np.float32)
        table = np.concatenate([each.table[::7] for each in tables]).astype(np.float32)
        self.player_mean, self.table_mean = players.mean(0), table.mean(0)
        self.player_by, self.table_by = 1 / (players.std(0) + 0.1), 1 / (table.std(0) + 0.1)

    def fold(self, weights: Weights) -> Weights:
        """The weights for features as they are."""
        of_player = weights["of_player"] * self.player_by[:, None]
        of_table = weights["of_table"] * self.table_by[:, None]
        first = weights["first"] - self.player_mean @ of_player - self.table_mean @ of_table
        return {**weights, "of_player": of_player, "of_table": of_table, "first": first}


def begin(rng: np.random.Generator) -> Weights:
    """Weights by chance."""

    def some(rows: int, columns: int) -> Array:
        return (rng.standard_normal((rows, columns)) * np.sqrt(2 / rows)).astype(np.float32)

    return {
        "of_player": some(len(PLAYER), FIRST),
        "of_table": some(len(TABLE), FIRST) * np.float32(0.3),
        "first": np.zeros(FIRST, np.float32),
        "of_self": some(FIRST, SECOND),
        "of_all": some(FIRST, SECOND) * np.float32(0.3),
        "second": np.zeros(SECOND, np.float32),
        "score": some(SECOND, 1)[:, 0] * np.float32(0.3),
    }


def slopes(weights: Weights, players: Array, table: Array, won: Array) -> tuple[Weights, float]:
    """The slope of the surprise at who won by each weight, and the surprise; where two have won, at each of them."""
    count, seats, _ = players.shape
    flat = players.reshape(count * seats, -1)
    first = (flat @ weights["of_player"]).reshape(count, seats, FIRST)
    first += (table @ weights["of_table"] + weights["first"])[:, None]
    np.maximum(first, 0, out=first)
    mean = first.mean(1)
    wide = first.reshape(count * seats, FIRST)
    second = (wide @ weights["of_self"]).reshape(count, seats, SECOND)
    second += (mean @ weights["of_all"] + weights["second"])[:, None]
    np.maximum(second, 0, out=second)
    scores = second @ weights["score"]
    scores -= scores.max(1, keepdims=True)
    odds = np.exp(scores)
    odds /= odds.sum(1, keepdims=True)
    surprise = surprise_of(odds, won)

    by_score = (odds * won.sum(1, keepdims=True) - won) / np.float32(won.sum())
    by_second = (by_score[:, :, None] * weights["score"]) * (second > 0)
    by_common = by_second.sum(1)
    back = by_second.reshape(count * seats, SECOND)
    by_first = (back @ weights["of_self"].T).reshape(count, seats, FIRST)
    by_first += ((by_common @ weights["of_all"].T) / np.float32(seats))[:, None]
    by_first *= first > 0
    by_table = by_first.sum(1)
    found = {
        "of_player": flat.T @ by_first.reshape(count * seats, FIRST),
        "of_table": table.T @ by_table,
        "first": by_table.sum(0),
        "of_self": wide.T @ back,
        "of_all": mean.T @ by_common,
        "second": by_common.sum(0),
        "score": np.einsum("nsk,ns->k", second, by_score),
    }
    return found, surprise


def surprise_of(odds: Array, won: Array) -> float:
    """The mean surprise of these odds at whoever won."""
    return -float((won * np.log(odds + 1e-9)).sum() / won.sum())


class Adam:
    """Takes steps down the slope, each weight with a length of its own."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.means = {name: np.zeros_like(each) for name, each in weights.items()}
        self.squares = {name: np.zeros_like(each) for name, each in weights.items()}
        self.steps = 0

    def step(self, slope: Weights, rate: float) -> None:
        """One step."""
        self.steps += 1
        length = rate * np.sqrt(1 - SECOND_MOMENT**self.steps) / (1 - FIRST_MOMENT**self.steps)
        for name, each in slope.items():
            mean, square = self.means[name], self.squares[name]
            mean += (1 - FIRST_MOMENT) * (each - mean)
            square += (1 - SECOND_MOMENT) * (each * each - square)
            weight = self.weights[name]
            weight -= np.float32(length) * mean / (np.sqrt(square) + np.float32(TINY))
            if weight.ndim > 1:
                weight *= np.float32(1 - rate * DECAY)


def split(tables: dict[int, Positions]) -> tuple[dict[int, Positions], dict[int, Positions]]:
    """The positions to learn from, and those of games held out."""
    learnt: dict[int, Positions] = {}
    unseen: dict[int, Positions] = {}
    for seats, each in tables.items():
        out = each.game % HELD_OUT == 0
        learnt[seats] = Positions(*(part[~out] for part in each))
        unseen[seats] = Positions(*(part[out] for part in each))
    return learnt, unseen


def surprise(network: Network, each: Positions) -> float:
    """The mean surprise of a network at who won."""
    return surprise_of(foretell(network, each), each.won)


def batches(learnt: dict[int, Positions], rng: np.random.Generator) -> Iterator[tuple[Positions, NDArray[np.int64]]]:
    """All positions once, in batches of one size of table each, by chance."""
    found: list[tuple[Positions, NDArray[np.int64]]] = []
    for each in learnt.values():
        order = rng.permutation(len(each.table))
        found += [(each, order[at : at + BATCH]) for at in range(0, len(order) - BATCH + 1, BATCH)]
    for at in rng.permutation(len(found)):
        yield found[at]


def foretell(network: Network, each: Positions) -> Array:
    """How likely each player is to win, in all positions."""
    seats = each.players.shape[1]
    found = []
    for at in range(0, len(each.table), 8192):
        part = slice(at, at + 8192)
        players = each.players[part].astype(np.float32).reshape(-1, len(PLAYER))
        found.append(network.odds(players, each.table[part].astype(np.float32), seats))
    return np.concatenate(found)


def soften(network: Network, each: Positions) -> Positions:
    """The same positions with other ends: less who won in the end than what the network makes of what came next.

    Who wins is mostly luck that came later. What the position soon led to tells more of its own worth (the end is
    weighed by `TRUST` for each position that lies between).
    """
    seats = each.players.shape[1]
    from_observer = (each.observer.astype(np.int64)[:, None] + np.arange(seats)) % seats
    by_seat = np.argsort(from_observer, 1)  # positions of a game are seen from several seats
    odds = np.take_along_axis(foretell(network, each), by_seat, 1)
    softer = np.take_along_axis(each.won, by_seat, 1)
    winners = each.won.sum(1)
    for at in range(len(softer) - 2, -1, -1):
        if each.game[at] == each.game[at + 1]:
            softer[at] = (1 - TRUST) * winners[at + 1] * odds[at + 1] + TRUST * softer[at + 1]
    return each._replace(won=np.take_along_axis(softer, from_observer, 1))


Told = Callable[[float, float], None]
"""What is told after each round: the surprise in what was learnt, and in games held out."""


def fit(tables: dict[int, Positions], rounds: int, seed: int, told: Told) -> Weights:
    """Weights that foretell who wins: first by the ends of games, then by what positions led to."""
    learnt, unseen = split(tables)
    early = Network(join([_fit(learnt, unseen, EARLY, seed, told)]))
    softened = {seats: soften(early, each) for seats, each in learnt.items()}
    better = Network(join([_fit(softened, unseen, rounds, seed + 1, told)]))
    softened = {seats: soften(better, each) for seats, each in learnt.items()}
    members = [_fit(softened, unseen, rounds, seed + 2 + member, told) for member in range(MEMBERS)]
    return join(members)


def join(members: Sequence[Weights]) -> Weights:
    """One network out of several, whose scores are the means of theirs: what each alone learnt by heart cancels out."""
    return {name: np.stack([each[name] for each in members]) for name in members[0]}


def _fit(learnt: dict[int, Positions], unseen: dict[int, Positions], rounds: int, seed: int, told: Told) -> Weights:
    scale = Scale(list(learnt.values()))
    rng = np.random.default_rng(seed)
    weights = begin(rng)
    adam = Adam(weights)
    steps = rounds * sum(len(each.table) // BATCH for each in learnt.values())
    for _ in range(rounds):
        total, count = 0.0, 0
        for each, some in batches(learnt, rng):
            players = (each.players[some].astype(np.float32) - scale.player_mean) * scale.player_by
            table = (each.table[some].astype(np.float32) - scale.table_mean) * scale.table_by
            slope, found = slopes(weights, players, table, each.won[some])
            adam.step(slope, RATE * 0.5 * (1 + np.cos(np.pi * adam.steps / steps)))
            total, count = total + found, count + 1
        network = Network(join([scale.fold(weights)]))
        size = sum(len(each.table) for each in unseen.values())
        held_out = sum(surprise(network, each) * len(each.table) for each in unseen.values()) / max(1, size)
        told(total / max(1, count), held_out)
    return scale.fold(weights)
