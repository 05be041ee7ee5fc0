"""Streams: what one seat is told in one language, numbered; and the connections that listen to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Protocol

import msgspec

from kickdoor.engine.data.refusals import Refusal
from kickdoor.server.session import Speaker
from kickdoor.server.telling import Phrases, Showing, joined

KEPT_MESSAGES = 48
KEPT_BYTES = 48 * 1024
"""So much is kept for those who come back after a moment."""

#: Sections that add to what a client has, rather than replace it.
ADDING = frozenset({"log", "back", "events", "said"})


class Link(Speaker, Protocol):
    """A connection. Sending never waits: a client that does not read is dropped."""

    def send(self, message: bytes) -> None:
        """Send a message."""

    def welcomed(self) -> None:
        """It was sent a welcome."""

    def hold(self) -> None:
        """Keep what is sent until `release`, and send it together."""

    def release(self) -> None:
        """Send what was kept."""

    def close(self, why: Refusal) -> None:
        """Say why, and hang up."""


class Section(msgspec.Struct, frozen=True):
    """A section of an update, encoded; it is sent where its mark differs from the last one sent."""

    text: bytes
    mark: int

    @classmethod
    def of(cls, text: bytes) -> Section:
        """A section that is marked by what it says."""
        return cls(text, hash(text))


class Whole(msgspec.Struct, frozen=True):
    """All that a seat may know but for the clock, encoded, and the marks of its parts."""

    text: bytes
    marks: dict[str, int]

    @classmethod
    def of(cls, parts: Mapping[str, bytes], sections: Mapping[str, Section]) -> Whole:
        """Made of the parts of a view and of sections."""
        marks = {name: hash(text) for name, text in parts.items()}
        marks |= {name: section.mark for name, section in sections.items() if name not in ADDING}
        found = [b'"view":' + joined(parts)] if parts else []
        found += [b'"%s":%s' % (name.encode(), section.text) for name, section in sections.items()]
        return cls(b",".join(found), marks)


class Stream:
    """What one seat is told in one language."""

    __slots__ = (
        "_kept",
        "_kept_bytes",
        "_marks",
        "_own",
        "_told",
        "lacks_log",
        "language",
        "links",
        "n",
        "phrases",
        "seat",
        "silent_since",
    )

    def __init__(self, seat: int, language: str) -> None:
        self.seat = seat
        self.language = language
        self.links: list[Link] = []
        self.n = 0
        self.phrases = Phrases()
        self.silent_since: float | None = None
        self.lacks_log = False  #: who was greeted last is still to be told the log
        self._marks: dict[str, int] = {}
        self._told: int | None = None  #: the moment that it was last told the view of …
        self._own: tuple[str, ...] = ()  #: … and what it saw in another way than the gallery
        self._kept: deque[tuple[int, bytes]] = deque()
        self._kept_bytes = 0

    def news(self, showing: Showing) -> dict[str, bytes]:
        """The parts of its view in a moment that may be new to it: few where it knows the moment before."""
        own = showing.own(self.seat)
        if self._told is None or self._told not in (showing.before, showing.serial):
            parts = showing.shared | own
        else:
            back = {name: showing.shared[name] for name in self._own}
            parts = back | (showing.fresh if self._told == showing.before else {}) | own
        self._told, self._own = showing.serial, tuple(own)
        return parts

    def tell(self, parts: Mapping[str, bytes], sections: Mapping[str, Section]) -> None:
        """Send what is new among the parts of a view and the sections; nothing where nothing is."""
        marks = self._marks
        fresh = {}
        for name, text in parts.items():
            mark = hash(text)
            if marks.get(name) != mark:
                marks[name] = mark
                fresh[name] = text
        found = [b'"view":' + joined(fresh)] if fresh else []
        for name, section in sections.items():
            if name not in ADDING:
                if marks.get(name) == section.mark:
                    continue
                marks[name] = section.mark
            found.append(b'"%s":%s' % (name.encode(), section.text))
        if not found:
            return
        self.n += 1
        message = b'{"type":"update","n":%d,%s}' % (self.n, b",".join(found))
        self._keep(message)
        for link in list(self.links):
            link.send(message)

    def tell_whole(self, whole: Whole, clock: Section) -> bytes:
        """Everything, as an update with the number of the last one sent."""
        self._marks.update(whole.marks)
        self._told = None
        self._marks["clock"] = clock.mark
        return b'{"type":"update","n":%d,"whole":true,%s,"clock":%s}' % (self.n, whole.text, clock.text)

    def since(self, last: int) -> list[bytes] | None:
        """The messages after a number, where they are all still there."""
        if last > self.n or (last < self.n and (not self._kept or self._kept[0][0] > last + 1)):
            return None
        return [message for number, message in self._kept if number > last]

    def _keep(self, message: bytes) -> None:
        self._kept.append((self.n, message))
        self._kept_bytes += len(message)
        while self._kept and (len(self._kept) > KEPT_MESSAGES or self._kept_bytes > KEPT_BYTES):
            self._kept_bytes -= len(self._kept.popleft()[1])
