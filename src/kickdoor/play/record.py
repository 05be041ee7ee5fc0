"""Records: versions, packs with hashes, options, seed, answers; enough to play a game again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from kickdoor.engine.events import Event
from kickdoor.engine.refusals import IllegalMove
from kickdoor.packs.loader import digest_of, load
from kickdoor.play.choices import Offer

if TYPE_CHECKING:
    from kickdoor.play.game import Game

#: The version of kickdoor, and that of records and saves.
VERSION = "0.1.0"
FORMAT = 1

#: A seat and what it answered: an option's number, an offer, or a shown hand.
Answer = tuple[int, int | dict[str, Any]]


class RecordError(ValueError):
    """A record that is damaged, was edited, or belongs to other packs."""


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
    format: int = FORMAT
    answers: list[Answer] = []
    winners: list[int] = []

    def check_packs(self) -> None:
        """The packs of today must be those that the game was played with."""
        for name, digest in zip(self.packs, self.hashes, strict=True):
            found = digest_of(load(name))
            if found != digest:
                raise RecordError(
                    f"pack {name} has changed since ({digest} then, {found} now); use the version it was played with"
                )

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
            record = msgspec.json.decode(data, type=Record)
        except msgspec.DecodeError as error:
            raise RecordError(f"this is not a record of a game: {error}") from error
        if record.format != FORMAT:
            raise RecordError(f"record of format {record.format}; this version reads format {FORMAT}")
        if len(record.packs) != len(record.hashes):
            raise RecordError("the record names packs without their hashes")
        return record

    def replay(self) -> Iterator[tuple[int, Game, list[Event]]]:
        """Play the game again: after each answer its number, the game and what happened."""
        from kickdoor.play.game import Game

        self.check_packs()
        try:
            game = Game.before(msgspec.structs.replace(self, answers=[], winners=[]))
        except (ValueError, IndexError) as error:
            raise RecordError(f"the record cannot be begun: {error}") from error
        yield 0, game, game.begin()
        for number, (seat, answer) in enumerate(self.answers, 1):
            try:
                if not 0 <= seat < self.seats:
                    raise RecordError(f"answer {number}: there is no seat {seat}")
                if isinstance(answer, int):
                    events = game.apply(seat, answer)
                elif "show" in answer:
                    events = game.show_hand(seat, int(answer["show"]))
                else:
                    events = game.apply(seat, msgspec.convert(answer, Offer))
            except IllegalMove as error:
                raise RecordError(f"answer {number} of seat {seat} is not lawful there: {error}") from error
            except (msgspec.ValidationError, ValueError, TypeError) as error:
                raise RecordError(f"answer {number} of seat {seat} is not understood: {error}") from error
            yield number, game, events
        if self.winners != game.winners:
            raise RecordError(f"the record says that {self.winners} won; played again it is {game.winners}")
