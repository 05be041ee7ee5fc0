"""A session: a table from its lobby to its winners, told messages and the time, one after the other.

Each call changes the session and returns an `Outcome`: what is to be committed, and then told. Once that is stored,
`committed` says so; where it cannot be, `revert` goes back to what is. Refusals are raised, nothing changed.
"""

from __future__ import annotations

from collections import deque

import msgspec

from kickdoor.engine.data.refusals import IllegalMove, Refusal
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.play.record import Record
from kickdoor.server.errors import NotNow, NotThere
from kickdoor.server.protocol import (
    Answer,
    Arrange,
    Bargain,
    Chat,
    ClockInfo,
    Consent,
    Intend,
    Join,
    Kick,
    Leave,
    Mail,
    Message,
    Pace,
    PaceInfo,
    Pass,
    Phase,
    React,
    Ready,
    Reason,
    Reasons,
    Refresh,
    Rematch,
    Said,
    SeatKey,
    Show,
    Speak,
    Start,
    TableInfo,
    Undo,
    UndoInfo,
    Why,
)
from kickdoor.server.session.attending import press_for_people, stop_for_lone
from kickdoor.server.session.company import Company
from kickdoor.server.session.match import Match, Moment, Played, read_moment
from kickdoor.server.session.orders import option_for, quiet_for
from kickdoor.server.session.outcome import Asking, Counted, Dismissal, Outcome, Speaker, Telling, Thinking
from kickdoor.server.session.pacer import Pacer
from kickdoor.server.session.seating import STAND_IN, Setup, clean
from kickdoor.server.session.thoughts import Thoughts
from kickdoor.server.stored import (
    Change,
    StoredAnswer,
    StoredGame,
    StoredMoment,
    StoredSaying,
    StoredSetup,
    StoredTable,
)
from kickdoor.text.refusing import refusal_words

KEPT_SAYINGS = 50
GRACE = 3.0
"""Seconds that somebody who comes back has at least."""

ALL = Telling()
"""All are told whatever is new to them."""

CLOCK = Telling(game=False)
"""All are told what the table waits for, and who is there."""


