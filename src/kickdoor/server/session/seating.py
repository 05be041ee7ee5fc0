"""Who sits at a table and how it was set up: all that is stored of a table beside its game."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from random import Random
from typing import Literal

import msgspec

from kickdoor.bots import BOTS, temper_of
from kickdoor.packs.report import PackInfo
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.play.lesson import find_lesson
from kickdoor.play.record import VERSION, NewDice, Record, commitment, stirred
from kickdoor.server import keys
from kickdoor.server.errors import BadRequest, NotNow
from kickdoor.server.protocol import (
    DiceInfo,
    Join,
    NewTable,
    OriginInfo,
    ReportInfo,
    SeatInfo,
    SeatPlan,
    Speed,
    Stops,
    Tempo,
    Unless,
)
from kickdoor.server.session.teaching import Learning
from kickdoor.text.teller import log_messages

BOT_NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
"""What bots are called, by seat."""

STAND_IN = "veteran"
"""The bot that plays on for somebody who is away, and on seats that stayed open."""


LONGEST_NAME = 24
"""Characters of a name, as the protocol has it."""


class Seat(msgspec.Struct, kw_only=True):
    """A seat and who sits there. `key` is the hash of its token."""

    name: str = ""
    kind: Literal["person", "bot", "open"] = "open"
    bot: str = STAND_IN
    sex: str = "male"
    face: int = 0  #: the one chosen; 0: what goes with the name
    key: str = ""
    place: str = ""  #: the hash of the address that they were last here from
    host: bool = False
    away: bool = False
    mail: str = ""
    unconfirmed: str = ""  #: an address that was given, and nobody has confirmed yet
    code: str = ""  #: by which it is
    token: str = ""  #: of who left an address, for the link in their mails; of nobody else
    mailed: bool = False  #: since they were last here
    language: str = "en"  #: of the mails
    orders: tuple[Unless, ...] | None = None
    intent: Intent | None = None
    stops: Stops = "act"  #: where the game stops for who is alone among bots …
    tempo: Tempo = "normal"  #: … and how fast it is shown
    muted: list[int] = []  #: whom they do not hear …
    blocked: list[int] = []  #: … and take no offers from
    promise: str = ""  #: the hash of a secret that they add to the dice …
    secret: str = ""  #: … and the secret

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot answers for the seat now."""
        return self.kind != "person" or self.away


class Origin(msgspec.Struct, frozen=True):
    """The game that a table was branched off: its id, its seed, and where other dice were taken, here last."""

    game: str
    at: int
    seed: str
    dice: tuple[NewDice, ...]


