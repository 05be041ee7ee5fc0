"""Many games at once: this process steps some of them, workers the others, and all read and write the same memory.

>>> from kickdoor.env.vector import VectorEnv
>>> with VectorEnv(4, workers=1) as envs:  # doctest: +SKIP
...     observations, infos = envs.reset(seed=1)
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import time
import traceback
from collections.abc import Iterator
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.shared_memory import SharedMemory
from random import Random
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

# What is said by the pipe, besides the seed or seeds of the games where they are dealt and why a worker has failed
KNOCK, CLOSE = b"knock", b"close"

RING = b""
"""What is heard where somebody has rung."""

SECONDS = 120.0
"""A worker that is silent for so long is given up."""

LOOKS = 5_000
"""So often somebody looks whether it has rung before they let others have the core between looks."""

AWAKE = 0.002
"""For so many seconds they do that before they go to sleep: to be woken takes longer than to step some games."""

NAP = 0.02
"""So many seconds they sleep before they look again: a knock may be missed by who is just going to sleep."""

LINE = 8
"""Numbers in a line of the processors' caches: what two processes write to does not share one."""


def let_others() -> None:
    """Let another process have the core, if one wants it."""
    os.sched_yield() if hasattr(os, "sched_yield") else time.sleep(0)


class WorkerFailed(RuntimeError):
    """A worker process came to grief; the words are its traceback."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


def make_env(bots: str | None, settings: dict[str, Any]) -> OneAgent:
    """One game: against bots, or all seats in the agent's hands."""
    return SelfPlay(**settings) if bots is None else Solo(bots, **settings)


class Bell:
    """Between two processes: who rings raises a number in shared memory, which the other watches or is woken to see.

    All else is said by a pipe.
    """

    def __init__(self, door: Connection, numbers: memoryview, own: int, other: int) -> None:
        self.door = door
        self._numbers = numbers  # of each side how often it has rung, and whether it sleeps
        self._own, self._own_sleep = own * LINE, (own + 1) * LINE
        self._other, self._other_sleep = other * LINE, (other + 1) * LINE
        self._heard = 0

    def ring(self) -> None:
        """Let the other know."""
        numbers = self._numbers
        numbers[self._own] += 1
        if numbers[self._other_sleep]:
            self.door.send_bytes(KNOCK)

    def listen(self, seconds: float | None = None) -> bytes:
        """Wait for a ring or a word. TimeoutError: neither came in so many seconds; EOFError: the other is gone."""
        numbers, other, heard = self._numbers, self._other, self._heard
        for _ in range(LOOKS):
            if numbers[other] != heard:
                self._heard += 1
                return RING
        end = time.monotonic() + AWAKE
        while time.monotonic() < end:
            if numbers[other] != heard:
                self._heard += 1
                return RING
            let_others()
        return self._listen_asleep(seconds)

    def _listen_asleep(self, seconds: float | None) -> bytes:
        numbers = self._numbers
        end = None if seconds is None else time.monotonic() + seconds
        numbers[self._own_sleep] = 1
        try:
            while numbers[self._other] == self._heard:
                if self.door.poll(NAP):
                    word = self.door.recv_bytes()
                    if word != KNOCK:
                        return word
                elif end is not None and time.monotonic() > end:
                    raise TimeoutError
        finally:
            numbers[self._own_sleep] = 0
        self._heard += 1
        return RING


class Board:
    """The shared memory: a row of each array for each game, and of each worker's bells."""

    def __init__(self, games: int, workers: int, env: OneAgent, name: str | None = None) -> None:
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
            ("sample", (games,), np.int64),
            ("bells", (workers * 4 * LINE,), np.int64),
        ]
        starts = [0]
        for _, shape, kind in sizes:
            starts.append(starts[-1] + -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64)
        self.memory = SharedMemory(name, create=name is None, size=starts[-1])
        self.arrays: Arrays = {
            label: np.ndarray(shape, kind, self.memory.buf, start)
            for (label, shape, kind), start in zip(sizes, starts[:-1], strict=True)
        }
        self._bells = self.arrays.pop("bells").data

    def bell(self, door: Connection, worker: int, *, at_worker: bool) -> Bell:
        """One end of the line between whoever asks and a worker."""
        asking, working = 4 * worker, 4 * worker + 2
        return Bell(door, self._bells, *((working, asking) if at_worker else (asking, working)))

    def close(self) -> None:
        """Let go of the memory."""
        self.arrays = {}
        self._bells.release()
        self.memory.close()


