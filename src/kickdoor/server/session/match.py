"""A match: the game of a table with its clock, its latest events, and what can still be taken back.

It knows seats by number and no people. Whatever changes it returns what is to be stored and told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.options import code, verb_of
from kickdoor.engine.data.refusals import GAME_OVER, IllegalMove, Refusal
from kickdoor.engine.data.terms import DECLARE, ENTRUST, EQUIP, OFFER, PASS, REFUSE, UNEQUIP
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.server.errors import NotNow
from kickdoor.server.protocol import Answer, Scope
from kickdoor.server.session import undoing
from kickdoor.server.session.pacer import Pacer
from kickdoor.server.session.situation import Situation, meaning_of, situation_of
from kickdoor.server.session.stakes import has_been_struck
from kickdoor.server.stored import StoredAnswer, StoredGame, StoredMoment

KEPT_EVENTS = 60
KEPT_MEANINGS = 16

FREE = frozenset({EQUIP, UNEQUIP, ENTRUST, OFFER, REFUSE, DECLARE})
"""Acts that leave a window as it is: nobody has to think again for them."""

REPLIES = frozenset({OFFER, REFUSE})
"""What answers an offer and leaves the window as it is: another offer, or a refusal."""

UNSEEN = frozenset({"turn_ended", "picked"})
"""Events that nobody looks at: the next one tells as much."""

SAY_WHAT = frozenset(
    {"play", "lay", "equip", "unequip", "drop", "entrust", "join", "trouble", "accept", "refuse", "offer"}
)
"""Verbs that say what they do to which card or offer, whenever they are heard."""


class Moment(msgspec.Struct):
    """What is stored with each answer beside the game: the clock, the latest events, an undo that is asked for."""

    pacer: Pacer
    window: int
    pauses: int
    recent: list[tuple[str, tuple[int, ...], int]]
    undo: undoing.Past | None = None


class Recent:
    """The latest events. Each is packed once, since they are stored with every answer; all lie in one piece."""

    __slots__ = ("_events", "_packed", "_sizes", "count")

    def __init__(self) -> None:
        self._events: deque[Event] = deque(maxlen=KEPT_EVENTS)
        self._sizes: deque[int] = deque(maxlen=KEPT_EVENTS)
        self._packed = b""
        self.count = 0  #: how many there were, kept or not

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)

    def __len__(self) -> int:
        return len(self._events)

    @property
    def packed(self) -> msgspec.Raw:
        """All of them as an array of MessagePack."""
        return msgspec.Raw(b"\xdc" + len(self._events).to_bytes(2, "big") + self._packed)

    def extend(self, events: Iterable[Event]) -> None:
        """These happened."""
        parts = [self._packed]
        forgotten = 0
        for event in events:
            packed = msgspec.msgpack.encode(event.as_tuple())
            if len(self._sizes) == KEPT_EVENTS:
                forgotten += self._sizes[0]
            self._events.append(event)
            self._sizes.append(len(packed))
            parts.append(packed)
            self.count += 1
        self._packed = b"".join(parts)[forgotten:]

    def back_to(self, count: int) -> None:
        """What happened after so many was taken back."""
        while self.count > count and self._events:
            self._events.pop()
            self._packed = self._packed[: -self._sizes.pop()]
            self.count -= 1


class Played(msgspec.Struct, kw_only=True):
    """What an answer, a silence or an undo changed: events to be told, and what is to be stored."""

    events: tuple[Event, ...] = ()
    answers: list[StoredAnswer] = []
    cut: int | None = None  #: answers from this number on were taken back
    game: StoredGame | None = None
    waited: StoredMoment | None = None  #: the game is the same, its clock is not
    spoken: bool = False  #: somebody answered, rather than all keeping silent


class Match:
    """A game that is on, or over."""

    def __init__(self, game: Game, pacer: Pacer, answers: int = 0) -> None:
        self.game = game
        self.pacer = pacer
        self.answers = answers  #: how many were given
        self.window = 0  #: the number of what is asked now
        self.snapshot = b""  #: the game as it is
        self.recent = Recent()
        self.past = undoing.Past()
        self._meanings: dict[int, tuple[object, ...]] = {}

    # Coming back

    @classmethod
    def of_save(cls, snapshot: bytes, pauses: int, pacer: Pacer, answers: int) -> Match:
        """A match that goes on from a save; raises SaveError where that is not of these rules."""
        match = cls(_opened(snapshot, pauses), pacer, answers)
        match.snapshot = snapshot
        return match

    def take_up(self, moment: Moment | None, now: float) -> None:
        """Go on from a moment that was stored; where it does not fit the game, with a new clock."""
        if moment is not None:
            self.pacer = moment.pacer
            self.pacer.set_right(now)
            self.window = moment.window
            if not self.recent:
                with suppress(KeyError, ValueError):  # events of another version are not told again
                    self.recent.extend([Event(*told) for told in moment.recent])
            if moment.undo is not None:
                self.past = moment.undo
        if not self.game.over:
            self._meanings[self.window] = meaning_of(self.game, situation_of(self.game))
        if not self.game.over and (moment is None or not self.pacer.stays(situation_of(self.game), now)):
            self._wait(situation_of(self.game), now)

    def moment(self) -> bytes:
        """What is stored beside the game."""
        recent: Any = self.recent.packed
        return msgspec.msgpack.encode(Moment(self.pacer, self.window, self.game.pauses, recent, self.past.stored))

    def stored(self, now: float) -> StoredGame:
        """The game as it is stored."""
        return StoredGame(now, self.answers, self.snapshot, self.moment(), self.pacer.unwatched)

    # Playing

    def begin(self, now: float) -> Played:
        """Deal; or go on with a game that came from elsewhere."""
        return self._changed([] if self.game.begun else self.game.begin(), now)

    def hear(self, seat: int, message: Answer, now: float) -> Played | None:
        """An option is taken; what was meant for something that is no longer asked is refused."""
        if message.option == code(PASS):
            return self.press(seat, self.window if message.window is None else message.window, False, now)
        try:
            option = Option(message.option)
            stale = message.window not in (None, self.window) and option.verb not in SAY_WHAT
        except IndexError:
            raise IllegalMove(Refusal("table.no_such_option")) from None
        if stale and self._meanings.get(message.window or 0) != self._meanings.get(self.window):
            raise IllegalMove(Refusal("table.gone_on"))
        return self.play(seat, option, now)

    def play(self, seat: int, choice: Option | Offer, now: float) -> Played:
        """Take an answer; raises IllegalMove, nothing changed, where it is not lawful."""
        game = self.game
        if game.over:
            raise IllegalMove(GAME_OVER)
        option = choice.code if isinstance(choice, Option) else None
        before = undoing.Before(self.snapshot, self.answers, game.pauses, seat, option, self.recent.count)
        events = game.apply(seat, choice)
        self.past.note(before)
        if option is None or verb_of(option) in REPLIES:
            self.pacer.settle_offer(seat)
        free = option is None or verb_of(option) in FREE
        offered = [event.to for event in events if event.what == "offered"]
        played = self._changed(events, now, free=free, offered=offered)
        played.spoken = True
        return played

    def show_hand(self, seat: int, to: int, now: float) -> Played:
        """A player shows another their hand; who has seen it cannot unsee it."""
        if to == seat or to >= self.game.seats:
            raise NotNow("table.show_whom")
        events = self.game.show_hand(seat, to)
        self.past.forget()
        return self._changed(events, now, free=True)

    def end_window(self, now: float) -> Played:
        """A window has ended: nobody objected."""
        if self.pacer.lone is None:
            self.past.forget()
        return self._changed(self.game.silence(), now)

    def press(self, seat: int, window: int, back: bool, now: float, scope: Scope = "window") -> Played | None:
        """No objection, or that taken back. None where it changes nothing.

        What was meant for a window that is over by now was heard too late, and that is all: it has passed. Where the
        same is still asked it counts.
        """
        if window != self.window and self._meanings.get(window) != self._meanings.get(self.window):
            return None
        if not self.pacer.hear(seat, now, back, scope):
            return None
        return self.end_window(now) if self.pacer.is_over(now) else self.waited(now)

    def hold(self, seat: int, now: float) -> Played:
        """Somebody wants to speak, and the window is held for them."""
        if not self.pacer.hold(seat, now):
            raise NotNow("table.cannot_hold")
        return self.waited(now)

    # Taking back

    def ask_to_undo(self, seat: int, names: Sequence[str], people: Collection[int], now: float) -> Played:
        """Somebody asks to take the last answer back; `people` have to agree. Who is alone takes back their own."""
        alone = seat == self.pacer.lone
        if not alone and self.past.requests.get(seat, 0) >= undoing.MOST_REQUESTS:
            raise NotNow("table.undo_often")
        if not self.past.ask(seat, self.game.state, names, own=alone):
            raise NotNow("table.no_undo")
        return self._undo_if_all_agree(people, now)

    def can_undo(self, seat: int) -> bool:
        """Whether who is alone can take their last answer back."""
        return seat == self.pacer.lone and not self.game.over and self.past.could(seat, self.game.state)

    def consent(self, seat: int, yes: bool, people: Collection[int], now: float) -> Played:
        """Somebody agrees that the last answer is taken back, or does not."""
        if self.past.asked is None:
            raise NotNow("table.no_undo_asked")
        if not yes:
            self.past.asked = None
            return self.waited(now)
        self.past.asked.agreed.add(seat)
        return self._undo_if_all_agree(people, now)

    def _undo_if_all_agree(self, people: Collection[int], now: float) -> Played:
        asked = self.past.asked
        assert asked is not None, "somebody has asked"
        if not set(people) <= asked.agreed:
            return self.waited(now)
        before = self.past.take_back()
        self.game = _opened(before.snapshot, before.pauses)
        self.answers = before.answers
        self.recent.back_to(before.told)
        self._wait(situation_of(self.game), now)
        played = self._played((), now)
        played.cut = before.answers + 1
        return played

    # What is to be stored

    def _changed(
        self, events: Sequence[Event], now: float, *, free: bool = False, offered: Iterable[int] = ()
    ) -> Played:
        """The game has changed: start the clock for whatever it waits for now."""
        self.recent.extend(events)
        if any(event.what == "turn_begun" for event in events):
            self.pacer.new_turn()
            self.past.new_turn()
        if self.game.over:
            self.pacer.rest()
        else:
            situation = situation_of(self.game)
            if not free or not self.pacer.stays(situation, now):
                self._wait(situation, now, events)
        for seat in offered:
            self.pacer.heed(seat, now)
        return self._played(events, now)

    def _wait(self, situation: Situation, now: float, events: Sequence[Event] = ()) -> None:
        """Open a new window, or ask whoever is asked, after these events."""
        self.window += 1
        shown = len({event.what for event in events} - UNSEEN)
        lone = self.pacer.lone
        struck = lone is not None and has_been_struck(events, lone)
        dead = lone is not None and self.game.state.players[lone].dead
        self.pacer.wait(self.window, situation, now, shown=shown, struck=struck, dead=dead)
        self._meanings[self.window] = meaning_of(self.game, situation)
        self._meanings.pop(self.window - KEPT_MEANINGS, None)

    def _played(self, events: Sequence[Event], now: float) -> Played:
        rows = [
            StoredAnswer(self.answers + i, seat, msgspec.json.encode(answer), now)
            for i, (seat, answer) in enumerate(self.game.drain(), start=1)
        ]
        self.answers += len(rows)
        self.snapshot = self.game.to_bytes()
        return Played(events=tuple(events), answers=rows, game=self.stored(now))

    def waited(self, now: float) -> Played:
        """The clock is another, the game is the same."""
        return Played(waited=StoredMoment(now, self.moment(), self.pacer.unwatched))


def _opened(snapshot: bytes, pauses: int) -> Game:
    game = Game.from_bytes(snapshot, patient=True)
    game.pauses = pauses
    game.drain()
    return game


def read_moment(data: bytes | None) -> Moment | None:
    """What was stored beside a game; None where this version cannot read it."""
    try:
        return msgspec.msgpack.decode(data or b"", type=Moment)
    except msgspec.DecodeError:
        return None
