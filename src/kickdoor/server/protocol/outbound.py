"""What a client gets over the socket: an `Outbound`."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.engine.data.question import QuestionKind
from kickdoor.packs.report import PackInfo
from kickdoor.play.intents import Intent
from kickdoor.play.view import CardView, DealView, DungeonView, FightView, MatterView, PeekView, PlayerView, View
from kickdoor.server.protocol.events import GameEvent
from kickdoor.server.protocol.words import Phase, Speed, Stop, Stops, Tempo, Unless


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who sits there. `face` is the one that they chose, 0 the one of their name; `temper` is a bot's.

    `away`: their clock ran out or they left, and the bot plays on for them.
    """

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str
    sex: str
    temper: str = ""
    face: int = 0
    host: bool = False
    online: bool = False
    away: bool = False


class DiceInfo(msgspec.Struct, frozen=True):
    """Who adds chance of their own to the dice: the hash of a secret each, and once the game is over the secrets."""

    promised: dict[int, str]
    revealed: list[int]
    revealing: bool  #: the host has begun the game; it is dealt once all have revealed, or after a moment
    secrets: dict[int, str] = {}


class OriginInfo(msgspec.Struct, frozen=True):
    """The finished game that a table was branched off, and after how many of its answers."""

    game: str
    at: int


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
    dice: DiceInfo | None = None  #: null where nobody adds to them
    origin: OriginInfo | None = None  #: of a table that goes on from a moment of another game, with dice of its own
    guests: list[PackInfo] = []  #: those of its packs that do not come with kickdoor


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
    worth: int = 0  #: gold that it brings in a sale, or pays where some is due
    foretold: tuple[int, int, bool] | None = None  #: in a fight: both sums after it, and whether the players win


class DecisionInfo(msgspec.Struct, frozen=True):
    """What the seat may do now."""

    window: int
    about: QuestionKind  #: a moment (`fight`, `closing` …), or the kind of question
    question: str
    asked: bool  #: the table waits for this seat by name; else it may speak but need not
    quiet: bool  #: standing orders: do not disturb
    passable: bool  #: a window: who says nothing lets it pass
    card: int | None  #: the card on whose account something is to be chosen
    options: list[OptionInfo]
    picks: int = 0  #: how many are still to be picked, 0: as many as one likes
    fewer: bool = False  #: … and whether fewer will do
    due: int = 0  #: gold that is due, or that buys a level


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
    waived: list[int] = []  #: who has no objection to the rest of the fight or the turn either


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
    name: str = ""  #: of somebody in the gallery, whom players do not hear …
    who: str = ""  #: … and by what they are known whatever they call themselves


class UndoInfo(msgspec.Struct, frozen=True):
    """Somebody asks the table to take the last answer back."""

    by: int
    what: str
    agreed: list[int]
    missing: list[int]


class MutedInfo(msgspec.Struct, frozen=True):
    """Whom this seat does not hear, and of these who can make it no offers."""

    muted: list[int]
    blocked: list[int]


class ReportInfo(msgspec.Struct, frozen=True):
    """What somebody told the host of somebody else."""

    at: int
    by: int  #: a seat, -1: the gallery
    text: str
    seat: int | None
    who: str = ""


class NoticeInfo(msgspec.Struct, frozen=True):
    """What whoever runs the server says to all: it will be started anew at a time, or has been, and why."""

    kind: Literal["restart", "restarted"]
    reason: str
    at: int  #: seconds since 1970


class PaceInfo(msgspec.Struct, frozen=True):
    """How the game goes on for somebody who is alone among bots: nothing is timed, and it stops for them.

    `stop` says why it stands still: they could act, a fight has begun, or something has struck them.
    """

    stops: Stops
    tempo: Tempo
    paused: bool
    stop: Stop
    undo: bool  #: their last answer can be taken back


class LessonInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever plays a lesson is told now."""

    lesson: str
    title: str
    words: str
    done: int  #: how many of the learner's own steps are behind them …
    steps: int  #: … of how many
    points: list[int]  #: the codes of the options that are meant, one after the other
    strayed: bool  #: they did something else; bots play as they like


class TableView(View, frozen=True, kw_only=True):
    """A view with what each player would fight with now, by seat.

    Level, cards in force with whatever of them counts now, Dungeons; while a fight is on, what they have in it or would
    have as its helper. `bonuses`: what cards before players add to it, where that is not the bonus that they print.
    """

    strengths: list[int]
    bonuses: dict[int, int]


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
    strengths: list[int] | UnsetType = UNSET
    bonuses: dict[int, int] | UnsetType = UNSET


class Update(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="update"):
    """What changed, by section; a section that is not there is as it was. Numbered for each recipient.

    A `whole` one has all sections: its log and what was said replace what a client has. Its number is that of the last
    update sent. Where it greets somebody who was there before, the log follows: until then they keep the one they have.
    Where something was taken `back`, and where it follows a greeting, the log has all of it too.
    """

    n: int
    whole: bool = False
    back: bool = False
    table: TableInfo | UnsetType = UNSET
    view: ViewChange | UnsetType = UNSET
    decision: DecisionInfo | UnsetType | None = UNSET
    clock: ClockInfo | UnsetType = UNSET
    undo: UndoInfo | UnsetType | None = UNSET
    intent: Intent | UnsetType | None = UNSET  #: what waits to be played when it is lawful
    orders: tuple[Unless, ...] | UnsetType | None = UNSET
    pace: PaceInfo | UnsetType | None = UNSET  #: null where other people sit at the table
    lesson: LessonInfo | UnsetType | None = UNSET  #: null where this is no lesson, or somebody else's
    log: list[LogLine] | UnsetType = UNSET
    events: list[GameEvent] | UnsetType = UNSET
    said: list[Said] | UnsetType = UNSET
    muted: MutedInfo | UnsetType = UNSET
    reports: list[ReportInfo] | UnsetType = UNSET  #: to the host
    notice: NoticeInfo | UnsetType | None = UNSET


class Welcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The reply to a hello. Where nothing could be sent again, `whole` is everything; else the rest follows."""

    protocol: int
    epoch: str
    seat: int  #: -1: the gallery
    host: bool
    whole: Update | None


class Soon(msgspec.Struct, frozen=True, tag_field="type", tag="soon"):
    """The hello was heard, and its turn comes: told every second until there is a welcome."""


class Taken(msgspec.Struct, frozen=True, tag_field="type", tag="taken"):
    """Done, and stored."""

    id: int


class Refused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """Not done: the reason, and the rule where it is one; `details`, where there are any, for who writes clients."""

    id: int
    reason: str
    rule: str = ""
    details: str | UnsetType = UNSET


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
    """The last message before the server hangs up, and why; `details`, where there are any, for who writes clients."""

    reason: str
    details: str | UnsetType = UNSET


Outbound = Welcome | Soon | Update | Taken | Refused | Reasons | Pong | Closed
