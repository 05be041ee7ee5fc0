"""A game at a table: packs, book, engine and record together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from operator import index
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec

from kickdoor.engine.actions import chance
from kickdoor.engine.data import codec, ids
from kickdoor.engine.data.deals import Deal
from kickdoor.engine.data.events import Event, redact
from kickdoor.engine.data.options import code
from kickdoor.engine.data.refusals import Endless, IllegalMove, Refusal, word_with
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import DOOR, OVER, PASS, PAUSE, SEXES, TREASURE
from kickdoor.engine.questions.strength import lines, sums
from kickdoor.engine.questions.suppose import strengths
from kickdoor.engine.running import asking, kernel
from kickdoor.engine.running.underway import current_fight, has_begun
from kickdoor.packs.loader import digest_of, load, texts_of
from kickdoor.packs.mixing import compile_mix
from kickdoor.play import offering, worlds
from kickdoor.play import record as records
from kickdoor.play.card import Card, card_of
from kickdoor.play.character import Character, StrengthLine, character_of, named
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.fingerprint import fingerprint_of
from kickdoor.play.intents import Intent, refuse_intent
from kickdoor.play.looking import Onlooker, decision_of
from kickdoor.play.offering import OfferSpace
from kickdoor.play.record import SAVE_FORMAT, Answer, Record
from kickdoor.play.view import View
from kickdoor.play.wayback import WayBack
from kickdoor.rules.books import BadSetup, whole_number
from kickdoor.rules.catalogue import said_by
from kickdoor.text.refusing import refusal_words

__all__ = ["Decision", "Game", "Offer", "Option"]

word_with(refusal_words)


GALLERY = -1
"""The seat of those who look on."""

HEAD_FIELDS = 9
"""Of a save: format, rules, and all that the game began from."""


class SaveError(ValueError):
    """Saved bytes that are damaged, or of another version or other rules."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


@lru_cache(maxsize=64)
def _rules(packs: tuple[str, ...], hashes: tuple[str, ...], book: str, options: tuple[tuple[str, int], ...]) -> Rules:
    return compile_mix(packs, book, dict(options))


def _rules_by(header: Record) -> Rules:
    """The rules by which a game of a header is played."""
    return _rules(header.packs, header.hashes, header.book, tuple(sorted(header.options.items())))


def _opened(data: bytes) -> tuple[Sequence[Any], Any]:
    """Head and state of a save of this format."""
    try:
        head, state = msgspec.msgpack.decode(data, strict=False)
        version, fields = head[0], len(head)
    except (msgspec.DecodeError, ValueError, TypeError, LookupError) as error:
        raise SaveError(f"these bytes are not a saved game ({error})") from error
    if version != SAVE_FORMAT:
        raise SaveError(f"saved by format {version}, this is format {SAVE_FORMAT}")
    if fields != HEAD_FIELDS:
        raise SaveError(f"these bytes are not a saved game ({fields} fields in its head)")
    return head, state


def _take(s: State, seat: int, given: int | Deal) -> None:
    """Give a state an answer, or an offer."""
    if isinstance(given, Deal):
        kernel.apply_offer(s, given)
    else:
        kernel.apply(s, seat, given)


def _code_of(answer: Option | int) -> int:
    """The number of an option."""
    if isinstance(answer, Option):
        return answer.code
    try:
        return index(answer)
    except TypeError:
        raise TypeError(f"an answer is an option of the decision, its code or an Offer, not {answer!r}") from None


def _whole(number: int, what: str) -> int:
    """A whole number, of whichever type."""
    try:
        return index(number)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {number!r}") from None


def _loaded(header: Record, saved_by: str, state: Any) -> State:
    """The state of a save, by the rules that it was saved by."""
    rules = _rules_by(header)
    if saved_by != fingerprint_of(rules):
        raise SaveError(f"saved by the rules {saved_by}, these are the rules {fingerprint_of(rules)}")
    try:
        return codec.load(rules, state)
    except (ValueError, TypeError, IndexError, AttributeError) as error:
        raise SaveError(f"the saved game is damaged ({error})") from error


class _Pickled(msgspec.Struct, array_like=True):
    """A game as it is pickled: with its record so far."""

    header: Record
    saved_by: str
    state: Any
    answers: list[Answer] | None
    pauses: int
    patient: bool