class Session:
    """A table with its people, its game, its clock and its bots' thoughts."""

    def __init__(self, id: str, setup: Setup, created: float) -> None:
        self.id = id
        self.company = Company(setup)
        self.created = created
        self.touched = created  #: when somebody was last here
        self.ended: float | None = None
        self.phase: Phase = "lobby"
        self.match: Match | None = None
        self.stuck: Refusal | None = None  #: why the game can be looked at and not played on
        self.said: deque[Said] = deque(maxlen=KEPT_SAYINGS)
        self.sayings = 0
        self.thoughts = Thoughts()
        self._aimed: tuple[int, Intent] | None = None
        self._stored_setup = self._setup()
        self._stored_game: StoredGame | None = None
        self._steady: Pacer | None = None
        self._here: dict[int, list[str]] | None = None

    # What can be asked of it

    @property
    def setup(self) -> Setup:
        """How the table is set up, and who sits there."""
        return self.company.setup

    @property
    def playing(self) -> Match:
        """The match that is on."""
        assert self.match is not None, "no game is on"
        return self.match

    @property
    def is_on(self) -> bool:
        """Whether a game is on that can be played."""
        return self.match is not None and self.phase == "playing" and self.stuck is None

    @property
    def is_asleep(self) -> bool:
        """Whether nobody is there to wait for: the clock stands still, but not for who plays by correspondence."""
        if not self.is_on:
            return True
        return not self.company.here and (self.setup.speed != "correspondence" or not self.setup.present)

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        return self.company.info(self.id, self.phase, self.created)

    def clock(self, now: float) -> ClockInfo:
        """What the table waits for, as everybody may know it."""
        pacer = self.match.pacer if self.match is not None else Pacer(speed=self.setup.speed)
        return pacer.info(now)

    def decision(self, seat: int) -> Decision | None:
        """What a seat may do now."""
        return self.playing.game.decision(seat) if self.is_on else None

    def asking(self, seat: int) -> Asking | None:
        """What a seat may do now, whether the table waits for it by name, and whether it wants to be asked."""
        decision = self.decision(seat)
        if decision is None:
            return None
        pacer = self.playing.pacer
        asked = seat in pacer.asked
        if pacer.lone == seat:
            quiet = not pacer.stands and pacer.moment != "setup"
        else:
            quiet = quiet_for(self.playing.game, seat, self.setup.seats[seat].orders)
        return Asking(decision, asked, not asked and quiet, self.playing.window)

    def pace(self, seat: int) -> PaceInfo | None:
        """How the game goes on for a seat that is alone among bots."""
        if not self.is_on or self.playing.pacer.lone != seat:
            return None
        pacer = self.playing.pacer
        return PaceInfo(pacer.stops, pacer.tempo, pacer.paused, pacer.stop, self.playing.can_undo(seat))

    def _brief(self, match: Match) -> None:
        """Tell the clock who the people are."""
        people = tuple(self.setup.people)
        first = self.setup.seats[people[0]] if people else self.setup.seats[0]
        match.pacer.brief(people, first.tempo, first.stops)

    def undo(self, language: str) -> UndoInfo | None:
        """Who wants to take the last answer back, if anybody does."""
        asked = self.match.past.asked if self.match is not None else None
        if asked is None:
            return None
        people = self.company.consenting(self.playing.past.last_seat)
        missing = [seat for seat in people if seat not in asked.agreed]
        return UndoInfo(asked.by, asked.what.get(language, ""), sorted(asked.agreed), missing)

    # What is stored

    def _setup(self) -> StoredSetup:
        return StoredSetup(self.phase, self.setup.listed, self.ended, msgspec.json.encode(self.setup))

    def _saved(self, telling: Telling | None = ALL, *, follows: bool = False) -> Outcome:
        """How the table is set up has changed."""
        return Outcome(change=Change(table=self.id, setup=self._setup()), telling=telling, follows=follows)

    def committed(self, outcome: Outcome) -> None:
        """The change of an outcome is stored."""
        change = outcome.change
        assert change is not None, "there was something to store"
        self._stored_setup = change.setup or self._stored_setup
        self._stored_game = change.played or self._stored_game
        if change.waited is not None and self._stored_game is not None:
            self._stored_game = msgspec.structs.replace(self._stored_game, moment=change.waited.moment)
        for stored, said in zip(change.said, outcome.telling.said if outcome.telling else (), strict=True):
            self.remember(stored.number, said)

    def steady(self) -> None:
        """Nothing is under way: this is the clock to go back to where what comes next fails."""
        self._steady = None if self.match is None else self.match.pacer.copy()
        self._here = {seat: list(addresses) for seat, addresses in self.company.here.items()}

    def revert(self, now: float) -> Outcome:
        """Something failed: go on from what is stored, with the clock and all presses as they were."""
        stored = self._stored_setup
        self.phase = stored.phase  # type: ignore[assignment]
        self.ended = stored.ended
        self.company.setup = msgspec.json.decode(stored.setup, type=Setup)
        if self._here is not None:
            self.company.here = {seat: list(addresses) for seat, addresses in self._here.items()}
        self._aimed = None
        if self._stored_game is not None:
            self.take_up(self._stored_game, read_moment(self._stored_game.moment), now)
            if self._steady is not None and self._steady.window == self.playing.window:
                self.playing.pacer = self._steady.copy()
        elif self.stuck is None:
            self.match = None
        return Outcome(telling=ALL)

    def take_up(self, stored: StoredGame, moment: Moment | None, now: float) -> None:
        """Go on from a game as it was stored; raises SaveError where its save is not of these rules."""
        pauses = 0 if moment is None else moment.pauses
        pacer = Pacer(speed=self.setup.speed)
        self.match = Match.of_save(stored.snapshot, pauses, pacer, stored.answers)
        if moment is None:
            self._brief(self.match)
        self.match.take_up(moment, now)
        self._brief(self.match)
        self._stored_game = stored
        self.thoughts.anew()

    def resume(self, stored: StoredTable) -> None:
        """Be as a table that was stored; its game is taken up after this."""
        self.phase = stored.phase  # type: ignore[assignment]
        self.ended = stored.ended
        self.touched = stored.updated
        self._stored_setup = self._setup()

    def put_away(self, now: float) -> Change | None:
        """The table goes out of memory: what is to be stored, so that it comes back when something is due."""
        if self.match is None or not self.is_on or self.setup.speed != "correspondence":
            return None
        waited = StoredMoment(self.touched, self.match.moment(), self.due(now))
        return Change(table=self.id, waited=waited)

    def remember(self, number: int, said: Said) -> None:
        """Something was said, and is stored."""
        self.sayings = number
        self.said.append(said)

    def play_on(self, match: Match, hashes: tuple[str, ...], updated: float) -> Change:
        """Go on with a match that was played again by the rules of today: what is to be stored of it."""
        self.match = match
        self.setup.note_rules(hashes, match.game)
        self.thoughts.anew()
        return Change(table=self.id, played=match.stored(updated), setup=self._setup())

    def look_back(self, match: Match, why: Refusal) -> None:
        """Show a match as far as its answers fit the rules of today. Nothing of it is stored: others may fit again."""
        self.match = match
        self.stuck = why

    # Coming and going

    def arrive(self, seat: int, address: str, now: float) -> Outcome:
        """Somebody is connected. After a sleep they find the clock as it was, and a moment to look."""
        asleep = not self.company.here
        self.touched = now
        self.company.arrive(seat, address)
        if asleep and self.setup.speed != "correspondence" and self.match is not None:
            self.match.pacer.wake(now, GRACE)
        self.thoughts.anew()
        return self.returned(seat) or Outcome(telling=ALL)

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

    # Beginning and end

    def begin(self, now: float) -> Outcome:
        """Begin the game; bots sit down on open seats."""
        for seat in self.setup.seats:
            if seat.kind == "open":
                seat.kind = "bot"
                seat.bot = STAND_IN
        header = self.setup.header()
        match = Match(Game.before(header, patient=True), Pacer(speed=self.setup.speed))
        return self._begun(header.hashes, match, [], now)

    def begin_from(self, record: Record, game: Game, now: float) -> Outcome:
        """Begin from the end of a record, which is this game."""
        answers = [
            StoredAnswer(number, seat, msgspec.json.encode(answer), now)
            for number, (seat, answer) in enumerate(record.answers, start=1)
        ]
        match = Match.of_save(game.to_bytes(), game.pauses, Pacer(speed=self.setup.speed), len(answers))
        return self._begun(record.hashes, match, answers, now)

    def _begun(self, hashes: tuple[str, ...], match: Match, answers: list[StoredAnswer], now: float) -> Outcome:
        self.match = match
        self.phase = "playing"
        self.setup.began = now
        self._brief(match)
        played = match.begin(now)
        self.setup.note_rules(hashes, match.game)
        played.answers[:0] = answers
        outcome = self._played(played, now, setup=True)
        outcome.counted = ("games", *outcome.counted)
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
                return self._say(Said(seat, int(now), text=clean(message.text)))
            case React():
                return self._say(Said(seat, int(now), reaction=message.reaction))
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
        self.company.settle(speaker, message, self.phase)
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

    def _say(self, said: Said) -> Outcome:
        stored = StoredSaying(self.sayings + 1, msgspec.json.encode(said))
        return Outcome(change=Change(table=self.id, said=[stored]), telling=Telling(said=(said,), game=False))

    def _host(self, message: Start | Arrange | Kick | Rematch, now: float) -> Outcome:
        match message:
            case Start():
                if self.phase != "lobby":
                    raise NotNow("table.begun")
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
        self.company.vacate(number, ban=ban, to_bot=self.phase != "lobby")
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
        return Outcome(change=self._change(played), telling=ALL)

    # Playing

    def _move(
        self,
        speaker: Speaker,
        match: Match,
        message: Answer | Bargain | Pass | Speak | Show | Intend | Why | Pace | Ready,
        now: float,
    ) -> Outcome:
        seat = speaker.seat
        match message:
            case Answer():
                return self._played(match.hear(seat, message, now), now)
            case Bargain():
                return self._played(match.play(seat, message.offer, now), now)
            case Pass():
                return self._played(match.press(seat, message.window, message.back, now, message.scope), now)
            case Speak():
                return self._played(match.hold(seat, now), now)
            case Show():
                return self._played(match.show_hand(seat, message.to, now), now)
            case Ready():
                return self._played(match.waited(now) if match.pacer.look_round(seat, now) else None, now)
            case Pace():
                return self._set_pace(seat, match, message, now)
            case Intend():
                self.setup.seats[seat].intent = message.intent
                return self._saved(follows=True)
            case Why():
                whys = [match.game.why_not(seat, intent) for intent in message.intents]
                language = speaker.language
                told = [Reason() if why is None else Reason(refusal_words(why, language), why.rule) for why in whys]
                return Outcome(reply=Reasons(message.id, told))

    def _set_pace(self, seat: int, match: Match, message: Pace, now: float) -> Outcome:
        """How the game goes on for who is alone; with other people at the table it is only kept."""
        who = self.setup.seats[seat]
        who.stops = message.stops or who.stops
        who.tempo = message.tempo or who.tempo
        self._brief(match)
        pacer = match.pacer
        if pacer.lone == seat and message.paused is not None:
            pacer.paused = message.paused
            pacer.ready = max(pacer.ready, now)
        if pacer.stop == "act":  # is asked about again, as they want it now
            pacer.stop = ""
            self.thoughts.due = True
        return self._saved()

    def _change(self, played: Played, setup: bool = False) -> Change:
        return Change(
            table=self.id,
            answers=played.answers,
            cut=played.cut,
            played=played.game,
            waited=played.waited,
            setup=self._setup() if setup else None,
        )

    def _played(self, played: Played | None, now: float, *, setup: bool = False) -> Outcome:
        """The match has changed, or its clock has, or nothing."""
        if played is None:
            return Outcome()
        if played.game is None:
            lone = self.playing.pacer.lone
            return Outcome(change=self._change(played), at_once=True, telling=CLOCK if lone is None else ALL)
        game = self.playing.game
        counted: tuple[Counted, ...] = ("answers",) if played.spoken else ()
        if game.over:
            self.phase = "over"
            self.ended = now
            self.setup.winners = tuple(game.winners)
            self.setup.turns = game.turns
            counted = (*counted, "finished")
        else:
            self.thoughts.anew()
        return Outcome(
            change=self._change(played, setup or game.over),
            at_once=True,
            telling=Telling(events=played.events),
            letters=() if game.over else self.company.letters(self.playing.pacer.asked),
            counted=counted,
            follows=not game.over,
        )

    def follow(self, now: float) -> Outcome | None:
        """Do what somebody intended, where it is lawful by now."""
        aimed, self._aimed = self._aimed, None
        if not self.is_on:
            return None
        game = self.playing.game
        if aimed is not None:
            number, intent = aimed
            option = option_for(game, number, intent)
            if option is not None:
                return self._play(number, option, now)
        for number, seat in enumerate(self.setup.seats):
            option = option_for(game, number, seat.intent) if seat.intent is not None else None
            if option is None or seat.intent is None:
                continue
            if seat.intent.on is not None:
                self._aimed = (number, msgspec.structs.replace(seat.intent, verb="pick_player"))
            seat.intent = None
            return self._play(number, option, now, setup=True)
        return None

    def _play(self, seat: int, choice: Option | Offer, now: float, *, setup: bool = False) -> Outcome:
        return self._played(self.playing.play(seat, choice, now), now, setup=setup)

    # Time and bots

    def due(self, now: float) -> float | None:
        """When `tick` has something to do next; None where only a message or a thought can change anything."""
        if self.is_asleep:
            return None
        pacer = self.playing.pacer
        if pacer.stands:
            return None
        if self.thoughts.pending and now >= pacer.ready:
            return None
        if pacer.is_over(now) or pacer.is_late(now):
            return now
        return pacer.next(self.thoughts.due)

    def tick(self, now: float) -> Outcome | None:
        """Time has passed: bots speak, windows end, bots take over from those who did not answer."""
        if self.is_asleep:
            return None
        match = self.playing
        if match.pacer.stands:
            return None
        pressed = False
        if now >= match.pacer.ready:
            spoken = self._bot_speaks(now)
            if spoken is not None or self.thoughts.pending:
                return spoken
            self.thoughts.due = False
            pressed = self._bots_press(now) | press_for_people(match, self.setup.seats, now)
            if stop_for_lone(match, now):
                return Outcome(telling=ALL)
        if match.pacer.is_over(now):
            return self._played(match.end_window(now), now)
        if match.pacer.is_late(now):
            for seat in match.pacer.asked:
                self.setup.seats[seat].away = True
            match.pacer.lapse()
            self.thoughts.anew()
            return self._saved()
        return Outcome(telling=CLOCK) if pressed else None

    def _bot_speaks(self, now: float) -> Outcome | None:
        asked = self.playing.pacer.asked
        while (found := self.thoughts.next(asked)) is not None:
            seat, choice = found
            try:
                return self._play(seat, choice, now)
            except IllegalMove:
                if seat in asked:
                    return self._play(seat, self.playing.game.decisions[seat].options[0], now)
        return None

    def _bots_press(self, now: float) -> bool:
        """Bots that have nothing to say have no objection."""
        pacer = self.playing.pacer
        return bool([seat for seat in self.company.bots_among(pacer.speakers) if pacer.press(seat, now)])

    def thinking(self) -> Thinking | None:
        """What bots are to think about, told once; None where there is nothing new."""
        if self.thoughts.asked or self.is_asleep:
            return None
        self.thoughts.asked = True
        match = self.playing
        late = match.pacer.asked if match.pacer.lapsed else ()
        bots = self.company.bots_among(match.game.waiting, late)
        if not bots:
            return None
        self.thoughts.pending = True
        return Thinking(self.thoughts.serial, match.game.clone(), bots)
