"""What a seat is told: its view in parts, its options in words, events and log lines. Nothing else leaves a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from kickdoor.engine.actions import bargains
from kickdoor.engine.actions.sales import price
from kickdoor.engine.data import ids
from kickdoor.engine.data.events import SEAT, Event, card_of, redact
from kickdoor.engine.data.options import first_of, second_of, verb_of
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    ACCEPT,
    ALL_SEATS,
    CLAIM,
    DROP,
    ENTRUST,
    EQUIP,
    GIVE,
    JOIN,
    LAY,
    LOOT,
    NONE,
    OFFER,
    PASS,
    PICK,
    PICK_MONSTER,
    PICK_PLAY,
    PICK_PLAYER,
    PLAY,
    PROCEED,
    REFUSE,
    RUN,
    SELL,
    TROUBLE,
    UNEQUIP,
    VERBS,
)
from kickdoor.engine.questions.items import gold
from kickdoor.engine.questions.suppose import strengths_and_bonuses
from kickdoor.engine.running.asking import question
from kickdoor.play.game import Game
from kickdoor.play.looking import Onlooker, matter_view
from kickdoor.play.view import View
from kickdoor.server.foretelling import foretold
from kickdoor.server.protocol import DecisionInfo, LogLine, OptionInfo
from kickdoor.server.protocol.events import GameEvent, game_event
from kickdoor.server.session import Asking
from kickdoor.text.asking import card_asking, option_words, question_words
from kickdoor.text.log import told_by
from kickdoor.text.teller import Teller

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

STEADY = frozenset({PASS, PLAY, LAY, EQUIP, UNEQUIP, DROP, SELL, PROCEED, LOOT, TROUBLE, CLAIM, ENTRUST})
"""Verbs of windows whose words depend on nothing but the option, the moment and the faces that cards show."""

OVER_LIMIT = frozenset({"charity", "charity_discard", "over_limit"})
"""Questions that are answered when the hand is within its limit."""

MOST_PHRASES = 150

DULL = frozenset({"turn_ended"})
"""Events that the next one tells just as well."""

ENCODER = msgspec.json.Encoder()

#: The parts of a view in which it is compared and sent; players go one by one.
PARTS = tuple(name for name in View.__struct_fields__ if name not in ("players", "options"))


class Showing:
    """The views of one moment: what all see is worked out and encoded once, for each seat only what it alone sees.

    `before` is the moment before it, if there was one: whoever has been told that is told the difference.
    """

    def __init__(self, s: State, before: Showing | None = None) -> None:
        self._state = s
        self._onlooker = Onlooker(s)
        self._gallery = self._onlooker.view(-1)
        # Who knows any card of each hand, and of the decks: most know none but their own.
        self._known = [0] * len(s.players)
        for number, player in enumerate(s.players):
            for card in player.hand:
                self._known[number] |= s.known[card]
        self._peeked = 0
        for deck in (s.door, s.treasure):
            for card in deck:
                self._peeked |= s.known[card]
        self.shared = {name: part(name, getattr(self._gallery, name)) for name in PARTS}
        strengths, bonuses = strengths_and_bonuses(s)
        self.shared["strengths"] = part("strengths", strengths)
        self.shared["bonuses"] = part("bonuses", bonuses)
        for seat, shown in enumerate(self._gallery.players):
            self.shared[str(seat)] = part(str(seat), shown)
        self.before: int | None = None if before is None else before.serial
        self.serial: int = 0 if before is None else before.serial + 1
        past = {} if before is None else before.shared
        self.fresh = {name: text for name, text in self.shared.items() if past.get(name) != text}

    def own(self, seat: int) -> dict[str, bytes]:
        """What a seat sees in another way than the gallery does: encoded parts by name."""
        if seat < 0:
            return {}
        gallery = self._gallery
        parts = {"seat": part("seat", seat)}
        if self._peeked >> seat & 1:
            parts["seen_in_decks"] = part("seen_in_decks", self._onlooker.seen_in_decks(seat))
        if gallery.matter is not None:
            parts["matter"] = part("matter", matter_view(question(self._state, seat)))
        for number, shown in enumerate(gallery.players):
            if number == seat or self._known[number] >> seat & 1:
                hand = self._onlooker.known_hand(ids.Seat(number), seat)
                parts[str(number)] = part(str(number), msgspec.structs.replace(shown, hand=hand))
        return parts

    def parts(self, seat: int) -> dict[str, bytes]:
        """The view of a seat as encoded parts, by name and with it; a player's name is the number of the seat."""
        return self.shared | self.own(seat)


def part(name: str, value: Any) -> bytes:
    """A part of a view, encoded with its name."""
    return b'"%s":%s' % (name.encode(), ENCODER.encode(value))