class Shift:
    """The games that one worker steps: some rows of the board, one after the other."""

    def __init__(self, board: Board, rows: range, envs: list[OneAgent], longest: int | None) -> None:
        self._arrays = {name: array[rows.start : rows.stop] for name, array in board.arrays.items()}
        self._observations = self._arrays["observation"].data.cast("B")
        self._masks = self._arrays["action_mask"].reshape(-1)
        size = board.arrays["action_mask"].shape[1]
        self._starts = range(0, len(rows) * size, size)  # of each game's mask in all of them
        self._ones = np.empty(0, np.int64)  # in all masks
        self._rows = rows
        self._envs = envs
        self._tables = [env.table for env in envs]
        self._chances: list[np.random.Generator] = []
        self._picks: list[Random] = []
        self._longest = longest
        self._steps = 0
        self._dealt_at = [0] * len(envs)
        self._cut_off = [False] * len(envs)

    def reset(self, seeds: int | list[int]) -> None:
        """Deal all games anew: by one seed for all of them, or each the game of its own seed."""
        own = [seeds] * len(self._rows) if isinstance(seeds, int) else [seeds[row] for row in self._rows]
        self._picks = [Random(f"{seed}:{row}") for seed, row in zip(own, self._rows, strict=True)]
        if isinstance(seeds, int):
            self._chances = [np.random.default_rng([seeds, row]) for row in self._rows]
        else:
            self._chances = [np.random.default_rng(seed) for seed in own]
        for row, (env, seed) in enumerate(zip(self._envs, own, strict=True)):
            self._deal(row, env, None if isinstance(seeds, int) else seed)
        self._write()

    def step(self) -> None:
        """Step each game; one that ended with the step before is dealt anew instead."""
        arrays = self._arrays
        for name in ("reward", "rewards", "terminated", "truncated"):
            arrays[name].fill(0)
        arrays["lawful"].fill(True)
        actions = arrays["action"].tolist()
        self._steps += 1
        for row, (env, table, action) in enumerate(zip(self._envs, self._tables, actions, strict=True)):
            if table.ended or self._cut_off[row]:
                self._deal(row, env)
                continue
            seat = env.seat
            if not env.act(action):
                arrays["lawful"][row] = False
            elif env.gains is not env.nothing:
                arrays["reward"][row] = env.gains[seat]
                arrays["rewards"][row] = env.gains
            if env.ended:
                arrays["terminated" if table.over else "truncated"][row] = True
            elif self._longest is not None and self._steps - self._dealt_at[row] >= self._longest:
                self._cut_off[row] = arrays["truncated"][row] = True
        self._write()

    def close(self) -> None:
        """Let go of the board."""
        self._arrays = {}
        self._observations.release()
        del self._masks

    def _deal(self, row: int, env: OneAgent, seed: int | None = None) -> None:
        """Deal the game of a seed, or the next by chance."""
        env.begin(int(self._chances[row].integers(2**31)) if seed is None else seed)
        self._dealt_at[row], self._cut_off[row] = self._steps, False

    def _write(self) -> None:
        """What is seen in each game, then what is open there: the same work for all in a row is done faster."""
        arrays, seats = self._arrays, [env.seat for env in self._envs]
        arrays["seat"][:] = seats
        self._observations[:] = b"".join([table.look(seat) for table, seat in zip(self._tables, seats, strict=True)])
        lawful = [table.lawful(seat) for table, seat in zip(self._tables, seats, strict=True)]
        ones = [start + action for start, actions in zip(self._starts, lawful, strict=True) for action in actions]
        # Only what has changed is written: what is not comes faster to whoever reads it on another core.
        self._masks[self._ones] = 0
        self._ones = np.array(ones)
        self._masks[self._ones] = 1
        picks = zip(lawful, self._picks, strict=True)
        arrays["sample"][:] = [actions[int(pick.random() * len(actions))] for actions, pick in picks]


def _heed(bell: Bell, shift: Shift) -> None:
    """Step when it rings and deal when a seed is told, until it is to close."""
    while True:
        word = bell.listen()
        if word == CLOSE:
            return
        if word == RING:
            shift.step()
        else:
            shift.reset(json.loads(word))
        bell.ring()


