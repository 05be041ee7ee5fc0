"""A session: a table from its lobby to its winners, told messages and the time, one after the other.

Each call changes the session and returns an `Outcome`: what is to be committed, and then told. Once that is stored,
`committed` says so; where it cannot be, `revert` goes back to what is. Refusals are raised, nothing changed.
"""

from __future__ import annotations

import msgspec

from kickdoor.engine.data.refusals import Refusal
from kickdoor.server.errors import NotNow, NotThere
from kickdoor.server.protocol import (
    Answer,
    Arrange,
    Bargain,
    Chat,
    Consent,
    Intend,
    Join,
    Kick,
    Leave,
    Mail,
    Message,
    Pace,
    Pass,
    React,
    Ready,
    Refresh,
    Rematch,
    Rename,
    Report,
    Reveal,
    Said,
    SeatKey,
    Show,
    Speak,
    Start,
    Undo,
    Why,
)
from kickdoor.server.session import teaching
from kickdoor.server.session.outcome import Dismissal, Outcome, Speaker, Telling
from kickdoor.server.session.progress import Progress
from kickdoor.server.session.seating import clean
from kickdoor.server.session.standing import CLOCK, GRACE, KEPT_SAYINGS
from kickdoor.server.stored import (
    Change,
    StoredMoment,
    StoredSaying,
)

REVEALING = 15.0
"""So long those who add to the dice have to reveal what they promised; who has not adds nothing."""


