"""The audience of a table: everybody who listens, each told what he may know and has not been told yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kickdoor.engine.data.events import Event
from kickdoor.server.orders import quiet_for
from kickdoor.server.protocol import Said, TableInfo, UndoInfo
from kickdoor.server.stream import Link, Section, Stream
from kickdoor.server.telling import Showing, Tale, decision_info, encoded, event_infos

if TYPE_CHECKING:
    from kickdoor.server.table import Table

STREAM_SECONDS = 90.0
"""How long a stream is kept without anybody listening."""


NOTHING_ASKED = Section.of(encoded(None))


class Audience:
    """All streams of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.streams: dict[tuple[int, str], Stream] = {}
        self._told_table: Section | None = None

    def links(self) -> list[Link]:
        """All connections."""
        return [link for stream in self.streams.values() for link in stream.links]

    @property
    def online(self) -> set[int]:
        """Seats with somebody connected."""
        return {seat for (seat, _), stream in self.streams.items() if seat >= 0 and stream.links}

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        setup = self.table.setup
        over = self.table.phase == "over"
        return TableInfo(
            table=self.table.id,
            name=setup.name,
            phase=self.table.phase,
            packs=setup.packs,
            book=setup.book,
            options=setup.options,
            speed=setup.speed,
            listed=setup.listed,
            seats=setup.infos(self.online),
            created=int(self.table.created),
            commitment=setup.commitment,
            salt=setup.salt if over else "",
            seed=setup.seed if over else "",
            winners=setup.winners,
            next=setup.next,
            watching=sum(len(stream.links) for (seat, _), stream in self.streams.items() if seat < 0),
        )

    async def tell(self, events: Sequence[Event] = (), said: Sequence[Said] = (), *, game: bool = True) -> None:
        """Tell every stream what changed for it; without `game`, that has not."""
        table = self.table
        now = table.clock.now()
        await table.lobby.floor.turn()
        shared = self._shared()
        played = table.game
        showing = Showing(played.state) if game and played is not None else None
        tale = Tale(events, played.state, table.setup.names) if events and played is not None else None
        if said:
            shared["said"] = Section(encoded(said), 0)
        for key, stream in list(self.streams.items()):
            if stream.silent_since is not None and now - stream.silent_since > STREAM_SECONDS:
                del self.streams[key]
                continue
            if game:
                await table.lobby.floor.turn()
            sections = self._own(stream, shared) if game else dict(shared)
            if game:
                await table.lobby.floor.turn()
            if tale is not None:
                infos = event_infos(events, stream.seat)
                sections["events"] = Section(encoded(infos), 0)
                lines = tale.lines(stream.seat, stream.language)
                if lines:
                    sections["log"] = Section(encoded(lines), 0)
            sections["undo"] = self._undo(stream.language)
            stream.tell(showing.parts(stream.seat) if showing is not None else {}, sections)

    def whole(self, stream: Stream) -> bytes:
        """Everything that a stream may know."""
        sections = self._own(stream, self._shared())
        sections["said"] = Section(encoded(list(self.table.said)), 0)
        sections["undo"] = self._undo(stream.language)
        game = self.table.game
        if game is None:
            return stream.whole({}, sections)
        tale = Tale(self.table.recent, game.state, self.table.setup.names)
        sections["log"] = Section(encoded(tale.lines(stream.seat, stream.language)), 0)
        return stream.whole(Showing(game.state).parts(stream.seat), sections)

    def _shared(self) -> dict[str, Section]:
        pacer = self.table.pacer
        mark = hash((pacer.kind, pacer.window, pacer.until, pacer.asked, tuple(pacer.pressed), pacer.held))
        return {
            "table": self._table_section(),
            "clock": Section(encoded(pacer.info(self.table.clock.now())), mark),
        }

    def _table_section(self) -> Section:
        """The table itself; encoded anew only where something of it has changed."""
        setup = self.table.setup
        watching = sum(len(stream.links) for (seat, _), stream in self.streams.items() if seat < 0)
        seats = tuple((s.name, s.kind, s.bot, s.sex, s.host, s.away) for s in setup.seats)
        mark = hash((self.table.phase, setup.winners, setup.next, watching, frozenset(self.online), seats))
        if self._told_table is None or self._told_table.mark != mark:
            for stream in self.streams.values():
                stream.phrases.forget()
            self._told_table = Section(encoded(self.info()), mark)
        return self._told_table

    def _own(self, stream: Stream, shared: dict[str, Section]) -> dict[str, Section]:
        sections = dict(shared)
        if stream.seat < 0:
            return sections
        seat = self.table.setup.seats[stream.seat]
        decision = None
        if self.table.game is not None and self.table.phase == "playing":
            found = self.table.game.decision(stream.seat)
            if found is not None:
                quiet = quiet_for(self.table.game, stream.seat, seat.orders)
                asked = stream.seat in self.table.pacer.asked
                decision = decision_info(
                    self.table.game,
                    found,
                    self.table.setup.names,
                    language=stream.language,
                    window=self.table.window,
                    asked=asked,
                    quiet=quiet and not asked,
                    phrases=stream.phrases,
                )
        sections["decision"] = Section.of(encoded(decision))
        sections["intent"] = Section.of(encoded(seat.intent))
        sections["orders"] = Section.of(encoded(seat.orders))
        return sections

    def _undo(self, language: str) -> Section:
        asked = self.table.undo.asked
        if asked is None:
            return NOTHING_ASKED
        missing = [seat for seat in self.consenting() if seat not in asked.agreed]
        return Section.of(encoded(UndoInfo(asked.by, asked.what.get(language, ""), sorted(asked.agreed), missing)))

    def consenting(self) -> list[int]:
        """The people whose consent an undo needs: those who are here."""
        online = self.online
        return [seat for seat in self.table.setup.people if seat in online and not self.table.setup.seats[seat].away]
