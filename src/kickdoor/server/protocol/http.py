"""What is asked and told over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from kickdoor.packs.report import PackInfo
from kickdoor.server.protocol.outbound import LogLine, NoticeInfo, OriginInfo, ReportInfo, TableInfo
from kickdoor.server.protocol.words import Name, Number, Outcome, Reaction, SeatNumber, Sex, Speed, Token

Cause = Annotated[str, Meta(min_length=1, max_length=200)]
HouseNumber = Annotated[int, Meta(ge=-1000, le=1_000_000)]


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

    packs: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(min_length=1, max_length=16)] = ("munchkin",)
    book: Annotated[str, Meta(max_length=16)] | None = None
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], HouseNumber | bool], Meta(max_length=64)] = {}
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=3, max_length=6)]
    speed: Speed = "normal"
    listed: bool = False
    name: Annotated[str, Meta(max_length=60)] = ""
    start: bool = False


class SearchResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule, a ruling or a card that answers a question."""

    kind: Literal["rule", "ruling", "card"]
    id: str
    title: str
    text: str
    why: str = ""  #: of a ruling: its reason


class SearchResults(msgspec.Struct, frozen=True, kw_only=True):
    """What answers a question, the best first."""

    rules: list[SearchResult]
    rulings: list[SearchResult]
    cards: list[SearchResult]
    whole: bool = True  #: False: the words of some cards are still to be read; ask again


class LessonOffer(msgspec.Struct, frozen=True):
    """A lesson that can be played."""

    id: str
    title: str
    about: str
    minutes: int


class NewLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson to be begun by somebody of this name."""

    name: Annotated[str, Meta(max_length=24)] = ""


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
    english: str | None = None
    pack: str
    set: str = "dungeon"
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
    icon: str | None = None
    flavor: str | None = None
    author: str | None = None


class ServerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What this server offers."""

    version: str
    protocol: int
    languages: tuple[str, ...]
    books: tuple[str, ...]
    bots: tuple[str, ...]
    speeds: tuple[Speed, ...]
    reactions: tuple[Reaction, ...]
    tables: int
    mail: bool  #: whether it can mail to players by correspondence
    guests: bool  #: whether tables may have packs that somebody brings along
    probes: bool  #: whether cards of people's own are probed
    largest_pack: int  #: bytes of such a pack
    network: NetworkInfo | None = None  #: told to who sits at the computer of the server


class NetworkInfo(msgspec.Struct, frozen=True):
    """How far a server can be reached: the address for others in the network, or whether it may be opened to them."""

    address: str = ""
    may_open: bool = False


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
    origin: OriginInfo | None = None  #: the game that it was branched off
    guests: list[PackInfo] = []  #: those of its packs that do not come with kickdoor


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


class ChancesAt(msgspec.Struct, frozen=True, kw_only=True):
    """How likely everybody was to win after so many answers, as bots estimate it; by seat, 1 in all."""

    at: int
    turns: int
    chances: list[float]


class StoryLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the story of a finished game: what the log says of it, and what more there is to tell."""

    at: int
    turns: int
    seat: int  #: whom it is about; -1: nobody
    words: str
    what: str = ""  #: the event that it tells of
    monsters: list[str] = []  #: of the fight
    helper: int | None = None
    other: int | None = None  #: who cursed them, or played against them in the fight
    card: str = ""  #: with what, or to what they owe it
    sums: list[int] = []  #: the party's and the monsters', when the fight was won
    level: int | None = None  #: that they reached
    leads: bool = False  #: they alone have the highest Level from now on
    gold: int = 0


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A turn that changed somebody's chances more than others, and what did it."""

    at: int
    turns: int
    seat: int
    before: float
    after: float
    words: str
    line: StoryLine | None = None  #: what it was, where it is more than an answer


class MeanPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A play against somebody, and what it cost them of their chances by the end of the turn."""

    at: int
    turns: int
    seat: int
    whom: int
    card: str
    loss: float


class Generous(msgspec.Struct, frozen=True, kw_only=True):
    """Who helped most, and how many Treasures were promised for it."""

    seat: int
    helps: int
    treasures: int


class Finish(msgspec.Struct, frozen=True, kw_only=True):
    """How a game was won: in a fight, with whom beside the winner and what was played against it, or by a card."""

    seat: int
    turns: int
    monsters: list[str] = []
    helper: int | None = None
    against: int | None = None
    against_card: str = ""
    by: str = ""


class GameStory(msgspec.Struct, frozen=True, kw_only=True):
    """The story of a finished game."""

    lines: list[StoryLine]
    chances: list[ChancesAt]
    turning: list[TurningPoint]
    meanest: MeanPlay | None
    generous: Generous | None
    finish: Finish | None


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Play on from a moment of a finished game, at a new table."""

    at: Number
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=3, max_length=6)]
    speed: Speed = "normal"


class OperatorTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table as whoever runs the server sees it."""

    info: TableInfo
    touched: int  #: when somebody was last here
    reports: list[ReportInfo]
    gallery: dict[str, str]  #: who has spoken there, and the name


class OperatorView(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever runs the server sees of it."""

    tables: list[OperatorTable]
    bans: dict[str, str]  #: reasons, by what stands for an address
    sockets: int
    notice: NoticeInfo | None


class CloseTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Close a table for good; all who are there are told why."""

    table: Annotated[str, Meta(max_length=32)]
    reason: Cause


class Ban(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Let whoever sits on a seat, or `who` of the gallery, play nowhere on this server any more."""

    table: Annotated[str, Meta(max_length=32)]
    seat: SeatNumber | None = None
    who: Annotated[str, Meta(max_length=16)] = ""
    reason: Cause


class Unban(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lift a ban."""

    place: Annotated[str, Meta(max_length=64)]


class Announce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Tell all that the server will be started anew in so many minutes, and why; without a reason: it will not."""

    minutes: Annotated[int, Meta(ge=0, le=1440)] = 5
    reason: Annotated[str, Meta(max_length=200)] = ""


class Problem(msgspec.Struct, frozen=True):
    """Why a request could not be served; `details`, where there are any, for who writes clients."""

    reason: str
    rule: str = ""
    details: str | UnsetType = UNSET
