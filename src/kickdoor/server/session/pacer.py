"""The pacer: how long the table waits, and for whom. It knows what is public, and a clock that it is told.

A window is open for a fixed time from the last play, whoever holds what; it ends early when all have pressed "no
objection". Bots press after a fixed time of thought. Who is asked by name has the turn clock.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from kickdoor.server.protocol import ClockInfo, Speed
from kickdoor.server.session.situation import Situation

MINUTE = 60.0
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How fast a table plays, in seconds; None: without end."""

    closing: float | None  #: before a kill or a win is real [CMB-06]
    reply: float | None  #: when something has just happened to somebody
    calm: float | None  #: between the parts of a turn
    setup: float | None  #: what is laid down from the first cards
    turn: float | None  #: who is asked by name
    think: float  #: bots, always as long
    hold: float  #: a "Speak!" holds the window so long …
    holds: int = 2  #: … so many times a turn


PACES: dict[Speed, Pace] = {
    "fast": Pace(closing=1.5, reply=1.0, calm=0.6, setup=45, turn=40, think=0.4, hold=8),
    "normal": Pace(closing=2.6, reply=1.8, calm=1.0, setup=90, turn=90, think=0.9, hold=15),
    "relaxed": Pace(closing=6, reply=4, calm=2, setup=5 * MINUTE, turn=5 * MINUTE, think=1.4, hold=MINUTE),
    "none": Pace(closing=None, reply=None, calm=None, setup=None, turn=None, think=0.9, hold=0),
    "correspondence": Pace(
        closing=DAY, reply=12 * HOUR, calm=2 * HOUR, setup=3 * DAY, turn=3 * DAY, think=0.9, hold=DAY, holds=1
    ),
}

CLASSES: dict[str, Literal["closing", "reply", "calm", "setup"]] = {
    "closing": "closing",
    "winning": "closing",
    "setup": "setup",
    "arrange": "calm",
    "second": "calm",
    "end": "calm",
    "between": "calm",
    "fight_over": "calm",
    "crowded": "calm",
    "escaped": "calm",
}
"""How much time each moment is worth; all others are replies."""


class Pacer(msgspec.Struct, kw_only=True):
    """The clock of one table; plain data, stored with it."""

    speed: Speed
    kind: Literal["window", "turn", "idle"] = "idle"
    window: int = 0
    moment: str = ""
    began: float = 0.0
    until: float | None = None
    ready: float = 0.0  #: when bots have thought
    asked: tuple[int, ...] = ()
    speakers: tuple[int, ...] = ()
    pressed: list[int] = []
    held: int | None = None
    unheld: float | None = None  #: when the window would have ended if nobody held it
    holds: dict[int, int] = {}  #: how often each seat has held a window this turn

    @property
    def pace(self) -> Pace:
        """How fast this table plays."""
        return PACES[self.speed]

    def copy(self) -> Pacer:
        """The same clock, which runs on its own."""
        return msgspec.structs.replace(self, pressed=list(self.pressed), holds=dict(self.holds))

    def wait(self, window: int, situation: Situation, now: float) -> None:
        """Wait for something new: the clock starts anew."""
        again = self.kind == "window" and situation.moment == "setup" and self.speakers == situation.speakers
        self.window = window
        self.moment = situation.moment
        self.asked = situation.asked
        self.held = None
        self.ready = now + self.pace.think
        if situation.asked:
            self.kind = "turn"
            self.pressed = []
            length = self.pace.turn
        elif again:
            return  # laying down one's first cards is nobody else's business
        else:
            self.kind = "window"
            self.speakers = situation.speakers
            self.pressed = [seat for seat in situation.done if seat in situation.speakers]
            length = getattr(self.pace, CLASSES.get(situation.moment, "reply"))
        self.began = now
        self.until = None if length is None else now + length

    def awaits(self, situation: Situation) -> bool:
        """Whether this is what is waited for already."""
        return self.kind != "idle" and (self.moment, self.asked) == (situation.moment, situation.asked)

    def rest(self) -> None:
        """Wait for nothing."""
        self.kind = "idle"
        self.until = None
        self.asked = ()
        self.pressed = []
        self.held = None

    def heed(self, seat: int, now: float) -> None:
        """An offer was made to a seat: it gets its time, and an old "no objection" is not meant for this."""
        self.ready = now + self.pace.think
        if self.kind == "window":
            if seat in self.pressed:
                self.pressed.remove(seat)
            if self.until is not None and self.pace.reply is not None:
                self.until = max(self.until, now + self.pace.reply)

    def press(self, seat: int, now: float, back: bool = False) -> bool:
        """No objection, or that taken back. False where it changes nothing."""
        if self.kind != "window" or seat not in self.speakers or (seat in self.pressed) != back:
            return False
        if back:
            self.pressed.remove(seat)
            return True
        self.pressed.append(seat)
        self.pressed.sort()
        if self.held == seat:
            self.held = None
            self.until = None if self.unheld is None else max(now, self.unheld)
        return True

    def hold(self, seat: int, now: float) -> bool:
        """Speak! False where the seat has held windows often enough, or there is none to hold."""
        used = self.holds.get(seat, 0)
        if self.kind != "window" or seat not in self.speakers or used >= self.pace.holds or self.held is not None:
            return False
        self.holds[seat] = used + 1
        self.held = seat
        self.unheld = self.until
        if seat in self.pressed:
            self.pressed.remove(seat)
        if self.until is not None:
            self.until = max(self.until, now + self.pace.hold)
        return True

    def new_turn(self) -> None:
        """Everybody may hold windows again."""
        self.holds = {}

    def is_over(self, now: float) -> bool:
        """Whether the window has ended."""
        if self.kind != "window":
            return False
        return set(self.speakers) <= set(self.pressed) or (self.until is not None and now >= self.until)

    def is_late(self, now: float) -> bool:
        """Whether those who are asked have not answered in time."""
        return self.kind == "turn" and self.until is not None and now >= self.until

    def lapse(self) -> None:
        """Those who are asked have not answered in time: a bot does, whoever comes back meanwhile."""
        self.until = None

    @property
    def lapsed(self) -> bool:
        """Whether that is so."""
        return self.kind == "turn" and self.until is None and self.pace.turn is not None

    def wake(self, now: float, grace: float) -> None:
        """After a sleep: who comes back finds the clock as it was, and at least a moment to look."""
        if self.until is not None:
            self.until = max(self.until, now + grace)
        self.ready = max(self.ready, now)

    def next(self, bots: bool) -> float | None:
        """When something is due next: bots have thought, if they have not spoken yet, or the time is over."""
        if self.kind == "idle":
            return None
        times = [] if self.until is None else [self.until]
        if bots:
            times.append(self.ready)
        return min(times, default=None)

    @property
    def unwatched(self) -> float | None:
        """When somebody has to look after the table though nobody is there: only by correspondence."""
        return self.ready if self.speed == "correspondence" and self.kind != "idle" else None

    def info(self, now: float) -> ClockInfo:
        """The clock as all may see it."""
        left = None if self.until is None else max(0, round((self.until - now) * 1000))
        whole = None if self.until is None else round((self.until - self.began) * 1000)
        return ClockInfo(
            kind=self.kind,
            window=self.window,
            left=left,
            whole=whole,
            for_=list(self.asked),
            pressed=list(self.pressed),
            held=self.held,
        )
