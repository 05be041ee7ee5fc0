"""Making views and decisions: what all seats see alike is worked out once, for each seat only what it alone sees.

It is compiled together with the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from kickdoor.engine.actions.sales import price_of_a_level
from kickdoor.engine.data.deals import DEAL_KINDS, ORDERS, PLEDGES, Deal
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.options import field_of, first_of, second_of, verb_of
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.state import Fight, Monster, State
from kickdoor.engine.data.strength import StrengthLine
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    DECKS,
    DECLARATIONS,
    DOOR,
    IN_LIMBO,
    LAID_OUT,
    LOST,
    MOMENTS,
    NONE,
    OVER,
    SIDES,
    TREASURE,
    VERBS,
    WILLING,
)
from kickdoor.engine.questions.force import is_active, sex_now
from kickdoor.engine.questions.items import is_item_by_itself
from kickdoor.engine.questions.lines import LINE_KINDS
from kickdoor.engine.questions.monsters import enhancers, treasures_of
from kickdoor.engine.questions.strength import is_winning, lacking, lines, sums
from kickdoor.engine.questions.table import current_fight, face, is_reached, seats
from kickdoor.engine.questions.values import value, winning_level
from kickdoor.engine.running import asking, kernel
from kickdoor.play.choices import Decision, Option
from kickdoor.play.offering import OfferSpace
from kickdoor.play.showing import Portrait, Printed, printed_of
from kickdoor.play.view import (
    CardView,
    DealView,
    DungeonView,
    FightView,
    LineView,
    MatterView,
    MonsterView,
    PeekView,
    PlayerView,
    View,
)

if TYPE_CHECKING:
    from kickdoor.play.game import Game

# Options once made, to be found again: by verb and first field those without a second, the others by their code
_SHORT_OPTIONS: Final[list[list[Option | None]]] = [[None] * (NONE + 1) for _ in VERBS]
_LONG_OPTIONS: Final[dict[object, Option]] = {}
_MOST_LONG_OPTIONS: Final = 50_000


class Onlooker:
    """Sees a game as each of its seats does. What all see alike it looks at again only when the state has changed.

    Views share what they have in common and what has not changed since the one before, so nobody may change them.
    """

    __slots__ = (
        "_dungeons",
        "_fight",
        "_laid_out",
        "_line_views",
        "_lines",
        "_odd",
        "_offers",
        "_peeked",
        "_portraits",
        "_printed",
        "_version",
        "state",
    )

    def __init__(self, state: State) -> None:
        self.state = state
        self._printed: Printed = printed_of(state.rules)
        self._version = -1
        self._portraits: list[Portrait | None] = [None] * len(state.players)
        self._fight: FightView | None = None
        self._odd: set[Card] = set()  # cards of which more is to be told than their name
        self._lines: list[StrengthLine] = []
        self._line_views: list[LineView] = []
        self._offers: list[DealView] = []
        self._dungeons: list[DungeonView] = []
        self._laid_out: list[CardView] = []
        self._peeked = 0  # who knows a card of a deck

    def view(self, seat: int) -> View:
        """The view of a seat, or of the gallery (-1)."""
        s = self.state
        if self._version != s.version:
            self._look()
        question = asking.question(s, seat)
        return View(
            seat=seat,
            turn=s.turn,
            turns=s.turns,
            moment=MOMENTS[s.moment],
            met=s.met,
            players=self._players_for(seat),
            doors_left=len(s.door),
            treasures_left=len(s.treasure),
            door_discards=len(s.door_discards),
            treasure_discards=len(s.treasure_discards),
            door_top=self.card(s.door_discards[-1]) if s.door_discards else None,
            treasure_top=self.card(s.treasure_discards[-1]) if s.treasure_discards else None,
            seen_in_decks=self.seen_in_decks(seat) if self._peeked else [],
            dungeons=self._dungeons,
            dungeons_left=len(s.dungeon),
            dungeon_discards=len(s.dungeon_discards),
            laid_out=self._laid_out,
            fight=self._fight,
            offers=self._offers,
            asked=list(question.asked) if question is not None else [],
            options=kernel.options(s, seat).copy() if seat >= 0 else [],
            winners=list(s.winners) if s.over == OVER else [],
            matter=matter_view(question),
        )

    def _look(self) -> None:
        """Look at what all see."""
        s = self.state
        self._odd = {*s.face, *s.host, *s.note}
        for seat in seats(s):
            self._portraits[seat] = self._portray(seat, self._portraits[seat])
        fight = current_fight(s)
        self._fight = None if fight is None else self._fight_view(fight, self._fight)
        self._offers = [deal_view(deal) for deal in s.offers]
        self._dungeons = [dungeon_view(s, card) for card in s.dungeons]
        self._laid_out = [self.card(card) for card in laid_out(s)]
        peeked = 0
        known = s.known
        for card in s.door:
            peeked |= known[card]
        for card in s.treasure:
            peeked |= known[card]
        self._peeked = peeked
        self._version = s.version

    # Players

    def _portray(self, seat: Seat, before: Portrait | None) -> Portrait:
        """A character as all see it; the portrait from before where nothing has changed."""
        s = self.state
        p = s.players[seat]
        defs = s.rules.defs
        doors = 0
        treasures = 0
        for card in p.hand:
            deck = defs[card].deck
            if deck == DOOR:
                doors += 1
            elif deck == TREASURE:
                treasures += 1
        drawn = Portrait(
            level=p.level,
            sex=sex_now(s, seat),
            dead=p.dead,
            fights=p.fight >= 0,
            doors=doors,
            treasures=treasures,
            table=[self._laid(seat, card) for card in p.table],
            hand_limit=value(s, "hand_limit", seat),
            level_price=price_of_a_level(s, seat),
            goal=winning_level(s, seat),
            deeds=p.deeds if s.rules.remembers else (),
        )
        return before if before is not None and drawn.is_like(before) else drawn

    def _players_for(self, viewer: int) -> list[PlayerView]:
        """All characters, with the cards that a viewer knows of their hands."""
        found: list[PlayerView] = []
        for seat in seats(self.state):
            portrait = self._portraits[seat]
            assert portrait is not None
            held = self._known_cards(seat, viewer)
            if not held:
                found.append(portrait.bare())
            else:
                found.append(portrait.seen_by(viewer, held, self._printed))
        return found

    def known_hand(self, seat: Seat, viewer: int) -> list[CardView]:
        """The cards of a hand that a viewer knows: their own, and what they have seen."""
        return [self._printed.in_hand(card) for card in sorted(self._known_cards(seat, viewer))]

    def _known_cards(self, seat: Seat, viewer: int) -> list[Card]:
        """The same by number, not to be changed."""
        held = self.state.players[seat].hand
        if viewer == seat:
            return held
        hand: list[Card] = []
        known = self.state.known
        mask = 1 << viewer if viewer >= 0 else ALL_SEATS
        for card in held:
            if known[card] & mask == mask:
                hand.append(card)
        return hand

    # Cards

    def card(self, card: Card) -> CardView:
        """A card that everybody sees and that lies before nobody."""
        s = self.state
        if self._is_plain(card):
            return self._printed.on_table(card, s.up[card], carried=False, idle=False)
        return CardView(card, face(s, card).id, s.up[card], s.host.get(card, ()), s.note.get(card, 0))

    def _laid(self, seat: Seat, card: Card) -> CardView:
        """A card before a player, with what it counts for."""
        s = self.state
        up = s.up[card]
        carried = not up and is_item_by_itself(s, card)
        idle = not carried and not is_active(s, seat, card)
        if card not in self._odd:
            return self._printed.on_table(card, up, carried, idle)
        return CardView(card, face(s, card).id, up, s.host.get(card, ()), s.note.get(card, 0), carried, idle)

    def _is_plain(self, card: Card) -> bool:
        """Whether nothing is to be told of a card but its name and whether it counts."""
        s = self.state
        return card < len(s.where) and not (card in s.face or card in s.host or card in s.note)

    def seen_in_decks(self, seat: int) -> list[PeekView]:
        """The cards of the decks that the seat has looked at since they were shuffled, the top one first."""
        found: list[PeekView] = []
        if seat >= 0:
            self._list_seen(seat, DOOR, self.state.door, found)
            self._list_seen(seat, TREASURE, self.state.treasure, found)
        return found

    def _list_seen(self, seat: int, deck: int, cards: list[Card], found: list[PeekView]) -> None:
        s = self.state
        known = s.known
        above = len(cards) - 1
        seen: list[PeekView] = []
        for card in cards:
            if known[card] and known[card] >> seat & 1:
                seen.append(PeekView(card, s.rules.defs[card].id, DECKS[deck], above))
            above -= 1
        seen.reverse()
        found.extend(seen)

    # The fight

    def _fight_view(self, fight: Fight, before: FightView | None) -> FightView:
        """A fight, all of it public; the one from before where nothing has changed."""
        s = self.state
        ours, theirs = sums(s, fight)
        shown = FightView(
            fighter=fight.fighter,
            helper=fight.helper if fight.helper >= 0 else None,
            forced=fight.forced != WILLING,
            monsters=[self._monster(fight, m) for m in fight.monsters if not m.gone],
            lines=self._lines_of(lines(s, fight)),
            party=ours,
            against=theirs,
            winning=is_winning(s, fight),
            lacking=lacking(s, fight),
            declared=DECLARATIONS[fight.declared],
            deal=None if fight.deal is None else deal_view(fight.deal),
        )
        return before if shown == before and before is not None else shown

    def _lines_of(self, found: list[StrengthLine]) -> list[LineView]:
        """Lines of strength; each from before that still stands at its place."""
        before, shown = self._lines, self._line_views
        if found is before:
            return shown
        views: list[LineView] = []
        for at, line in enumerate(found):
            if at < len(before) and is_same_line(line, before[at]):
                views.append(shown[at])
            else:
                views.append(line_view(line))
        self._lines, self._line_views = found, views
        return views

    def _monster(self, fight: Fight, m: Monster) -> MonsterView:
        return MonsterView(
            m.id,
            self.state.rules.faces[m.face].id,
            m.twin_of if m.twin_of >= 0 else None,
            [self.card(card) for card in enhancers(fight, m)],
            treasures_of(self.state, fight, m),
        )


def decision_of(s: State, seat: int, game: Game | None = None) -> Decision | None:
    """What a seat may do now, asked or not; with the game it can deal worlds."""
    codes = kernel.options(s, seat)
    if not codes:
        return None
    question = asking.question(s, seat)
    assert question is not None
    return Decision(
        seat=seat,
        question=question,
        options=options_of(codes),
        asked=s.waiting >> seat & 1 == 1,
        offers=OfferSpace(s, seat, game),
    )


def options_of(codes: list[int]) -> list[Option]:
    """Options by their numbers; equal ones are one and the same."""
    found: list[Option] = []
    for as_is in cast("list[object]", codes):  # compiled, an object is looked up as it is, an int made anew
        code = cast(int, as_is)
        if second_of(code) == NONE:
            row = _SHORT_OPTIONS[verb_of(code)]
            option = row[first_of(code)]
            if option is None:
                option = row[first_of(code)] = Option(code)
        else:
            option = _LONG_OPTIONS.get(as_is)
            if option is None:
                if len(_LONG_OPTIONS) >= _MOST_LONG_OPTIONS:
                    _LONG_OPTIONS.clear()
                option = _LONG_OPTIONS[as_is] = Option(code)
        found.append(option)
    return found


def view_of(s: State, seat: int) -> View:
    """The view of a seat, or of the gallery (-1)."""
    return Onlooker(s).view(seat)


def dungeon_view(s: State, card: Card) -> DungeonView:
    """A Dungeon, the last one played governs."""
    reached: tuple[int, ...] = ()
    if card in s.reach:
        reached = tuple([int(seat) for seat in seats(s) if is_reached(s, card, seat)])
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


def line_view(line: StrengthLine) -> LineView:
    """A line of a fight's strength, with the words for its side and kind."""
    return LineView(SIDES[line.side], line.owner, line.source, LINE_KINDS[line.kind], line.amount)


def is_same_line(one: StrengthLine, other: StrengthLine) -> bool:
    """Whether two lines say the same."""
    return (
        one.amount == other.amount
        and one.source == other.source
        and one.owner == other.owner
        and one.kind == other.kind
        and one.side == other.side
    )


def laid_out(s: State) -> list[Card]:
    """The cards that all see and that lie nowhere else: those of the dead, those turned up, monsters that chase."""
    found: list[Card] = []
    if _are_some_loose(s):
        for card, place in enumerate(s.where):
            if place == LAID_OUT or (place == IN_LIMBO and s.known[card] == ALL_SEATS):
                found.append(Card(card))
    for fight in s.fights:
        if fight.outcome == LOST:
            # a double has no card of its own
            found.extend([m.id for m in fight.monsters if not m.gone and m.id < len(s.where)])
    return found


def _are_some_loose(s: State) -> bool:
    """Whether some card lies neither in a pile nor before or with a player; it may be in a fight."""
    count = len(s.door) + len(s.treasure) + len(s.dungeon) + len(s.dungeons) + len(s.out)
    count += len(s.door_discards) + len(s.treasure_discards) + len(s.dungeon_discards)
    for player in s.players:
        count += len(player.hand) + len(player.table)
    return count < len(s.where)


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
