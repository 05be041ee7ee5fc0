"""Players who act as the page does, whatever happens to the servers: `nodes.py` seats them at its tables.

What was said is awaited for so long and no longer; then the line is given up, and another is tried after a while, which
grows with each failure. Those numbers are the page's own. Whom they reach is the proxy's affair.
"""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

import msgspec
from history import Deed
from msgspec import UNSET, UnsetType

from kickdoor.server.bench import Socket

PAGE = Path(__file__).parents[2] / "web" / "src" / "lib" / "table" / "connection.ts"


def of_page(name: str) -> float:
    """A number of the page's connection."""
    found = re.search(rf"const {name} = ([\d.]+);", PAGE.read_text(encoding="utf-8"))
    assert found, f"{PAGE.name} has no {name}"
    return float(found[1])


FIRST_WAIT = of_page("FIRST_WAIT") / 1000
LONGEST_WAIT = of_page("LONGEST_WAIT") / 1000
SLOWER = of_page("SLOWER")
BEAT = of_page("BEAT") / 1000
GIVE_UP = of_page("GIVE_UP") / 1000
MORE_PATIENT = int(of_page("MORE_PATIENT"))

LONGEST_THOUGHT = 1.5
"""Times the mean: so long nobody thinks."""

WRONG = 0.02
"""How often a visitor is sent to a server that is not the table's: proxies may disagree for a while."""


class Proxy(Protocol):
    """What stands before the servers."""

    async def dial(self, table: str, wrong: bool, player: Player) -> Line:
        """A line to the server that a table's visitors are sent to; the player notes what comes of it."""


class Option(msgspec.Struct):
    """What may be done."""

    code: int


class Decision(msgspec.Struct):
    """What a seat may do now."""

    window: int
    options: list[Option]


class Phase(msgspec.Struct):
    """How far a table is."""

    phase: str


class Look(msgspec.Struct):
    """Whose view it is."""

    seat: int | UnsetType = UNSET


class Told(msgspec.Struct):
    """As much of a message as a player must know."""

    type: str = ""
    id: int = 0
    n: int = 0
    epoch: str = ""
    seat: int | UnsetType = UNSET
    decision: Decision | UnsetType | None = UNSET
    table: Phase | UnsetType = UNSET
    view: Look | UnsetType = UNSET
    whole: Told | bool | None = None


DECODER = msgspec.json.Decoder(Told)


