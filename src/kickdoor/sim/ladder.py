"""A tournament of the bots: one of each level among those of the level below it, seats in turn, kept game by game.

A directory holds it: `ladder.json` says what is played, `games.jsonl` has a line for each game as it ends. So a
tournament that was stopped goes on where it was, and can be made longer.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from kickdoor.bots import read_name
from kickdoor.play.record import Record
from kickdoor.sim.runner import Plan, begin, spread
from kickdoor.sim.seating import Seating

LADDER, GAMES = "ladder.json", "games.jsonl"

LEVELS = ("random", "rookie", "veteran", "master:0.1s", "grandmaster:0.1s")
"""Who climbs, the weakest first."""


class LadderError(Exception):
    """A directory that a tournament cannot be kept in, with what to do about it."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: the levels from the weakest up, the packs with their digests, the table."""

    levels: tuple[str, ...]
    packs: tuple[str, ...]
    digests: tuple[str, ...]
    book: str
    options: dict[str, int]
    seats: int
    seed: str
    version: str


class Climb(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the tournament: the challenger's seat, all others of the level below.

    `decisions` and `seconds` are by level: decisions between two or more options, and the processor time that the bots
    took for them, listing options and looking included; `thoughts` is the time of each of the challenger's.
    """

    challenger: str
    below: str
    game: int
    seat: int
    won: bool
    winners: tuple[int, ...]
    turns: int
    decisions: dict[str, int]
    seconds: dict[str, float]
    thoughts: list[float]


class Clock:
    """Watches how long bots take for a decision."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.decisions: dict[str, int] = {}
        self.seconds: dict[str, float] = {}
        self.thoughts: list[float] = []

    def add(self, level: str, seat: int, seconds: float) -> None:
        """Note a decision."""
        self.decisions[level] = self.decisions.get(level, 0) + 1
        self.seconds[level] = self.seconds.get(level, 0.0) + seconds
        if seat == self.seat:
            self.thoughts.append(round(seconds, 6))


def rules_of(header: Record, levels: tuple[str, ...]) -> Rules:
    """What a tournament with these levels plays."""
    for level in levels:
        read_name(level)
    return Rules(
        levels=levels,
        packs=header.packs,
        digests=header.hashes,
        book=header.book,
        options=header.options,
        seats=header.seats,
        seed=header.seed,
        version=header.version,
    )


def climb(plan: Plan, number: int) -> Climb:
    """Play a game of a rung: the plan's first bot is the challenger, who changes seats from game to game."""
    challenger, below = plan.bots[:2]
    game, rng = begin(plan, number)
    seat = number % game.seats
    names = [challenger if each == seat else below for each in range(game.seats)]
    seating = Seating(names, game, rng)
    clock = Clock(seat)
    asked = time.thread_time()
    for each, choice in seating.answers(game, plan.turn_limit):
        if seating.chosen:
            clock.add(names[each], each, time.thread_time() - asked)
        game.apply(each, choice)
        asked = time.thread_time()
    return Climb(
        challenger=challenger,
        below=below,
        game=number,
        seat=seat,
        won=seat in game.winners,
        winners=tuple(game.winners),
        turns=game.turns,
        decisions=clock.decisions,
        seconds={level: round(seconds, 6) for level, seconds in clock.seconds.items()},
        thoughts=clock.thoughts,
    )


class Ladder:
    """A tournament in a directory; `climbs` are the games that it holds."""

    def __init__(self, folder: Path, header: Record, rules: Rules, climbs: list[Climb]) -> None:
        self.folder = folder
        self.header = header
        self.rules = rules
        self.climbs = climbs

    @classmethod
    def open(cls, folder: Path, header: Record, levels: tuple[str, ...]) -> Ladder:
        """The tournament of a directory, which must be the same one if there is one already."""
        rules = rules_of(header, levels)
        path = folder / LADDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.write_bytes(msgspec.json.format(msgspec.json.encode(rules)))
            found = msgspec.json.decode(path.read_bytes(), type=Rules)
        except OSError as error:
            raise LadderError(f"{path}: cannot be written or read ({error.strerror}). Name another --out") from error
        except msgspec.DecodeError as error:
            raise LadderError(f"{path}: is not of a tournament ({error}). Name another --out") from error
        for name in Rules.__struct_fields__:
            there, here = getattr(found, name), getattr(rules, name)
            if there != here:
                raise LadderError(f"{path}: {name} was {there} and is {here} now. Name another --out")
        return cls(folder, header, rules, cls._read(folder / GAMES))

    @staticmethod
    def _read(path: Path) -> list[Climb]:
        """The games kept so far; a line that was cut off is no game."""
        if not path.exists():
            return []
        whole, _, rest = path.read_bytes().rpartition(b"\n")
        if rest:
            path.write_bytes(whole + b"\n" if whole else b"")
        try:
            return [msgspec.json.decode(line, type=Climb) for line in whole.splitlines()]
        except msgspec.DecodeError as error:
            raise LadderError(f"{path}: has a line that is no game ({error}). Name another --out") from error

    @property
    def rungs(self) -> list[tuple[str, str]]:
        """Each level but the first, with the one below it."""
        levels = self.rules.levels
        return list(zip(levels[1:], levels, strict=False))

    def done(self, challenger: str) -> int:
        """How many games a challenger has played."""
        return sum(1 for each in self.climbs if each.challenger == challenger)

    def play(self, games: int, jobs: int = 1, only: str | None = None) -> Iterator[Climb]:
        """Play each rung, or only that of one level, until it has so many games; keep each as it ends."""
        rungs = [rung for rung in self.rungs if only in (None, rung[0])]
        with (self.folder / GAMES).open("ab") as kept:
            for challenger, below in rungs:
                yield from self._climb(challenger, below, games, jobs, kept)

    def _climb(self, challenger: str, below: str, games: int, jobs: int, kept: IO[bytes]) -> Iterator[Climb]:
        header = msgspec.structs.replace(self.header, seed=f"{self.header.seed}:{challenger}")
        bots = (challenger, *[below] * (self.header.seats - 1))
        left = range(self.done(challenger), games)
        if not left:
            return
        for each in spread(Plan(header, games, bots=bots), jobs, climb, left):
            self.climbs.append(each)
            kept.write(msgspec.json.encode(each) + b"\n")
            kept.flush()
            yield each
