"""A table as it stands: its people, its game, its clock and its bots' thoughts, and what of it is stored."""

from __future__ import annotations

from collections import deque

import msgspec

from kickdoor.bots import is_searching
from kickdoor.engine.data.refusals import Refusal
from kickdoor.packs.loader import Source
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.play.lesson import LEARNER
from kickdoor.server import keys
from kickdoor.server.limits import Bucket
from kickdoor.server.protocol import (
    ClockInfo,
    LessonInfo,
    PaceInfo,
    Phase,
    Said,
    TableInfo,
    UndoInfo,
)
from kickdoor.server.session import teaching
from kickdoor.server.session.company import Company
from kickdoor.server.session.match import Match, Moment, read_moment
from kickdoor.server.session.orders import quiet_for
from kickdoor.server.session.outcome import Asking, Outcome, Telling
from kickdoor.server.session.pacer import Pacer
from kickdoor.server.session.seating import Setup
from kickdoor.server.session.thoughts import Thoughts
from kickdoor.server.stored import (
    Change,
    StoredGame,
    StoredSetup,
    StoredTable,
)

KEPT_SAYINGS = 50
SAYINGS_AT_ONCE = 12.0
SAYINGS_PER_SECOND = 1.0
"""So much somebody may say, reactions too."""

MOST_SPEAKERS = 200
GRACE = 3.0
"""Seconds that somebody who comes back has at least."""

ALL = Telling()
"""All are told whatever is new to them."""

CLOCK = Telling(game=False)
"""All are told what the table waits for, and who is there."""


class Standing:
    """A table as it is now; what changes it is told in `progress.py` and `session.py`."""

    def __init__(self, id: str, setup: Setup, created: float) -> None:
        self.id = id
        self.company = Company(setup)
        self.created = created
        self.guests: tuple[Source, ...] = ()  #: packs that do not come with kickdoor: at hand as long as they are held
        self.touched = created  #: when somebody was last here
        self.ended: float | None = None
        self.phase: Phase = "lobby"
        self.match: Match | None = None
        self.stuck: Refusal | None = None  #: why the game can be looked at and not played on
        self.broken_off: tuple[int, Refusal] | None = None  #: what did nothing since it would never end, in which turn
        self._insists = False  #: whether the next step is taken though what it brings about never ends
        self.said: deque[Said] = deque(maxlen=KEPT_SAYINGS)
        self.sayings = 0
        self._spoke: dict[str, Bucket] = {}
        self.thoughts = Thoughts()
        self._aimed: tuple[int, Intent] | None = None
        self._stored_setup = self._setup()
        self._stored_game: StoredGame | None = None
        self._steady: Pacer | None = None
        self._here: dict[int, list[str]] | None = None

    # What can be asked of it

    def hindrances(self) -> list[Refusal]:
        """Why the game cannot be played on, and which card did nothing in this turn since it would never end."""
        found = [] if self.stuck is None else [self.stuck]
        if self.match is not None and self.broken_off is not None and self.broken_off[0] == self.match.game.turns:
            found.append(self.broken_off[1])
        return found

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

    @property
    def served(self) -> str | None:
        """The address of who is here alone among bots: for them nobody else has to be waited for."""
        lone = None if self.match is None else self.match.pacer.lone
        addresses = None if lone is None else self.company.here.get(lone)
        return addresses[0] if addresses else None

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        return self.company.info(self.id, self.phase, self.created)

    def clock(self, now: float) -> ClockInfo:
        """What the table waits for, as everybody may know it."""
        pacer = self.match.pacer if self.match is not None else Pacer(speed=self.setup.speed)
        return pacer.info(now)

    def known_as(self, address: str) -> str:
        """What stands for somebody in the gallery, whatever they call themselves; it tells nobody their address."""
        return keys.hash_of(f"{self.setup.salt}:{address}")[:12]

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

    def lesson(self, seat: int, language: str) -> LessonInfo | None:
        """What whoever plays a lesson here is told now."""
        if self.setup.learning is None or self.match is None or seat != LEARNER:
            return None
        return teaching.lesson_info(self.setup.learning, self.match.game, self.match.pacer.stands, language)

    def scripted(self, seat: int, game: Game) -> Option | Offer | None:
        """What a bot does here by a lesson; None: what it likes."""
        return None if self.setup.learning is None else teaching.scripted(self.setup.learning, seat, game)

    def _brief(self, match: Match) -> None:
        """Tell the clock who the people are."""
        people = tuple(self.setup.people)
        first = self.setup.seats[people[0]] if people else self.setup.seats[0]
        searching = any(seat.kind == "bot" and is_searching(seat.bot) for seat in self.setup.seats)
        # A lesson waits for the learner, whatever they want elsewhere.
        stops = "act" if self.setup.learning is not None else first.stops
        match.pacer.brief(people, first.tempo, stops, searching=searching)

    def undo(self, language: str) -> UndoInfo | None:
        """Who wants to take the last answer back, if anybody does."""
        asked = self.match.past.asked if self.match is not None else None
        if asked is None:
            return None
        people = self.company.consenting(self.playing.past.last_seat)
        missing = [seat for seat in people if seat not in asked.agreed]
        return UndoInfo(asked.by, asked.what.get(language, ""), sorted(asked.agreed), missing)

    def may_speak(self, who: str, now: float) -> bool:
        """Whether somebody may say one more thing: nobody shouts the others down."""
        if len(self._spoke) > MOST_SPEAKERS:
            self._spoke.clear()
        bucket = self._spoke.setdefault(who, Bucket(SAYINGS_AT_ONCE, now))
        return bucket.take(now, SAYINGS_PER_SECOND, SAYINGS_AT_ONCE)

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