class Line(Socket):
    """A socket to a table, which is given up where what was said is not answered in time."""

    def __init__(self, path: str, host: str, player: Player) -> None:
        super().__init__(path, host, self.hear)
        self.player = player
        loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = loop.create_future()
        self.greeted: asyncio.Future[None] = loop.create_future()
        self.replies: dict[int, asyncio.Future[str]] = {}
        self._patience: asyncio.TimerHandle | None = None
        self._beat: asyncio.TimerHandle | None = None

    def connection_lost(self, error: Exception | None) -> None:
        """It is gone."""
        super().connection_lost(error)
        if not self.up.cancelled():
            self.up.exception()  # whoever waits for it has heard of it
        self._settle()
        if self._beat is not None:
            self._beat.cancel()
        if not self.gone.done():
            self.gone.set_result(None)

    def await_sign(self) -> None:
        """From now on the server owes a sign of life."""
        if self._patience is None:
            self._patience = asyncio.get_running_loop().call_later(self.player.patience, self._give_up)

    def tell(self, **message: object) -> None:
        """Say something."""
        self.say(msgspec.json.encode(message))
        self.await_sign()

    def hear(self, payload: bytes) -> None:
        """The server says something."""
        self._settle()
        told = DECODER.decode(payload)
        if told.type not in ("welcome", "closed"):
            self.player.given = 0
        if told.type in ("taken", "refused"):
            reply = self.replies.pop(told.id, None)
            if reply is not None and not reply.done():
                reply.set_result(told.type)
            return
        if told.type == "soon":
            self.player.hear_soon()
            self.await_sign()
            return
        self.player.hear(told)
        if told.type == "welcome" and not self.greeted.done():
            self.greeted.set_result(None)
            self._beat = asyncio.get_running_loop().call_later(BEAT, self._ping)

    def _settle(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        self.player.note("gave up a silent line")
        self.player.given += 1
        self.transport.abort()

    def _ping(self) -> None:
        self.tell(type="ping", id=0)
        self._beat = asyncio.get_running_loop().call_later(BEAT, self._ping)


class Step(NamedTuple):
    """Something that happened while somebody waited."""

    at: float
    what: str


@dataclass(eq=False)
class Player:
    """Somebody at a seat who answers at random, and comes back whatever happens."""

    proxy: Proxy
    table: str
    token: str
    seat: int
    rng: Random
    pause: float
    still: float = 10.0  #: seconds that they may have to wait
    deeds: list[Deed] = field(default_factory=list)
    taken: float = 0.0  #: when something of theirs was acknowledged last
    waits: list[float] = field(default_factory=list)  #: how long each time until a server greeted or answered
    leaks: list[str] = field(default_factory=list)
    over: bool = False
    decision: Decision | None = None
    since: float | None = None  #: when they began to wait for what they wait for now
    pressed: tuple[int, int] | None = None  #: an option and its window, of which they do not know what became of it
    steps: list[Step] = field(default_factory=list)  #: what has happened since
    longest: list[list[Step]] = field(default_factory=list)  #: waits that took too long, step by step
    number: int = 0
    epoch: str = ""  #: of the table where they were greeted last …
    last: int = 0  #: … and the last update that they heard there
    given: int = 0  #: how many lines in a row they gave up, with no answer since
    limit: asyncio.Timeout | None = None  #: until when they wait for a greeting

    @property
    def patience(self) -> float:
        """How many seconds they wait for a sign of life."""
        return GIVE_UP * 2 ** min(self.given, MORE_PATIENT)

    async def play(self) -> None:
        """Answer until the game is over."""
        tries = 0
        while not self.over:
            self.wait_from_now()
            line = None
            try:
                async with asyncio.timeout(self.patience) as self.limit:
                    line = await self.proxy.dial(self.table, self.rng.random() < WRONG, self)
                    line.tell(type="hello", token=self.token, epoch=self.epoch, last=self.last)
                    await asyncio.wait((line.greeted, line.gone), return_when=asyncio.FIRST_COMPLETED)
                if line.greeted.done():
                    tries = 0
                    self.note("was greeted")
                    await self.sit(line)
            except TimeoutError:
                self.note("gave up before a greeting")
                self.given += 1
            except OSError as error:
                self.note(f"was not connected: {error}")
            finally:
                if line is not None:
                    line.transport.abort()
            if not self.over:
                self.wait_from_now()
                self.note("has no line")
                wait = min(LONGEST_WAIT, FIRST_WAIT * SLOWER**tries)
                tries += 1
                await asyncio.sleep(wait * self.rng.uniform(0.75, 1.25))

    async def sit(self, line: Line) -> None:
        """Think and answer, as long as a line stands; what was pressed in vain is said again, as the page does."""
        while not self.over and not line.gone.done():
            if self.pressed is not None:
                await self.answer(line, *self.pressed)
                continue
            self.settle()
            think = self.rng.uniform(2 - LONGEST_THOUGHT, LONGEST_THOUGHT) * self.pause
            await asyncio.wait((line.gone,), timeout=think)
            if not line.gone.done() and self.decision is not None and self.decision.options:
                await self.answer(line, self.rng.choice(self.decision.options).code, self.decision.window)

    async def answer(self, line: Line, option: int, window: int) -> None:
        """Press something, and wait for the reply or the end of the line."""
        self.number += 1
        reply = line.replies[self.number] = asyncio.get_running_loop().create_future()
        self.wait_from_now()
        self.pressed = option, window
        self.note("pressed")
        said, taken = time.monotonic(), 0.0
        try:
            line.tell(type="answer", id=self.number, option=option, window=window)
            await asyncio.wait((reply, line.gone), return_when=asyncio.FIRST_COMPLETED)
            if reply.done():
                taken = time.monotonic() if reply.result() == "taken" else -1.0
                self.taken = max(self.taken, taken)
                self.settle()
        finally:
            if option >> 24:
                self.deeds.append(Deed(self.seat, option, said, taken))

    def hear_soon(self) -> None:
        """The server is at it: wait on."""
        self.note("is to be greeted soon")
        if self.limit is not None and not self.limit.expired():
            self.limit.reschedule(asyncio.get_running_loop().time() + self.patience)

    def hear(self, told: Told) -> None:
        """Keep what is told; nobody is told what is for another seat."""
        seats = {told.seat} if told.type == "welcome" else set()
        if told.type == "welcome":
            self.epoch = told.epoch
        told = told.whole if isinstance(told.whole, Told) else told
        if told.type == "update":
            self.last = told.n
        if told.decision is not UNSET:
            self.decision = told.decision
        if told.table is not UNSET and told.table.phase == "over":
            self.over = True
        if told.view is not UNSET:
            seats.add(told.view.seat)
        self.leaks += [f"seat {self.seat} was told what is for {seat}" for seat in seats - {self.seat, UNSET}]

    def wait_from_now(self) -> None:
        """They want something, and have not got it."""
        if self.since is None:
            self.since = time.monotonic()
            self.steps = []

    def note(self, what: str) -> None:
        """Something happens to them."""
        if self.since is not None:
            self.steps.append(Step(time.monotonic(), what))

    def settle(self) -> None:
        """They have what they waited for."""
        if self.since is not None:
            now = time.monotonic()
            self.waits.append(now - self.since)
            if now - self.since > self.still:
                self.longest.append([Step(self.since, "began to wait"), *self.steps, Step(now, "has it")])
        self.since = self.pressed = None