class Setup(msgspec.Struct, kw_only=True):
    """How a table was set up."""

    name: str
    packs: tuple[str, ...]
    book: str
    options: dict[str, int]
    speed: Speed
    listed: bool
    seats: list[Seat]
    invite: str
    gallery: str
    seed: str
    salt: str
    began: float = 0.0
    winners: tuple[int, ...] = ()
    turns: int = 0
    next: str = ""
    banned: list[str] = []  #: hashes of addresses
    maker: str = ""  #: hash of the address that the table was made from
    version: str = ""  #: of kickdoor, by which the game was played
    rules: str = ""  #: the fingerprint of its rules
    hashes: tuple[str, ...] = ()  #: of its packs
    origin: Origin | None = None
    lesson: str = ""  #: the lesson from whose position the game began
    learning: Learning | None = None  #: how far whoever plays it is
    reports: list[ReportInfo] = []
    revealing: float = 0.0  #: until when secrets are waited for, once the game is begun
    closed: str = ""  #: why whoever runs the server has closed the table
    guests: list[PackInfo] = []  #: those of its packs that do not come with kickdoor

    def header(self) -> Record:
        """All that the game begins from."""
        sexes = [seat.sex for seat in self.seats]
        secrets = {i: seat.secret for i, seat in enumerate(self.seats) if seat.secret}
        seed = stirred(self.seed, secrets) if self.origin is None else self.origin.seed
        if self.lesson:
            header = find_lesson(self.lesson).header(seed)
        else:
            header = Game.header(self.packs, len(self.seats), seed, self.book, dict(self.options), sexes)
        if secrets and self.origin is None:
            header.secrets, header.own_seed = secrets, self.seed
        header.new_dice = [] if self.origin is None else list(self.origin.dice)
        return header

    @property
    def origin_info(self) -> OriginInfo | None:
        """What the table was branched off, as everybody may know it."""
        return None if self.origin is None else OriginInfo(self.origin.game, self.origin.at)

    def note_rules(self, hashes: tuple[str, ...], game: Game) -> None:
        """All answers of the game fit the rules of today, and the packs with these hashes."""
        self.version = VERSION
        self.rules = game.rules
        self.hashes = hashes

    def dice(self, over: bool) -> DiceInfo | None:
        """Who adds to the dice, as everybody may know it."""
        promised = {i: seat.promise for i, seat in enumerate(self.seats) if seat.promise}
        if not promised:
            return None
        secrets = {i: seat.secret for i, seat in enumerate(self.seats) if seat.secret}
        return DiceInfo(promised, list(secrets), self.revealing > 0, secrets if over else {})

    @property
    def has_revealed(self) -> bool:
        """Whether all who promised to add to the dice have told what."""
        return all(seat.secret for seat in self.seats if seat.promise)

    def forget_chance(self) -> None:
        """Nobody has added anything to the dice."""
        self.revealing = 0.0
        for seat in self.seats:
            seat.promise = seat.secret = ""

    @property
    def commitment(self) -> str:
        """What everybody knows of the seed from the start."""
        return commitment(self.salt, self.seed)

    @property
    def names(self) -> list[str]:
        """What the players are called, by seat."""
        return [seat.name or BOT_NAMES[i] for i, seat in enumerate(self.seats)]

    @property
    def people(self) -> list[int]:
        """Seats with a person."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == "person"]

    @property
    def present(self) -> list[int]:
        """Seats with a person for whom no bot plays."""
        return [i for i in self.people if not self.seats[i].away]

    @property
    def bots(self) -> list[str]:
        """The names of the bots by seat, as everybody sees them; "" for a person."""
        return [seat.bot if seat.kind == "bot" else "" for seat in self.seats]

    def chance_of(self, seat: int) -> str:
        """The seed of the bot that plays for a seat: its temper and its moods."""
        return f"{self.salt}:{seat}"

    def seat_of(self, token: str) -> int | None:
        """The seat that a token fits."""
        found = None
        for number, seat in enumerate(self.seats):
            if keys.fits(token, seat.key):
                found = number
        return found

    def infos(self, online: set[int]) -> list[SeatInfo]:
        """All seats as everybody may know them."""
        names, bots = self.names, self.bots
        return [
            SeatInfo(
                seat=i,
                name=names[i] if seat.kind != "open" else "",
                kind=seat.kind,
                bot=bots[i],
                sex=seat.sex,
                temper=_temper(seat.bot, self.chance_of(i)) if seat.kind == "bot" else "",
                face=seat.face,
                host=seat.host,
                online=i in online,
                away=seat.away,
            )
            for i, seat in enumerate(self.seats)
        ]

    def take_seat(self, join: Join) -> tuple[int, str]:
        """Somebody sits down on an open seat: which, and its token. The first person is the host."""
        free = [i for i, seat in enumerate(self.seats) if seat.kind == "open" and join.seat in (None, i)]
        if not free:
            raise NotNow("table.no_seat")
        name = self.free_name(clean(join.name), free[0])
        if not name:
            raise BadRequest("table.no_name")
        seat = self.seats[free[0]]
        token = keys.new_token()
        seat.name = name
        seat.kind = "person"
        seat.key = keys.hash_of(token)
        seat.sex = join.sex or seat.sex
        seat.host = not any(other.host for other in self.seats)
        return free[0], token

    def free_name(self, name: str, number: int) -> str:
        """A name as who sits there may bear it: with a number where another is called so, lest they speak as them."""
        taken = {alike(other) for i, other in enumerate(self.names) if i != number and self.seats[i].kind != "open"}
        tried, count = name, 1
        while tried and alike(tried) in taken:
            count += 1
            tried = f"{name[: LONGEST_NAME - len(str(count)) - 1].rstrip()} {count}"
        return tried

    def arrange(self, number: int, bot: str | None) -> None:
        """Put a bot on a seat, or leave it open."""
        seat = self.seats[number]
        seat.kind = "open" if bot is None else "bot"
        seat.bot = bot or STAND_IN

    def vacate(self, number: int, *, to_bot: bool) -> None:
        """Somebody gets up for good; if it was the host, the next person is."""
        seat = self.seats[number]
        host = seat.host
        seat.key = ""
        seat.mail = seat.unconfirmed = seat.code = seat.place = ""
        seat.token = ""
        seat.orders = None
        seat.intent = None
        seat.muted, seat.blocked = [], []
        if not to_bot:
            seat.promise = seat.secret = ""
        for other in self.seats:
            other.muted = [muted for muted in other.muted if muted != number]
            other.blocked = [blocked for blocked in other.blocked if blocked != number]
        seat.away = False
        seat.host = False
        seat.kind = "bot" if to_bot else "open"
        seat.bot = STAND_IN
        if not to_bot:
            seat.name = ""
        if host and self.people:
            self.seats[self.people[0]].host = True


def planned(
    plans: tuple[SeatPlan, ...], sexes: tuple[str, ...], language: str
) -> tuple[list[Seat], list[tuple[int, str]]]:
    """Seats as planned, and the tokens of those who sit down at once. The first person is the host.

    Who has no name is called by their number, in a language.
    """
    seats: list[Seat] = []
    tokens: list[tuple[int, str]] = []
    for number, plan in enumerate(plans):
        sex = plan.sex or sexes[number]
        if plan.kind == "me":
            token = keys.new_token()
            tokens.append((number, token))
            name = clean(plan.name) or log_messages(language).get("who.player", n=number + 1)
            seats.append(Seat(name=name, kind="person", sex=sex, key=keys.hash_of(token), host=len(tokens) == 1))
        elif plan.kind == "bot":
            if plan.bot not in BOTS:
                raise BadRequest("table.no_such_bot", about=BOTS)
            seats.append(Seat(name=clean(plan.name), kind="bot", bot=plan.bot, sex=sex))
        else:
            seats.append(Seat(sex=sex))
    return seats, tokens


@lru_cache(1024)
def _temper(bot: str, chance: str) -> str:
    """The word for a bot's temper."""
    return temper_of(bot, Random(chance)).word


def set_up(new: NewTable, header: Record, language: str) -> tuple[Setup, list[tuple[int, str]], str, str]:
    """A setup for a new table, with the tokens of its seats, of the invite and of the gallery."""
    seats, tokens = planned(new.seats, header.sexes, language)
    invite, gallery = keys.new_token(), keys.new_token()
    setup = Setup(
        name=clean(new.name),
        packs=header.packs,
        book=header.book,
        options=header.options,
        speed=new.speed,
        listed=new.listed,
        seats=seats,
        invite=keys.hash_of(invite),
        gallery=keys.hash_of(gallery),
        seed=header.seed,
        salt=keys.new_token(),
        lesson=header.lesson,
    )
    return setup, tokens, invite, gallery


def alike(name: str) -> str:
    """What two names have in common that are read as one."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def clean(text: str) -> str:
    """A name or a line of chat without what is no character to be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
