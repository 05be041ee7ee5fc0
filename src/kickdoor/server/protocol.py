"""Every message between a client and the server, as msgspec models; docs/protocol.md tells how they are used.

What a client sends over the socket is an `Inbound`, told apart by `type`; what it gets is an `Outbound`. The models
below the line of stars are those of the HTTP interface.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from kickdoor.play.choices import Offer
from kickdoor.play.intents import Intent
from kickdoor.play.view import (
    CardView,
    DealView,
    DungeonView,
    FightView,
    MatterView,
    PeekView,
    PlayerView,
)

PROTOCOL = 1
"""Grows when a client must be changed."""

Speed = Literal["fast", "normal", "relaxed", "none", "correspondence"]
Phase = Literal["lobby", "playing", "over"]
Reaction = Literal["laugh", "cheer", "gasp", "cry", "angry", "clap", "think", "hurry"]
Sex = Literal["male", "female"]
Outcome = Literal["won", "lost", "ended"]
Unless = Literal["concerns_me", "would_win", "can_play"]

SPEEDS: tuple[Speed, ...] = ("fast", "normal", "relaxed", "none", "correspondence")
REACTIONS: tuple[Reaction, ...] = ("laugh", "cheer", "gasp", "cry", "angry", "clap", "think", "hurry")

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Token = Annotated[str, Meta(max_length=64)]
Language = Annotated[str, Meta(max_length=8)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Cards = Annotated[tuple[Annotated[int, Meta(ge=0, le=4095)], ...], Meta(max_length=64)]

# From the client


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


class Answer(Message, frozen=True, kw_only=True):
    """Take an option. `window` is the decision that it was meant for; it is taken later, too, where still lawful."""

    option: Number
    window: Number | None = None


class Bargain(Message, frozen=True, kw_only=True):
    """Put an offer of one's own on the table."""

    offer: Offer
    window: Number | None = None


class Pass(Message, frozen=True, kw_only=True):
    """No objection: the window may end as far as I am concerned. It can be taken back until it ends."""

    window: Number
    back: bool = False


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


class Show(Message, frozen=True, kw_only=True):
    """Show my hand to another player."""

    to: SeatNumber


class Chat(Message, frozen=True, kw_only=True):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class React(Message, frozen=True, kw_only=True):
    """A quick reaction."""

    reaction: Reaction


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
    """Another name, and before the game another sex."""

    name: Name
    sex: Sex | None = None


class Mail(Message, frozen=True, kw_only=True):
    """Mail me when I am asked and not here, at a table by correspondence; an empty address: no longer."""

    address: Annotated[str, Meta(max_length=120, pattern="^$|^[^@\\s<>,;]+@[^@\\s<>,;]+$")]


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
    | Show
    | Chat
    | React
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

# To the client


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who sits there. `away`: his clock ran out or he left, and the bot plays on for him."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str
    sex: str
    host: bool = False
    online: bool = False
    away: bool = False


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody may know it."""

    table: str
    name: str
    phase: Phase
    packs: tuple[str, ...]
    book: str
    options: dict[str, int]
    speed: Speed
    listed: bool
    seats: list[SeatInfo]
    created: int  #: seconds since 1970
    commitment: str  #: SHA-256 of salt and seed, known before the first card is dealt
    salt: str = ""  #: told when the game is over, as the seed
    seed: str = ""
    winners: tuple[int, ...] = ()
    next: str = ""  #: the table of the rematch
    watching: int = 0  #: how many look on from the gallery


class OptionInfo(msgspec.Struct, frozen=True):
    """One thing that may be done, ready to be shown: its words, and what of the table it is about."""

    code: int
    verb: str
    words: str
    group: Literal["play", "arrange", "bargain", "choose", "go_on", "pass"]
    cards: tuple[int, ...] = ()  #: cards that it is about: the first is the one to click
    monsters: tuple[int, ...] = ()  #: monsters of a fight
    seats: tuple[int, ...] = ()  #: players that it is done to
    number: int | None = None


class DecisionInfo(msgspec.Struct, frozen=True):
    """What the seat may do now."""

    window: int
    about: str  #: a moment (`fight`, `closing` …), or the kind of question
    question: str
    asked: bool  #: the table waits for this seat by name; else it may speak but need not
    quiet: bool  #: standing orders: do not disturb
    passable: bool  #: a window: who says nothing lets it pass
    card: int | None  #: the card on whose account something is to be chosen
    options: list[OptionInfo]


class ClockInfo(msgspec.Struct, frozen=True):
    """What the table waits for.

    `window`: all may speak until it ends. `turn`: the seats of `for_` are asked, and bots take over where they do
    not answer in time. `idle`: nothing runs.
    """

    kind: Literal["window", "turn", "idle"]
    window: int
    left: int | None  #: milliseconds from now until it ends; null: it does not end by itself
    whole: int | None  #: how long it runs in all
    for_: list[int] = msgspec.field(name="for")
    pressed: list[int]  #: who has no objection
    held: int | None  #: who said "Speak!"


class EventInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, as the seat may know it; for animation."""

    what: str
    seat: int = -1
    card: int = -1
    other: int = -1
    n: int = 0


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, in words; `times` where it happened several times in a row."""

    words: str
    what: str
    seat: int = -1
    card: int = -1
    times: int = 1


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chat, a reaction, or a word of the table itself (seat -1)."""

    seat: int
    at: int  #: seconds since 1970
    text: str = ""
    reaction: str = ""


