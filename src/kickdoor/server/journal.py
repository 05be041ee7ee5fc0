"""The journal: what a table has changed is appended to a file at once, and worked into SQLite a little later.

A commit costs SQLite several pages and many calls of the system; a line in a file costs one, and outlives the process
as well. What is worked in together is less, too: of many saves of a table only the last is stored. Two files take
turns: while what is in one is worked in, the other is written to. Each line has a number, and the database knows the
last one that it has, so a server that was killed goes on from exactly what it had promised.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import BinaryIO

import msgspec

from kickdoor.server.stored import Change, StoredGame, StoredMoment

log = logging.getLogger("kickdoor.store")

NOTE = "journal"
"""Under this name the database notes the number of the last line that it has."""

HEAD = 8
"""Bytes before a line: its length and its checksum."""

ENCODER = msgspec.msgpack.Encoder()
DECODER = msgspec.msgpack.Decoder(tuple[int, Change])


class Journal:
    """Changes that are promised and not in the database yet: in a file, and by table as they came."""

    def __init__(self, database: str) -> None:
        self.kept: dict[str, list[Change]] = {}  #: by table
        self.serial = 0  #: of the last line
        self.failing = ""  #: why what it holds could not be worked in; empty: it could
        self._taken: dict[str, list[Change]] = {}
        self._paths = [Path(f"{database}-kept-{number}") for number in (1, 2)]
        self._files: list[BinaryIO] = []
        self._ends = [0, 0]
        self._turn = 0

    # From beginning to end

    def found(self, settled: int) -> dict[str, Change]:
        """What a server that was killed had promised after a line, by table; it may be in the database in part."""
        lines = sorted(line for path in self._paths if path.exists() for line in read_lines(path.read_bytes()))
        joined: dict[str, Change] = {}
        self.serial = settled
        for serial, encoded in lines:
            if serial <= settled:
                continue
            if serial != self.serial + 1:
                # The machine lost its power, and the database what came before this.
                log.warning("the last answers before the machine stopped are lost", extra={"from": serial})
                break
            self.serial = serial
            change = DECODER.decode(encoded)[1]
            joined[change.table] = join(joined[change.table], change) if change.table in joined else change
        return {table: repeatable(change) for table, change in joined.items()}

    def open(self) -> None:
        """Begin anew: all that was found is in the database."""
        self._files = [path.open("wb", buffering=0) for path in self._paths]

    def close(self) -> None:
        """Write no more; where all is in the database nothing is left."""
        for file in self._files:
            file.close()
        if not self.kept:
            self.throw_away()

    def throw_away(self) -> None:
        """All that was found is in the database, and nothing more is written."""
        for path in self._paths:
            path.unlink(missing_ok=True)

    # Writing

    def append(self, change: Change) -> None:
        """Promise a change; raises OSError, nothing promised, where it cannot be written."""
        encoded = ENCODER.encode((self.serial + 1, change))
        line = len(encoded).to_bytes(4, "big") + zlib.crc32(encoded).to_bytes(4, "big") + encoded
        file, end = self._files[self._turn], self._ends[self._turn]
        written = -1
        try:
            written = file.write(line)
        finally:
            if written != len(line):
                file.seek(end)  # what was half written is written over
        if written != len(line):
            raise OSError("the disk is full")
        self._ends[self._turn] = end + len(line)
        self.serial += 1
        self.kept.setdefault(change.table, []).append(change)

    def take(self) -> tuple[list[list[Change]], int]:
        """What is to be worked in now, by table and not joined yet, and the number of its last line."""
        self._taken, self.kept = self.kept, {}
        if not self.failing:
            self._turn = 1 - self._turn
        return list(self._taken.values()), self.serial

    def worked_in(self) -> None:
        """What was taken is in the database."""
        self._taken = {}
        if self.failing:
            self._empty(self._turn)
            self.failing = ""
        self._empty(1 - self._turn)

    def give_back(self, failed: set[str], why: str) -> None:
        """What was taken could not be worked in but for some tables; until it can be nothing more is promised."""
        for table, changes in self._taken.items():
            if table in failed:
                self.kept[table] = [repeatable(together([*changes, *self.kept.get(table, ())]))]
        self._taken = {}
        self.failing = why

    def _empty(self, number: int) -> None:
        file = self._files[number]
        file.seek(0)
        self._ends[number] = 0
        file.truncate()


def belongs(change: Change) -> bool:
    """Whether a change is of a table that there is, and of nothing else."""
    return (
        bool(change.table)
        and change.new is None
        and change.note is None
        and change.pack is None
        and change.share is None
        and not change.unshare
        and not change.give_back
    )


def join(first: Change, then: Change) -> Change:
    """Two changes of a table, one after the other, as one."""
    answers = first.answers if then.cut is None else [row for row in first.answers if row.number < then.cut]
    cuts = [cut for cut in (first.cut, then.cut) if cut is not None]
    unsaid = max((last for last in (first.unsaid, then.unsaid) if last is not None), default=None)
    said = [*first.said, *then.said]
    return Change(
        table=first.table,
        setup=then.setup or first.setup,
        answers=[*answers, *then.answers],
        cut=min(cuts, default=None),
        played=then.played or _waited(first.played, then.waited),
        waited=None if then.played or first.played else then.waited or first.waited,
        said=said if unsaid is None else [row for row in said if row.number > unsaid],
        unsaid=unsaid,
    )


def together(changes: Sequence[Change]) -> Change:
    """Changes of a table, one after the other, as one."""
    return reduce(join, changes)


def repeatable(change: Change) -> Change:
    """The same change as one that may be in the database already."""
    if not change.answers:
        return change
    first = change.answers[0].number
    return msgspec.structs.replace(change, cut=first if change.cut is None else min(first, change.cut))


def _waited(played: StoredGame | None, waited: StoredMoment | None) -> StoredGame | None:
    """A game after which only the clock has changed."""
    if played is None or waited is None:
        return played
    return msgspec.structs.replace(played, updated=waited.updated, moment=waited.moment, due=waited.due)


def read_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines of a file up to the first that is not whole, each with its number."""
    at = 0
    while len(data) - at >= HEAD:
        size, checksum = int.from_bytes(data[at : at + 4], "big"), int.from_bytes(data[at + 4 : at + HEAD], "big")
        encoded = data[at + HEAD : at + HEAD + size]
        if len(encoded) != size or zlib.crc32(encoded) != checksum:
            return
        yield msgspec.msgpack.decode(encoded, type=tuple[int, msgspec.Raw])[0], encoded
        at += HEAD + size
