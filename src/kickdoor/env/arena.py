"""A tournament of models, scripts and bots: all at the same tables, rated together.

A player is a bot by its name, or something that is told a prompt and replies: a function (`python:module:function`) or
a program (`run:command`) that reads one JSON line with the prompt and writes one line with its reply.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from queue import Empty, Queue
from random import Random
from typing import Any

import msgspec

from kickdoor.bots import make_bot, read_name
from kickdoor.env.metrics import Society
from kickdoor.env.prompting import Limits, Prompt, Unreadable, careful, prompt_for, read_reply
from kickdoor.env.seating import Seating
from kickdoor.env.words import NAMES
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.driver import ANSWERS_PER_TURN
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.sim.balance import Interval, wilson

Reply = Callable[[str], str]
"""Whoever plays: told a prompt, replies."""

PATIENCE = 2.0
"""So many seconds a program has to end by itself."""


class NoPlayer(ValueError):
    """A player that cannot be had; the words say why."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


class Tries(msgspec.Struct):
    """How a player came to its answers: how often it was asked, asked again, failed, and gave none that could be read.

    `error` says in what it failed last.
    """

    asked: int = 0
    again: int = 0
    failed: int = 0
    forfeits: int = 0
    seconds: float = 0.0
    characters: int = 0
    error: str = ""


class NoReply(RuntimeError):
    """A program that gave no reply; the words say why."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


class Program:
    """A program that replies by lines of JSON: `{"prompt": …}` in, `{"reply": …}` out.

    One that has ended, or takes too long and is ended, is started anew with the next prompt: what it would still have
    written is the answer to nothing.
    """

    def __init__(self, command: str, seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._start()

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
                start_new_session=True,  # so that all that it starts itself ends with it
            )
        except OSError as error:
            raise NoPlayer(f"run:{self._command}: {error.strerror}") from error
        self._lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=_read, args=(self._process, self._lines), daemon=True)
        self._reader.start()

    def __call__(self, prompt: str) -> str:
        """Reply to a prompt; raises NoReply where the program has ended, is too slow or writes something else."""
        if self._process.poll() is not None:
            self.close()
            self._start()
        while not self._lines.empty():
            self._lines.get()  # said unasked
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"prompt": prompt}) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._seconds)
        except Empty:
            self.close(0)
            raise NoReply(f"no reply within {self._seconds:g} seconds") from None
        except OSError:
            line = ""
        if not line:
            self.close()
            raise NoReply(f"the program has ended with {self._process.returncode}")
        try:
            return str(json.loads(line)["reply"])
        except (ValueError, LookupError, TypeError):
            raise NoReply(f'{line[:80]!r} is no line {{"reply": …}}') from None

    def close(self, patience: float = PATIENCE) -> None:
        """End the program: with its input, or else after so many seconds."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):  # it has ended before it read all
            process.stdin.close()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            _kill(process)
            process.wait()
        self._reader.join(PATIENCE)
        if not self._reader.is_alive():  # something else may still hold the other end
            process.stdout.close()


