"""What players say about the game itself: answers, bargains, "no objection", "Speak!", intents, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kickdoor.engine.data.options import code
from kickdoor.engine.data.refusals import IllegalMove, Refusal
from kickdoor.engine.data.terms import PASS
from kickdoor.play.choices import Option
from kickdoor.server.errors import NotNow
from kickdoor.server.orders import option_for
from kickdoor.server.protocol import Answer, Bargain, Intend, Pass, Reason, Reasons, Show, Speak, Why
from kickdoor.text.refusing import refusal_words

if TYPE_CHECKING:
    from kickdoor.server.stream import Link
    from kickdoor.server.table import Table

Move = Answer | Bargain | Pass | Speak | Show | Intend | Why
"""Messages that are for players in a game."""

SAY_WHAT = frozenset(
    {"play", "lay", "equip", "unequip", "drop", "entrust", "join", "trouble", "accept", "refuse", "offer"}
)
"""Verbs that say what they do to which card or offer, whenever they are heard."""


async def move(table: Table, link: Link, message: Move) -> None:
    """A message about the game itself."""
    if table.game is None or table.phase != "playing":
        raise NotNow("table.no_game")
    if link.seat < 0:
        raise NotNow("table.gallery")
    match message:
        case Answer():
            await _answer(table, link.seat, message)
        case Bargain():
            await table.play(link.seat, message.offer)
        case Pass():
            await _press(table, link.seat, message.window, message.back)
        case Speak():
            await _speak(table, link.seat)
        case Show():
            await _show(table, link.seat, message.to)
        case Intend():
            table.setup.seats[link.seat].intent = message.intent
            await table.save()
            await fulfil(table)
            await table.audience.tell()
        case Why():
            table.reply(_why(table, link.seat, message, link.language))


async def _answer(table: Table, seat: int, message: Answer) -> None:
    if message.option == code(PASS):
        await _press(table, seat, table.window if message.window is None else message.window, False)
        return
    try:
        option = Option(message.option)
        stale = message.window not in (None, table.window) and option.verb not in SAY_WHAT
    except IndexError:
        raise IllegalMove(Refusal("table.no_such_option")) from None
    if stale and not table.still_means(message.window or 0):
        raise IllegalMove(Refusal("table.gone_on"))
    await table.play(seat, option)


async def _press(table: Table, seat: int, window: int, back: bool) -> None:
    if window != table.pacer.window or table.pacer.kind != "window":
        raise NotNow("table.window_closed")
    if seat not in table.pacer.speakers:
        raise NotNow("table.no_say", "DEATH-04")
    if table.pacer.press(seat, table.clock.now(), back):
        if table.pacer.is_over(table.clock.now()):
            await table.end_window()
        else:
            await _clock_changed(table)


async def _speak(table: Table, seat: int) -> None:
    if not table.pacer.hold(seat, table.clock.now()):
        raise NotNow("table.cannot_hold")
    await _clock_changed(table)


async def _clock_changed(table: Table) -> None:
    """Somebody has no objection, or wants to speak: store it, then tell it."""
    await table.save_moment()
    table.acknowledge()
    await table.audience.tell(game=False)
    table.steward.arm()


async def _show(table: Table, seat: int, to: int) -> None:
    game = table.playing
    if to == seat or to >= game.seats:
        raise NotNow("table.show_whom")
    await table.show_hand(seat, to)


def _why(table: Table, seat: int, message: Why, language: str) -> Reasons:
    reasons = []
    for intent in message.intents:
        why = table.playing.why_not(seat, intent)
        reasons.append(Reason() if why is None else Reason(refusal_words(why, language), why.rule))
    return Reasons(message.id, reasons)


async def fulfil(table: Table) -> None:
    """Do what somebody intended, where it is lawful by now."""
    for number, seat in enumerate(table.setup.seats):
        if seat.intent is None or table.phase != "playing" or table.game is None:
            continue
        option = option_for(table.game, number, seat.intent)
        if option is None:
            continue
        intent, seat.intent = seat.intent, None
        await table.save()
        await table.play(number, option)
        if intent.on is not None and table.phase == "playing":
            aimed = option_for(table.playing, number, msgspec.structs.replace(intent, verb="pick_player"))
            if aimed is not None:
                await table.play(number, aimed)
        return