class UndoInfo(msgspec.Struct, frozen=True):
    """Somebody asks the table to take the last answer back."""

    by: int
    what: str
    agreed: list[int]
    missing: list[int]


class ViewChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """The parts of a view that changed; players by seat. Whole views have all parts."""

    seat: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    turns: int | UnsetType = UNSET
    moment: str | UnsetType = UNSET
    met: bool | UnsetType = UNSET
    players: dict[int, PlayerView] | UnsetType = UNSET
    doors_left: int | UnsetType = UNSET
    treasures_left: int | UnsetType = UNSET
    door_discards: int | UnsetType = UNSET
    treasure_discards: int | UnsetType = UNSET
    door_top: CardView | UnsetType | None = UNSET
    treasure_top: CardView | UnsetType | None = UNSET
    seen_in_decks: list[PeekView] | UnsetType = UNSET
    dungeons: list[DungeonView] | UnsetType = UNSET
    dungeons_left: int | UnsetType = UNSET
    dungeon_discards: int | UnsetType = UNSET
    laid_out: list[CardView] | UnsetType = UNSET
    fight: FightView | UnsetType | None = UNSET
    offers: list[DealView] | UnsetType = UNSET
    asked: list[int] | UnsetType = UNSET
    winners: list[int] | UnsetType = UNSET
    matter: MatterView | UnsetType | None = UNSET


class Update(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="update"):
    """What changed, by section; a section that is not there is as it was. Numbered for each recipient."""

    n: int
    table: TableInfo | UnsetType = UNSET
    view: ViewChange | UnsetType = UNSET
    decision: DecisionInfo | UnsetType | None = UNSET
    clock: ClockInfo | UnsetType = UNSET
    undo: UndoInfo | UnsetType | None = UNSET
    intent: Intent | UnsetType | None = UNSET  #: what waits to be played when it is lawful
    orders: tuple[Unless, ...] | UnsetType | None = UNSET
    log: list[LogLine] | UnsetType = UNSET
    events: list[EventInfo] | UnsetType = UNSET
    said: list[Said] | UnsetType = UNSET


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The reply to a hello. Where nothing could be sent again, `whole` is everything; else the rest follows."""

    protocol: int
    epoch: str
    seat: int  #: -1: the gallery
    host: bool
    whole: Update | None


class Taken(msgspec.Struct, frozen=True, tag_field="type", tag="taken"):
    """Done, and stored."""

    id: int


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Not done: the reason, and the rule behind it where it is a rule."""

    id: int
    reason: str
    rule: str = ""


class Reason(msgspec.Struct, frozen=True):
    """Why something cannot be done; an empty reason: it can."""

    reason: str = ""
    rule: str = ""


class Reasons(msgspec.Struct, frozen=True, tag_field="type", tag="reasons"):
    """The reply to `why`: one for each intent, in order."""

    id: int
    reasons: list[Reason]


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """Here I am."""

    id: int


class Closed(msgspec.Struct, frozen=True, tag_field="type", tag="closed"):
    """The last message before the server hangs up, and why."""

    reason: str


Outbound = Welcome | Update | Taken | Refused | Reasons | Pong | Closed

