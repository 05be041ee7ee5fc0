"""The socket of a table: frames in, frames out, within limits."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import UNSET

from kickdoor.engine.data.refusals import Refusal
from kickdoor.server.errors import Elsewhere, NotNow, Unwell
from kickdoor.server.limits import Bucket, is_own_page
from kickdoor.server.lobby import Lobby
from kickdoor.server.protocol import (
    Closed,
    Hello,
    Inbound,
    Intend,
    Message,
    Mute,
    Orders,
    Pace,
    Pass,
    Ping,
    Refresh,
    Refused,
    Rename,
    Report,
    Soon,
    Stir,
    Why,
)
from kickdoor.server.reference import asked_language, known_language
from kickdoor.server.session.seating import clean
from kickdoor.server.table import Table
from kickdoor.server.telling import encoded
from kickdoor.server.tracing import span
from kickdoor.server.wire import WIRE
from kickdoor.text.refusing import refusal_words

POLICY = 1008
TRY_AGAIN = 1013
GOING_AWAY = 1001

HELLO_SECONDS = 10.0
SOON_SECONDS = 1.0
"""So often whoever waits for a welcome hears that it comes: else they would go, and call again."""

PATIENCE = 8
"""So many frames that make no sense are answered before the server hangs up."""

GREETING_COSTS = 4.0

DECODER = msgspec.json.Decoder(Inbound)
SOON = encoded(Soon())

T = TypeVar("T")


class HungUp(Exception):
    """One side has hung up while something was waited for."""


class Wire(Protocol):
    """What carries the messages of a socket."""

    unread: int

    def listen(self, heard: Callable[[bytes], None]) -> None:
        """Hand over every message as it comes in."""

    def write(self, *messages: bytes) -> None:
        """Send messages together."""

    def pause(self) -> None:
        """Read nothing for a while."""

    def resume(self) -> None:
        """Read on."""

    def hang_up(self, code: int) -> None:
        """Close."""

    async def gone(self) -> None:
        """Wait until one side has hung up."""


class Connection:
    """One socket. What is sent goes out at once; who does not read is dropped."""

    def __init__(self, wire: Wire, address: str, lobby: Lobby, language: str = "en") -> None:
        self.seat = -1
        self.address = address
        self.token = ""
        self.name = ""
        self.language = language  #: until the hello names one
        self.lobby = lobby
        self.closing = False
        self._wire = wire
        self._bucket = Bucket(lobby.settings.burst, time.monotonic())
        self._held: list[bytes] | None = None
        self._nonsense = 0
        self._table: Table | None = None  #: once it was greeted there
        self._first: asyncio.Future[Message | None] = asyncio.get_running_loop().create_future()
        self._later: deque[Message] = deque()  #: was said too fast, and is heard when its time comes
        self._timer: asyncio.TimerHandle | None = None
        self._soon: asyncio.TimerHandle | None = None  #: while they wait for a welcome

    # Link

    def send(self, message: bytes) -> None:
        """Send a message; a client that has much unread is dropped."""
        if self.closing:
            return
        if self._held is not None:
            self._held.append(message)
            return
        self._wire.write(message)
        self._drop_if_slow()

    def welcomed(self) -> None:
        """They have their welcome: nothing is promised any more."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None

    def hold(self) -> None:
        """Keep what is sent until `release`, and send it together."""
        self._held = []

    def release(self) -> None:
        """Send what was kept."""
        held, self._held = self._held, None
        if held and not self.closing:
            self._wire.write(*held)
            self._drop_if_slow()

    def _drop_if_slow(self) -> None:
        if self._wire.unread > self.lobby.settings.unread:
            self.hang_up(Refusal("table.too_slow"), TRY_AGAIN, "slow")

    def close(self, why: Refusal) -> None:
        """Say why, and hang up."""
        self.hang_up(why, GOING_AWAY, "told")

    def hang_up(self, why: Refusal, code: int, cause: str, details: str = "") -> None:
        """Close with a code; the cause is for the figures."""
        if self.closing:
            return
        self.closing = True
        self.lobby.metrics.dropped.labels(cause).inc()
        held, self._held = self._held or [], None
        self._wire.write(*held, encoded(Closed(refusal_words(why, self.language), details or UNSET)))
        self._wire.hang_up(code)

    def refuse(self, id: int, why: Refusal, details: str = "") -> None:
        """Say that a message came to nothing, and why."""
        self.send(encoded(Refused(id, refusal_words(why, self.language), why.rule, details or UNSET)))

    # Running

    async def run(self, id: str) -> None:
        """Serve a socket to a table that has been accepted, until one side hangs up.

        The table is looked for once it is asked for by a hello. Who called while this server was frozen, and has gone
        elsewhere, says none: their table stays where it is.
        """
        self._wire.listen(self._heard)
        gone = asyncio.ensure_future(self._wire.gone())
        table = None
        try:
            self.lobby.board.refuse(self.address)
            hello = await self._hello(gone)
            self._promise()
            table = await unless(gone, self.lobby.find(id))
            self._take_seat(table, hello)
            await unless(gone, self._arrive(table, hello))
            self._table = table
            self._hear_on()
            await gone
        except HungUp:
            pass
        except Elsewhere as error:
            self.close(error.why)
        except NotNow as error:
            self.hang_up(error.why, TRY_AGAIN if isinstance(error, Unwell) else POLICY, "refused", error.details)
        finally:
            gone.cancel()
            self.closing = True
            self.welcomed()
            if self._timer is not None:
                self._timer.cancel()
            if table is not None:
                table.part(self)

    async def _hello(self, gone: asyncio.Future[None]) -> Hello:
        await asyncio.wait((self._first, gone), timeout=HELLO_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if gone.done() or self.closing:
            raise HungUp
        message = self._first.result() if self._first.done() else None
        if not isinstance(message, Hello):
            self.hang_up(Refusal("table.hello_first"), POLICY, "hello")
            raise HungUp
        self.language = known_language(message.language)
        return message

    def _promise(self) -> None:
        """Give a sign of life now and then, until they are welcome."""
        self._soon = asyncio.get_running_loop().call_later(SOON_SECONDS, self._tell_soon)

    def _tell_soon(self) -> None:
        self.send(SOON)
        self._promise()

    def _take_seat(self, table: Table, hello: Hello) -> None:
        seat = table.session.company.authorise(hello.token, self.address)
        if seat is None:
            self.hang_up(Refusal("table.wrong_token"), POLICY, "token")
            raise HungUp
        table.session.touched = self.lobby.clock.now()  # nobody puts it away under whoever is about to be greeted
        self.seat = seat
        self.token = hello.token
        self.name = clean(hello.name)

    async def _arrive(self, table: Table, hello: Hello) -> None:
        await asyncio.sleep(self.lobby.talk.wait(self.address, GREETING_COSTS))
        await table.arrive(self, hello)

    # Hearing

    def _heard(self, data: bytes) -> None:
        """A message came in."""
        if self.closing:
            return
        settings = self.lobby.settings
        if len(data) > settings.largest_message:
            self.hang_up(Refusal("table.too_large"), POLICY, "size")
            return
        if not self._bucket.take(time.monotonic(), settings.messages_per_second, settings.burst):
            self.hang_up(Refusal("table.too_many"), POLICY, "rate")
            return
        self.lobby.metrics.messages.inc()
        message = self._understand(data)
        if not self._first.done():
            self._first.set_result(message)
        elif message is not None:
            self._later.append(message)
            if len(self._later) == 1 and self._table is not None:
                self._hear_on()

    def _understand(self, data: bytes) -> Message | None:
        try:
            found: Message = DECODER.decode(data)
            return found
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            self._nonsense += 1
            if self._nonsense >= PATIENCE:
                self.hang_up(Refusal("table.no_protocol"), POLICY, "nonsense")
            else:
                self.refuse(0, Refusal("table.no_message"), str(error)[:200])
            return None

    def _hear_on(self, waited: bool = False) -> None:
        """Pass on what was said; who asks for much is read more slowly, on all their sockets."""
        self._timer = None
        while self._later and not self.closing:
            wait = 0.0 if waited else self.lobby.talk.wait(self.address, cost_of(self._later[0]))
            if wait:
                self._wire.pause()
                self._timer = asyncio.get_running_loop().call_later(wait, self._hear_on, True)
                return
            waited = False
            self._pass_on(self._later.popleft())
        self._wire.resume()

    def _pass_on(self, message: Message) -> None:
        table = self._table
        assert table is not None
        if isinstance(message, Hello):
            self.refuse(message.id, Refusal("table.hello_twice"))
        elif not table.post(_heard(self, table, message)):
            self.refuse(message.id, Refusal("table.busy"))


async def unless(gone: asyncio.Future[None], what: Coroutine[Any, Any, T]) -> T:
    """Wait for something; where one side hangs up before, it is given up, and HungUp raised."""
    waiting = asyncio.ensure_future(what)
    try:
        await asyncio.wait((waiting, gone), return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            raise HungUp
        return waiting.result()
    finally:
        waiting.cancel()


def cost_of(message: Message) -> float:
    """How much a message takes, an answer being one; what changes the table itself is stored and told to all."""
    match message:
        case Refresh():
            return 4.0
        case Why():
            return 1.0 + len(message.intents) / 4
        case Ping() | Pass():
            return 0.5
        case Rename() | Intend() | Orders() | Mute() | Report() | Pace() | Stir():
            return 3.0
        case _:
            return 1.0


def _heard(link: Connection, table: Table, message: Message) -> Any:
    began = time.perf_counter()

    async def job() -> None:
        if not link.closing:
            with span("message", table=table.id, kind=type(message).__name__):
                await table.hear(link, message)
            link.lobby.metrics.handling.observe(time.perf_counter() - began)

    return job


async def serve_socket(lobby: Lobby, id: str, scope: Any, receive: Any, send: Any, address: str) -> None:
    """A socket has been asked for: accept it where the page and the limits allow."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    await receive()
    open_here = lobby.sockets.get(address, 0)
    settings = lobby.settings
    full = open_here >= settings.most_sockets_of_address or sum(lobby.sockets.values()) >= settings.most_sockets
    if full or not is_own_page(headers.get("origin", ""), headers.get("host", ""), settings.origins):
        await send({"type": "websocket.close", "code": POLICY})
        return
    lobby.sockets[address] = open_here + 1
    lobby.metrics.sockets.inc()
    try:
        await send({"type": "websocket.accept"})
        language = asked_language(scope["query_string"])
        await Connection(scope["extensions"][WIRE], address, lobby, language).run(id)
    finally:
        lobby.metrics.sockets.dec()
        lobby.sockets[address] -= 1
        if not lobby.sockets[address]:
            del lobby.sockets[address]
