"""What is asked and told about packs of one's own: drafts, tries, packs that are kept or shared."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from kickdoor.packs.report import PackInfo
from kickdoor.probe.figures import Figure
from kickdoor.probe.probing import Probe
from kickdoor.server.protocol.http import CardInfo
from kickdoor.server.protocol.outbound import OptionInfo
from kickdoor.server.protocol.words import SeatNumber

PackText = Annotated[str, Meta(max_length=1_000_000)]
PackRef = Annotated[str, Meta(max_length=80)]
CardId = Annotated[str, Meta(max_length=120)]


class PackDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A pack as somebody writes it, to be checked; `packs` are those that it is to be played with."""

    text: PackText
    packs: Annotated[tuple[PackRef, ...], Meta(max_length=16)] = ()


class FaultInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong in a pack, or surely not meant, and where; line 0: the whole of it."""

    line: int
    column: int
    card: str
    problem: str
    remedy: str
    weight: Literal["error", "warning"]


class DraftCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a draft that can be read by itself: its place among them, and how it looks in each language."""

    index: int
    line: int
    hurt: float  #: of a monster: how much its Bad Stuff hurts, a level being two
    shown: dict[str, CardInfo]


class PackCheck(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a check: faults by their lines, facts and cards as far as they can be read."""

    faults: list[FaultInfo]
    pack: PackInfo | None
    cards: list[DraftCard]


class TrySeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player has where a card is tried: cards by their names, as scenarios call them."""

    level: Annotated[int, Meta(ge=1, le=20)] = 5
    table: Annotated[tuple[CardId, ...], Meta(max_length=20)] = ()
    hand: Annotated[tuple[CardId, ...], Meta(max_length=20)] = ()


class CardTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Try a card of a draft: by a player of this level, mostly against a monster, after these answers."""

    text: PackText
    card: CardId
    packs: Annotated[tuple[PackRef, ...], Meta(max_length=16)] = ("munchkin",)
    monster: CardId = ""  #: full id; empty: an ordinary one, where the card is for a fight; nobody: no fight
    ann: TrySeat = TrySeat()  #: who has the card
    bo: TrySeat = TrySeat()
    rolls: Annotated[tuple[Annotated[int, Meta(ge=1, le=6)], ...], Meta(max_length=30)] = ()  #: the next ones
    seed: Annotated[str, Meta(max_length=40)] = "try"  #: of all dice and shuffles after those
    answers: Annotated[tuple[tuple[SeatNumber, int], ...], Meta(max_length=60)] = ()


class TryChoice(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may do in a try."""

    seat: int
    name: str
    question: str
    options: list[OptionInfo]


class TriedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player in a try, as they stand."""

    name: str
    level: int
    hand: int
    cards: list[str]


class TryResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a card was tried: where it began, what happened since, how it stands, what may be done next."""

    place: Literal["fought", "hand", "equipped", "in_play", "door", "dungeon"]
    monster: str  #: the name of the monster that is fought
    lines: list[str]
    players: list[TriedPlayer]
    strengths: tuple[int, int] | None  #: of the players and the monsters, in a fight
    choices: list[TryChoice]
    why_not: str  #: why the card cannot be played now; empty: it can, or there is nothing to play
    problem: str  #: why it went no further; empty: it goes on, or is over


class PackPrint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A draft to be printed on sheets to cut out."""

    text: PackText
    paper: Literal["a4", "letter"] = "a4"


class CardProbe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card of a draft, to be probed in a mix with these packs."""

    text: PackText
    card: CardId
    packs: Annotated[tuple[PackRef, ...], Meta(max_length=16)] = ("munchkin",)


ProbeState = Literal["waiting", "running", "done", "failed"]


class ProbeInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A probe and how it stands: games so far, of how many at most, and at the end what was found."""

    id: str
    state: ProbeState
    games: int
    most: int
    chance: Figure | None
    found: Probe | None
    problem: str


class MonsterPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A monster on the cost curves."""

    name: str
    level: int
    treasures: int
    hurt: float  #: by its Bad Stuff, a level being two


class ItemPoint(msgspec.Struct, frozen=True, kw_only=True):
    """An Item on the cost curves."""

    name: str
    bonus: int
    gold: int


class Vocabulary(msgspec.Struct, frozen=True, kw_only=True):
    """The words of the card language that a form offers."""

    kinds: tuple[str, ...]
    slots: tuple[str, ...]
    decks: tuple[str, ...]


class CostCurves(msgspec.Struct, frozen=True, kw_only=True):
    """What printed cards give for what they cost."""

    monsters: list[MonsterPoint]
    items: list[ItemPoint]


class NewPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A pack that a table is to be made with, or that is shared by a link."""

    text: PackText


class SharedPack(msgspec.Struct, frozen=True, kw_only=True):
    """A pack that is shared: by which id others find it, until when, and the key by which it is taken back."""

    share: str
    key: str
    until: int  #: seconds since 1970
    pack: PackInfo


class PackSource(msgspec.Struct, frozen=True, kw_only=True):
    """A pack as it was written."""

    pack: PackInfo
    text: str


class CardText(msgspec.Struct, frozen=True):
    """A card as it is written in its pack, in YAML."""

    text: str
