"""Games of veterans to learn from: what seats saw in them, and who won in the end. They are kept in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kickdoor.bots import RandomBot
from kickdoor.bots.foresight.features import PLAYER, TABLE, look
from kickdoor.bots.foresight.network import facts_by
from kickdoor.play.choices import Option
from kickdoor.play.game import Game
from kickdoor.sim.runner import Plan, begin, spread
from kickdoor.sim.seating import Seating

PIECE = 500  #: games that are kept in one file
AT_TURNS = 0.5  #: how often a position is noted where a turn begins …
BETWEEN = 0.03  #: … and elsewhere
SLIPS = (0.0, 0.0, 0.02, 0.06)  #: how often the players of a game do anything by chance
EXPANSIONS = ("munchkin-2", "munchkin-3", "munchkin-4", "munchkin-5", "munchkin-6", "munchkin-8", "game-changers")
OTHERS = ("munchkin", "star", "bites", "babies", "munchkin-lite")


class Positions(NamedTuple):
    """Positions of games at tables of so many: a row of players and one of the table each, and who won.

    The positions of a game stand together, in the order in which they came.
    """

    players: NDArray[np.int8]  #: position, seat from the observer on, feature
    table: NDArray[np.int8]
    won: NDArray[np.float32]  #: position, seat from the observer on: 1 for whoever won, alone or with others
    game: NDArray[np.int32]  #: which game it is of
    observer: NDArray[np.int8]  #: the seat that looked


Seen = tuple[int, bytes]
"""Who looked, and what they saw."""

Noted = tuple[list[Seen], list[int]]


def plan_of(piece: int, seed: str) -> Plan:
    """What is played in a piece: mostly four with the base set, some with other sets and at other tables."""
    rng = Random(f"{seed}:{piece}")
    packs, seats = ["munchkin"], 4
    sort = piece % 5
    if sort == 3:
        seats = rng.choice((3, 5, 6))
    elif sort == 4:
        packs = [rng.choice(OTHERS), *rng.sample(EXPANSIONS, rng.choice((0, 1, 3)))]
        seats = rng.choice((3, 4, 4) if packs[0] == "munchkin-lite" else (3, 4, 4, 5))  # SETUP-02
    return Plan(Game.header(packs, seats, f"{seed}:{piece}"), PIECE, bots=("veteran",))


def note_game(plan: Plan, number: int) -> Noted:
    """Play a game; give what some seat saw at some moments of it, and who won."""
    game, rng = begin(plan, number)
    s = game.state
    facts = facts_by(s.rules)
    slips = rng.choice(SLIPS)
    clumsy = RandomBot(rng, calm=True)
    seen: list[Seen] = []
    seating = Seating(plan.bots, game, rng)
    turns = s.turns
    for seat, choice in seating.answers(game, plan.turn_limit):
        if s.turns != turns or (seating.chosen and rng.random() < BETWEEN):
            if s.turns == turns or rng.random() < AT_TURNS:
                observer = rng.randrange(game.seats)
                seen.append((observer, look(s, facts, observer).tobytes()))
            turns = s.turns
        if slips and seating.chosen and rng.random() < slips:
            decision = game.decision(seat)
            assert decision is not None, "a seat that is waited for has something to decide"
            slip = clumsy.choose(game.view(seat), decision)
            choice = slip.code if isinstance(slip, Option) else choice
        game.apply(seat, choice)
    return (seen, game.winners) if game.winners else ([], [])


def play_piece(folder: Path, piece: int, seed: str, jobs: int) -> None:
    """Play the games of a piece and keep what was noted."""
    plan = plan_of(piece, seed)
    seats = plan.header.seats
    rows: list[bytes] = []
    won: list[list[float]] = []
    games: list[int] = []
    observers: list[int] = []
    for number, (seen, winners) in enumerate(spread(plan, jobs, note_game)):
        for observer, row in seen:
            around = [(observer + distance) % seats for distance in range(seats)]
            rows.append(row)
            won.append([float(seat in winners) for seat in around])
            games.append(piece * PIECE + number)
            observers.append(observer)
    part = folder / f"games-{piece:04}.part.npz"
    np.savez_compressed(
        part,
        rows=np.frombuffer(b"".join(rows), np.int8).reshape(len(rows), seats * len(PLAYER) + len(TABLE)),
        won=np.array(won, np.float32),
        game=np.array(games, np.int32),
        observer=np.array(observers, np.int8),
        seats=seats,
    )
    part.rename(folder / f"games-{piece:04}.npz")


def gather(folder: Path) -> Iterator[tuple[int, Positions]]:
    """All that is kept, piece by piece, with how many sit at its tables."""
    for path in sorted(folder.glob("games-*[0-9].npz")):
        with np.load(path) as kept:
            rows, seats = kept["rows"], int(kept["seats"])
            wide = seats * len(PLAYER)
            players = rows[:, :wide].reshape(len(rows), seats, len(PLAYER))
            yield seats, Positions(players, rows[:, wide:], kept["won"], kept["game"], kept["observer"])
