"""The audience of a table: everybody who listens, each told what they may know and have not been told yet."""

from __future__ import annotations

from typing import Any

from kickdoor.engine.data.state import State
from kickdoor.server.board import Board
from kickdoor.server.floor import Floor
from kickdoor.server.protocol import LogLine, MutedInfo
from kickdoor.server.session import Session, Telling
from kickdoor.server.stream import Link, Section, Stream, Whole
from kickdoor.server.telling import Showing, Tale, decision_info, encoded, event_infos
from kickdoor.text.refusing import refusal_words

STREAM_SECONDS = 90.0
"""How long a stream is kept without anybody listening."""

MOST_WHOLES = 16
"""So many whole views are kept for the moment that they are of."""

NOTHING = Section.of(encoded(None))
TAKEN_BACK = Section.of(encoded(True))
NOBODY_MUTED = Section.of(encoded(MutedInfo([], [])))
NO_REPORTS = Section.of(encoded([]))


class Audience:
    """All streams of a table."""

    def __init__(self, session: Session, floor: Floor, board: Board) -> None:
        self._session = session
        self._floor = floor
        self._board = board
        self._streams: dict[tuple[int, str], Stream] = {}
        self._told_table: Section | None = None
        self._shown: tuple[bytes, Showing] | None = None
        self._told: tuple[tuple[object, ...], Tale] | None = None
        self._wholes: dict[tuple[int, str, bool], tuple[tuple[object, ...], Whole]] = {}

    # Who listens

    def links(self) -> list[Link]:
        """All connections."""
        return [link for stream in self._streams.values() for link in stream.links]

    def stream(self, seat: int, language: str) -> Stream:
        """What a seat is told in a language."""
        key = (seat, language)
        if key not in self._streams:
            self._streams[key] = Stream(seat, language)
        return self._streams[key]

    def missed(self, seat: int, language: str, last: int) -> list[bytes] | None:
        """What a seat was told after a number, where all of that is still there."""
        stream = self._streams.get((seat, language))
        return None if stream is None else stream.since(last)

    def add(self, link: Link) -> None:
        """Let a connection listen from now on."""
        stream = self.stream(link.seat, link.language)
        stream.links.append(link)
        stream.silent_since = None

    def remove(self, link: Link, now: float) -> bool:
        """Let a connection listen no longer. False where it did not."""
        found = False
        for stream in self._streams.values():
            if link in stream.links:
                found = True
                stream.links.remove(link)
                if not stream.links:
                    stream.silent_since = now
        return found

    # Telling

    async def tell(self, telling: Telling, now: float) -> None:
        """Tell every stream what changed for it."""
        session = self._session
        if telling.game:
            await self._floor.turn(self)
        shared = self._shared(now)
        game = session.match.game if session.match is not None else None
        match = session.match
        showing = self._showing(match.game.state, match.snapshot) if telling.game and match is not None else None
        tale = Tale(telling.events, game.state, session.setup.names) if telling.events and game is not None else None
        for key, stream in list(self._streams.items()):
            if stream.silent_since is not None and now - stream.silent_since > STREAM_SECONDS:
                del self._streams[key]
                continue
            if telling.game:
                await self._floor.go_on(self)
            sections = self._own(stream, shared) if telling.game else dict(shared)
            said = [said for said in telling.said if session.company.hears(stream.seat, said)]
            if said:
                sections["said"] = Section(encoded(said), 0)
            if tale is not None:
                sections["events"] = Section(encoded(event_infos(telling.events, stream.seat)), 0)
                lines = tale.lines(stream.seat, stream.language)
                if lines:
                    sections["log"] = Section(encoded(lines), 0)
            if telling.back:
                sections |= self._log(stream)
            sections["undo"] = self._undo(stream.language)
            stream.tell(stream.news(showing) if showing is not None else {}, sections)

    def tell_logs(self) -> None:
        """Tell the log to every stream that was greeted without it."""
        for stream in self._streams.values():
            if stream.lacks_log:
                stream.lacks_log = False
                if self._session.match is not None:
                    stream.tell({}, self._log(stream))

    def _log(self, stream: Stream) -> dict[str, Section]:
        """The log in place of the one that was told."""
        return {"back": TAKEN_BACK, "log": Section(encoded(self._lines(stream)), 0)}

    def whole(self, stream: Stream, now: float, *, log: bool = True) -> bytes:
        """All that a stream may know, or all but the log; but for the clock it is worked out once for each moment."""
        session = self._session
        shared = self._shared(now)
        match = session.match
        seat = session.setup.seats[stream.seat] if stream.seat >= 0 else None
        moment = (
            match.snapshot if match is not None else b"",
            match.window if match is not None else 0,
            shared["table"].mark,
            session.said[-1] if session.said else None,
            self._undo(stream.language),
            None if seat is None else (seat.intent, seat.orders, tuple(seat.muted), tuple(seat.blocked)),
            len(session.setup.reports),
            self._board.notice,
            session.lesson(stream.seat, stream.language),
        )
        kept = self._wholes.get((stream.seat, stream.language, log))
        if kept is None or kept[0] != moment:
            if len(self._wholes) >= MOST_WHOLES:
                self._wholes.clear()
            kept = moment, self._make_whole(stream, shared, log)
            self._wholes[stream.seat, stream.language, log] = kept
        return stream.tell_whole(kept[1], shared["clock"])

    def _make_whole(self, stream: Stream, shared: dict[str, Section], log: bool) -> Whole:
        session = self._session
        sections = self._own(stream, shared)
        del sections["clock"]
        heard = [said for said in session.said if session.company.hears(stream.seat, said)]
        sections["said"] = Section(encoded(heard), 0)
        sections["undo"] = self._undo(stream.language)
        if session.match is None:
            return Whole.of({}, sections)
        if log:
            sections["log"] = Section(encoded(self._lines(stream)), 0)
        match = session.match
        return Whole.of(self._showing(match.game.state, match.snapshot).parts(stream.seat), sections)

    def _lines(self, stream: Stream) -> list[LogLine]:
        """The log, as far back as it is kept."""
        session = self._session
        match = session.match
        assert match is not None, "a log is of a game"
        names = session.setup.names
        moment = match.snapshot, match.recent.count, names
        if self._told is None or self._told[0] != moment:
            self._told = moment, Tale(match.recent, match.game.state, names)
        lines = self._told[1].lines(stream.seat, stream.language)
        return lines + [LogLine(refusal_words(why, stream.language), "stuck") for why in session.hindrances()]

    def _showing(self, state: State, snapshot: bytes) -> Showing:
        """The views of a moment, made once."""
        if self._shown is None or self._shown[0] is not snapshot:
            self._shown = snapshot, Showing(state, None if self._shown is None else self._shown[1])
        return self._shown[1]

    def _shared(self, now: float) -> dict[str, Section]:
        session = self._session
        clock = session.clock(now)
        until = session.match.pacer.until if session.match is not None else None
        mark = hash(
            (clock.kind, clock.window, until, tuple(clock.for_), tuple(clock.pressed), clock.held, tuple(clock.waived))
        )
        notice = _section(self._board.notice)
        return {"table": self._table_section(), "clock": Section(encoded(clock), mark), "notice": notice}

    def _table_section(self) -> Section:
        """The table itself; encoded anew only where something of it has changed."""
        session = self._session
        setup, company = session.setup, session.company
        seats = tuple((s.name, s.kind, s.bot, s.sex, s.face, s.host, s.away) for s in setup.seats)
        online = frozenset(company.online)
        chance = tuple((s.promise, s.secret) for s in setup.seats), setup.revealing
        mark = hash((session.phase, setup.winners, setup.next, company.watching, online, seats, chance))
        if self._told_table is None or self._told_table.mark != mark:
            for stream in self._streams.values():
                stream.phrases.forget()
            self._told_table = Section(encoded(session.info()), mark)
        return self._told_table

    def _own(self, stream: Stream, shared: dict[str, Section]) -> dict[str, Section]:
        sections = dict(shared)
        if stream.seat < 0:
            return sections
        session = self._session
        seat = session.setup.seats[stream.seat]
        told = None
        asking = session.asking(stream.seat)
        if asking is not None and session.match is not None:
            told = decision_info(
                session.match.game,
                asking,
                names=session.setup.names,
                language=stream.language,
                phrases=stream.phrases,
            )
        reports = session.company.reports_to(stream.seat)
        sections["decision"] = _section(told)
        sections["intent"] = _section(seat.intent)
        sections["orders"] = _section(seat.orders)
        sections["lesson"] = _section(session.lesson(stream.seat, stream.language))
        silenced = seat.muted or seat.blocked
        sections["muted"] = _section(MutedInfo(seat.muted, seat.blocked)) if silenced else NOBODY_MUTED
        sections["reports"] = _section(reports) if reports else NO_REPORTS
        sections["pace"] = _section(session.pace(stream.seat))
        return sections

    def _undo(self, language: str) -> Section:
        return _section(self._session.undo(language))


def _section(value: Any) -> Section:
    """A section that is marked by what it says; most of them have nothing to say most of the time."""
    return NOTHING if value is None else Section.of(encoded(value))
