"""A seat's view of the table: all that it may know, and nothing else."""

from __future__ import annotations

import msgspec

from kickdoor.engine.actions.sales import price_of_a_level
from kickdoor.engine.data import ids
from kickdoor.engine.data.deals import DEAL_KINDS, ORDERS, PLEDGES, Deal
from kickdoor.engine.data.options import field_of
from kickdoor.engine.data.question import Question, QuestionKind
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    DECKS,
    DECLARATIONS,
    DOOR,
    IN_LIMBO,
    LAID_OUT,
    LOST,
    MOMENTS,
    OVER,
    SEXES,
    SIDES,
    TREASURE,
    WILLING,
)
from kickdoor.engine.questions.force import is_active, sex_now
from kickdoor.engine.questions.items import is_item_by_itself
from kickdoor.engine.questions.lines import LINE_KINDS, StrengthLine
from kickdoor.engine.questions.monsters import enhancers, living, treasures_of
from kickdoor.engine.questions.strength import is_winning, lacking, lines, sums
from kickdoor.engine.questions.table import current_fight, face, is_reached, seats
from kickdoor.engine.questions.values import value, winning_level
from kickdoor.engine.running import asking, kernel


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

    `winning_level` is the Level that wins for them now, whatever cards and Dungeons make of it.
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
    """The table as a seat may know it."""

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


def card_view(s: State, card: ids.Card) -> CardView:
    """A card that everybody sees."""
    return CardView(card, face(s, card).id, s.up[card], s.host.get(card, ()), s.note.get(card, 0))


def table_view(s: State, seat: ids.Seat) -> list[CardView]:
    """The cards before a player, with what they count for."""
    return [_laid_view(s, seat, card) for card in s.players[seat].table]


def _laid_view(s: State, seat: ids.Seat, card: ids.Card) -> CardView:
    up = s.up[card]
    carried = not up and is_item_by_itself(s, card)
    idle = not carried and not is_active(s, seat, card)
    return CardView(card, face(s, card).id, up, s.host.get(card, ()), s.note.get(card, 0), carried, idle)


def dungeon_view(s: State, card: ids.Card) -> DungeonView:
    """A Dungeon, the last one played governs."""
    reached = tuple(i for i in seats(s) if is_reached(s, card, i)) if card in s.reach else ()
    return DungeonView(card, s.rules.defs[card].id, s.host.get(card, ()), reached)


def deal_view(deal: Deal) -> DealView:
    """An offer as everybody hears it."""
    return DealView(
        offer=field_of(deal.id),
        kind=DEAL_KINDS[deal.kind],
        by=deal.by,
        to=deal.to,
        gives=deal.gives,
        takes=deal.takes,
        treasures=deal.treasures,
        order=ORDERS[deal.order],
        promises=deal.promises,
        pledge=PLEDGES[deal.pledge],
    )


class Common(msgspec.Struct, frozen=True):
    """What all seats see alike; it holds until the state's version changes."""

    version: int
    tables: list[list[CardView]]
    doors: list[int]
    treasures: list[int]
    hand_limits: list[int]
    level_prices: list[int]
    winning_levels: list[int]
    fight: FightView | None
    offers: list[DealView]
    dungeons: list[DungeonView]
    laid_out: list[CardView]


def common_view(s: State) -> Common:
    """What all see of the table."""
    fight = current_fight(s)
    defs = s.rules.defs
    out: list[ids.Card] = []
    if LAID_OUT in s.where or IN_LIMBO in s.where:
        out = [
            ids.Card(c)
            for c, place in enumerate(s.where)
            if place == LAID_OUT or (place == IN_LIMBO and s.known[c] == ALL_SEATS)
        ]
    # The monsters that somebody runs from; a double has no card of its own.
    out += [m.id for each in s.fights if each.outcome == LOST for m in living(each) if m.id < len(defs)]
    backs = [[defs[c].deck for c in p.hand] for p in s.players]
    return Common(
        version=s.version,
        tables=[table_view(s, seat) for seat in seats(s)],
        doors=[each.count(DOOR) for each in backs],
        treasures=[each.count(TREASURE) for each in backs],
        hand_limits=[value(s, "hand_limit", seat) for seat in seats(s)],
        level_prices=[price_of_a_level(s, seat) for seat in seats(s)],
        winning_levels=[winning_level(s, seat) for seat in seats(s)],
        fight=None if fight is None else fight_view(s, fight),
        offers=[deal_view(d) for d in s.offers],
        dungeons=[dungeon_view(s, c) for c in s.dungeons],
        laid_out=[card_view(s, c) for c in out],
    )


