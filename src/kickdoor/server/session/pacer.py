"""The pacer: how long the table waits, and for whom. It knows what is public, and a clock that it is told.

A window is open for a fixed time from the last play, whoever holds what; it ends early when all have pressed "no
objection". Bots press after a fixed time of thought. Who is asked by name has the turn clock. The routine of a turn has
no time of its own: what can be said there can be said at the next moment too.

For somebody who is alone among bots nothing is timed. Bots act one after the other at the tempo of their choice, and
the table stands still where it stops for them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from kickdoor.server.errors import NotNow
from kickdoor.server.protocol import ClockInfo, Scope, Speed, Stop, Stops, Tempo
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

ROUTINE = frozenset({"arrange", "second", "end", "between"})
"""A turn begins, goes on, ends, cards changed hands: one with the window that comes next."""

STRIKING = frozenset({"lost_card", "choice"})
"""Moments in the middle of what strikes somebody: more of it may come."""

TEMPI: dict[Tempo, float] = {"slow": 2.4, "normal": 1.1, "fast": 0.4, "at_once": 0.0}
"""How long each act of a bot is looked at, in seconds …"""

FURTHER, MOST = 0.6, 5
"""… and, as a share of that, how much longer for each further thing that came of it, of so many at most: so the table
is not ahead of what is shown."""

LOOKING_ROUND = 3 * MINUTE
"""So much longer the clock of the first cards waits for those who are still looking round."""

SEARCH_SECONDS = 1.2
"""Where a bot that searches sits at the table bots seem to think at least so long, whoever of them could speak."""

ORDERED = 6.0
"""Without a clock: so long the table waits for those who gave standing orders, whatever they hold."""


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
    people: tuple[int, ...] = ()  #: seats with a person
    searching: bool = False  #: whether a bot that searches sits here
    turn: int = 0
    fight: int = -1
    stake: tuple[int, ...] = ()  #: what the window is about
    waived: dict[int, tuple[Scope, int]] = {}  #: who lets the rest of which fight or turn pass
    unready: tuple[int, ...] = ()  #: who is still looking round before the first turn
    tempo: Tempo = "normal"
    stops: Stops = "act"
    paused: bool = False
    stop: Stop = ""  #: why the table stands still for who is alone
    looked_at: int = -1  #: the last fight at whose beginning it stood still
    hurt: bool = False  #: something has struck who is alone, and goes on
    choice: tuple[int, ...] = ()  #: what who is alone could do where it stood still last
    declined: bool = False  #: … and whether they let it pass

    @property
    def lone(self) -> int | None:
        """The seat of who is alone among bots."""
        return self.people[0] if len(self.people) == 1 and self.speed != "correspondence" else None

    @property
    def pace(self) -> Pace:
        """How fast this table plays."""
        return PACES["none" if self.lone is not None else self.speed]

    def copy(self) -> Pacer:
        """The same clock, which runs on its own."""
        return msgspec.structs.replace(self, pressed=list(self.pressed), holds=dict(self.holds))

    @property
    def stands(self) -> bool:
        """Whether the table stands still until who is alone lets it go on."""
        return self.lone is not None and (self.paused or bool(self.stop))

    def _thought(self, shown: int) -> float:
        """How long bots seem to think; who is alone looks so long at what has just happened: so many things."""
        if self.lone is None:
            length = self.pace.think
        else:
            length = TEMPI[self.tempo] * (1 + FURTHER * (min(shown, MOST) - 1)) if shown else 0.0
        return max(length, SEARCH_SECONDS) if self.searching else length

    @property
    def waits_for_bots(self) -> bool:
        """Whether bots may take longer than they seem to: quick ones, where somebody wants to see no wait at all."""
        return self.lone is not None and not self.searching

    def put_off(self, now: float) -> None:
        """Bots that are asked by name are not through: they seem to think as long once more."""
        self.ready = now + self._thought(1)

    def wait(
        self,
        window: int,
        situation: Situation,
        now: float,
        *,
        shown: int = 1,
        struck: bool = False,
        dead: bool = False,
    ) -> None:
        """Wait for something new: the clock starts anew.

        `shown`: so many things have happened; `struck`: to who is alone; `dead`: so that nothing more can.
        """
        again = self.kind == "window" and situation.moment == "setup" and self.speakers == situation.speakers
        kept = self.pressed if self.kind == "window" and situation.stake and situation.stake == self.stake else []
        self.turn = situation.turn
        self.fight = situation.fight
        self.stake = situation.stake
        self.window = window
        self.moment = situation.moment
        self.asked = situation.asked
        self.held = None
        self.ready = now + self._thought(shown)
        self.stop = self._stop_at(situation, struck, dead)
        if situation.asked:
            self.kind = "turn"
            self.pressed = []
            length = self.pace.turn
        elif again:
            return  # laying down one's first cards is nobody else's business
        else:
            self.kind = "window"
            self.speakers = situation.speakers
            pressed = {*situation.done, *kept, *self._silent_in(situation)}
            self.pressed = [seat for seat in situation.speakers if seat in pressed]
            length = getattr(self.pace, CLASSES.get(situation.moment, "reply"))
            if situation.moment == "setup" and length is not None:
                self.unready = self.people
                length += LOOKING_ROUND if self.people and self.speed != "correspondence" else 0
        self.began = now
        self.until = None if length is None else now + length

    def _silent_in(self, situation: Situation) -> set[int]:
        """Who has nothing to say to this: those who let the rest pass, and people to the routine of a turn."""
        scopes = {"fight": situation.fight, "turn": situation.turn}
        found = {seat for seat, (scope, number) in self.waived.items() if scopes.get(scope) == number}
        if situation.moment in ROUTINE and self.lone is None:
            found.update(self.people)
        return found - {situation.whom}

    def _stop_at(self, situation: Situation, struck: bool, dead: bool) -> Stop:
        """Whether the table stands still for who is alone before it goes on: once for all that a blow takes."""
        lone = self.lone
        struck |= self.hurt
        self.hurt = False
        if lone is None or lone in situation.asked or self.stops == "never":
            return ""
        if struck and situation.moment in STRIKING and not dead:
            self.hurt = True
            return ""
        if struck:
            return "struck"
        new = situation.fight >= 0 and situation.fight != self.looked_at and situation.moment == "fight"
        if new and self.stops == "fights" and lone not in self._silent_in(situation):
            self.looked_at = situation.fight
            return "fight"
        return ""

    def offer(self, codes: list[int]) -> bool:
        """Stand still for what who is alone could do; False where they have let the same pass in the same matter.

        Whoever runs away from several monsters asks the same of them each time.
        """
        about = (*self.stake[:3], *self.stake[4:5]) if self.moment == "running" else self.stake
        choice = (*about, *codes)
        if self.declined and choice == self.choice:
            return False
        self.choice = choice
        self.declined = False
        self.stop = "act"
        return True

    def look_round(self, seat: int, now: float) -> bool:
        """Somebody is ready to lay down their first cards. True where they were waited for, and the clock runs now."""
        if self.moment != "setup" or seat not in self.unready:
            return False
        self.unready = tuple(other for other in self.unready if other != seat)
        if self.unready or self.until is None or self.pace.setup is None:
            return False
        self.began = now
        self.until = min(self.until, now + self.pace.setup)
        return True

    def brief(self, people: tuple[int, ...], tempo: Tempo, stops: Stops, *, searching: bool = False) -> None:
        """Who the people are, whether a bot searches, and for who is alone how it goes on."""
        self.people = people
        self.searching = searching
        if self.lone is not None:
            self.tempo = tempo
            self.stops = stops
            self.until = None

    def waive(self, seat: int, scope: Scope) -> None:
        """Let the rest of the fight or of the turn pass as well; `window`: this one only."""
        waived = {other: kept for other, kept in self.waived.items() if other != seat}
        number = self.fight if scope == "fight" else self.turn
        if scope != "window" and number >= 0:
            waived[seat] = (scope, number)
        self.waived = waived

    def hear(self, seat: int, now: float, back: bool, scope: Scope) -> bool:
        """A person has no objection, or takes that back. False where it changes nothing; not for who is not asked."""
        if self.kind == "window" and seat not in self.speakers:
            raise NotNow("table.no_say", "DEATH-04")
        waived = self.waived
        self.waive(seat, scope)
        if seat == self.lone and not back and self.moment != "setup":
            self._go_on(seat, now)
            return True
        if not self.press(seat, now, back):
            return self.waived != waived
        self.look_round(seat, now)
        return True

    def _go_on(self, seat: int, now: float) -> None:
        """Who is alone lets the table go on: what it stood still for is seen, and bots need no more time."""
        seen = self.stop in ("struck", "fight", "offer")
        self.declined |= self.stop == "act"
        self.paused = False
        self.stop = ""
        self.ready = now
        if not seen:
            self.press(seat, now)

    def grant(self, now: float) -> bool:
        """Only people with standing orders are waited for, without a clock: they have so long, whatever they hold."""
        if self.until is not None or self.lone is not None or self.kind != "window":
            return False
        self.began = now
        self.until = now + ORDERED
        return True

    def stays(self, situation: Situation, now: float) -> bool:
        """Whether this is what is waited for already; if so, who is alone looks at what happened before bots go on."""
        if self.kind == "idle" or (self.moment, self.asked) != (situation.moment, situation.asked):
            return False
        if self.lone is not None:
            self.ready = now + self._thought(1)
        return True

    def rest(self) -> None:
        """Wait for nothing."""
        self.kind = "idle"
        self.until = None
        self.asked = ()
        self.pressed = []
        self.held = None

    def heed(self, seat: int, now: float) -> None:
        """An offer was made to a seat: it gets its time, and an old "no objection" is not meant for this.

        Who is alone is waited for: whoever made the offer does nothing else before it is answered or let be.
        """
        self.ready = now + self._thought(1)
        if seat == self.lone and seat not in self.asked and self.stops != "never":
            self.stop = "offer"
        if self.kind == "window":
            if seat in self.pressed:
                self.pressed.remove(seat)
            if self.until is not None and self.pace.reply is not None:
                self.until = max(self.until, now + self.pace.reply)

    def settle_offer(self, seat: int) -> None:
        """A seat has answered an offer: who is alone is no longer waited for."""
        if seat == self.lone and self.stop == "offer":
            self.stop = ""

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
        """Speak! False where the seat has held windows often enough, or there is none to hold. Who is alone pauses."""
        if seat == self.lone:
            self.paused = True
            return True
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
        """Everybody may hold windows again, and nothing is waived any longer."""
        self.holds = {}
        self.waived = {}

    def is_over(self, now: float) -> bool:
        """Whether the window has ended."""
        if self.kind != "window" or self.stands:
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

    def set_right(self, now: float) -> None:
        """The computer's clock may have been set back while nobody looked: nothing lasts longer than it should."""
        ahead = self.began - now
        if ahead > 0:
            self.began -= ahead
            self.ready -= ahead
            self.until = None if self.until is None else self.until - ahead
            self.unheld = None if self.unheld is None else self.unheld - ahead

    def wake(self, now: float, grace: float) -> None:
        """After a sleep: who comes back finds the clock as it was, and at least a moment to look."""
        if self.until is not None:
            self.until = max(self.until, now + grace)
        self.ready = max(self.ready, now)

    def next(self, bots: bool) -> float | None:
        """When something is due next: bots have thought, if they have not spoken yet, or the time is over."""
        if self.kind == "idle" or self.stands:
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
            waived=sorted(self._waiving()),
        )

    def _waiving(self) -> list[int]:
        numbers = {"fight": self.fight, "turn": self.turn}
        return [seat for seat, (scope, number) in self.waived.items() if numbers.get(scope) == number]
