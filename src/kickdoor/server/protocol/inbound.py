"""What a client says over the socket: an `Inbound`, told apart by `type`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kickdoor.play.choices import Offer
from kickdoor.play.intents import Intent
from kickdoor.server.protocol.words import (
    FaceNumber,
    Language,
    Name,
    Number,
    Reaction,
    Scope,
    SeatNumber,
    Sex,
    Stops,
    Tempo,
    Token,
    Unless,
)

PLAIN = '[^@\\s<>,;:()\\[\\]"\\\\\\x00-\\x1f]'
"""What an address of mail is made of: nothing that means more than itself there."""


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Something that a client says; `id` comes back with the reply."""

    id: Number = 0


class Hello(Message, frozen=True, kw_only=True):
    """The first message: who one is. An empty token looks on from the gallery of a listed table.

    With `epoch` and `last` of an earlier connection, what was missed is sent again instead of everything.
    """

    token: Token = ""
    language: Language = "en"
    epoch: Annotated[str, Meta(max_length=32)] = ""
    last: Number = 0
    name: Annotated[str, Meta(max_length=24)] = ""  #: of who looks on, for their chat


class Answer(Message, frozen=True, kw_only=True):
    """Take an option. `window` is the decision that it was meant for; it is taken later, too, where still lawful."""

    option: Number
    window: Number | None = None


class Bargain(Message, frozen=True, kw_only=True):
    """Put an offer of one's own on the table."""

    offer: Offer
    window: Number | None = None


class Pass(Message, frozen=True, kw_only=True):
    """No objection: the window may end as far as I am concerned. It can be taken back until it ends.

    `scope`: also none to whatever else comes in this fight, or in this turn, unless it concerns me.
    """

    window: Number
    back: bool = False
    scope: Scope = "window"


class Speak(Message, frozen=True):
    """Hold the window: I want to say something."""


class Why(Message, frozen=True, kw_only=True):
    """Why can I not do this? At most 32 at once."""

    intents: Annotated[tuple[Intent, ...], Meta(max_length=32)]


class Intend(Message, frozen=True, kw_only=True):
    """Play this as soon as it is lawful; `intent` null takes the last one back."""

    intent: Intent | None


class Orders(Message, frozen=True, kw_only=True):
    """Standing orders: do not ask me unless …; null: always ask me."""

    unless: Annotated[tuple[Unless, ...], Meta(max_length=3)] | None


class Pace(Message, frozen=True, kw_only=True):
    """Alone among bots: where the game stops for me, how fast it is shown, whether it is paused; null: as it is."""

    stops: Stops | None = None
    tempo: Tempo | None = None
    paused: bool | None = None


class Ready(Message, frozen=True):
    """I have looked round: as far as I am concerned the clock of the first cards may run."""


class Show(Message, frozen=True, kw_only=True):
    """Show my hand to another player."""

    to: SeatNumber


class Chat(Message, frozen=True, kw_only=True):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class React(Message, frozen=True, kw_only=True):
    """A quick reaction."""

    reaction: Reaction


class Mute(Message, frozen=True, kw_only=True):
    """Do not let me hear what another player says; `block`: nor let them make me offers; `off`: as before."""

    seat: SeatNumber
    how: Literal["mute", "block", "off"] = "mute"


class Report(Message, frozen=True, kw_only=True):
    """Tell the host, and whoever runs the server, of a player or of somebody in the gallery (`who`)."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    seat: SeatNumber | None = None
    who: Annotated[str, Meta(max_length=16)] = ""


class Stir(Message, frozen=True, kw_only=True):
    """Add chance of one's own to the dice, before the game: the SHA-256 of a secret; empty takes it back."""

    promise: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$(?!\\n)")]


class Reveal(Message, frozen=True, kw_only=True):
    """The secret that was promised, once the host has begun the game and no promise can change any more."""

    secret: Annotated[str, Meta(min_length=16, max_length=64, pattern="^[0-9A-Za-z_-]+$(?!\\n)")]


class Undo(Message, frozen=True):
    """Ask the table to take the last answer back."""


class Consent(Message, frozen=True, kw_only=True):
    """Agree to an undo that somebody asked for, or not."""

    yes: bool


class Start(Message, frozen=True):
    """Begin the game; the host only. Seats still open are taken by bots."""


class Arrange(Message, frozen=True, kw_only=True):
    """Who sits on a seat before the game begins; the host only: a bot by name, or nobody yet."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=24)] | None = None


class Kick(Message, frozen=True, kw_only=True):
    """Send a player away; the host only. A bot plays on. Who is banned cannot come back with that link."""

    seat: SeatNumber
    ban: bool = False


class Leave(Message, frozen=True):
    """Get up for good: a bot plays on, and in the lobby the seat is open again."""


class Rename(Message, frozen=True, kw_only=True):
    """Another name, another face (0: the one that goes with the name), and before the game another sex."""

    name: Name
    sex: Sex | None = None
    face: FaceNumber | None = None


class Mail(Message, frozen=True, kw_only=True):
    """Mail me when I am asked and not here, at a table by correspondence; an empty address: no longer."""

    address: Annotated[str, Meta(max_length=120, pattern=f"^({PLAIN}+@{PLAIN}+)?$(?!\\n)")]


class Rematch(Message, frozen=True):
    """The same people once more, at a new table; the host only, after the game."""


class Refresh(Message, frozen=True):
    """Send me everything."""


class Ping(Message, frozen=True):
    """Are you there?"""


Inbound = (
    Hello
    | Answer
    | Bargain
    | Pass
    | Speak
    | Why
    | Intend
    | Orders
    | Pace
    | Ready
    | Show
    | Chat
    | React
    | Mute
    | Report
    | Stir
    | Reveal
    | Undo
    | Consent
    | Start
    | Arrange
    | Kick
    | Leave
    | Rename
    | Mail
    | Rematch
    | Refresh
    | Ping
)
