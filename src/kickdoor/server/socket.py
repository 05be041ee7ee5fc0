"""The socket of a table: frames in, frames out, within limits."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
from msgspec import UNSET

from kickdoor.engine.data.refusals import Refusal
from kickdoor.server.errors import NotNow
from kickdoor.server.limits import Bucket, is_own_page
from kickdoor.server.lobby import Lobby
from kickdoor.server.protocol import Closed, Hello, Inbound, Message, Pass, Ping, React, Refresh, Refused, Why
from kickdoor.server.reference import asked_language, known_language
from kickdoor.server.session.seating import clean
from kickdoor.server.table import Table
from kickdoor.server.telling import encoded
from kickdoor.text.refusing import refusal_words

POLICY = 1008
TRY_AGAIN = 1013
GOING_AWAY = 1001

HELLO_SECONDS = 10.0
PATIENCE = 8
"""So many frames that make no sense are answered before the server hangs up."""

GREETING_COSTS = 4.0

DECODER = msgspec.json.Decoder(Inbound)


class Connection:
    """One socket. What is sent waits in a bounded outbox; who does not read is dropped."""

    def __init__(self, receive: Any, send: Any, address: str, lobby: Lobby, language: str = "en") -> None:
        self.seat = -1
        self.address = address
        self.token = ""
        self.name = ""
        self.language = language  #: until the hello names one
        self.lobby = lobby
        self._receive = receive
        self._send = send
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue(lobby.settings.outbox)
        self._code = 1000
        self._bucket = Bucket(lobby.settings.burst, time.monotonic())
        self._nonsense = 0
        self.closing = False

    # Link

    def send(self, message: bytes) -> None:
        """Send a message; a client that has not read many is dropped."""
        if self.closing:
            return
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            while not self._outbox.empty():
                self._outbox.get_nowait()
            self.hang_up(Refusal("table.too_slow"), TRY_AGAIN, "slow")

    def close(self, why: Refusal) -> None:
        """Say why, and hang up."""
        self.hang_up(why, GOING_AWAY, "told")

    def hang_up(self, why: Refusal, code: int, cause: str) -> None:
        """Close with a code; the cause is for the figures."""
        if self.closing:
            return
        self.closing = True
        self._code = code
        self.lobby.metrics.dropped.labels(cause).inc()
        while self._outbox.qsize() > self._outbox.maxsize - 2:
            self._outbox.get_nowait()
        self._outbox.put_nowait(encoded(Closed(refusal_words(why, self.language))))
        self._outbox.put_nowait(None)

    def refuse(self, id: int, why: Refusal, details: str = "") -> None:
        """Say that a message came to nothing, and why."""
        self.send(encoded(Refused(id, refusal_words(why, self.language), why.rule, details or UNSET)))

    # Running

    async def run(self, table: Table) -> None:
        """Serve a socket that has been accepted, until one side hangs up."""
        sender = asyncio.get_running_loop().create_task(self._write())
        greeted = False
        try:
            hello = await self._hello(table)
            if hello is not None:
                await asyncio.sleep(self.lobby.talk.wait(self.address, GREETING_COSTS))
                await table.bring(lambda: table.greet(self, hello))
                greeted = True
                await self._listen(table)
            await asyncio.wait_for(asyncio.shield(sender), 2)
        except TimeoutError:
            pass
        finally:
            self.closing = True
            if greeted and not table.closed:
                await table.ask(lambda: table.part(self))
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def _write(self) -> None:
        while True:
            message = await self._outbox.get()
            try:
                if message is None:
                    await self._send({"type": "websocket.close", "code": self._code})
                    return
                await self._send({"type": "websocket.send", "text": message.decode()})
            except Exception:  # whatever the server under us raises for a client that is gone
                self.closing = True
                return

    async def _read(self) -> bytes | None:
        """The next frame; None where the client has hung up or was hung up on."""
        while not self.closing:
            frame = await self._receive()
            if frame["type"] != "websocket.receive":
                self.closing = True
                return None
            text = frame.get("text")
            data = text.encode("utf-8", "surrogatepass") if text is not None else frame.get("bytes") or b""
            if len(data) > self.lobby.settings.largest_message:
                self.hang_up(Refusal("table.too_large"), POLICY, "size")
                return None
            settings = self.lobby.settings
            if not self._bucket.take(time.monotonic(), settings.messages_per_second, settings.burst):
                self.hang_up(Refusal("table.too_many"), POLICY, "rate")
                return None
            self.lobby.metrics.messages.inc()
            return data
        return None

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

    async def _hello(self, table: Table) -> Hello | None:
        try:
            data = await asyncio.wait_for(self._read(), HELLO_SECONDS)
        except TimeoutError:
            self.hang_up(Refusal("table.hello_first"), POLICY, "hello")
            return None
        if data is None:
            return None
        message = self._understand(data)
        if not isinstance(message, Hello):
            self.hang_up(Refusal("table.hello_first"), POLICY, "hello")
            return None
        self.language = known_language(message.language)
        seat = table.session.company.authorise(message.token, self.address)
        if seat is None:
            self.hang_up(Refusal("table.wrong_token"), POLICY, "token")
            return None
        self.seat = seat
        self.token = message.token
        self.name = clean(message.name)
        return message

    async def _listen(self, table: Table) -> None:
        while True:
            data = await self._read()
            if data is None:
                return
            message = self._understand(data)
            if message is None:
                continue
            wait = self.lobby.talk.wait(self.address, cost_of(message))
            if wait:
                await asyncio.sleep(wait)  # who asks for much is read more slowly, on all their sockets
            if isinstance(message, Hello):
                self.refuse(message.id, Refusal("table.hello_twice"))
            elif not table.post(_heard(self, table, message)):
                self.refuse(message.id, Refusal("table.busy"))


def cost_of(message: Message) -> float:
    """How much a message takes, an answer being one."""
    match message:
        case Refresh():
            return 4.0
        case Why():
            return 1.0 + len(message.intents) / 4
        case Ping() | Pass() | React():
            return 0.5
        case _:
            return 1.0


def _heard(link: Connection, table: Table, message: Message) -> Any:
    began = time.perf_counter()

    async def job() -> None:
        if not link.closing:
            await table.hear(link, message)
            link.lobby.metrics.handling.observe(time.perf_counter() - began)

    return job


async def serve_socket(lobby: Lobby, id: str, scope: Any, receive: Any, send: Any, address: str) -> None:
    """A socket has been asked for: accept it where the page, the table and the limits allow."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    await receive()
    open_here = lobby.sockets.get(address, 0)
    settings = lobby.settings
    full = open_here >= settings.most_sockets_of_address or sum(lobby.sockets.values()) >= settings.most_sockets
    if full or not is_own_page(headers.get("origin", ""), headers.get("host", ""), settings.origins):
        await send({"type": "websocket.close", "code": POLICY})
        return
    language = asked_language(scope["query_string"])
    try:
        lobby.board.refuse(address)
        table = await lobby.find(id)
    except NotNow as error:
        closed = Closed(refusal_words(error.why, language), error.details or UNSET)
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": encoded(closed).decode()})
        await send({"type": "websocket.close", "code": POLICY})
        return
    table.session.touched = lobby.clock.now()  # nobody puts it away under whoever is about to say hello
    lobby.sockets[address] = open_here + 1
    lobby.metrics.sockets.inc()
    try:
        await send({"type": "websocket.accept"})
        await Connection(receive, send, address, lobby, language).run(table)
    finally:
        lobby.metrics.sockets.dec()
        lobby.sockets[address] -= 1
        if not lobby.sockets[address]:
            del lobby.sockets[address]