def _unpickled(packed: bytes) -> Game:
    found = msgspec.msgpack.decode(packed, type=_Pickled, strict=False)
    header = found.header.at_hand()
    game = Game(_loaded(header, found.saved_by, found.state), header, found.answers)
    game.pauses = found.pauses
    game.state.patient = found.patient
    return game


class Heard:
    """Keeps what happens meanwhile."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __enter__(self) -> list[Event]:
        events: list[Event] = []
        self.state.sink = events
        return events

    def __exit__(self, *_: object) -> None:
        self.state.sink = None


class Game:
    """A game from its first card to its winners.

    >>> game = Game.new(packs=["munchkin"], seats=4, seed=7)
    >>> sorted(game.decisions)
    [0, 1, 2, 3]
    """

    __slots__ = ("_answers", "_breaks", "_header", "_onlooker", "_way", "pauses", "state")

    def __init__(self, state: State, header: Record, answers: list[Answer] | None) -> None:
        self.state = state
        self._header = header
        self._answers = answers
        self._onlooker: Onlooker | None = None
        self._way = WayBack() if state.rules.guests else None
        self._breaks = False  # whether effects that never end are broken off
        self.pauses = 0  #: how many pauses have ended since the last answer

    @classmethod
    def new(
        cls,
        packs: Sequence[str] = ("munchkin",),
        seats: int = 4,
        seed: int | str | None = None,
        book: str | None = None,
        options: dict[str, int | bool] | None = None,
        sexes: Sequence[str] | None = None,
    ) -> Game:
        """A new game, dealt and waiting for what players lay down first."""
        header = cls.header(packs, seats, seed, book, options, sexes)
        game = cls.before(header)
        game.begin()
        return game

    @staticmethod
    def header(
        packs: Sequence[str],
        seats: int,
        seed: int | str | None = None,
        book: str | None = None,
        options: dict[str, int | bool] | None = None,
        sexes: Sequence[str] | None = None,
    ) -> Record:
        """All that a game begins from."""
        if isinstance(packs, str):
            packs = [name for name in packs.split(",") if name]
        if not packs or not all(isinstance(name, str) for name in packs):
            words = f"a game needs at least one pack, by its name or file, not {packs!r}"
            raise BadSetup(words, Refusal("setup.no_packs", "SETUP-03"))
        if not isinstance(seats, int):
            raise BadSetup(f"seats is a whole number, not {seats!r}", Refusal("setup.number", "", ("seats",)))
        sources = [load(name) for name in packs]
        book = book or sources[0].pack.book
        if seed is None:
            seed = token_hex(8)
        if not isinstance(options or {}, dict):
            raise BadSetup(f"options is a dict by name, not {options!r}", Refusal("setup.number", "", ("options",)))
        chosen = {name: whole_number(name, value) for name, value in (options or {}).items()}
        if sexes is None:
            sexes = [SEXES[i % 2] for i in range(seats)]
        if len(sexes) != seats or any(sex not in SEXES for sex in sexes):
            words = f"sexes must be {seats} words of {', '.join(SEXES)}"
            raise BadSetup(words, Refusal("setup.sexes"))
        hashes = tuple(digest_of(source) for source in sources)
        rules = _rules(tuple(packs), hashes, book, tuple(sorted(chosen.items())))
        least, most = rules.options.get("min_players"), rules.options.get("max_players")
        if not least <= seats <= most:
            rule = "SETUP-02" if book == "lite" else "SETUP-01"
            words = f"{book} is for {least} to {most} players, not {seats} [{rule}]"
            raise BadSetup(words, Refusal("setup.players", rule, (f"{least}-{most}",)))
        for deck, word, why in (
            (DOOR, "Doors", Refusal("setup.no_doors", "SETUP-03", tuple(packs))),
            (TREASURE, "Treasures", Refusal("setup.no_treasures", "SETUP-03", tuple(packs))),
        ):
            if all(card.deck != deck for card in rules.defs):
                raise BadSetup(f"there are no {word} in {', '.join(packs)}; add a pack that has them [SETUP-03]", why)
        return Record(
            packs=tuple(packs),
            hashes=hashes,
            book=book,
            options=chosen,
            seats=seats,
            sexes=tuple(sexes),
            seed=str(seed),
            texts=texts_of(packs),
        )

    @classmethod
    def before(cls, header: Record, *, patient: bool = False) -> Game:
        """The table with shuffled decks, before anything is dealt.

        A patient game pauses at windows in which nobody can speak, if by public knowledge somebody might. A lesson
        begins in the midst of a game.
        """
        if header.lesson:
            from kickdoor.play.lesson import find_lesson

            return find_lesson(header.lesson).lay_out(patient=patient)
        rules = _rules_by(header)
        sexes = [SEXES.index(sex) for sex in header.sexes]
        state = kernel.new_state(rules, header.seats, sexes, chance.key_of(header.seed))
        state.patient = patient
        return cls(state, header, [])

    def begin(self) -> list[Event]:
        """Deal, and run to the first decision. Returns what happened."""
        events, _ = self._run(kernel.begin)
        self._forget()
        return events

    def _run(self, act: Callable[[State], None]) -> tuple[list[Event], bool]:
        """Let something happen: what is told, and whether an effect was broken off.

        Where one never ends the game goes back to the state of now. Then that is raised; or it is all done again, in
        which the card does nothing.
        """
        way = self._way
        if way is None:
            with Heard(self.state) as events:
                act(self.state)
            return events, False
        muted: tuple[str, ...] = ()
        while True:
            s = self.state
            way.keep(s)
            s.muted = muted
            try:
                with Heard(s) as events:
                    act(s)
            except Endless as error:
                self.state = way.back()
                if not self._breaks or not error.card or error.card in muted:
                    raise
                muted = (*muted, error.card)
            else:
                return events, bool(muted)
            finally:
                s.muted = ()

    @contextmanager
    def breaking_off(self) -> Iterator[None]:
        """Meanwhile an effect that never ends is broken off by its card's doing nothing; nobody is refused for it.

        So it is where time brings it about, and nobody could do anything else. A record tells nothing of it: an answer
        in it that leads to such an effect is one that was taken so, and is taken so again.
        """
        before, self._breaks = self._breaks, True
        try:
            yield
        finally:
            self._breaks = before

    def _forget(self) -> None:
        """The state has changed otherwise than by an answer."""
        if self._way is not None:
            self._way.forget()

    # What is asked

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.state.players)

    @property
    def packs(self) -> tuple[str, ...]:
        """The names of its packs, by which they can be loaded."""
        return self._header.packs

    @property
    def book(self) -> str:
        """The rulebook that it is played by."""
        return self._header.book

    @property
    def begun(self) -> bool:
        """Whether the game is on: dealt, and not over."""
        return has_begun(self.state)

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.state.over == OVER

    @property
    def winners(self) -> list[int]:
        """Who has won; empty while the game is on."""
        return list(self.state.winners) if self.over else []

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self.state.turns

    @property
    def rules(self) -> str:
        """The fingerprint of the rules that it is played by."""
        return fingerprint_of(self.state.rules)

    @property
    def waiting(self) -> list[int]:
        """The seats that the game waits for."""
        mask = self.state.waiting
        return [seat for seat in range(len(self.state.players)) if mask >> seat & 1]

    @property
    def paused(self) -> bool:
        """Whether a patient game gives the table time, though nobody has anything to say; `resume` ends it."""
        return self.state.waiting == PAUSE

    @property
    def decisions(self) -> dict[int, Decision]:
        """The decision of each seat that the game waits for."""
        found = {}
        for seat in self.waiting:
            decision = self.decision(seat)
            if decision is not None:
                found[seat] = decision
        return found

    def decision(self, seat: int) -> Decision | None:
        """What a seat may do now, asked or not."""
        return decision_of(self.state, self._seat(seat), self)

    def offers(self, seat: int) -> OfferSpace:
        """The bargains that a seat may offer now."""
        return OfferSpace(self.state, self._seat(seat), self)

    def _seat(self, seat: int) -> int:
        """A seat of this game."""
        number = _whole(seat, "a seat")
        if not 0 <= number < len(self.state.players):
            raise ValueError(f"there is no seat {number}: this game has seats 0 to {len(self.state.players) - 1}")
        return number

    def choice_names(self) -> tuple[str, ...]:
        """The names of the options where somebody picks among named ones."""
        question = asking.question(self.state, -1)
        return question.names if question is not None else ()

    # Acting

    def apply(self, seat: int, choice: Option | Offer | int) -> list[Event]:
        """Do it; raises IllegalMove, nothing changed, where it cannot be done. Returns what happened."""
        s = self.state
        seat = self._seat(seat)
        paused = s.waiting == PAUSE
        given = self._deal(seat, choice) if isinstance(choice, Offer) else _code_of(choice)
        try:
            events, broken = self._run(partial(_take, seat=seat, given=given))
        except Endless:
            raise
        except IllegalMove as error:
            raise IllegalMove(self.by_the_book(error.why)) from None
        if broken:
            self._forget()
        elif self._way is not None:
            self._way.note(self.state, seat, given)
        self._note(seat, msgspec.to_builtins(choice) if isinstance(given, Deal) else given, paused)
        return events

    def resume(self) -> list[Event]:
        """End a pause: nobody has spoken. Returns what happened."""
        events, _ = self._run(kernel.resume)
        self._forget()
        self.pauses += 1
        return events

    def silence(self) -> list[Event]:
        """End a window: all who could still speak pass, and a pause is over. Returns what happened."""
        if self._way is None:
            return self._silence()
        before = self.__copy__()
        try:
            return self._silence()
        except Endless:
            self.state, self.pauses, self._answers = before.state, before.pauses, before._answers
            raise

    def _silence(self) -> list[Event]:
        window = asking.open_window(self.state)
        assert window is not None, "only windows end in silence"
        events: list[Event] = []
        heard = 0
        for seat in self.waiting:
            events += self.apply(seat, code(PASS))
            heard |= 1 << seat
        # After the passes the same window may pause; a new one has not heard them.
        if self.paused and (not heard or (window.is_open(self.state) and window.passed() & heard == heard)):
            events += self.resume()
        return events

    def _note(self, seat: int, answer: Any, paused: bool) -> None:
        """Put an answer on record; of one that was given in a pause, in which."""
        if self._answers is not None:
            self._answers.append((seat, {"pause": self.pauses, "answer": answer} if paused else answer))
        self.pauses = 0

    def _deal(self, seat: int, offer: Offer) -> Deal:
        try:
            deal = offer.deal(seat, current_fight(self.state))
        except ValueError as error:
            raise IllegalMove(Refusal("offer_unclear", "HELP-02")) from error
        cards = [*deal.gives, *deal.takes, *deal.promises]
        if any(not 0 <= card < len(self.state.rules.defs) for card in cards) or not 0 <= deal.to < self.seats:
            raise IllegalMove(Refusal("offer_of_nothing", "TRADE-01"))
        return deal

    def show_hand(self, seat: int, to: int) -> list[Event]:
        """Show one's hand to another player [CARD-08]."""
        seat, to = self._seat(seat), self._seat(to)
        with Heard(self.state) as events:
            kernel.show_hand(self.state, seat, to)
        self._forget()
        self._note(seat, {"show": to}, self.paused)
        return events

    def why_not(self, seat: int, intent: Option | Offer | Intent | int) -> Refusal | None:
        """Why something cannot be done, with the rule's id; None where it can."""
        seat = self._seat(seat)
        if isinstance(intent, Intent):
            why = refuse_intent(self.state, seat, intent)
        elif isinstance(intent, Offer):
            try:
                why = kernel.refuse_offer(self.state, self._deal(seat, intent))
            except IllegalMove as error:
                why = error.why
        else:
            why = kernel.why_not(self.state, seat, _code_of(intent))
        return None if why is None else self.by_the_book(why)

    def by_the_book(self, why: Refusal) -> Refusal:
        """A refusal with the rule of the book that is played by."""
        rule = said_by(self.book).get(why.rule)
        return why if rule is None else Refusal(why.key, rule, why.about)

    # Looking

    def view(self, seat: int) -> View:
        """All that a seat may know (-1: the gallery). Views share what they have in common: never change one."""
        if seat != GALLERY:
            seat = self._seat(seat)
        onlooker = self._onlooker
        if onlooker is None or onlooker.state is not self.state:
            onlooker = self._onlooker = Onlooker(self.state)
        return onlooker.view(seat)

    def strength(self, fight: int | None = None) -> list[StrengthLine]:
        """The strength of a fight (the newest), line by line with its source."""
        s = self.state
        found = self._fight(fight)
        if found is None:
            return []
        return [named(s, line) for line in lines(s, found)]

    def sums(self, fight: int | None = None) -> tuple[int, int]:
        """The strength of party and monsters."""
        found = self._fight(fight)
        return sums(self.state, found) if found is not None else (0, 0)

    def strengths(self) -> list[int]:
        """What each player would fight with now, by seat: in the fight that is on, else in one of their own."""
        return strengths(self.state)

    def _fight(self, id: int | None) -> Fight | None:
        fights = self.state.fights
        return self.state.fight_by_id(ids.FightId(id)) if id is not None else fights[-1] if fights else None

    def character(self, seat: int) -> Character:
        """What everybody reads off a character: Races, Classes, free hands, strength line by line."""
        return character_of(self.state, ids.Seat(self._seat(seat)))

    def card(self, number: int) -> Card:
        """A card, or a monster of a fight that has no card of its own, by its number."""
        s = self.state
        number = _whole(number, "a card")
        if not 0 <= number < len(s.rules.defs):
            for fight in s.fights:
                for monster in fight.monsters:
                    if monster.id == number:
                        return card_of(s.rules, number, s.rules.faces[monster.face])
            raise ValueError(f"there is no card {number}: this game has cards 0 to {len(s.rules.defs) - 1}")
        return card_of(s.rules, number, s.rules.defs[number])

    @property
    def cards(self) -> list[Card]:
        """All cards of the game, by number."""
        return [card_of(self.state.rules, number, d) for number, d in enumerate(self.state.rules.defs)]

    def card_name(self, card: int) -> str:
        """The name of a card."""
        defs = self.state.rules.defs
        card = _whole(card, "a card")
        return defs[card].name if 0 <= card < len(defs) else self.card(card).name

    # Copies, saves, records

    def clone(self) -> Game:
        """An independent copy that keeps no record."""
        copied = self.at(self.state.copy())
        if self._way is not None:
            self._way.keep(self.state)
            copied._way = self._way.share(copied.state)
        return copied

    def at(self, state: State) -> Game:
        """The same game in another state, without a record."""
        return Game(state, self._header, None)

    def __copy__(self) -> Game:
        """An independent copy with the record so far; a game has nothing that two could share."""
        state = self.state.copy()
        state.patient = self.state.patient
        copied = Game(state, self._header, None if self._answers is None else self._answers.copy())
        copied.pauses = self.pauses
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        s = self.state
        if fingerprint_of(_rules_by(self._header)) != self.rules:
            raise SaveError("cards that a position brings itself cannot be pickled: keep the position and the answers")
        packed = _Pickled(self._header, self.rules, codec.dump(s), self._answers, self.pauses, s.patient)
        return _unpickled, (msgspec.msgpack.encode(packed),)

    def to_bytes(self) -> bytes:
        """The game at this moment, without its record."""
        h = self._header
        head = (SAVE_FORMAT, self.rules, h.packs, h.hashes, h.book, h.options, h.seats, h.sexes, h.seed)
        return msgspec.msgpack.encode((head, codec.dump(self.state)))

    @classmethod
    def from_bytes(cls, data: bytes, *, patient: bool = False) -> Game:
        """The game that was saved; raises SaveError where it was saved by other rules than those of today."""
        head, state = _opened(data)
        _, saved_by, packs, hashes, book, options, seats, sexes, seed = head
        header = Record(
            packs=tuple(packs),
            hashes=tuple(hashes),
            book=book,
            options=options,
            seats=seats,
            sexes=tuple(sexes),
            seed=seed,
        )
        header = header.at_hand()
        game = cls(_loaded(header, saved_by, state), header, None)
        game.state.patient = patient
        return game

    @classmethod
    def from_scenario(cls, scenario: Mapping[str, Any] | str | Path, id: str = "", *, steps: int = 0) -> Game:
        """The game at the position of a scenario, after so many of its steps; it keeps no record.

        The scenario is given as it is written (docs/scenarios.md), or by the file that has it; of several in a file
        the one of this `id`.
        """
        from kickdoor.play.scenario_files import lay_out

        return lay_out(scenario, id, steps).game

    def take_dice(self, seed: str) -> None:
        """Chance comes from another seed from now on; whoever keeps the record notes it (`Record.new_dice`)."""
        self.state.key = chance.key_of(seed)
        self._forget()

    def drain(self) -> list[Answer]:
        """The answers since this was last asked; from now on whoever asks keeps the record."""
        answers, self._answers = self._answers or [], []
        return answers

    @property
    def record(self) -> Record:
        """How the game was begun and every answer since."""
        if self._answers is None:
            raise ValueError("a clone or loaded game keeps no record")
        return msgspec.structs.replace(
            self._header, rules=self.rules, answers=list(self._answers), winners=self.winners
        )


def redacted(events: list[Event], seat: int) -> list[Event]:
    """Events as a seat may know them."""
    return [redact(event, seat) for event in events]


# These name types in their signatures that they cannot import; who reads them at runtime finds them all the same.
for _module in (offering, records, worlds):
    vars(_module)["Game"] = Game
vars(offering)["Offer"] = Offer
