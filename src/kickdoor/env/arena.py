"""A tournament of models, scripts and bots: all at the same tables, rated together.

A player is a bot by its name, or something that is told a prompt and replies: a function (`python:module:function`) or
a program (`run:command`) that reads one JSON line with the prompt and writes one line with its reply.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from queue import Empty, Queue
from random import Random

import msgspec

from kickdoor.bots import make_bot, read_name
from kickdoor.env.metrics import Society
from kickdoor.env.prompting import Limits, Prompt, Unreadable, careful, prompt_for, read_reply
from kickdoor.env.words import NAMES
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.driver import ANSWERS_PER_TURN
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.sim.balance import Interval, wilson

Reply = Callable[[str], str]
"""Whoever plays: told a prompt, replies."""

SECONDS = 120.0
"""A program must reply within this time."""


class NoPlayer(ValueError):
    """A player that cannot be had; the words say why."""


class Tries(msgspec.Struct):
    """How a player came to its answers: how often it was asked, asked again, and gave no answer that could be read."""

    asked: int = 0
    again: int = 0
    forfeits: int = 0
    seconds: float = 0.0


class Program:
    """A program that replies by lines of JSON: `{"prompt": …}` in, `{"reply": …}` out."""

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise NoPlayer(f"run:{command}: {error.strerror}") from error
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def __call__(self, prompt: str) -> str:
        """Reply to a prompt; nothing where the program has ended, is too slow or writes something else."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"prompt": prompt}) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=SECONDS)
            return str(json.loads(line)["reply"])
        except (OSError, Empty, ValueError, LookupError, TypeError):
            return ""

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


def find_player(name: str) -> Reply | None:
    """Who replies for a name; None for a bot."""
    sort, _, rest = name.partition(":")
    if sort == "run":
        return Program(rest)
    if sort != "python":
        read_name(name)
        return None
    module, _, function = rest.partition(":")
    try:
        found: Reply = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise NoPlayer(f"{name}: {error}. Write python:module:function") from error
    return found


class Replying:
    """A player that is told prompts, in one game."""

    def __init__(self, reply: Reply, limits: Limits, tries: Tries) -> None:
        self._reply = reply
        self._limits = limits
        self._tries = tries
        self._forfeits = 0

    def choose(self, prompt: Prompt, decision: Decision) -> Option:
        """Ask until a reply can be read, as often as the limits allow; then the most careful option."""
        words = str(prompt)
        if self._forfeits < self._limits.forfeits:
            for attempt in range(self._limits.retries + 1):
                self._tries.asked += 1
                self._tries.again += attempt > 0
                begun = time.perf_counter()
                reply = self._reply(words)
                self._tries.seconds += time.perf_counter() - begun
                try:
                    return decision.options[read_reply(reply, len(decision.options), self._limits)]
                except Unreadable as error:
                    words = f"{prompt}\n\n{error}"
        self._forfeits += 1
        self._tries.forfeits += 1
        return decision.options[careful(decision.options)]


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
        self._replies = {player: find_player(player) for player in players}

    def seating(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game: all in turn, each game begun by the next."""
        count = len(self.players)
        first = number * (self.header.seats - 1)
        return tuple(self.players[(first + seat) % count] for seat in range(self.header.seats))

    def play(self, games: int, turn_limit: int = 300) -> Iterator[Bout]:
        """Play so many games."""
        for number in range(len(self.bouts), games):
            bout = self._bout(number, turn_limit)
            self.bouts.append(bout)
            yield bout

    def _bout(self, number: int, turn_limit: int) -> Bout:
        seed = f"{self.header.seed}:{number}"
        names = self.seating(number)
        game = Game.before(msgspec.structs.replace(self.header, seed=seed))
        self.society.begin(names)
        self.society.hear(game.begin())
        rng = Random(seed)
        seats = [self._player(name, rng, game) for name in names]
        answers = 0
        while not game.over and game.turns <= turn_limit and answers < turn_limit * ANSWERS_PER_TURN:
            seat = rng.choice(game.waiting)
            self.society.hear(game.apply(seat, _choice(game, seat, seats[seat])))
            answers += 1
        self.society.end(game)
        return Bout(game=number, players=names, winners=tuple(game.winners), turns=game.turns)

    def _player(self, name: str, rng: Random, game: Game) -> Agent | Replying:
        reply = self._replies[name]
        if reply is None:
            return make_bot(name, rng, game.state.rules)
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
