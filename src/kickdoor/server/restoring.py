"""Bringing a table back: from its save, or from its answers where this version cannot read the save."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.play.game import Game
from kickdoor.play.record import Record, RecordError
from kickdoor.server.errors import NotNow
from kickdoor.server.pacer import Pacer
from kickdoor.server.store import Change, StoredAnswer, StoredGame, StoredTable, answers_of
from kickdoor.server.undoing import Past

if TYPE_CHECKING:
    from kickdoor.server.table import Table

log = logging.getLogger("kickdoor.lobby")


class Moment(msgspec.Struct):
    """What is stored with each answer beside the game: the clock, the latest events, an undo that is asked for."""

    pacer: Pacer
    window: int
    pauses: int
    recent: list[tuple[str, int, int, int, int, int]]
    undo: Past | None = None


async def restore(table: Table, stored: StoredTable) -> None:
    """Take up a table as it was stored; raises NotNow with the reason where that is not possible."""
    table.phase = stored.phase  # type: ignore[assignment]
    table.ended = stored.ended
    table.touched = stored.updated
    table.answers = stored.answers
    if stored.snapshot is None:
        return
    try:
        moment = msgspec.msgpack.decode(stored.moment or b"", type=Moment)
    except msgspec.DecodeError:
        moment = None
    try:
        if moment is None:
            raise RecordError("its clock cannot be read")
        table.load(stored.snapshot, moment.pauses)
    except (ValueError, LookupError, TypeError) as error:
        told = {"table": table.id, "reason": str(error)}
        log.warning("a save cannot be read; the answers of its table are played again", extra=told)
        await _rebuild(table, moment)
    else:
        if moment.undo is not None:
            table.undo = moment.undo  # its saves can be read if the table's can
    if moment is not None:
        table.take_up(moment)
    else:
        table.wait_anew()
    if table.snapshot != stored.snapshot:
        played = StoredGame(stored.updated, table.answers, table.snapshot, table.moment())
        await table.store.write(Change(table=table.id, played=played))


async def _rebuild(table: Table, moment: Moment | None) -> None:
    """Play the stored answers of a table again."""
    rows = await table.store.read(answers_of, table.id)
    try:
        if len(rows) != table.answers:
            raise RecordError(f"{len(rows)} of its {table.answers} answers are there")
        pauses = None if moment is None else moment.pauses
        game, recent = await asyncio.to_thread(played_again, table, rows, pauses)
        table.load(game.to_bytes(), game.pauses)
    except Exception as error:  # whatever is wrong with one table, the others are served
        told = {"table": table.id, "reason": str(error)}
        log.error("a table cannot be brought back; it is kept as it is", extra=told)
        raise NotNow("table.lost", details=str(error)) from error
    table.recent.extend(recent)


def played_again(table: Table, rows: Sequence[StoredAnswer], pauses: int | None) -> tuple[Game, deque[Event]]:
    """The game after these answers, and what happened last."""
    answers = [(row.seat, msgspec.json.decode(row.answer)) for row in rows]
    record: Record = msgspec.structs.replace(table.setup.header(), answers=answers, winners=list(table.setup.winners))
    recent: deque[Event] = deque(maxlen=table.recent.maxlen)
    for moment in record.replay(pauses):
        recent.extend(moment[2])
    return moment[1], recent
