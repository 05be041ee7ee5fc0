"""Records: versions, packs with hashes, options, seed, answers; enough to play a game again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.packs.loader import PackError, digest_of, load, take_in
from kickdoor.play.choices import Offer
from kickdoor.play.fingerprint import fingerprint_of

if TYPE_CHECKING:
    from kickdoor.play.game import Game

#: The version of kickdoor, that of records, and that of saves.
VERSION = "0.1.0"
FORMAT = 1
SAVE_FORMAT = 2

#: A seat and what it answered: an option's number, an offer, or a shown hand; or one of these and in which pause since
#: the answer before it was given.
Answer = tuple[int, int | dict[str, Any]]


class RecordError(ValueError):
    """A record that is damaged, was edited, or belongs to other packs."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


class NewDice(msgspec.Struct, frozen=True):
    """From here on chance comes from another seed: after so many answers, and so many pauses since the last."""

    after: int
    pauses: int
    seed: str


class _Stamp(msgspec.Struct):
    """What tells which version wrote a record, whatever else it holds."""

    format: int = FORMAT
    version: str = VERSION


class Record(msgspec.Struct, kw_only=True):
    """A game as it was played."""

    packs: tuple[str, ...]
    hashes: tuple[str, ...]
    book: str
    options: dict[str, int]
    seats: int
    sexes: tuple[str, ...]
    seed: str
    version: str = VERSION
    rules: str = ""  #: the fingerprint of the rules that it was played by; empty where nobody noted it
    format: int = FORMAT
    answers: list[Answer] = []
    winners: list[int] = []
    new_dice: list[NewDice] = []  #: of a game that was branched off another
    own_seed: str = ""  #: that of the server, where players added to it …
    secrets: dict[int, str] = {}  #: … these, by seat: both make the seed
    salt: str = ""
    commitment: str = ""  #: SHA-256 of "salt:seed", told before the first card was dealt
    texts: dict[str, str] = {}  #: of packs that do not come with kickdoor: their files, so that it replays anywhere
    lesson: str = ""  #: the lesson whose position it began from; empty: it was dealt

    def at_hand(self) -> Record:
        """The same with packs that are at hand: those of today, or, where they are others by now, those it carries."""
        packs = tuple(self._at_hand(name, digest) for name, digest in zip(self.packs, self.hashes, strict=True))
        names = dict(zip(self.packs, packs, strict=True))
        texts = {names.get(name, name): text for name, text in self.texts.items()}
        return msgspec.structs.replace(self, packs=packs, texts=texts)

    def _at_hand(self, name: str, digest: str) -> str:
        try:
            found = digest_of(load(name))
        except PackError as error:
            if name not in self.texts:
                raise
            found = str(error)
        if found == digest:
            return name
        if name in self.texts:
            try:
                carried = take_in(self.texts[name], name, self.texts)
                found = digest_of(load(carried))
            except PackError as error:
                raise RecordError(f"the pack that the record carries cannot be read: {error}") from error
            if found == digest:
                return carried
        raise RecordError(
            f"pack {name} has changed since ({digest} then, {found} now). {self._remedy(f'that pack {name}')}"
        )

    def _remedy(self, what: str) -> str:
        """What to do with a record of other packs or rules."""
        if self.version == VERSION:
            return f"Replay it where it was played, or bring back {what}"
        return f"It was played with kickdoor {self.version}, this is {VERSION}: replay it with that version"

    def check_commitment(self) -> None:
        """Salt and seed must be those that were promised before the first card."""
        seed = self.new_dice[-1].seed if self.new_dice else self.own_seed or self.seed
        if self.own_seed and not self.new_dice and stirred(self.own_seed, self.secrets) != self.seed:
            raise RecordError("the seed is not that of the server with what the players added")
        if commitment(self.salt, seed) != self.commitment:
            raise RecordError("salt and seed do not fit the fingerprint that was told before the game")

    def to_json(self) -> bytes:
        """The record as JSON."""
        return msgspec.json.encode(self)

    def save(self, path: Path) -> None:
        """Write the record to a file."""
        path.write_bytes(msgspec.json.format(self.to_json()))

    @classmethod
    def parse(cls, data: bytes) -> Record:
        """A record from JSON."""
        try:
            stamp = msgspec.json.decode(data, type=_Stamp)
        except msgspec.DecodeError as error:
            raise RecordError(f"this is not a record of a game: {error}") from error
        if stamp.format != FORMAT:
            raise RecordError(
                f"this record has format {stamp.format}, and kickdoor {VERSION} reads format {FORMAT}. "
                f"Read it with the version that wrote it: kickdoor {stamp.version}"
            )
        try:
            record = msgspec.json.decode(data, type=Record)
        except msgspec.DecodeError as error:
            raise RecordError(f"this is not a record of a game: {error}") from error
        if len(record.packs) != len(record.hashes):
            raise RecordError("the record names packs without their hashes")
        return record

    @property
    def patient(self) -> bool:
        """Whether answers were given in pauses, which only a patient game has, or dice may have changed in one."""
        return bool(self.new_dice) or any(_pauses_before(answer) is not None for _, answer in self.answers)

    def replay(self, pauses: int | None = None, *, patient: bool = False) -> Iterator[tuple[int, Game, list[Event]]]:
        """Play the game again: after each answer its number, the game and what happened.

        After the last answer so many pauses end; None: all. With `patient` the game counts them in any case.
        """
        from kickdoor.play.game import Game

        try:
            header = msgspec.structs.replace(self.at_hand(), answers=[], winners=[])
            game = Game.before(header, patient=patient or self.patient or pauses is not None)
        except (RecordError, PackError):
            raise
        except (ValueError, IndexError) as error:
            raise RecordError(f"the record cannot be begun: {error}") from error
        events = [] if game.begun else game.begin()
        events += self._resume(game, 0, pauses)
        yield 0, game, events
        yield from self.play_on(game, 0, pauses)
        if self.winners != game.winners:
            raise RecordError(f"the record says that {self.winners} won; played again it is {game.winners}")

    def play_on(self, game: Game, after: int, pauses: int | None = None) -> Iterator[tuple[int, Game, list[Event]]]:
        """Play on with the game as it was after so many answers, and tell what `replay` tells."""
        for number, (seat, answer) in enumerate(self.answers[after:], after + 1):
            try:
                if not 0 <= seat < self.seats:
                    raise RecordError(f"answer {number}: there is no seat {seat}")
                events = give(game, seat, answer)
                events += self._resume(game, number, pauses)
            except IllegalMove as error:
                other = self._other_rules(game)
                raise RecordError(f"answer {number} of seat {seat} is not lawful there: {error}{other}") from error
            except (msgspec.ValidationError, ValueError, TypeError) as error:
                raise RecordError(f"answer {number} of seat {seat} is not understood: {error}") from error
            yield number, game, events

    def _other_rules(self, game: Game) -> str:
        """That the rules have changed since, where they have."""
        now = fingerprint_of(game.state.rules)
        if self.rules in ("", now):
            return ""
        return f" (played by the rules {self.rules}; these are the rules {now}). {self._remedy('those rules')}"

    def _resume(self, game: Game, number: int, last: int | None) -> list[Event]:
        """End the pauses between an answer and the next; where the dice are changed there, at that pause."""
        events: list[Event] = []
        for dice in self.new_dice:
            if dice.after == number:
                events += _resumed(game, dice.pauses)
                game.take_dice(dice.seed)
        return events + _resumed(game, self._pauses_after(number, last))

    def _pauses_after(self, number: int, last: int | None) -> int | None:
        """How many pauses ended between an answer and the next, or after the last; None: all."""
        return _pauses_before(self.answers[number][1]) if number < len(self.answers) else last


