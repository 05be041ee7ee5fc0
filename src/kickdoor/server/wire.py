"""The wire: connections that send half a request, or never read what they are sent, are cut."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # whichever of two is there
from websockets.http11 import Request
from websockets.protocol import OPEN

from kickdoor.server.limits import Bucket, Crowd, Patience, visitor

REQUEST_SECONDS = 15.0
"""So long a request may take to come in, from the first byte of the connection or the end of the last answer."""

PINGS_AT_ONCE = 20
PINGS_PER_SECOND = 2.0
"""Pings of a client; each is answered, and the answers of one who does not read would pile up."""

UNREAD_SECONDS = 20.0
"""Whoever has read nothing of an answer for so long is cut off."""

SLICE = 4096
"""Bytes that are looked through at a time: thousands of empty frames fit into what comes in at once."""

LONGEST_HEAD = 16 * 1024
MOST_HEADERS = 100
"""What goes before a request; 20,000 lines of it are read for a tenth of a second."""

UNREAD_BYTES = 1 << 20
"""So much may lie unread before a connection is cut when it is to be closed."""


class ServerConfig(uvicorn.Config):
    """The settings of the stack below the application, whom it has lost patience with, and who is connected."""

    patience: Patience | None = None
    crowd: Crowd | None = None
    frames_per_second = 80.0
    frames_at_once = 240.0


class Lengths(h11.Connection):
    """HTTP where a body comes with its length, and a head is short: in tiny parts they take long to be read."""

    def next_event(self) -> Any:
        """What comes next."""
        if self.their_state is h11.IDLE and is_long_head(self.trailing_data[0]):
            raise h11.RemoteProtocolError("the head of a request is too long", error_status_hint=431)
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            raise h11.RemoteProtocolError("a body must come with its length", error_status_hint=411)
        return event


def is_long_head(data: bytes) -> bool:
    """Whether what came in begins a request with more than any browser says before it asks."""
    end = data.find(b"\r\n\r\n", 0, LONGEST_HEAD)
    if end < 0 and len(data) >= LONGEST_HEAD:
        return True
    return data.count(b"\n", 0, end if end >= 0 else len(data)) > MOST_HEADERS


class Requests(H11Protocol):
    """HTTP, where a request must be there in time and its answer be read, and who floods is not read."""

    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _upgraded = False
    _address = ""
    _patience: Patience | None = None
    _crowd: Crowd | None = None  #: in which it is counted

    def connection_made(self, transport: Any) -> None:
        """Somebody is connected: now let them ask."""
        super().connection_made(transport)
        self.conn = Lengths(h11.SERVER)
        config = self.config if isinstance(self.config, ServerConfig) else None
        self._patience = None if config is None else config.patience
        self._address = visitor(self.client[0]) if self.client else ""
        if self._is_cut_off():
            return
        if config is not None and config.crowd is not None:
            if not config.crowd.enter(self._address):
                self.transport.abort()
                return
            self._crowd = config.crowd
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._too_late)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._in_time()
        self._leave()
        if self._unread is not None:
            self._unread.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request is there, or all of it."""
        if self._is_cut_off():
            return
        super().data_received(data)
        if self._upgraded or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._in_time()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._too_late)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it is a socket, which is silent as long as it likes."""
        self._upgraded = True
        self._in_time()
        self._leave()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """More was answered than was read."""
        super().pause_writing()
        self._look_after()

    def timeout_keep_alive_handler(self) -> None:
        """Nobody asks any more."""
        super().timeout_keep_alive_handler()
        self._look_after()

    def _look_after(self, unread: int | None = None) -> None:
        """Cut the connection where nothing was read since so much was left; else look again."""
        left = self.transport.get_write_buffer_size()
        if not left:
            self._unread = None
        elif unread is None and self._unread is not None:
            return  # it is looked after already
        elif unread is not None and left >= unread:
            self.transport.abort()
        else:
            self._unread = self.loop.call_later(UNREAD_SECONDS, self._look_after, left)

    def _leave(self) -> None:
        if self._crowd is not None:
            self._crowd.leave(self._address)
            self._crowd = None

    def _is_cut_off(self) -> bool:
        if self._patience is None or not self._patience.is_lost(self._address):
            return False
        self.transport.abort()
        return True

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self.transport.is_closing():
            self.transport.abort()


WIRE = "kickdoor.wire"
"""The name by which the application finds the wire in the scope of a socket."""


class Frames(WebSocketsSansIOProtocol):
    """WebSockets, where who does not read is cut off.

    Once the application listens, messages go straight through it and back: no queue, no task and no copy lies between.
    """

    _pings = float(PINGS_AT_ONCE)
    _pinged_at = 0.0
    _lost = False
    _served = False
    _heard: Callable[[bytes], None] | None = None
    _frames: Bucket | None = None
    _between: bool | None = None  #: messages: all that came in so far were whole ones (None: nothing came in)

    # For the application

    def listen(self, heard: Callable[[bytes], None]) -> None:
        """Hand over every message as it comes in, beginning with those that are there."""
        self._heard = heard
        kept = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        self.resume()
        for event in kept:
            if event["type"] != "websocket.receive":
                self.queue.put_nowait(event)
            else:
                text = event.get("text")
                heard(text.encode() if text is not None else event.get("bytes") or b"")

    def write(self, *messages: bytes) -> None:
        """Send texts together, at once where nothing waits: each writing is a call of the system."""
        if self.close_sent or self.disconnected or self.conn.state is not OPEN or self.transport.is_closing():
            return
        self.transport.write(b"".join([part for message in messages for part in (head_of(message), message)]))

    @property
    def unread(self) -> int:
        """How many bytes wait for the other side to read."""
        size: int = self.transport.get_write_buffer_size()
        return size

    def pause(self) -> None:
        """Read nothing for a while."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        """Read on."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def hang_up(self, code: int) -> None:
        """Close, and cut the connection where the other side takes no notice of it."""
        if self.close_sent or self.conn.state is not OPEN or self.transport.is_closing():
            return  # it is closed, or the other side closes it
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.resume()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    async def gone(self) -> None:
        """Wait until one side has hung up."""
        while (await self.receive())["type"] == "websocket.receive":
            pass

    # From the network

    def data_received(self, data: bytes) -> None:
        """Frames come in, or parts of them. What is one whole message, as nearly all of it is, goes straight on."""
        if self._between and self._heard is not None and self.conn.state is OPEN and not self.close_sent:
            text = only_text(data, self.config.ws_max_size)
            if text is not None:
                if not self.transport.is_closing() and self._are_few(1):
                    self._heard(text)
                return
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data if len(data) <= SLICE else data[start : start + SLICE])
        if self._between is None:
            self._between = self.handshake_initiated and data.endswith(b"\r\n\r\n")
        elif self._between:
            self._between = are_whole(data)

    def handle_events(self) -> None:
        """Frames are complete."""
        if self._are_few(len(self.conn.events)):
            super().handle_events()

    def _are_few(self, frames: int) -> bool:
        """Whether so many frames may be: who sends more than anybody has a use for, of whatever kind, is cut off."""
        config: Any = self.config
        now = self.loop.time()
        if self._frames is None:
            self._frames = Bucket(config.frames_at_once, now)
        if self._frames.take(now, config.frames_per_second, config.frames_at_once, frames):
            return True
        self.transport.abort()
        return False

    def handle_connect(self, event: Request) -> None:
        """A socket is asked for."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[WIRE] = self

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        if self._heard is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self._heard(data)

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many or nobody reads the answers."""
        now = self.loop.time()
        self._pings = min(PINGS_AT_ONCE, self._pings + (now - self._pinged_at) * PINGS_PER_SECOND) - 1
        self._pinged_at = now
        if self._pings < 0 or self.transport.get_write_buffer_size() > UNREAD_BYTES:
            self.transport.abort()
            return
        super().handle_ping()

    def keepalive_timeout(self) -> None:
        """Nobody is there any more."""
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        self._lost = True
        self._come_apart()

    def on_task_complete(self, task: Any) -> None:
        """It has been served to its end."""
        super().on_task_complete(task)
        self._served = True
        self._come_apart()

    def _come_apart(self) -> None:
        """Once nobody uses it any more, let go of all that holds it in turn, so that it need not be looked for."""
        if self._lost and self._served:
            held: list[Any] = [self.__dict__, self.scope, self.conn.__dict__]
            self.loop.call_soon(_empty, held)


def head_of(message: bytes) -> bytes:
    """What goes before a text on the wire."""
    size = len(message)
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def only_text(data: bytes, most: int) -> bytes | None:
    """The text of what came in, where that is one text of a client in one frame, and not too long."""
    if len(data) < 6 or data[0] != 0x81:
        return None
    head, size = 6, data[1] - 0x80
    if size == 126:
        head, size = 8, int.from_bytes(data[2:4], "big")
    elif not 0 <= size < 126:
        return None
    if size > most or len(data) != head + size:
        return None
    return apply_mask(data[head:], data[head - 4 : head])


def are_whole(data: bytes) -> bool:
    """Whether what came in are frames of a client up to their ends, each a message of its own."""
    at = 0
    while len(data) - at >= 6:
        if not data[at] & 0x80:
            return False
        size = data[at + 1] & 0x7F
        wide = {126: 2, 127: 8}.get(size, 0)
        if wide:
            size = int.from_bytes(data[at + 2 : at + 2 + wide], "big")
        at += 6 + wide + size
    return at == len(data)


def _empty(held: list[Any]) -> None:
    for each in held:
        each.clear()