def known_hand(s: State, seat: int, viewer: int) -> list[CardView]:
    """The cards of a hand that a viewer knows: their own, and what they have seen."""
    held = s.players[seat].hand
    known = s.known
    if viewer == seat:
        hand = sorted(held)
    elif viewer >= 0:
        hand = sorted(c for c in held if known[c] >> viewer & 1)
    else:
        hand = sorted(c for c in held if known[c] == ALL_SEATS)
    return [CardView(c, s.rules.defs[c].id) for c in hand]


def player_view(s: State, seat: ids.Seat, viewer: int, common: Common) -> PlayerView:
    """A character as a seat (-1: the gallery) sees it."""
    p = s.players[seat]
    return PlayerView(
        level=p.level,
        sex=SEXES[sex_now(s, seat)],
        dead=p.dead,
        in_combat=p.fight >= 0,
        hand=known_hand(s, seat, viewer),
        doors=common.doors[seat],
        treasures=common.treasures[seat],
        table=common.tables[seat],
        hand_limit=common.hand_limits[seat],
        level_price=common.level_prices[seat],
        winning_level=common.winning_levels[seat],
    )


def line_view(line: StrengthLine) -> LineView:
    """A line of a fight's strength, with the words for its side and kind."""
    return LineView(SIDES[line.side], line.owner, line.source, LINE_KINDS[line.kind], line.amount)


def fight_view(s: State, fight: Fight) -> FightView:
    """A fight, all of it public."""
    ours, theirs = sums(s, fight)
    return FightView(
        fighter=fight.fighter,
        helper=fight.helper if fight.helper >= 0 else None,
        forced=fight.forced != WILLING,
        monsters=[
            MonsterView(
                m.id,
                s.rules.faces[m.face].id,
                m.twin_of if m.twin_of >= 0 else None,
                [card_view(s, c) for c in enhancers(fight, m)],
                treasures_of(s, fight, m),
            )
            for m in fight.monsters
            if not m.gone
        ],
        lines=[line_view(line) for line in lines(s, fight)],
        party=ours,
        against=theirs,
        winning=is_winning(s, fight),
        lacking=lacking(s, fight),
        declared=DECLARATIONS[fight.declared],
        deal=None if fight.deal is None else deal_view(fight.deal),
    )


def seen_in_decks(s: State, seat: int) -> list[PeekView]:
    """The cards of the decks that the seat has looked at since they were shuffled."""
    if seat < 0:
        return []
    known, bit = s.known, 1 << seat
    found = []
    for deck, cards in ((DOOR, s.door), (TREASURE, s.treasure)):
        seen = [card for card in cards if known[card] & bit]
        if seen:
            seen = sorted(seen, key=cards.index, reverse=True)
            found += [PeekView(c, s.rules.defs[c].id, DECKS[deck], len(cards) - 1 - cards.index(c)) for c in seen]
    return found


def matter_view(question: Question | None) -> MatterView | None:
    """What somebody is asked about, as the seat may know it whose question this is."""
    if question is None:
        return None
    return MatterView(
        question.kind,
        question.whom,
        question.by if question.by >= 0 else None,
        question.card if question.card >= 0 else None,
        question.shown + question.added if question.kind == "rolled" else None,
        question.names,
    )


def view_of(s: State, seat: int, common: Common | None = None) -> View:
    """The view of a seat, or of the gallery (-1); what all see alike need not be looked at again for each."""
    if common is None:
        common = common_view(s)
    question = asking.question(s, seat)
    return View(
        seat=seat,
        turn=s.turn,
        turns=s.turns,
        moment=MOMENTS[s.moment],
        met=s.met,
        players=[player_view(s, one, seat, common) for one in seats(s)],
        doors_left=len(s.door),
        treasures_left=len(s.treasure),
        door_discards=len(s.door_discards),
        treasure_discards=len(s.treasure_discards),
        door_top=card_view(s, s.door_discards[-1]) if s.door_discards else None,
        treasure_top=card_view(s, s.treasure_discards[-1]) if s.treasure_discards else None,
        seen_in_decks=seen_in_decks(s, seat),
        dungeons=common.dungeons,
        dungeons_left=len(s.dungeon),
        dungeon_discards=len(s.dungeon_discards),
        laid_out=common.laid_out,
        fight=common.fight,
        offers=common.offers,
        asked=list(question.asked) if question is not None else [],
        options=kernel.options(s, seat) if seat >= 0 else [],
        winners=list(s.winners) if s.over == OVER else [],
        matter=matter_view(question),
    )