def _kill(process: subprocess.Popen[str]) -> None:
    """End a program with all that it has started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _read(process: subprocess.Popen[str], lines: Queue[str]) -> None:
    """Pass on what a program writes; at its end nothing."""
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put("")


def find_player(name: str, seconds: float) -> Reply | None:
    """Who replies for a name, a program within so many seconds; None for a bot."""
    sort, _, rest = name.partition(":")
    if sort == "run":
        return Program(rest, seconds)
    if sort != "python":
        read_name(name)
        return None
    module, _, function = rest.partition(":")
    try:
        found: Reply = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise NoPlayer(f"{name}: {error}. Write python:module:function") from error
    return found


class Replying:
    """A player that is told prompts, in one game."""

    def __init__(self, reply: Reply, limits: Limits, tries: Tries) -> None:
        self._reply = reply
        self._limits = limits
        self._tries = tries
        self._forfeits = 0
        self._seconds = 0.0
        self._characters = 0

    def choose(self, prompt: Prompt, decision: Decision) -> Option:
        """Ask until a reply can be read, as often as the limits allow; then the most careful option."""
        words = str(prompt)
        for attempt in range(self._limits.retries + 1):
            if self._spent:
                break
            self._tries.again += attempt > 0
            try:
                return decision.options[read_reply(self._ask(words), len(decision.options), self._limits)]
            except Unreadable as error:
                words = f"{prompt}\n\n{error}"
            except Exception as error:  # whatever a player's own code raises costs that player only
                self._tries.failed += 1
                self._tries.error = f"{type(error).__name__}: {error}"
        self._forfeits += 1
        self._tries.forfeits += 1
        return decision.options[careful(decision.options)]

    @property
    def _spent(self) -> bool:
        """Whether it has used up what it may in this game."""
        return (
            self._forfeits >= self._limits.forfeits
            or self._seconds >= self._limits.game_seconds
            or self._characters >= self._limits.game_characters
        )

    def _ask(self, words: str) -> str:
        """Ask once, and count what it took."""
        self._tries.asked += 1
        begun = time.perf_counter()
        reply: Any = ""
        try:
            reply = self._reply(words)
            if not isinstance(reply, str):
                raise TypeError(f"a reply is words, not {reply!r}")
            return reply
        finally:
            seconds, characters = time.perf_counter() - begun, len(words) + len(str(reply))
            self._seconds += seconds
            self._characters += characters
            self._tries.seconds += seconds
            self._tries.characters += characters


class Bout(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a tournament: who sat where, and who won."""

    game: int
    players: tuple[str, ...]
    winners: tuple[int, ...]
    turns: int


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a player did: wins with their interval, the rating of OpenSkill, and how it replied."""

    player: str
    games: int
    wins: int
    win_rate: float
    interval: Interval
    mu: float
    sigma: float
    tries: Tries


class Arena:
    """A tournament; `play` yields each game as it ends."""

    def __init__(self, header: Record, players: Sequence[str], limits: Limits | None = None) -> None:
        if len(players) < 2:
            raise NoPlayer("a tournament needs two players or more")
        if len(set(players)) < len(players):
            raise NoPlayer("name each player once")
        self.header = header
        self.players = tuple(players)
        self.limits = limits or Limits()
        self.bouts: list[Bout] = []
        self.society = Society()
        self.tries = {player: Tries() for player in players}
        self.seating = Seating(self.players, header.seats)
        self._replies: dict[str, Reply | None] = {}
        try:
            for player in players:
                self._replies[player] = find_player(player, self.limits.seconds)
        except ValueError:
            self.close()
            raise

    def play(self, games: int, turn_limit: int = 300) -> Iterator[Bout]:
        """Play so many games."""
        for number in range(len(self.bouts), games):
            bout = self._bout(number, turn_limit)
            self.bouts.append(bout)
            yield bout

    def _bout(self, number: int, turn_limit: int) -> Bout:
        seed = f"{self.header.seed}:{number}"
        names = self.seating.of_game(number)
        game = Game.before(msgspec.structs.replace(self.header, seed=seed))
        self.society.begin(names)
        self.society.hear(game.begin())
        rng = Random(seed)
        company = ["" if self._replies[name] else name for name in names]
        seats = [self._player(name, rng, game, company) for name in names]
        answers = 0
        while not game.over and game.turns <= turn_limit and answers < turn_limit * ANSWERS_PER_TURN:
            seat = rng.choice(game.waiting)
            self.society.hear(game.apply(seat, _choice(game, seat, seats[seat])))
            answers += 1
        self.society.end(game)
        return Bout(game=number, players=names, winners=tuple(game.winners), turns=game.turns)

    def _player(self, name: str, rng: Random, game: Game, company: Sequence[str]) -> Agent | Replying:
        reply = self._replies[name]
        if reply is None:
            return make_bot(name, rng, game.state.rules, company=company)
        return Replying(reply, self.limits, self.tries[name])

    def standings(self) -> list[Standing]:
        """All players, the best first."""
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        ratings = {player: model.rating(name=player) for player in self.players}
        for bout in self.bouts:
            teams = [[model.rating(mu=ratings[name].mu, sigma=ratings[name].sigma)] for name in bout.players]
            ranks = [1.0 if seat in bout.winners else 2.0 for seat in range(len(teams))]
            rated = model.rate(teams, ranks=ranks)
            for name in dict.fromkeys(bout.players):
                own = [team[0] for each, team in zip(bout.players, rated, strict=True) if each == name]
                ratings[name].mu = sum(one.mu for one in own) / len(own)
                ratings[name].sigma = sum(one.sigma for one in own) / len(own)
        found = []
        for player in self.players:
            seats = [(bout, seat) for bout in self.bouts for seat, name in enumerate(bout.players) if name == player]
            wins = sum(seat in bout.winners for bout, seat in seats)
            found.append(
                Standing(
                    player=player,
                    games=len(seats),
                    wins=wins,
                    win_rate=wins / max(1, len(seats)),
                    interval=wilson(wins, len(seats)),
                    mu=round(ratings[player].mu, 3),
                    sigma=round(ratings[player].sigma, 3),
                    tries=self.tries[player],
                )
            )
        return sorted(found, key=lambda standing: -standing.mu)

    def close(self) -> None:
        """End all programs."""
        for reply in self._replies.values():
            if isinstance(reply, Program):
                reply.close()


def _choice(game: Game, seat: int, player: Agent | Replying) -> Option | Offer:
    decision = game.decision(seat)
    assert decision is not None, "a seat that is waited for has something to decide"
    if len(decision.options) == 1:
        return decision.options[0]
    if isinstance(player, Replying):
        return player.choose(prompt_for(game, seat, NAMES), decision)
    return player.choose(game.view(seat), decision)
