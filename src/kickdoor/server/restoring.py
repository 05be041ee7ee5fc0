"""Bringing a table back: from its save, or from its answers where the save was made by other rules than today's."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.refusals import Refusal
from kickdoor.packs.loader import PackError, Source
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.server.errors import NotNow
from kickdoor.server.library import Library
from kickdoor.server.session import Outcome, Session
from kickdoor.server.session.match import KEPT_EVENTS, Match, Moment, read_moment
from kickdoor.server.session.pacer import Pacer
from kickdoor.server.session.seating import Setup
from kickdoor.server.store import Store, answers_of
from kickdoor.server.stored import StoredGame, StoredTable

log = logging.getLogger("kickdoor.lobby")


class Again(msgspec.Struct, kw_only=True):
    """A game that was played again from its answers, as far as they fit."""

    game: Game
    recent: deque[Event]
    fits: int  #: how many answers
    why: str = ""  #: what did not fit; empty: all of it did


async def restore(stored: StoredTable, store: Store, library: Library, now: float) -> Session:
    """A table as it was stored; raises NotNow with the reason where nothing of its game can be shown."""
    setup = msgspec.json.decode(stored.setup, type=Setup)
    session = Session(stored.id, setup, stored.created)
    session.guests = await _guests(session, library)
    session.resume(stored)
    if stored.snapshot is None:
        return session
    with suppress(ValueError, LookupError, TypeError, OSError):  # where there is no such game that is told below
        await asyncio.to_thread(setup.header)  # what its packs come to is worked out off the loop, and kept
    moment = read_moment(stored.moment)
    game = StoredGame(stored.updated, stored.answers, stored.snapshot, stored.moment or b"")
    try:
        if moment is None:
            raise ValueError("its clock cannot be read")
        session.take_up(game, moment, now)
    except (ValueError, LookupError, TypeError) as error:
        told = {"table": stored.id, "reason": str(error)}
        log.warning("a save cannot be read; the answers of its table are played again", extra=told)
        await _rebuild(session, game, moment, store, now)
    return session


async def _guests(session: Session, library: Library) -> tuple[Source, ...]:
    """The packs of a table that do not come with kickdoor; raises NotNow where one is gone or cannot be read."""
    try:
        return await library.at_hand(session.setup.packs)
    except (NotNow, PackError) as error:
        told = {"table": session.id, "reason": str(error)}
        log.error("a pack of a table is not there; the table is kept as it is", extra=told)
        raise NotNow("table.lost", details=str(error)) from error


async def _rebuild(session: Session, stored: StoredGame, moment: Moment | None, store: Store, now: float) -> None:
    """Play the stored answers of a table again; where they do not fit any more, it is shown as far as they do."""
    rows = await store.read(answers_of, session.id)
    try:
        header = session.setup.header()
        record = msgspec.structs.replace(
            header,
            version=session.setup.version,
            rules=session.setup.rules,
            answers=[(row.seat, msgspec.json.decode(row.answer)) for row in rows],
            winners=list(session.setup.winners),
        )
        again = await asyncio.to_thread(play_again, record, None if moment is None else moment.pauses)
    except Exception as error:  # whatever is wrong with one table, the others are served
        log.error(
            "a table cannot be brought back; it is kept as it is", extra={"table": session.id, "reason": str(error)}
        )
        raise NotNow("table.lost", details=str(error)) from error
    if not again.why and again.fits != stored.answers:
        again.why = f"{again.fits} of its {stored.answers} answers are there"
    game = again.game
    match = Match.of_save(game.to_bytes(), game.pauses, Pacer(speed=session.setup.speed), again.fits)
    match.recent.extend(again.recent)
    if again.why:
        told = {"table": session.id, "reason": again.why, "fits": again.fits}
        log.error("the answers of a table do not fit any more; it is kept as it is and can be looked at", extra=told)
        session.look_back(match, Refusal("table.stuck", about=(f"{again.fits}/{stored.answers}",)))
        return
    if moment is not None:
        moment.undo = None  # its saves are of the old rules too
    match.take_up(moment, now)
    change = session.play_on(match, header.hashes, stored.updated)
    await store.write(change)
    session.committed(Outcome(change=change))


def play_again(record: Record, pauses: int | None) -> Again:
    """The game after the answers of a record, and what happened last; raises RecordError where it cannot begin."""
    recent: deque[Event] = deque(maxlen=KEPT_EVENTS)
    moments = record.replay(pauses)
    fits, game, events = next(moments)
    recent.extend(events)
    try:
        for number, _, events in moments:
            fits = number
            recent.extend(events)
    except Exception as error:  # a game that new rules lead astray may fail anyhow, and half way through an answer
        return Again(game=_after(record, fits), recent=recent, fits=fits, why=str(error) or repr(error))
    return Again(game=game, recent=recent, fits=fits)


def _after(record: Record, answers: int) -> Game:
    """The game after so many answers of a record, which fit."""
    begun = msgspec.structs.replace(record, answers=record.answers[:answers], winners=[])
    return next(game for number, game, _ in begun.replay(0) if number == answers)
