"""The company at a table: who sits where, who is here, and what they say about themselves."""

from __future__ import annotations

from collections.abc import Iterable

from kickdoor.bots import BOTS
from kickdoor.server import keys
from kickdoor.server.errors import Forbidden, NotNow
from kickdoor.server.protocol import (
    Arrange,
    Join,
    Mail,
    Message,
    Mute,
    Orders,
    Phase,
    Rename,
    Report,
    ReportInfo,
    Reveal,
    Said,
    Stir,
    TableInfo,
)
from kickdoor.server.session.outcome import Letter, Speaker
from kickdoor.server.session.seating import Setup, clean

MOST_REPORTS = 20
MOST_OWN_REPORTS = 5
"""So often something is reported at a table, and by one seat."""


class Company:
    """The seats of a table, and the connections of those who are here."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.here: dict[int, list[str]] = {}  #: the addresses of those who are connected, by seat; -1: the gallery

    @property
    def online(self) -> set[int]:
        """Seats with somebody connected."""
        return {seat for seat in self.here if seat >= 0}

    @property
    def watching(self) -> int:
        """How many look on from the gallery."""
        return len(self.here.get(-1, ()))

    def consenting(self, answered: int) -> list[int]:
        """The people whose consent an undo needs, here or not: all who know of the answer, or gave it."""
        return [seat for seat in self.setup.people if seat == answered or not self.setup.seats[seat].away]

    def info(self, table: str, phase: Phase, created: float) -> TableInfo:
        """The table as everybody may know it."""
        setup = self.setup
        over = phase == "over"
        return TableInfo(
            table=table,
            name=setup.name,
            phase=phase,
            packs=setup.packs,
            book=setup.book,
            options=setup.options,
            speed=setup.speed,
            listed=setup.listed,
            seats=setup.infos(self.online),
            created=int(created),
            commitment=setup.commitment,
            salt=setup.salt if over else "",
            seed=setup.seed if over else "",
            winners=setup.winners,
            next=setup.next,
            watching=self.watching,
            dice=setup.dice(over),
            origin=setup.origin_info,
            guests=setup.guests,
        )

    def authorise(self, token: str, address: str = "") -> int | None:
        """The seat of a token, -1 for the gallery, None where it fits nothing, or where who was sent away looks on."""
        seat = self.setup.seat_of(token) if token else None
        if seat is not None:
            return seat
        if keys.hash_of(address) in self.setup.banned:
            return None
        if keys.fits(token, self.setup.gallery) or keys.fits(token, self.setup.invite):
            return -1
        return -1 if not token and self.setup.listed else None

    def bots_among(self, seats: Iterable[int], late: Iterable[int] = ()) -> dict[int, str]:
        """Those of some seats for which a bot answers, and which; for the late, one does whoever is back meanwhile."""
        found = {seat: self.setup.seats[seat] for seat in seats}
        return {seat: who.bot for seat, who in found.items() if seat in late or who.played_by_bot}

    # Coming and going

    def arrive(self, seat: int, address: str) -> None:
        """Somebody is connected."""
        self.here.setdefault(seat, []).append(address)
        if seat >= 0:
            self.setup.seats[seat].place = keys.hash_of(address)

    def depart(self, seat: int, address: str) -> None:
        """A connection is gone."""
        addresses = self.here.get(seat, [])
        if address in addresses:
            addresses.remove(address)
        if not addresses:
            self.here.pop(seat, None)

    def returned(self, seat: int) -> bool:
        """A person does something. True where a bot played for them, and hands the seat back."""
        if seat < 0:
            return False
        who = self.setup.seats[seat]
        was_away = who.away
        who.mailed = who.away = False
        return was_away

    def sit_down(self, join: Join, address: str, phase: Phase) -> tuple[int, str]:
        """Somebody takes an open seat: which, and its token."""
        setup = self.setup
        if not setup.listed and not keys.fits(join.invite, setup.invite):
            raise Forbidden("table.private")
        if keys.hash_of(address) in setup.banned:
            raise Forbidden("table.banned")
        if phase != "lobby":
            raise NotNow("table.look_on")
        seat, token = setup.take_seat(join)
        setup.seats[seat].place = keys.hash_of(address)
        return seat, token

    def vacate(self, seat: int, *, ban: bool, to_bot: bool) -> None:
        """Somebody gets up for good, or has to."""
        places = {keys.hash_of(address) for address in self.here.pop(seat, [])} | {self.setup.seats[seat].place}
        self.setup.vacate(seat, to_bot=to_bot)
        if ban:
            self.setup.banned += sorted(places - {"", *self.setup.banned})

    # Seats

    def arrange(self, message: Arrange, phase: Phase) -> None:
        """The host says who sits on a seat before the game."""
        if phase != "lobby":
            raise NotNow("table.arrange_early")
        if message.seat >= len(self.setup.seats):
            raise NotNow("table.no_such_seat")
        if self.setup.seats[message.seat].kind == "person":
            raise NotNow("table.seat_taken")
        if message.bot is not None and message.bot not in BOTS:
            raise NotNow("table.no_such_bot", about=BOTS)
        self.setup.arrange(message.seat, message.bot)

    def _mute(self, seat: int, message: Mute) -> None:
        """Somebody does not want to hear another any more, or again."""
        if message.seat == seat or message.seat >= len(self.setup.seats):
            raise NotNow("table.no_such_seat")
        who = self.setup.seats[seat]
        who.muted = [other for other in who.muted if other != message.seat]
        who.blocked = [other for other in who.blocked if other != message.seat]
        if message.how != "off":
            who.muted.append(message.seat)
        if message.how == "block":
            who.blocked.append(message.seat)

    def hears(self, seat: int, said: Said) -> bool:
        """Whether somebody hears what was said: the gallery all of it, players each other, unless they will not."""
        return seat < 0 or not (said.who or said.seat in self.setup.seats[seat].muted)

    def _report(self, speaker: Speaker, message: Report, now: float) -> None:
        """Somebody tells the host of somebody else."""
        reports = self.setup.reports
        if message.seat is not None and message.seat >= len(self.setup.seats):
            raise NotNow("table.no_such_seat")
        if message.seat is None and not message.who:
            raise NotNow("table.nobody_there")
        own = [report for report in reports if report.by == speaker.seat]
        if len(reports) >= MOST_REPORTS or len(own) >= MOST_OWN_REPORTS:
            raise NotNow("table.reported_often")
        told = ReportInfo(int(now), speaker.seat, clean(message.text), message.seat, message.who)
        self.setup.reports = [*reports, told]

    def reports_to(self, seat: int) -> list[ReportInfo]:
        """What the host is told of others."""
        return [r for r in self.setup.reports if r.seat != seat] if self.setup.seats[seat].host else []

    def refuse_to_send_away(self, seat: int) -> None:
        """The host can send away any person but themselves."""
        seats = self.setup.seats
        if seat >= len(seats) or seats[seat].kind != "person":
            raise NotNow("table.nobody_there")
        if seats[seat].host:
            raise NotNow("table.host_stays")

    def settle(self, speaker: Speaker, message: Message, phase: Phase, now: float) -> None:
        """Somebody says something about themselves or about others."""
        seat = self.setup.seats[speaker.seat]
        match message:
            case Report():
                self._report(speaker, message, now)
            case Mute():
                self._mute(speaker.seat, message)
            case Stir():
                if phase != "lobby" or self.setup.revealing:
                    raise NotNow("table.stir_early")
                seat.promise = message.promise
            case Reveal():
                if not self.setup.revealing or not keys.fits(message.secret, seat.promise):
                    raise NotNow("table.no_promise")
                seat.secret = message.secret
            case Orders():
                seat.orders = message.unless
            case Rename():
                seat.name = self.setup.free_name(clean(message.name), speaker.seat) or seat.name
                if message.sex is not None and phase == "lobby":
                    seat.sex = message.sex
                if message.face is not None:
                    seat.face = message.face
            case Mail():
                seat.mail = ""
                seat.unconfirmed = message.address
                seat.code = keys.new_token() if message.address else ""
                seat.language = speaker.language
                seat.token = speaker.token if message.address else ""
            case _:
                raise NotNow("table.not_now")

    def question(self, seat: int) -> tuple[Letter, ...]:
        """The mail that asks whether the address that somebody gave is theirs."""
        who = self.setup.seats[seat]
        return (Letter(who.unconfirmed, who.language, code=who.code),) if who.code else ()

    def confirm(self, code: str) -> bool:
        """Whoever reads the mails to an address says that it is theirs. False where nobody was asked with this code."""
        for seat in self.setup.seats:
            if seat.code and keys.fits(code, keys.hash_of(seat.code)):
                seat.mail, seat.unconfirmed, seat.code = seat.unconfirmed, "", ""
                return True
        return False

    def letters(self, asked: Iterable[int]) -> tuple[Letter, ...]:
        """Mails to those who are asked by correspondence and are not here: one until they have been here again."""
        if self.setup.speed != "correspondence":
            return ()
        found = []
        for number in asked:
            seat = self.setup.seats[number]
            if seat.mail and not seat.mailed and number not in self.here:
                seat.mailed = True
                found.append(Letter(seat.mail, seat.language, seat.token))
        return tuple(found)
