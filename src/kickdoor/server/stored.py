"""What is stored of a table, as plain data: whole tables, and what an event at one changes."""

from __future__ import annotations

import msgspec


class StoredTable(msgspec.Struct, kw_only=True):
    """A table as it is stored. `setup` and `moment` are the business of `session`."""

    id: str
    phase: str
    listed: bool
    created: float
    ended: float | None
    setup: bytes
    updated: float
    answers: int
    snapshot: bytes | None
    moment: bytes | None
    due: float | None = None  #: when it has something to do though nobody is there
    owner: str | None = None  #: the server that has it, where several share a database
    term: int = 0  #: how often it was taken by a server
    maker: str = ""  #: the hash of the address that made it


class StoredAnswer(msgspec.Struct):
    """An answer as it is stored."""

    number: int
    seat: int
    answer: bytes
    at: float


class StoredSetup(msgspec.Struct):
    """How a table is set up, as it is stored."""

    phase: str
    listed: bool
    ended: float | None
    setup: bytes


class StoredGame(msgspec.Struct):
    """A game after its last answer, as it is stored."""

    updated: float
    answers: int
    snapshot: bytes
    moment: bytes
    due: float | None = None


class StoredMoment(msgspec.Struct):
    """The game is the same, what is kept beside it is not: its clock, or who wants to take something back."""

    updated: float
    moment: bytes
    due: float | None = None


class StoredSaying(msgspec.Struct):
    """Something that was said, as it is stored."""

    number: int
    said: bytes


class StoredNote(msgspec.Struct):
    """What belongs to the server and to no table, by name."""

    name: str
    value: bytes


class StoredPack(msgspec.Struct, kw_only=True):
    """A pack that somebody brought along: its text compressed, how large it is, from where it came."""

    ref: str
    text: bytes
    size: int
    maker: str
    kept: float  #: until when it stays though neither table nor link needs it


class StoredShare(msgspec.Struct, kw_only=True):
    """A pack that is shared by a link; `key` is the hash of what takes it back."""

    id: str
    ref: str
    key: str
    until: float


class Change(msgspec.Struct, kw_only=True, omit_defaults=True):
    """All that an event at one table changes in the database; of no table, whether anything can be changed is tried."""

    table: str
    term: int = 0  #: in which it is made; the store knows it
    new: StoredTable | None = None
    setup: StoredSetup | None = None
    answers: list[StoredAnswer] = []
    cut: int | None = None  #: answers from this number on were taken back
    played: StoredGame | None = None
    waited: StoredMoment | None = None
    said: list[StoredSaying] = []
    unsaid: int | None = None  #: what was said up to this number is forgotten
    note: StoredNote | None = None
    give_back: bool = False  #: this server has the table no longer
    guests: tuple[str, ...] = ()  #: packs of a new table that are stored
    pack: StoredPack | None = None
    share: StoredShare | None = None
    unshare: str = ""
