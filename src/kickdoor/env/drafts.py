"""Offers word by word: a compact grammar by which every lawful offer can be spelled with few actions.

    draft KIND SEAT { give CARD | take CARD | promise CARD | treasures N | order WHICH | pledge WHICH } speak | unsay

Cards of each sort are named in rising order, so each offer is spelled in one way. `speak` is open as soon as the offer
is lawful as it stands, `unsay` always; who has unsaid a draft answers the question first before they begin another.
It can be compiled.
"""

from __future__ import annotations

from random import Random

from kickdoor.engine.actions.bargains import all_treasures
from kickdoor.engine.data.deals import BRIBE, DEAL_KINDS, HELP, ORDERS, PLEDGES, TRADE, Deal
from kickdoor.engine.data.ids import NO_FIGHT, Card, FightId, Seat, as_cards
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import FIGHT_MOMENTS, OPEN, OPEN_MOMENTS
from kickdoor.engine.questions.items import items
from kickdoor.engine.running import kernel
from kickdoor.engine.running.underway import current_fight
from kickdoor.env.actions import MOST_TREASURES, STANDING, Actions, UnknownAction
from kickdoor.play.choices import Offer

MOST_TRIES = 24
"""So many random drafts are tried for a lawful one."""


class Draft:
    """An offer that a seat has begun to spell."""

    def __init__(self, kind: int, to: int) -> None:
        self.kind = kind
        self.to = to
        self.gives: tuple[int, ...] = ()
        self.takes: tuple[int, ...] = ()
        self.promises: tuple[int, ...] = ()
        self.treasures = 0
        self.order = ORDERS.index("helper_first")
        self.pledge = PLEDGES.index("favour") if kind == BRIBE else 0
        self.said: set[str] = set()

    def offer(self) -> Offer:
        """The offer as it stands."""
        return Offer(
            kind=DEAL_KINDS[self.kind],
            to=self.to,
            gives=self.gives,
            takes=self.takes,
            treasures=self.treasures,
            order=ORDERS[self.order],
            promises=self.promises,
            pledge=PLEDGES[self.pledge],
        )

    def deal(self, by: int, fight: int) -> Deal:
        """The same for the engine."""
        return Deal(
            id=0,
            kind=self.kind,
            by=Seat(by),
            to=Seat(self.to),
            fight=FightId(fight) if self.kind == HELP else NO_FIGHT,
            gives=as_cards(self.gives),
            takes=as_cards(self.takes),
            treasures=self.treasures,
            order=self.order,
            promises=as_cards(self.promises),
            pledge=self.pledge,
        )

    def say(self, verb: str, value: int) -> None:
        """Add a word."""
        if verb == "draft_give":
            self.gives = (*self.gives, value)
        elif verb == "draft_take":
            self.takes = (*self.takes, value)
        elif verb == "draft_promise":
            self.promises = (*self.promises, value)
        elif verb == "draft_treasures":
            self.treasures = value
        elif verb == "draft_order":
            self.order = value
        elif verb == "draft_pledge":
            self.pledge = value
        else:
            raise UnknownAction(f"{verb} is no word of an offer")
        self.said.add(verb)


def beginnings(s: State, seat: int, actions: Actions) -> list[int]:
    """With which words the seat may begin an offer, as far as all can see."""
    if not OPEN_MOMENTS >> s.moment & 1 or s.players[seat].dead:
        return []
    found = []
    start, seats = actions.blocks["draft"].start, actions.seats
    players = s.players
    fighting = FIGHT_MOMENTS >> s.moment & 1
    fight = s.fights[-1] if fighting and s.fights else None
    helpable = fight is not None and fight.outcome == OPEN and fight.helper < 0
    free = players[seat].fight < 0
    tabled = bool(players[seat].table)
    for distance in range(1, seats):
        other = (seat + distance) % seats
        player = players[other]
        if player.dead or s.offered.get(seat * 16 + other, 0) >= STANDING:
            continue
        if helpable and fight is not None and (seat == fight.fighter or other == fight.fighter):
            found.append(start + HELP * seats + distance)
        if free and player.fight < 0 and (tabled or player.table):
            found.append(start + TRADE * seats + distance)
            found.append(start + BRIBE * seats + distance)
    return found