def joined(parts: Mapping[str, bytes]) -> bytes:
    """Encoded parts of a view as one object."""
    players: list[bytes] = []
    others: list[bytes] = []
    for name, text in parts.items():
        (players if name.isdigit() else others).append(text)
    if players:
        others.append(b'"players":{%s}' % b",".join(players))
    return b"{%s}" % b",".join(others)


class Phrases:
    """Options in words that are the same whenever they are offered to a seat in a moment: worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], OptionInfo] = {}

    def option(
        self, option: int, s: State, seat: int, names: Sequence[str], language: str, passable: bool
    ) -> OptionInfo:
        """An option in words."""
        if not passable or verb_of(option) not in STEADY or s.face:
            return option_info(option, s, seat, names, language)
        key = (option, s.moment)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_PHRASES:
                self._known.clear()
            found = self._known[key] = option_info(option, s, seat, names, language)
        return found

    def forget(self) -> None:
        """Somebody has another name."""
        self._known.clear()


def decision_info(game: Game, asking: Asking, *, names: Sequence[str], language: str, phrases: Phrases) -> DecisionInfo:
    """What a seat may do, in words."""
    s = game.state
    decision, asked = asking.decision, asking.asked
    seat = decision.seat
    card = card_asking(s)
    asks = decision.question
    told = foretold(game, decision)
    options = [phrases.option(o.code, s, seat, names, language, decision.passable) for o in decision.options]
    return DecisionInfo(
        window=asking.window,
        about=decision.about,
        question=question_words(s, seat, names, language),
        asked=asked,
        quiet=asking.quiet,
        passable=decision.passable,
        card=card if card >= 0 and asked else None,
        options=[msgspec.structs.replace(o, foretold=told[o.code]) if o.code in told else o for o in options],
        picks=asks.held - asks.limit if asks.kind in OVER_LIMIT else asks.more,
        fewer=asks.fewer,
        due=asks.price,
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
    worth = _worth(s, seat, ids.Card(a), b) if verb == PICK else 0
    return OptionInfo(
        code=option,
        verb=name,
        words=words,
        group=GROUPS.get(name, "choose"),
        cards=cards,
        monsters=monsters,
        seats=seats,
        number=number,
        worth=worth,
    )


def _worth(s: State, seat: int, card: ids.Card, way: int) -> int:
    """The gold that a card brings where it is sold, or pays where something is due."""
    asked = question(s, seat)
    kind = "" if asked is None else asked.kind
    if kind == "sale":
        return price(s, ids.Seat(seat), card) * (2 if way == 1 else 1)
    return gold(s, card) if kind == "choose_worth" else 0


def event_infos(events: Iterable[Event], seat: int) -> list[GameEvent]:
    """Events as a seat may know them."""
    return [game_event(redact(event, seat)) for event in events]


class Tale:
    """What happened, in words. Whoever has no part in an event and knows no secret of it is told what all such are."""

    def __init__(self, events: Iterable[Event], s: State, names: Sequence[str]) -> None:
        self._events = list(events)
        self._state = s
        self._names = names
        self._alike: dict[tuple[int, str], str] = {}
        self._tellers: dict[tuple[int | None, str], Teller] = {}

    def lines(self, seat: int | None, language: str) -> list[LogLine]:
        """The events as a seat may know them (None: all of it); what happens several times in a row is told once."""
        return log_of(self._events, seat, lambda number, event: self._words(number, event, seat, language))

    def _words(self, number: int, event: Event, seat: int | None, language: str) -> str:
        knows = seat is None or (event.seen != ALL_SEATS and seat >= 0 and event.seen >> seat & 1)
        if knows or seat in event.all_of(SEAT):
            return told_by(self._teller(seat, language), event)
        words = self._alike.get((number, language))
        if words is None:
            words = self._alike[number, language] = told_by(self._teller(-1, language), event)
        return words

    def _teller(self, seat: int | None, language: str) -> Teller:
        found = self._tellers.get((seat, language))
        if found is None:
            found = self._tellers[seat, language] = Teller(self._state, self._names, seat, language)
        return found


def log_of(events: Sequence[Event], seat: int | None, worded: Callable[[int, Event], str]) -> list[LogLine]:
    """The lines of a log."""
    lines: list[LogLine] = []
    for number, event in enumerate(events):
        # Whose pick it was is told by what comes of it.
        if event.what in DULL or (event.what == "picked" and event.seat != seat):
            continue
        words = worded(number, event)
        if lines and lines[-1].words == words:
            lines[-1] = msgspec.structs.replace(lines[-1], times=lines[-1].times + 1)
        else:
            shown = event if seat is None else redact(event, seat)
            lines.append(LogLine(words, event.what, event.get("seat"), card_of(shown)))
    return lines


def encoded(value: Any) -> bytes:
    """A section of an update."""
    return ENCODER.encode(value)
