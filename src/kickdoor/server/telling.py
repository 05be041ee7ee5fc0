"""What a seat is told: its view in parts, its options in words, events and log lines. Nothing else leaves a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from kickdoor.engine import bargains
from kickdoor.engine.events import Event, redact
from kickdoor.engine.options import first_of, second_of, verb_of
from kickdoor.engine.state import State
from kickdoor.engine.terms import (
    ACCEPT,
    DROP,
    ENTRUST,
    EQUIP,
    GIVE,
    JOIN,
    LAY,
    NONE,
    OFFER,
    PASS,
    PICK,
    PICK_MONSTER,
    PICK_PLAY,
    PICK_PLAYER,
    PLAY,
    REFUSE,
    RUN,
    TROUBLE,
    UNEQUIP,
    VERBS,
)
from kickdoor.play.choices import Decision
from kickdoor.play.game import Game
from kickdoor.play.view import View
from kickdoor.server.protocol import DecisionInfo, EventInfo, LogLine, OptionInfo
from kickdoor.text.asking import card_asking, option_words, question_words
from kickdoor.text.log import card_of, event_words

Group = Literal["play", "arrange", "bargain", "choose", "go_on", "pass"]

GROUPS: dict[str, Group] = {
    "pass": "pass",
    "play": "play",
    "lay": "play",
    "join": "play",
    "equip": "arrange",
    "unequip": "arrange",
    "drop": "arrange",
    "entrust": "arrange",
    "sell": "arrange",
    "declare": "arrange",
    "offer": "bargain",
    "accept": "bargain",
    "refuse": "bargain",
    "withdraw": "bargain",
    "proceed": "go_on",
    "loot": "go_on",
    "trouble": "go_on",
    "claim": "go_on",
    "run": "go_on",
    "done": "go_on",
}
"""Where the options of each verb are shown; those of all other verbs are choices."""

OF_ONE_CARD = frozenset({PLAY, LAY, EQUIP, UNEQUIP, DROP, TROUBLE, PICK})
OF_TWO_CARDS = frozenset({JOIN, ENTRUST})

DULL = frozenset({"turn_ended"})
"""Events that the next one tells just as well."""

ENCODER = msgspec.json.Encoder()

#: The parts of a view in which it is compared and sent; players go one by one.
PARTS = tuple(name for name in View.__struct_fields__ if name not in ("players", "options"))


def view_parts(view: View) -> dict[str, bytes]:
    """A view as encoded parts, by name; a player's name is his seat's number."""
    parts = {name: ENCODER.encode(getattr(view, name)) for name in PARTS}
    for seat, player in enumerate(view.players):
        parts[str(seat)] = ENCODER.encode(player)
    return parts


def joined(parts: dict[str, bytes]) -> bytes:
    """Encoded parts of a view as one object."""
    players = b",".join(b'"%s":%s' % (name.encode(), part) for name, part in parts.items() if name.isdigit())
    others = [b'"%s":%s' % (name.encode(), part) for name, part in parts.items() if not name.isdigit()]
    if players:
        others.append(b'"players":{%s}' % players)
    return b"{%s}" % b",".join(others)


def decision_info(
    game: Game, decision: Decision, names: Sequence[str], language: str, window: int, asked: bool, quiet: bool
) -> DecisionInfo:
    """What a seat may do, in words."""
    s = game.state
    seat = decision.seat
    card = card_asking(s)
    return DecisionInfo(
        window,
        decision.about,
        question_words(s, seat, names, language),
        asked,
        quiet,
        decision.passable,
        card if card >= 0 and asked else None,
        [option_info(option.code, s, seat, names, language) for option in decision.options],
    )


def option_info(option: int, s: State, seat: int, names: Sequence[str], language: str) -> OptionInfo:
    """An option, with all of the table that it is about."""
    verb = verb_of(option)
    a = first_of(option)
    b = second_of(option)
    cards: tuple[int, ...] = ()
    monsters: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    number: int | None = None
    if verb in OF_ONE_CARD:
        cards = (a,)
        if a >= len(s.where) or any(m.id == a for fight in s.fights for m in fight.monsters if not m.gone):
            monsters = (a,)
    elif verb in OF_TWO_CARDS:
        cards = (a,) if b == NONE else (a, b)
    elif verb in (RUN, PICK_MONSTER):
        monsters = () if a == NONE else (a,)
    elif verb == PICK_PLAYER:
        seats = (a,)
    elif verb == GIVE:
        cards, seats = (a,), (b,)
    elif verb == OFFER:
        seats = (b,)
    elif verb in (ACCEPT, REFUSE):
        deal = bargains.offer_by_id(s, a)
        number = a
        if deal is not None:
            seats, cards = (deal.by,), (*deal.gives, *deal.takes)
    elif verb == PICK_PLAY:
        cards = next((play.cards for fight in s.fights for play in fight.plays if play.id == a), ())
        number = a
    elif verb != PASS and a != NONE:
        number = a
    name = VERBS[verb]
    words = option_words(option, s, seat, names, language)
    return OptionInfo(option, name, words, GROUPS.get(name, "choose"), cards, monsters, seats, number)


def event_infos(events: Iterable[Event], seat: int) -> list[EventInfo]:
    """Events as a seat may know them."""
    return [EventInfo(e.what, e.seat, e.card, e.other, e.n) for e in (redact(event, seat) for event in events)]


def told(events: Iterable[Event], s: State, seat: int | None, names: Sequence[str], language: str) -> list[LogLine]:
    """Events in words, as a seat may know them (None: all of it); what happens several times in a row is told once."""
    lines: list[LogLine] = []
    for event in events:
        # Whose pick it was is told by what comes of it.
        if event.what in DULL or (event.what == "picked" and event.seat != seat):
            continue
        words = event_words(event, s, seat, names, language)
        if lines and lines[-1].words == words:
            lines[-1] = msgspec.structs.replace(lines[-1], times=lines[-1].times + 1)
        else:
            shown = event if seat is None else redact(event, seat)
            lines.append(LogLine(words, event.what, event.seat, card_of(shown)))
    return lines


def encoded(value: Any) -> bytes:
    """A section of an update."""
    return ENCODER.encode(value)
