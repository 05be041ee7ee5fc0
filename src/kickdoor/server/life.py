"""Life at a table: starting, chat, reactions, names, orders, undo, kicking, leaving, rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kickdoor.bots import BOTS
from kickdoor.engine.data.refusals import Refusal
from kickdoor.play.game import Game
from kickdoor.server import keys
from kickdoor.server.errors import NotNow
from kickdoor.server.protocol import (
    Arrange,
    Chat,
    Consent,
    Kick,
    Leave,
    Mail,
    Message,
    Orders,
    React,
    Rematch,
    Rename,
    Said,
    Start,
    Undo,
)
from kickdoor.server.seating import STAND_IN, Seat, clean
from kickdoor.server.store import Change, StoredSaying

if TYPE_CHECKING:
    from kickdoor.server.stream import Link
    from kickdoor.server.table import Table


async def live(table: Table, link: Link, message: Message) -> None:
    """A message that is not about the game itself."""
    match message:
        case Chat():
            await say(table, Said(link.seat, int(table.clock.now()), text=clean(message.text)))
            return
        case React():
            await say(table, Said(link.seat, int(table.clock.now()), reaction=message.reaction))
            return
    if link.seat < 0:
        raise NotNow("table.gallery")
    seat = table.setup.seats[link.seat]
    match message:
        case Orders():
            seat.orders = message.unless
            await table.save()
            await table.audience.tell()
        case Rename():
            await _rename(table, seat, message)
        case Mail():
            if not table.lobby.settings.smtp:
                raise NotNow("table.no_mail")
            seat.mail = message.address
            seat.language = link.language
            seat.token = link.token if message.address else ""
            await table.save()
        case Leave():
            await _vacate(table, link.seat, ban=False, why=Refusal("table.left"))
        case Undo():
            await _ask_to_undo(table, link.seat)
        case Consent():
            await _consent(table, link.seat, message.yes)
        case Start() | Arrange() | Kick() | Rematch():
            if not seat.host:
                raise NotNow("table.host_only")
            await _host(table, message)
        case _:
            raise NotNow("table.not_now")


async def say(table: Table, said: Said) -> None:
    """Something is said, and kept."""
    table.sayings += 1
    await table.store.write(Change(table=table.id, said=[StoredSaying(table.sayings, msgspec.json.encode(said))]))
    table.said.append(said)
    await table.audience.tell(said=[said], game=False)


async def _rename(table: Table, seat: Seat, message: Rename) -> None:
    seat.name = clean(message.name) or seat.name
    if message.sex is not None and table.phase == "lobby":
        seat.sex = message.sex
    await table.save()
    await table.audience.tell()


async def _host(table: Table, message: Start | Arrange | Kick | Rematch) -> None:
    match message:
        case Start():
            if table.phase != "lobby":
                raise NotNow("table.begun")
            await start(table)
        case Arrange():
            if table.phase != "lobby":
                raise NotNow("table.arrange_early")
            if message.seat >= len(table.setup.seats):
                raise NotNow("table.no_such_seat")
            await _arrange(table, message)
        case Kick():
            if message.seat >= len(table.setup.seats) or table.setup.seats[message.seat].kind != "person":
                raise NotNow("table.nobody_there")
            if table.setup.seats[message.seat].host:
                raise NotNow("table.host_stays")
            await _vacate(table, message.seat, ban=message.ban, why=Refusal("table.sent_away"))
        case Rematch():
            if table.phase != "over":
                raise NotNow("table.rematch_later")
            if not table.setup.next:
                table.setup.next = await table.lobby.rematch(table)
                await table.save()
                await table.audience.tell()


async def start(table: Table) -> None:
    """Begin the game; bots sit down on open seats."""
    for seat in table.setup.seats:
        if seat.kind == "open":
            seat.kind = "bot"
            seat.bot = STAND_IN
    await table.begin(Game.before(table.setup.header(), patient=True))


async def _arrange(table: Table, message: Arrange) -> None:
    seat = table.setup.seats[message.seat]
    if seat.kind == "person":
        raise NotNow("table.seat_taken")
    if message.bot is not None and message.bot not in BOTS:
        raise NotNow("table.no_such_bot", about=BOTS)
    seat.kind = "open" if message.bot is None else "bot"
    seat.bot = message.bot or STAND_IN
    await table.save()
    await table.audience.tell()


async def _vacate(table: Table, number: int, *, ban: bool, why: Refusal) -> None:
    links = [link for link in table.audience.links() if link.seat == number]
    table.setup.vacate(number, to_bot=table.phase != "lobby")
    if ban:
        table.setup.banned += [keys.hash_of(link.address) for link in links]
    await table.save()
    for link in links:
        link.close(why)
        await table.part(link)
    await table.audience.tell()
    table.steward.go_on()


async def _ask_to_undo(table: Table, seat: int) -> None:
    if table.phase != "playing" or not table.undo.ask(seat, table.playing.state, table.setup.names):
        raise NotNow("table.no_undo")
    await _undo_if_all_agree(table)


async def _consent(table: Table, seat: int, yes: bool) -> None:
    asked = table.undo.asked
    if asked is None:
        raise NotNow("table.no_undo_asked")
    if yes:
        asked.agreed.add(seat)
        await _undo_if_all_agree(table)
    else:
        table.undo.asked = None
        await _tell_of_undo(table)


async def _undo_if_all_agree(table: Table) -> None:
    asked = table.undo.asked
    if asked is not None and set(table.audience.consenting()) <= asked.agreed:
        await table.take_back()
    else:
        await _tell_of_undo(table)


async def _tell_of_undo(table: Table) -> None:
    await table.save_moment()
    await table.audience.tell()
