"""Bargaining: which offers to make, and what to answer to those of others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kickdoor.bots.outlook import Outlook
from kickdoor.bots.worth import LEVEL, Judgement
from kickdoor.engine.data.options import second_of, verb_of
from kickdoor.engine.data.terms import ITEM, OFFER
from kickdoor.play.choices import Offer
from kickdoor.play.view import DealView

MOST: Final = 2  #: offers to one player in one turn; the rules stop at three
LEAST_GAIN: Final = 0.5  #: what a deal must be worth to be worth the words
LEAST_THEIRS: Final = 0.7  #: what another must gain by a trade to be likely to take it


class Proposal:
    """An offer that could be made, what it is worth, and why."""

    __slots__ = ("offer", "why", "worth")

    def __init__(self, offer: Offer, worth: float, why: str) -> None:
        self.offer = offer
        self.worth = worth
        self.why = why


class Bargainer:
    """A player's memory of the bargains of a turn, and their offers."""

    def __init__(self) -> None:
        self.turn = -1
        self.made: dict[int, int] = {}  # offers, by player
        self.shares: dict[int, int] = {}  # Treasures last offered, or asked for, by player
        self.sworn: set[int] = set()  # whom it has promised not to interfere with
        self.looked = False  # whether it has looked for trades this turn

    def begin(self, turn: int) -> None:
        """Forget the bargains of the turn before."""
        if turn != self.turn:
            self.turn = turn
            self.made.clear()
            self.shares.clear()
            self.sworn.clear()
            self.looked = False

    def copy(self) -> Bargainer:
        """Another with the same memory."""
        other = Bargainer()
        other.turn = self.turn
        other.made = self.made.copy()
        other.shares = self.shares.copy()
        other.sworn = self.sworn.copy()
        other.looked = self.looked
        return other

    def __deepcopy__(self, memo: object) -> Bargainer:
        return self.copy()

    def note(self, offer: Offer) -> None:
        """Remember an offer that is made."""
        self.made[offer.to] = self.made.get(offer.to, 0) + 1
        if offer.kind == "help":
            self.shares[offer.to] = offer.treasures

    def propose(self, judgement: Judgement) -> Proposal | None:
        """The best offer that can be made now, if any is worth it."""
        if judgement.fight is not None:
            return max(self._helps(judgement), key=lambda proposal: proposal.worth, default=None)
        if judgement.moment != "arrange" or self.looked:
            return None
        self.looked = True
        if judgement.turn == judgement.seat:
            return max(
                (*self._trades(judgement), *self._bribes(judgement)),
                key=lambda proposal: proposal.worth,
                default=None,
            )
        return self._demand(judgement)

    # Help

    def _helps(self, judgement: Judgement) -> Iterator[Proposal]:
        fight = judgement.fight
        assert fight is not None
        others = {second_of(option) for option in judgement.options if verb_of(option) == OFFER}
        pending = {deal.to for deal in judgement.view.offers if deal.by == judgement.seat}
        for other in others - pending:
            if self.made.get(other, 0) >= MOST:
                continue
            if fight.fighter == judgement.seat:
                proposal = self._ask_help(judgement, other)
            else:
                proposal = self._offer_help(judgement, other)
            if proposal is not None:
                yield proposal

    def _ask_help(self, judgement: Judgement, other: int) -> Proposal | None:
        """Ask for help: first for a small share, then for one as fair as can be borne."""
        if not judgement.would_turn(other):
            return None
        whole = judgement.treasures_at_stake
        before = self.shares.get(other)
        share = min(1, whole) if before is None else min(whole, max(before + 1, (whole + 1) // 2))
        if before is not None and share <= before:
            return None
        offer = Offer(kind="help", to=other, treasures=share)
        worth = judgement.deal(as_view(offer, judgement.seat))
        why = "with {seat} the fight is won, and it still pays" if before is None else "{seat} may do it for more"
        return Proposal(offer, worth, why) if worth > LEAST_GAIN else None

    def _offer_help(self, judgement: Judgement, other: int) -> Proposal | None:
        """Offer help for half of the Treasures, or answer a smaller offer so; once refused, ask for less."""
        if not judgement.would_turn(judgement.seat):
            return None
        before = self.shares.get(other)
        share = (judgement.treasures_at_stake + 1) // 2 if before is None else before // 2
        if share == before:
            return None
        offer = Offer(kind="help", to=other, treasures=share)
        worth = judgement.deal(as_view(offer, judgement.seat))
        return Proposal(offer, worth, "helping {seat} pays at this share") if worth > LEAST_GAIN else None

    # Trades

    def _trades(self, judgement: Judgement) -> Iterator[Proposal]:
        mine = tradeable(judgement, judgement.seat)
        for other in range(judgement.seats):
            player = judgement.player(other)
            if other == judgement.seat or player.dead or player.in_combat:
                continue
            for take in tradeable(judgement, other):
                for give in mine:
                    proposal = self._trade(judgement, other, give, take)
                    if proposal is not None:
                        yield proposal

    def _trade(self, judgement: Judgement, other: int, give: int, take: int) -> Proposal | None:
        gain = judgement.worth(take) - judgement.worth(give)
        if gain <= LEAST_GAIN:
            return None
        theirs = judgement.worth_to(other, give) - judgement.worth_to(other, take)
        if theirs < LEAST_THEIRS:
            return None
        offer = Offer(kind="trade", to=other, gives=(give,), takes=(take,))
        worth = judgement.deal(as_view(offer, judgement.seat))
        return Proposal(offer, worth, "both gain by this trade with {seat}") if worth > LEAST_GAIN else None

    # Bribes and bluffs

    def _bribes(self, judgement: Judgement) -> Iterator[Proposal]:
        """Before the last fight, buy off with a trifle who could spoil it."""
        if not judgement.is_near_win(judgement.seat, 1):
            return
        for other in range(judgement.seats):
            player = judgement.player(other)
            if other == judgement.seat or player.dead or player.in_combat or player.doors < 3:
                continue
            for give in tradeable(judgement, judgement.seat):
                if judgement.own[give].equipped:
                    continue
                offer = Offer(kind="bribe", to=other, gives=(give,), pledge="no_interference")
                worth = judgement.deal(as_view(offer, judgement.seat))
                if worth > 0:
                    yield Proposal(offer, worth, "a trifle for {seat} to keep out of the last fight")

    def _demand(self, judgement: Judgement) -> Proposal | None:
        """Threaten who is about to win, whether there is anything behind the threat or not."""
        other = judgement.turn
        player = judgement.player(other)
        if player.in_combat or judgement.temper.nerve < 1.0 or not judgement.is_near_win(other, 1):
            return None
        idle = [card for card in tradeable(judgement, other) if not _equipped(judgement, other, card)]
        if not idle or judgement.me.doors < 2:
            return None
        take = max(idle, key=judgement.worth)
        offer = Offer(kind="bribe", to=other, takes=(take,), pledge="no_interference")
        bluff = not any(ploy.bane for shown in judgement.me.hand for ploy in judgement.lore.ploys[shown.card])
        why = "a bluff: {seat} cannot know what is in this hand" if bluff else "{seat} should pay for peace"
        return Proposal(offer, judgement.worth(take), why)


def tradeable(outlook: Outlook, seat: int) -> list[int]:
    """The Items of somebody's table that surely may change hands; Big ones may find no room."""
    defs = outlook.lore.defs
    return [
        shown.card
        for shown in outlook.player(seat).table
        if not shown.on
        and shown.id == defs[shown.card].id
        and defs[shown.card].kind == ITEM
        and defs[shown.card].is_item
        and not defs[shown.card].big
        and not defs[shown.card].untradeable
    ]


def _equipped(judgement: Judgement, seat: int, card: int) -> bool:
    return any(shown.card == card and shown.equipped for shown in judgement.player(seat).table)


def as_view(offer: Offer, by: int) -> DealView:
    """An offer as it would stand on the table."""
    return DealView(
        offer=0,
        kind=offer.kind,
        by=by,
        to=offer.to,
        gives=offer.gives,
        takes=offer.takes,
        treasures=offer.treasures,
        order=offer.order,
        promises=offer.promises,
        pledge=offer.pledge,
    )


def least_worth(judgement: Judgement, deal: DealView) -> float:
    """What a deal must be worth to be accepted: a helpful player asks for less."""
    return LEAST_GAIN if deal.kind != "help" else LEVEL * 0.1 * (1.5 - judgement.temper.kindness)