def work(
    door: Connection,
    name: str,
    shares: list[range],
    number: int,
    bots: str | None,
    settings: dict[str, Any],
    longest: int | None,
) -> None:
    """Step some of the games whenever told to."""
    rows = shares[number]
    envs = [make_env(bots, settings) for _ in rows]
    board = Board(shares[-1].stop, len(shares), envs[0], name)
    gc.freeze()  # games hold no cycles, and looking for some costs a tenth of the time
    gc.disable()
    try:
        _heed(board.bell(door, number, at_worker=True), Shift(board, rows, envs, longest))
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
    A game of `max_episode_steps` steps is cut off.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int,
        workers: int | None = None,
        bots: str | None = None,
        *,
        copy: bool = True,
        max_episode_steps: int | None = None,
        **settings: Any,
    ) -> None:
        workers = min(2, num_envs) if workers is None else workers
        if not 1 <= workers <= num_envs:
            raise ValueError(f"{num_envs} games need 1 to {num_envs} workers, not {workers}")
        pattern = make_env(bots, settings)
        self.num_envs = num_envs
        self.seats = pattern.table.seats
        self.single_observation_space = pattern.observation_space
        self.single_action_space = pattern.action_space
        self.observation_space = batch_space(pattern.observation_space, num_envs)
        self.action_space = batch_space(pattern.action_space, num_envs)
        self._board = Board(num_envs, workers, pattern)
        self._copy = copy
        self._dealt = False
        shares = [range(each * num_envs // workers, (each + 1) * num_envs // workers) for each in range(workers)]
        # Whoever chooses the actions waits for them anyway. A process more would only take turns with the workers.
        own = [pattern, *(make_env(bots, settings) for _ in shares[0][1:])]
        self._own = Shift(self._board, shares[0], own, max_episode_steps)
        self._own_games = len(own)
        self._bells: list[Bell] = []
        self._workers = []
        context = _context()
        for number in range(1, workers):
            ours, theirs = context.Pipe()
            task = (theirs, self._board.memory.name, shares, number, bots, settings, max_episode_steps)
            worker = context.Process(target=work, args=task, daemon=True)
            worker.start()
            theirs.close()
            self._bells.append(self._board.bell(ours, number, at_worker=False))
            self._workers.append(worker)

    def _tell(self, word: bytes) -> None:
        for bell in self._bells:
            try:
                bell.door.send_bytes(word) if word else bell.ring()
            except OSError as error:
                raise WorkerFailed("a worker has ended") from error

    def _wait(self) -> None:
        for bell in self._bells:
            try:
                why = bell.listen(SECONDS)
            except TimeoutError:
                raise WorkerFailed(f"a worker has said nothing for {SECONDS:.0f} seconds") from None
            except (EOFError, OSError) as error:
                raise WorkerFailed("a worker has ended") from error
            if why != RING:
                raise WorkerFailed(why.decode())

    def _gather(self) -> Arrays:
        """What is seen in all games; those of this process are copied while the workers finish theirs."""
        arrays = {name: self._board.arrays[name] for name in ("observation", "action_mask")}
        if not self._copy:
            self._wait()
            return arrays
        seen = {name: np.empty_like(array) for name, array in arrays.items()}
        for name, array in arrays.items():
            seen[name][: self._own_games] = array[: self._own_games]
        self._wait()
        for name, array in arrays.items():
            seen[name][self._own_games :] = array[self._own_games :]
        return seen

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games anew; the same seed deals the same games, however many workers there are.

        Of a list of seeds each is that of one game, which is the game that it would be by itself.
        """
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise ValueError(f"{self.num_envs} games need {self.num_envs} seeds, not {len(seed)}")
        else:
            super().reset(seed=seed)
        deal = [self._seed(each) for each in seed] if isinstance(seed, list) else self._seed(seed)
        self._tell(json.dumps(deal).encode())
        with collector_away():
            self._own.reset(deal)
        seen = self._gather()
        self._dealt = True
        return seen, {name: self._board.arrays[name].copy() for name in ("seat", "sample")}

    def _seed(self, given: int | None) -> int:
        """A seed, or the next by chance."""
        return int(self.np_random.integers(2**31)) if given is None else int(given)

    def step_async(self, actions: Any) -> None:
        """Let the workers act; `step_wait` does the rest, and gives what came of it."""
        if not self._dealt:
            raise ResetNeeded("no game has been dealt yet: reset before the first step")
        self._board.arrays["action"][:] = actions
        self._tell(RING)

    def step_wait(self) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """What came of the actions."""
        with collector_away():
            self._own.step()
        seen = self._gather()
        arrays = self._board.arrays
        infos = {name: arrays[name].copy() for name in ("seat", "sample", "rewards", "lawful")}
        return (
            seen,
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
        for bell in self._bells:
            with contextlib.suppress(OSError):
                bell.door.send_bytes(CLOSE)
        for worker in self._workers:
            worker.join(SECONDS)
        for bell in self._bells:
            bell.door.close()
        self._bells, self._workers = [], []
        self._own.close()
        self._board.close()
        self._board.memory.unlink()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
