"""How a game goes on: it begins, people and bots answer, time passes."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from kickdoor.engine.data.options import second_of, verb_of
from kickdoor.engine.data.refusals import Endless, IllegalMove, Refusal
from kickdoor.engine.data.terms import OFFER
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.server.errors import NotNow
from kickdoor.server.protocol import (
    Answer,
    Bargain,
    Intend,
    Pace,
    Pass,
    Ready,
    Reason,
    Reasons,
    Show,
    Speak,
    Why,
)
from kickdoor.server.session import teaching
from kickdoor.server.session.attending import press_for_people, stop_for_lone
from kickdoor.server.session.match import Match, Played
from kickdoor.server.session.orders import option_for
from kickdoor.server.session.outcome import Counted, Outcome, Speaker, Telling, Thinking
from kickdoor.server.session.pacer import Pacer
from kickdoor.server.session.seating import STAND_IN
from kickdoor.server.session.standing import ALL, CLOCK, Standing
from kickdoor.server.stored import (
    Change,
    StoredAnswer,
    StoredMoment,
)
from kickdoor.text.refusing import refusal_words


class Progress(Standing):
    """A table whose game goes on. Each call returns what is to be committed, and then told."""

    def put_away(self, now: float) -> Change | None:
        """The table goes out of memory: what is to be stored, so that it comes back when something is due."""
        if self.match is None or not self.is_on or self.setup.speed != "correspondence":
            return None
        waited = StoredMoment(self.touched, self.match.moment(), self.due(now))
        return Change(table=self.id, waited=waited)

    # Beginning and end

    def begin(self, now: float) -> Outcome:
        """Begin the game; bots sit down on open seats."""
        self.setup.revealing = 0.0
        for seat in self.setup.seats:
            if not seat.secret:
                seat.promise = ""
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
        try:
            played = match.begin(now)
        except Endless:
            self.revert(now)
            raise
        self.setup.note_rules(hashes, match.game)
        played.answers[:0] = answers
        outcome = self._played(played, now, setup=True)
        outcome.counted = ("games", *outcome.counted)
        return outcome

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
                if verb_of(message.option) == OFFER:
                    self._refuse_blocked(seat, second_of(message.option))
                return self._played(match.hear(seat, message, now), now)
            case Bargain():
                self._refuse_blocked(seat, message.offer.to)
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

    def _refuse_blocked(self, seat: int, to: int) -> None:
        """Nobody makes an offer to who has blocked them."""
        if 0 <= to < len(self.setup.seats) and seat in self.setup.seats[to].blocked:
            raise NotNow("table.blocked")

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
            setup=self._setup() if setup or self.setup.learning is not None else None,
        )

    def _played(self, played: Played | None, now: float, *, setup: bool = False) -> Outcome:
        """The match has changed, or its clock has, or nothing."""
        if played is None:
            return Outcome()
        if played.game is None:
            lone = self.playing.pacer.lone
            return Outcome(change=self._change(played), at_once=True, telling=CLOCK if lone is None else ALL)
        game = self.playing.game
        self._insists = False
        if self.setup.learning is not None:
            given = [(row.seat, msgspec.json.decode(row.answer)) for row in played.answers]
            teaching.follow(self.setup.learning, given, self.playing.answers, game)
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
                with suppress(Endless):
                    return self._play(number, option, now)
        for number, seat in enumerate(self.setup.seats):
            option = option_for(game, number, seat.intent) if seat.intent is not None else None
            if option is None or seat.intent is None:
                continue
            if seat.intent.on is not None:
                self._aimed = (number, msgspec.structs.replace(seat.intent, verb="pick_player"))
            seat.intent = None
            try:
                return self._play(number, option, now, setup=True)
            except Endless:
                self._aimed = None
                return self._saved()
        return None

    def _play(self, seat: int, choice: Option | Offer, now: float, *, setup: bool = False) -> Outcome:
        return self._played(self.playing.play(seat, choice, now), now, setup=setup)

    # Time and bots

    def due(self, now: float) -> float | None:
        """When `tick` has something to do next; None where only a message or a thought can change anything."""
        if self.phase == "lobby" and self.setup.revealing:
            return self.setup.revealing
        if self.is_asleep:
            return None
        pacer = self.playing.pacer
        if pacer.stands:
            return None
        if self.thoughts.pending and now >= pacer.ready and pacer.waits_for_bots:
            return None
        if pacer.is_over(now) or pacer.is_late(now):
            return now
        return pacer.next(self.thoughts.due)

    def tick(self, now: float) -> Outcome | None:
        """Time has passed: bots speak, windows end, bots take over from those who did not answer.

        Where it could only go on with an effect that never ends, that effect is broken off, and everybody is told. If
        no card is to blame for it, the game stands.
        """
        try:
            if not self._insists:
                return self._tick(now)
            with self.playing.game.breaking_off():
                return self._tick(now)
        except Endless as error:
            self.revert(now)
            if self._insists or not error.card or self.match is None:
                self.stuck = error.why
            else:
                self._insists = True
                self.broken_off = self.playing.game.turns, Refusal("table.broken_off", about=(error.card,))
                self.thoughts.anew()
            return Outcome(telling=ALL)

    def _tick(self, now: float) -> Outcome | None:
        if self.phase == "lobby" and self.setup.revealing:
            return self.begin(now) if now >= self.setup.revealing else None
        if self.is_asleep:
            return None
        match = self.playing
        if match.pacer.stands:
            return None
        pressed = False
        if now >= match.pacer.ready:
            spoken = self._bot_speaks(now)
            if spoken is not None:
                return spoken
            if not (self.thoughts.pending and self._wait_for_bots(now)):
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
            except IllegalMove as refused:
                if seat in asked:
                    return self._play_another(seat, choice, now, refused)
        return None

    def _play_another(self, seat: int, choice: Option | Offer, now: float, refused: IllegalMove) -> Outcome:
        """What a bot wanted is refused: the first that is not."""
        for option in self.playing.game.decisions[seat].options:
            if option != choice:
                try:
                    return self._play(seat, option, now)
                except Endless as error:
                    refused = error
        raise refused

    def _wait_for_bots(self, now: float) -> bool:
        """Bots have not thought in time. Who could speak in a window is no business of the others, so none is waited
        for there; to those asked by name the same time is given once more, as often as they need it."""
        pacer = self.playing.pacer
        if pacer.waits_for_bots:
            return True
        if pacer.kind == "turn" or pacer.moment == "setup":
            pacer.put_off(now)
            return True
        self.thoughts.give_up()
        return False

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