# * * * HTTP


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who is to sit on a seat of a new table.

    `me` gets a seat token at once (several of them: several people on one device), `open` waits for a guest, `bot`
    is played by the bot named.
    """

    kind: Literal["me", "open", "bot"]
    name: Annotated[str, Meta(max_length=24)] = ""
    bot: Annotated[str, Meta(max_length=24)] = "veteran"
    sex: Sex | None = None


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to be made. The first seat `me` is the host's. With `start` the game begins at once."""

    packs: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=1, max_length=16)] = ("munchkin",)
    book: Annotated[str, Meta(max_length=16)] | None = None
    options: Annotated[dict[str, int | bool], Meta(max_length=64)] = {}
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=3, max_length=6)]
    speed: Speed = "normal"
    listed: bool = False
    name: Annotated[str, Meta(max_length=60)] = ""
    start: bool = False


class SeatKey(msgspec.Struct, frozen=True):
    """The token of a seat: whoever has it plays there."""

    seat: int
    token: str


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A new table, with the keys of its maker. `invite` lets others join, `gallery` lets them look on."""

    table: str
    keys: list[SeatKey]
    invite: str
    gallery: str


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Take an open seat. A listed table needs no invite; `seat` null: any."""

    name: Name
    invite: Token = ""
    seat: SeatNumber | None = None
    sex: Sex | None = None


class CardInfo(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A card, with the words made from its effects. At a table, `card` is its number there."""

    card: int | None = None
    id: str
    name: str
    pack: str
    deck: str
    kind: str
    origin: str
    words: list[str]
    copies: int = 1
    tags: list[str] = []
    level: int | None = None
    treasures: int | None = None
    levels_gained: int | None = None
    bonus: int | None = None
    treasure_bonus: int | None = None
    gold: int | None = None
    slot: str | None = None
    hands: int | None = None
    big: bool = False
    complex: bool = False
    rank: int | None = None
    run: int | None = None
    trait: str | None = None


class PackInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A set of cards."""

    id: str
    name: str
    book: str
    cards: int
    doors: int
    treasures: int
    dungeons: int
    printed: int
    completed: int
    ours: int


class OptionOfRules(msgspec.Struct, frozen=True, kw_only=True):
    """A house option: a number or switch of the rules, its values by book, and the rules behind it."""

    name: str
    kind: str  #: switch, number, setup or neutral
    values: dict[str, int]
    rules: tuple[str, ...]


class RuleInfo(msgspec.Struct, frozen=True):
    """A rule of the books, in our words."""

    id: str
    area: str
    books: tuple[str, ...]
    text: str


class ServerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What this server offers."""

    version: str
    protocol: int
    languages: list[str]
    books: tuple[str, ...]
    bots: tuple[str, ...]
    speeds: tuple[Speed, ...]
    reactions: tuple[Reaction, ...]
    tables: int
    mail: bool  #: whether it can mail to players by correspondence


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game: what its page shows first."""

    game: str
    name: str
    packs: tuple[str, ...]
    book: str
    options: dict[str, int]
    names: list[str]
    bots: list[str]  #: by seat; empty for people
    winners: tuple[int, ...]
    answers: int
    turns: int
    began: int
    ended: int
    seed: str
    salt: str
    commitment: str


class GameStep(msgspec.Struct, frozen=True, kw_only=True):
    """One answer of a finished game, told."""

    at: int  #: how many answers had been given after it; 0 is the deal
    seat: int  #: who answered
    turn: int
    turns: int
    log: list[LogLine]


class GameSteps(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a finished game."""

    whole: int  #: how many answers there are in all
    steps: list[GameStep]


class LevelsAt(msgspec.Struct, frozen=True):
    """The Levels of all seats at the end of a turn."""

    at: int
    turns: int
    levels: list[int]


class FightStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """A fight of a finished game: its strength before it was decided, and how it went."""

    at: int  #: the last moment at which it was open
    turns: int
    fighter: int
    helper: int | None
    monsters: list[str]
    party: int
    against: int
    outcome: Outcome


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a finished game."""

    levels: list[LevelsAt]
    fights: list[FightStatistics]
    hindered: list[list[int]]  #: how often seat i acted against seat j
    helped: list[list[int]]
    deaths: list[int]
    cards_played: list[int]
    gold_sold: list[int]


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Play on from a moment of a finished game, at a new table."""

    at: Number
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=3, max_length=6)]
    speed: Speed = "normal"


class Problem(msgspec.Struct, frozen=True):
    """Why a request could not be served."""

    reason: str
    rule: str = ""
