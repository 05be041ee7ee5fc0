"""What comes of a message, or of time that passes: plain data for whoever stores and tells it."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.refusals import Refusal
from kickdoor.play.choices import Decision
from kickdoor.play.game import Game
from kickdoor.server.protocol import Reasons, Said
from kickdoor.server.stored import Change

Counted = Literal["games", "answers", "finished"]
"""What is counted for those who watch the server."""


class Speaker(Protocol):
    """Whoever says something to a table: a seat (-1: the gallery), and from where."""

    seat: int
    address: str
    token: str
    language: str
    name: str  #: of who speaks from the gallery


class Asking(msgspec.Struct, frozen=True):
    """What a seat may do now: asked by name or not, wanting to be asked or not, and in which window."""

    decision: Decision
    asked: bool
    quiet: bool
    window: int


class Telling(msgspec.Struct, frozen=True):
    """What all are to be told; without `game`, nothing of that has changed; with `back`, something was taken back."""

    events: tuple[Event, ...] = ()
    said: tuple[Said, ...] = ()
    game: bool = True
    back: bool = False


class Letter(msgspec.Struct, frozen=True):
    """A mail to somebody who is asked and is not here; with a code, the question whether the address is theirs."""

    to: str
    language: str
    token: str = ""
    code: str = ""


class Dismissal(msgspec.Struct, frozen=True):
    """All connections of a seat are to be closed, and why."""

    seat: int
    why: Refusal


class Outcome(msgspec.Struct, kw_only=True):
    """First the change is committed; then who spoke is answered and all are told."""

    change: Change | None = None
    at_once: bool = False  #: who spoke is answered before the others are told, since views take long
    reply: Reasons | None = None  #: for who spoke; None: it is done
    whole: bool = False  #: who spoke wants everything
    dismissed: Dismissal | None = None
    telling: Telling | None = None
    letters: tuple[Letter, ...] = ()
    counted: tuple[Counted, ...] = ()
    follows: bool = False  #: what somebody intended may be lawful now: see `Session.follow`
    rematch: bool = False  #: a table for a rematch is wanted: see `Session.rematched`


class Thinking(msgspec.Struct, frozen=True):
    """Seats for which bots are to think about a game; `serial` tells these thoughts from older ones."""

    serial: int
    game: Game  #: a copy that nobody else changes
    bots: dict[int, str]  #: by seat