def commitment(salt: str, seed: str) -> str:
    """What is told of a seed before the game: it cannot be changed later, nor guessed now."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


def stirred(seed: str, secrets: dict[int, str]) -> str:
    """A seed to which players have added secrets: none of them knew it, nor did the server before they told them."""
    if not secrets:
        return seed
    told = ",".join(f"{seat}={secrets[seat]}" for seat in sorted(secrets))
    return hashlib.sha256(f"{seed}:{told}".encode()).hexdigest()


def give(game: Game, seat: int, answer: int | dict[str, Any]) -> list[Event]:
    """Give a game an answer as records have it; an answer of a pause is given to a game that pauses."""
    if isinstance(answer, dict) and "pause" in answer:
        answer = answer["answer"]
    with game.breaking_off():
        if isinstance(answer, int):
            return game.apply(seat, answer)
        if "show" in answer:
            return game.show_hand(seat, int(answer["show"]))
        return game.apply(seat, msgspec.convert(answer, Offer))


def _pauses_before(answer: int | dict[str, Any]) -> int | None:
    """How many pauses ended before an answer that was given in one; None where somebody was waited for."""
    return int(answer["pause"]) if isinstance(answer, dict) and "pause" in answer else None


def _resumed(game: Game, pauses: int | None) -> list[Event]:
    """End so many pauses, or all up to the next decision. Returns what happened."""
    events: list[Event] = []
    with game.breaking_off():
        while game.paused and (pauses is None or game.pauses < pauses):
            events += game.resume()
    return events
