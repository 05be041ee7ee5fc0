"""The company at a table: who sits where, who is here, and what they say about themselves."""

from __future__ import annotations

from collections.abc import Iterable

from kickdoor.bots import BOTS
from kickdoor.server import keys
from kickdoor.server.errors import Forbidden, NotNow
from kickdoor.server.protocol import Arrange, Join, Mail, Message, Orders, Phase, Rename, TableInfo
from kickdoor.server.session.outcome import Letter, Speaker
from kickdoor.server.session.seating import Setup, clean


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
            origin=setup.origin_info,
        )

    def authorise(self, token: str) -> int | None:
        """The seat of a token, -1 for the gallery, None where it fits nothing."""
        seat = self.setup.seat_of(token) if token else None
        if seat is not None:
            return seat
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

    def refuse_to_send_away(self, seat: int) -> None:
        """The host can send away any person but themselves."""
        seats = self.setup.seats
        if seat >= len(seats) or seats[seat].kind != "person":
            raise NotNow("table.nobody_there")
        if seats[seat].host:
            raise NotNow("table.host_stays")

    def settle(self, speaker: Speaker, message: Message, phase: Phase) -> None:
        """Somebody says something about themselves."""
        seat = self.setup.seats[speaker.seat]
        match message:
            case Orders():
                seat.orders = message.unless
            case Rename():
                seat.name = clean(message.name) or seat.name
                if message.sex is not None and phase == "lobby":
                    seat.sex = message.sex
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