def begin(actions: Actions, seat: int, action: int) -> Draft:
    """The draft that such a word begins."""
    kind, distance = divmod(action - actions.blocks["draft"].start, actions.seats)
    return Draft(kind, (seat + distance) % actions.seats)


def words(s: State, seat: int, draft: Draft, actions: Actions) -> list[int]:
    """With which words a draft may go on."""
    blocks = actions.blocks
    found = [blocks["draft_unsay"].start]
    if kernel.refuse_offer(s, draft.deal(seat, current_fight(s))) is None:
        found.append(blocks["draft_speak"].start)
    helping = draft.kind == HELP
    fighter = seat if s.players[seat].fight >= 0 else draft.to
    if not helping or fighter == seat:
        found += _rising(items(s, Seat(seat)), draft.gives, blocks["draft_give"].start)
    if not helping or fighter != seat:
        found += _rising(items(s, Seat(draft.to)), draft.takes, blocks["draft_take"].start)
    if helping:
        known = s.known
        hand = s.players[fighter].hand
        held = hand if fighter == seat else [c for c in hand if known[c] >> seat & 1]
        found += _rising(held, draft.promises, blocks["draft_promise"].start)
        if "draft_treasures" not in draft.said:
            fight = s.fight_by_id(current_fight(s))
            most = min(MOST_TREASURES, all_treasures(s, fight)) if fight is not None else 0
            start = blocks["draft_treasures"].start
            found += [start + share for share in range(1, most + 1)]
        if "draft_order" not in draft.said:
            start = blocks["draft_order"].start
            found += [start + order for order in range(len(ORDERS)) if order != draft.order]
    if draft.kind == BRIBE and "draft_pledge" not in draft.said:
        start = blocks["draft_pledge"].start
        found += [start + pledge for pledge in range(1, len(PLEDGES)) if pledge != draft.pledge]
    return found


def _rising(cards: list[Card], named: tuple[int, ...], start: int) -> list[int]:
    """The words for those cards that come after the last that was named."""
    last = named[-1] if named else -1
    return [start + card for card in cards if card > last]


def spell(offer: Offer, seat: int, actions: Actions) -> list[int]:
    """The actions that make an offer."""
    number = actions.number
    draft = Draft(DEAL_KINDS.index(offer.kind), offer.to)
    spelled = [number("draft", draft.kind, (offer.to - seat) % actions.seats)]
    spelled += [number("draft_give", c) for c in sorted(offer.gives)]
    spelled += [number("draft_take", c) for c in sorted(offer.takes)]
    spelled += [number("draft_promise", c) for c in sorted(offer.promises)]
    if offer.treasures:
        spelled.append(number("draft_treasures", offer.treasures))
    if ORDERS.index(offer.order) != draft.order:
        spelled.append(number("draft_order", ORDERS.index(offer.order)))
    if PLEDGES.index(offer.pledge) != draft.pledge:
        spelled.append(number("draft_pledge", PLEDGES.index(offer.pledge)))
    return [*spelled, number("draft_speak")]


def sample(s: State, seat: int, actions: Actions, rng: Random) -> Offer | None:
    """A lawful offer by chance, spelled word by word; None where none was found."""
    for _ in range(MOST_TRIES):
        openings = beginnings(s, seat, actions)
        if not openings:
            return None
        draft = begin(actions, seat, rng.choice(openings))
        speak, unsay = actions.number("draft_speak"), actions.number("draft_unsay")
        while True:
            found = [word for word in words(s, seat, draft, actions) if word != unsay]
            if not found:
                break
            word = rng.choice(found)
            if word == speak:
                return draft.offer()
            meant = actions.meaning(word)
            draft.say(meant.verb, meant.first or 0)
    return None
