"""Finished games: records, replays from any seat, statistics."""

from __future__ import annotations

import msgspec

from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.server.errors import NotThere
from kickdoor.server.lobby import Lobby
from kickdoor.server.seating import Setup
from kickdoor.server.store import answers_of, stored_table


async def record_of(lobby: Lobby, id: str) -> Record:
    """The record of a finished game."""
    stored = await lobby.store.read(stored_table, id)
    if stored is None or stored.phase != "over":
        raise NotThere("There is no finished game of this name")
    setup = msgspec.json.decode(stored.setup, type=Setup)
    answers = await lobby.store.read(answers_of, id)
    header = Game.header(
        setup.packs, len(setup.seats), setup.seed, setup.book, dict(setup.options), [seat.sex for seat in setup.seats]
    )
    return msgspec.structs.replace(
        header,
        answers=[(row.seat, msgspec.json.decode(row.answer)) for row in answers],
        winners=list(setup.winners),
    )
