"""A seat's view of the table: all that it may know, and nothing else."""

from __future__ import annotations

import msgspec

from kickdoor.engine.data.question import QuestionKind


class CardView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card that the seat sees.

    Before a player it is in force unless it is `carried`, an Item that is not in use, or `idle`: there, but without
    effect as things stand.
    """

    card: int
    id: str
    equipped: bool = False
    on: tuple[int, ...] = ()
    note: int = 0
    carried: bool = False
    idle: bool = False


class DungeonView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Dungeon in force, or a Portal that stays `on` one; `seats` are the players in it, empty: all."""

    card: int
    id: str
    on: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()


class PeekView(msgspec.Struct, frozen=True):
    """A card in a deck that the seat has seen: how many cards lie above it."""

    card: int
    id: str
    deck: str
    above: int


class PlayerView(msgspec.Struct, frozen=True):
    """A character as the seat sees it: known cards of the hand, and how many of each back it holds.

    `winning_level` is the Level that wins for them now, whatever cards and Dungeons make of it. `deeds` is what has
    happened to them in this game, where a card of the mix counts it: kills, wins, helps, curses, deaths.
    """

    level: int
    sex: str
    dead: bool
    in_combat: bool
    hand: list[CardView]
    doors: int
    treasures: int
    table: list[CardView]
    hand_limit: int
    level_price: int
    winning_level: int
    deeds: tuple[int, ...] = ()


class MonsterView(msgspec.Struct, frozen=True):
    """A monster in a fight."""

    monster: int
    id: str
    twin_of: int | None
    enhancers: list[CardView]
    treasures: int


class LineView(msgspec.Struct, frozen=True):
    """A line of strength."""

    side: str
    owner: int
    source: int
    kind: str
    amount: int


class FightView(msgspec.Struct, frozen=True):
    """A fight with both sums itemised."""

    fighter: int
    helper: int | None
    forced: bool
    monsters: list[MonsterView]
    lines: list[LineView]
    party: int
    against: int
    winning: bool
    lacking: int
    declared: str
    deal: DealView | None


class DealView(msgspec.Struct, frozen=True):
    """An offer on the table, or what was agreed."""

    offer: int
    kind: str
    by: int
    to: int
    gives: tuple[int, ...]
    takes: tuple[int, ...]
    treasures: int
    order: str
    promises: tuple[int, ...]
    pledge: str


class MatterView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked: whom it concerns, who began it, the card or monster behind it, as far as the seat knows it.

    `roll` is what a die shows, with what was added; `names` are the words of a choice between words, in order.
    """

    kind: QuestionKind
    whom: int
    by: int | None = None
    card: int | None = None
    roll: int | None = None
    names: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True):
    """The table as a seat may know it. docs/library.md tells what each field means."""

    seat: int
    turn: int
    turns: int
    moment: str
    met: bool
    players: list[PlayerView]
    doors_left: int
    treasures_left: int
    door_discards: int
    treasure_discards: int
    door_top: CardView | None
    treasure_top: CardView | None
    seen_in_decks: list[PeekView]
    dungeons: list[DungeonView]
    dungeons_left: int
    dungeon_discards: int
    laid_out: list[CardView]
    fight: FightView | None
    offers: list[DealView]
    asked: list[int]
    options: list[int]
    winners: list[int]
    matter: MatterView | None

    def __deepcopy__(self, memo: object) -> View:
        return msgspec.msgpack.decode(msgspec.msgpack.encode(self), type=View)
