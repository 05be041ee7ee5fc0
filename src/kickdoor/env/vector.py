"""Many games at once: this process steps some of them, workers the others, and all read and write the same memory.

>>> from kickdoor.env.vector import VectorEnv
>>> with VectorEnv(4, workers=1) as envs:  # doctest: +SKIP
...     observations, infos = envs.reset(seed=1)
"""

from __future__ import annotations

import contextlib
import gc
import traceback
from collections.abc import Iterator
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kickdoor.env.kickdoor_gym import OneAgent, SelfPlay, Solo

Arrays = dict[str, NDArray[Any]]

# What workers are told, besides the seed of all games where they are dealt, and what they answer
STEP, CLOSE, DONE = b"step", b"close", b"done"

SECONDS = 120.0
"""A worker that is silent for so long is given up."""


class WorkerFailed(RuntimeError):
    """A worker process came to grief; the words are its traceback."""


def make_env(bots: str | None, settings: dict[str, Any]) -> OneAgent:
    """One game: against bots, or all seats in the agent's hands."""
    return SelfPlay(**settings) if bots is None else Solo(bots, **settings)


class Board:
    """The shared memory: a row of each array for each game."""

    def __init__(self, games: int, env: OneAgent, name: str | None = None) -> None:
        sizes: list[tuple[str, tuple[int, ...], Any]] = [
            ("observation", (games, env.table.layout.size), np.int16),
            ("action_mask", (games, env.table.actions.size), np.int8),
            ("action", (games,), np.int64),
            ("reward", (games,), np.float64),
            ("rewards", (games, env.table.seats), np.float64),
            ("terminated", (games,), np.bool_),
            ("truncated", (games,), np.bool_),
            ("lawful", (games,), np.bool_),
            ("seat", (games,), np.int64),
        ]
        total = sum(-(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64 for _, shape, kind in sizes)
        self.memory = SharedMemory(name, create=name is None, size=total)
        self.arrays: Arrays = {}
        start = 0
        for label, shape, kind in sizes:
            self.arrays[label] = np.ndarray(shape, kind, self.memory.buf, start)
            start += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64

    def close(self) -> None:
        """Let go of the memory."""
        self.arrays = {}
        self.memory.close()


class Shift:
    """The games that one worker steps: some rows of the board, one after the other."""

    def __init__(self, board: Board, rows: range, envs: list[OneAgent]) -> None:
        self._arrays = {name: array[rows.start : rows.stop] for name, array in board.arrays.items()}
        self._observations = self._arrays["observation"].data.cast("B")
        self._masks = self._arrays["action_mask"].data.cast("B")
        self._open: list[list[int]] = [[] for _ in rows]  # the ones in each mask
        self._rows = rows
        self._envs = envs
        self._chances: list[np.random.Generator] = []

    def reset(self, seed: int) -> None:
        """Deal all games anew."""
        self._chances = [np.random.default_rng([seed, row]) for row in self._rows]
        for row, env in enumerate(self._envs):
            self._deal(row, env)
        self._write()

    def step(self) -> None:
        """Step each game; one that ended with the step before is dealt anew instead."""
        arrays = self._arrays
        for name in ("reward", "rewards", "terminated", "truncated"):
            arrays[name].fill(0)
        arrays["lawful"].fill(True)
        for row, (env, action) in enumerate(zip(self._envs, arrays["action"].tolist(), strict=True)):
            if env.ended:
                self._deal(row, env)
                continue
            seat = env.seat
            if not env.act(action):
                arrays["lawful"][row] = False
            elif any(env.gains):
                arrays["reward"][row] = env.gains[seat]
                arrays["rewards"][row] = env.gains
            if env.table.ended:
                arrays["terminated" if env.table.over else "truncated"][row] = True
        self._write()

    def close(self) -> None:
        """Let go of the board."""
        self._arrays = {}
        self._observations.release()
        self._masks.release()

    def _deal(self, row: int, env: OneAgent) -> None:
        env.begin(int(self._chances[row].integers(2**31)))

    def _write(self) -> None:
        """What is seen in each game, then what is open there: the same work for all in a row is done faster."""
        envs = self._envs
        self._arrays["seat"][:] = [env.seat for env in envs]
        for row, seen in enumerate([env.table.look(env.seat) for env in envs]):
            self._observations[row * len(seen) : (row + 1) * len(seen)] = seen
        masks, size, before = self._masks, envs[0].table.actions.size, self._open
        self._open = [env.table.lawful(env.seat) for env in envs]
        for row, (closed, opened) in enumerate(zip(before, self._open, strict=True)):
            # Only what has changed is written: what is not comes faster to whoever reads it on another core.
            start = row * size
            for action in closed:
                masks[start + action] = 0
            for action in opened:
                masks[start + action] = 1


def _heed(door: Connection, shift: Shift) -> None:
    """Do what is told, until it is to close."""
    while True:
        word = door.recv_bytes()
        if word == CLOSE:
            return
        if word == STEP:
            shift.step()
        else:
            shift.reset(int(word))
        door.send_bytes(DONE)


def work(door: Connection, name: str, games: int, rows: range, bots: str | None, settings: dict[str, Any]) -> None:
    """Step some of the games whenever told to."""
    envs = [make_env(bots, settings) for _ in rows]
    board = Board(games, envs[0], name)
    gc.freeze()  # games hold no cycles, and looking for some costs a tenth of the time
    gc.disable()
    try:
        _heed(door, Shift(board, rows, envs))
    except EOFError:
        pass
    except Exception:
        door.send_bytes(traceback.format_exc().encode())
    finally:
        board.close()


def _context() -> ForkServerContext | SpawnContext:
    """How workers are started: forked from a server that has loaded what they need, where the system can do that."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["kickdoor.env.vector"])
    return context


@contextlib.contextmanager
def collector_away() -> Iterator[None]:
    """Games hold no cycles, and looking for some costs a tenth of the time."""
    was_there = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_there:
            gc.enable()


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """So many games in so many processes, of which this is one; a game that has ended is dealt anew by the next step.

    Without `bots` all seats are in the agent's hands, and `infos["seat"]` says whose turn it is in each game. Without
    `copy` observations and masks are the shared memory itself, which the next step writes over; drop it before `close`.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self, num_envs: int, workers: int = 2, bots: str | None = None, *, copy: bool = True, **settings: Any
    ) -> None:
        if not 1 <= workers <= num_envs:
            raise ValueError(f"{num_envs} games need 1 to {num_envs} workers, not {workers}")
        pattern = make_env(bots, settings)
        self.num_envs = num_envs
        self.seats = pattern.table.seats
        self.single_observation_space = pattern.observation_space
        self.single_action_space = pattern.action_space
        self.observation_space = batch_space(pattern.observation_space, num_envs)
        self.action_space = batch_space(pattern.action_space, num_envs)
        self._board = Board(num_envs, pattern)
        self._copy = copy
        self._dealt = False
        shares = [range(each * num_envs // workers, (each + 1) * num_envs // workers) for each in range(workers)]
        # Whoever chooses the actions waits for them anyway. A process more would only take turns with the workers.
        own = [pattern, *(make_env(bots, settings) for _ in shares[0][1:])]
        self._own = Shift(self._board, shares[0], own)
        self._doors: list[Connection] = []
        self._workers = []
        context = _context()
        for rows in shares[1:]:
            ours, theirs = context.Pipe()
            task = (theirs, self._board.memory.name, num_envs, rows, bots, settings)
            worker = context.Process(target=work, args=task, daemon=True)
            worker.start()
            theirs.close()
            self._doors.append(ours)
            self._workers.append(worker)

    def _tell(self, word: bytes) -> None:
        for door in self._doors:
            try:
                door.send_bytes(word)
            except OSError as error:
                raise WorkerFailed("a worker has ended") from error

    def _wait(self) -> None:
        for door in self._doors:
            if not door.poll(SECONDS):
                raise WorkerFailed(f"a worker has said nothing for {SECONDS:.0f} seconds")
            try:
                why = door.recv_bytes()
            except (EOFError, OSError) as error:
                raise WorkerFailed("a worker has ended") from error
            if why != DONE:
                raise WorkerFailed(why.decode())

    def _seen(self) -> Arrays:
        arrays = self._board.arrays
        return {name: arrays[name].copy() if self._copy else arrays[name] for name in ("observation", "action_mask")}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games anew; the same seed deals the same games, however many workers there are."""
        if isinstance(seed, list):
            raise TypeError("give one seed for all games, not a list")
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**31)) if seed is None else seed
        self._tell(b"%d" % deal)
        with collector_away():
            self._own.reset(deal)
        self._wait()
        self._dealt = True
        return self._seen(), {"seat": self._board.arrays["seat"].copy()}

    def step_async(self, actions: Any) -> None:
        """Let the workers act; `step_wait` does the rest, and gives what came of it."""
        if not self._dealt:
            raise ResetNeeded("no game has been dealt yet: reset before the first step")
        self._board.arrays["action"][:] = actions
        self._tell(STEP)

    def step_wait(self) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """What came of the actions."""
        with collector_away():
            self._own.step()
        self._wait()
        arrays = self._board.arrays
        infos = {name: arrays[name].copy() for name in ("seat", "rewards", "lawful")}
        return (
            self._seen(),
            arrays["reward"].copy(),
            arrays["terminated"].copy(),
            arrays["truncated"].copy(),
            infos,
        )

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Act in all games."""
        self.step_async(actions)
        return self.step_wait()

    def close_extras(self, **kwargs: Any) -> None:
        """End the workers and give the memory back."""
        for door in self._doors:
            with contextlib.suppress(OSError):
                door.send_bytes(CLOSE)
        for worker in self._workers:
            worker.join(SECONDS)
        for door in self._doors:
            door.close()
        self._doors, self._workers = [], []
        self._own.close()
        self._board.close()
        self._board.memory.unlink()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