class Session(Progress):
    """A table that is told messages and the time."""

    # Coming and going

    def arrive(self, seat: int, address: str, now: float) -> Outcome:
        """Somebody is connected. After a sleep they find the clock as it was, and a moment to look."""
        asleep = not self.company.here
        self.touched = now
        self.company.arrive(seat, address)
        if asleep and self.setup.speed != "correspondence" and self.match is not None:
            self.match.pacer.wake(now, GRACE)
        self.thoughts.anew()
        return self.returned(seat) or Outcome(telling=CLOCK)

    def depart(self, seat: int, address: str, now: float) -> Outcome:
        """A connection is gone."""
        self.touched = now
        self.company.depart(seat, address)
        return Outcome(telling=CLOCK)

    def returned(self, seat: int) -> Outcome | None:
        """A person does something: the bot that played for them hands the seat back."""
        return self._saved() if self.company.returned(seat) else None

    def sit_down(self, join: Join, address: str) -> tuple[SeatKey, Outcome]:
        """Somebody takes an open seat."""
        return SeatKey(*self.company.sit_down(join, address, self.phase)), self._saved()

    def close_for_good(self, why: str) -> Outcome:
        """Whoever runs the server closes the table."""
        self.setup.closed = why
        outcome = self._saved(telling=None)
        if self.match is not None and outcome.change is not None:
            outcome.change.waited = StoredMoment(self.touched, self.match.moment(), None)
        return outcome

    def rematched(self, table: str) -> Outcome:
        """There is a table for the rematch."""
        self.setup.next = table
        return self._saved()

    # Hearing

    def hear(self, speaker: Speaker, message: Message, now: float) -> Outcome:
        """A message of somebody who is connected."""
        self.touched = now
        seat = speaker.seat
        match message:
            case Refresh():
                return Outcome(whole=True)
            case Chat():
                return self._say(speaker, clean(message.text), "", now)
            case React():
                return self._say(speaker, "", message.reaction, now)
            case Rename() if seat < 0:
                speaker.name = clean(message.name)
                return Outcome()
            case Report():
                self.company.settle(speaker, message, self.phase, now)
                return self._saved()
            case Pass() if self.phase == "over" and seat >= 0:
                return Outcome()  # it comes too late, as one for any window that is over
            case Answer() | Bargain() | Pass() | Speak() | Show() | Intend() | Why() | Pace() | Ready():
                if self.match is None or self.phase != "playing":
                    raise NotNow("table.no_game")
                self._refuse_gallery(seat)
                self._refuse_stuck()
                return self._move(speaker, self.match, message, now)
        self._refuse_gallery(seat)
        match message:
            case Undo() | Consent():
                self._refuse_stuck()
                return self._undo(seat, message, now)
            case Start() | Arrange() | Kick() | Rematch():
                if not self.setup.seats[seat].host:
                    raise NotNow("table.host_only")
                return self._host(message, now)
            case Leave():
                return self._vacate(seat, ban=False, why=Refusal("table.left"))
        self.company.settle(speaker, message, self.phase, now)
        if isinstance(message, Reveal) and self.setup.has_revealed:
            return self.begin(now)
        if isinstance(message, Mail):
            outcome = self._saved(telling=None)
            outcome.letters = self.company.question(seat)
            return outcome
        return self._saved()

    def confirm_mail(self, code: str) -> Outcome:
        """Somebody confirms the address that they gave."""
        if not self.company.confirm(code):
            raise NotThere("table.no_such_code")
        return self._saved(telling=None)

    def _refuse_gallery(self, seat: int) -> None:
        if seat < 0:
            raise NotNow("table.gallery")

    def _refuse_stuck(self) -> None:
        if self.stuck is not None:
            raise NotNow(self.stuck.key, self.stuck.rule, self.stuck.about)

    def _say(self, speaker: Speaker, text: str, reaction: str, now: float) -> Outcome:
        who = str(speaker.seat) if speaker.seat >= 0 else speaker.address
        if not self.may_speak(who, now):
            raise NotNow("table.many_said")
        said = Said(speaker.seat, int(now), text, reaction)
        if speaker.seat < 0:
            if not speaker.name:
                raise NotNow("table.gallery_name")
            said = msgspec.structs.replace(said, name=speaker.name, who=self.known_as(speaker.address))
        stored = StoredSaying(self.sayings + 1, msgspec.json.encode(said))
        forgotten = stored.number - KEPT_SAYINGS
        change = Change(table=self.id, said=[stored], unsaid=forgotten if forgotten > 0 else None)
        return Outcome(change=change, telling=Telling(said=(said,), game=False))

    def _host(self, message: Start | Arrange | Kick | Rematch, now: float) -> Outcome:
        match message:
            case Start():
                if self.phase != "lobby" or self.setup.revealing:
                    raise NotNow("table.begun")
                if any(other.promise for other in self.setup.seats):
                    self.setup.revealing = now + REVEALING
                    return self._saved()
                return self.begin(now)
            case Arrange():
                self.company.arrange(message, self.phase)
                return self._saved()
            case Kick():
                self.company.refuse_to_send_away(message.seat)
                return self._vacate(message.seat, ban=message.ban, why=Refusal("table.sent_away"))
            case Rematch():
                if self.phase != "over":
                    raise NotNow("table.rematch_later")
                return Outcome(rematch=not self.setup.next)

    def _vacate(self, number: int, *, ban: bool, why: Refusal) -> Outcome:
        """Somebody gets up for good, or has to."""
        self.company.vacate(number, ban=ban, to_bot=self.phase != "lobby" or bool(self.setup.revealing))
        if self.match is not None:
            self._brief(self.match)
        self.thoughts.anew()
        outcome = self._saved()
        outcome.dismissed = Dismissal(number, why)
        return outcome

    def _undo(self, seat: int, message: Undo | Consent, now: float) -> Outcome:
        answered = -1 if self.match is None else self.match.past.last_seat
        people = self.company.consenting(answered)
        if isinstance(message, Undo):
            if not self.is_on:
                raise NotNow("table.no_undo")
            if self.setup.speed == "correspondence" and answered not in (-1, seat):
                raise NotNow("table.undo_own")
            played = self.playing.ask_to_undo(seat, self.setup.names, people, now)
        else:
            if self.match is None:
                raise NotNow("table.no_undo_asked")
            played = self.match.consent(seat, message.yes, people, now)
        if played.game is not None:
            self.thoughts.anew()
            if self.setup.learning is not None:
                teaching.go_back(self.setup.learning, self.playing.answers)
        return Outcome(change=self._change(played), telling=Telling(back=played.cut is not None))
