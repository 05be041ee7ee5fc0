"""Bargains: help, trades, gifts and bribes as offers that stand until answered.

An offer is checked when it is made and again when it is accepted; accepting carries it out at once: Items
change hands, the helper joins, the split of the Treasures is noted, promised cards are played. What cannot be
enforced (a pledge not to interfere) is only noted.
"""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import fights, losing, plays, rewards, tell
from kickdoor.engine.actions.laying import is_stuck
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.deals import BRIBE, HELP, NO_PLEDGE, TRADE, Deal
from kickdoor.engine.data.ids import NO_SEAT, Card, Seat
from kickdoor.engine.data.options import code, field_of, first_of, seat_of
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.stack import ASKED
from kickdoor.engine.data.state import Fight, Frame, State
from kickdoor.engine.data.terms import (
    BAN_BARGAIN,
    BAN_CARRY,
    BAN_HELP,
    BAN_TREASURES,
    BY_GIFT,
    FIGHT_MOMENTS,
    GO_UP_A_LEVEL,
    OFFER,
    OPEN,
    OPEN_MOMENTS,
    PICK_PLAYER,
    STEED,
    TREASURE,
    WILLING,
)
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.items import is_big, is_item_by_itself, items
from kickdoor.engine.questions.monsters import living, treasures_of
from kickdoor.engine.questions.permission import refuse_ability
from kickdoor.engine.questions.room import big_items, steeds
from kickdoor.engine.questions.strength import is_winning
from kickdoor.engine.questions.table import face, in_combat, in_play, owner, seats
from kickdoor.engine.questions.values import level_cap, value
from kickdoor.engine.steps.choosing import Choose

CAP: Final = 3  # offers from one player to another in one window

# What a suggested offer says, in the first field of its option
SWAP: Final = 64
GIFT: Final = 65


def all_treasures(s: State, fight: Fight) -> int:
    """How many Treasures the fighter would draw for the fight now."""
    return sum(treasures_of(s, fight, m) for m in living(fight)) + rewards.treasures_due(fight, fight.fighter)


def refuse_help(s: State, fight: Fight, fighter: Seat, helper: Seat) -> Refusal | None:
    """Why these two cannot fight together."""
    if fight.outcome != OPEN or fight.fighter != fighter:
        return no.NOT_FIGHTER
    if fight.helper >= 0:
        return no.ONE_HELPER
    if fights.lets_nobody_help(s, fight):
        return no.HELP_FORBIDDEN
    if s.players[helper].dead:
        return no.DEAD
    if helper == fighter:
        return no.OFFER_SELF
    if in_combat(s, helper):
        return no.HELPS_ALREADY
    if is_banned(s, helper, BAN_HELP, fight=fight.id):
        return no.FORBIDDEN
    return None


def refuse_items(s: State, giver: Seat, cards: tuple[Card, ...], to: Seat) -> Refusal | None:
    """Why these cannot change hands."""
    if len(cards) > 1 and len(set(cards)) != len(cards):
        return no.OFFERED_TWICE
    for card in cards:
        if not in_play(s, card) or owner(s, card) != giver:
            return no.TRADE_TABLE_ONLY
        if not is_item_by_itself(s, card) or face(s, card).untradeable:
            return no.TRADE_TABLE_ONLY
        if is_stuck(s, giver, card):
            return no.STUCK
        if face(s, card).deck == TREASURE and is_banned(s, to, BAN_TREASURES):
            return no.NO_TREASURES
        if is_banned(s, to, BAN_CARRY, card):
            return no.CANNOT_CARRY
    return None


def refuse_load(s: State, seat: Seat, gets: tuple[Card, ...], gives: tuple[Card, ...]) -> Refusal | None:
    """Whether the receiver could carry it all [ITEM-07, STEED-01]."""
    if not gets:
        return None
    mounts = [c for c in gets if face(s, c).kind == STEED]
    if mounts:
        held = [c for c in steeds(s, seat) if c not in gives]
        if len(held) + len(mounts) > value(s, "steed_limit", seat):
            return no.RECEIVER_STEED
    incoming = [c for c in gets if is_big(s, c) and face(s, c).kind != STEED and not face(s, c).uncounted]
    if not incoming:
        return None
    held = [c for c in big_items(s, seat) if c not in gives]
    if len(held) + len(incoming) > value(s, "big_limit", seat):
        return no.RECEIVER_BIG
    return None


def refuse_deal(s: State, f: Frame, deal: Deal, asker: Seat) -> Refusal | None:
    """Why an offer cannot be made, or no longer accepted; told to whoever makes or accepts it, from what they know."""
    if deal.by == deal.to or not 0 <= deal.to < len(s.players):
        return no.OFFER_SELF
    if s.players[deal.by].dead or s.players[deal.to].dead:
        return no.DEAD
    if not OPEN_MOMENTS >> s.moment & 1:
        return no.NOT_NOW
    if is_banned(s, deal.by, BAN_BARGAIN) or is_banned(s, deal.to, BAN_BARGAIN):
        return no.NO_BARGAINS
    why = refuse_items(s, deal.by, deal.gives, deal.to) or refuse_items(s, deal.to, deal.takes, deal.by)
    if why is not None:
        return why
    why = refuse_load(s, deal.to, deal.gives, deal.takes) or refuse_load(s, deal.by, deal.takes, deal.gives)
    if why is not None:
        return why
    if deal.kind == HELP:
        fight = s.fight_by_id(deal.fight)
        if fight is None or not FIGHT_MOMENTS >> s.moment & 1:
            return no.NO_COMBAT
        fighter = fight.fighter
        helper = deal.to if deal.by == fighter else deal.by
        if fighter not in (deal.by, deal.to):
            return no.NOT_FIGHTER
        why = refuse_help(s, fight, fighter, helper)
        if why is not None:
            return why
        if deal.takes if deal.by == fighter else deal.gives:
            return no.TRADE_IN_COMBAT  # Items are the price of help; what the helper gave would be a trade
        if deal.treasures < 0 or deal.treasures > all_treasures(s, fight):
            return no.OFFER_TREASURES
        if len(deal.promises) > 1 and len(set(deal.promises)) != len(deal.promises):
            return no.OFFERED_TWICE
        for card in deal.promises:
            if asker == fighter or deal.by == fighter:
                lawful = could_play_on(s, f, fighter, card, helper)
            else:
                lawful = is_known_to_promise(s, fighter, card, asker)
            if not lawful:
                return no.PROMISE_UNLAWFUL
        raises = sum(1 for card in deal.promises if s.rules.defs[card].kind == GO_UP_A_LEVEL)
        if s.players[helper].level + raises > level_cap(s, helper):
            return no.PROMISE_UNLAWFUL
        return None
    if not deal.gives and not deal.takes:
        return no.OFFER_EMPTY
    if in_combat(s, deal.by) or in_combat(s, deal.to):
        return no.TRADE_IN_COMBAT
    if deal.kind == BRIBE and deal.pledge == NO_PLEDGE:
        return no.OFFER_EMPTY
    return None


def could_play_on(s: State, f: Frame, seat: Seat, card: Card, target: int) -> bool:
    """Whether a card of the hand could lawfully be played on this player now [HELP-02]."""
    if card not in s.players[seat].hand:
        return False
    d = s.rules.defs[card]
    for ability in d.abilities:
        if refuse_ability(s, f, seat, card, d, ability) is not None:
            continue
        asked = Frame(
            script=ASKED,
            pc=0,
            you=seat,
            by=seat,
            it=card,
            fight=f.fight,
            cause=-1,
            ret=-1,
            regs=[()] * ability.script.registers,
        )
        for step in ability.checks:
            if isinstance(step, Choose) and step.verb == PICK_PLAYER:
                return target in step.candidates(s, asked)
    return False


def is_known_to_promise(s: State, fighter: Seat, card: Card, asker: Seat) -> bool:
    """Whether the asker knows that the fighter holds a card that is played on somebody.

    Whether it can be played now may hang on the rest of the hand; the fighter is told when they accept.
    """
    if not s.known[card] >> asker & 1 or card not in s.players[fighter].hand:
        return False
    return any(
        isinstance(step, Choose) and step.verb == PICK_PLAYER
        for ability in s.rules.defs[card].abilities
        for step in ability.checks
    )


def _pair(by: Seat, to: Seat) -> int:
    return by * 16 + to


def may_offer(s: State, by: Seat, to: Seat) -> bool:
    """Whether not enough has been offered from one to the other in this window."""
    return s.offered.get(_pair(by, to), 0) < CAP


def make(s: State, deal: Deal) -> None:
    """Put an offer on the table."""
    pair = _pair(deal.by, deal.to)
    s.offered[pair] = s.offered.get(pair, 0) + 1
    s.serial += 1
    standing = Deal(
        id=s.serial,
        kind=deal.kind,
        by=deal.by,
        to=deal.to,
        fight=deal.fight,
        gives=deal.gives,
        takes=deal.takes,
        treasures=deal.treasures,
        order=deal.order,
        promises=deal.promises,
        pledge=deal.pledge,
    )
    s.offers.append(standing)
    tell.offered(s, seat=deal.by, to=deal.to, offer=standing.id, bargain=deal.kind, helper=_helper_of(s, deal))


def refuse_offer(s: State, f: Frame, deal: Deal) -> Refusal | None:
    """Why an offer cannot be put on the table: also how often, and how many stand."""
    if not may_offer(s, deal.by, deal.to):
        return no.OFFER_CAP
    return refuse_deal(s, f, deal, deal.by)


def suggest(s: State, f: Frame, seat: Seat, found: list[int]) -> None:
    """Add a few offers worth listing to what the seat may do: help for some Treasures, a swap, a gift."""
    if s.players[seat].dead or not OPEN_MOMENTS >> s.moment & 1:
        return
    fight = s.fight_by_id(f.fight)
    if fight is not None and fight.outcome == OPEN and FIGHT_MOMENTS >> s.moment & 1:
        if fight.helper >= 0 or fights.lets_nobody_help(s, fight):
            return
        if fight.fighter == seat:
            if is_winning(s, fight):
                return
            half = all_treasures(s, fight) // 2
            for other in seats(s):
                if refuse_help(s, fight, seat, other) is None and may_offer(s, seat, other):
                    found.append(code(OFFER, half * 3 + 1, other))
        elif refuse_help(s, fight, fight.fighter, seat) is None and may_offer(s, seat, fight.fighter):
            share = min(1, all_treasures(s, fight))
            found.append(code(OFFER, share * 3 + 1, fight.fighter))
    elif fight is None and s.turn == seat and not s.offered and not in_combat(s, seat):
        mine = items(s, seat)
        if mine:
            other = Seat((seat + 1 + s.turns % (len(s.players) - 1)) % len(s.players))
            theirs = items(s, other)
            if refuse_offer(s, f, _exchange(s, seat, mine, other, theirs)) is None:
                found.append(code(OFFER, SWAP if theirs else GIFT, other))


def from_option(s: State, f: Frame, seat: Seat, option: int) -> Deal:
    """The offer that a suggestion stands for."""
    what = first_of(option)
    other = seat_of(option)
    if what < SWAP:
        return Deal(0, HELP, seat, other, f.fight, treasures=what // 3, order=what % 3)
    return _exchange(s, seat, items(s, seat), other, items(s, other) if what == SWAP else [])


def _exchange(s: State, seat: Seat, mine: list[Card], other: Seat, theirs: list[Card]) -> Deal:
    """One of the seat's Items for one of another's, or for nothing where that is all."""
    give = (mine[(s.turns * 7 + other) % len(mine)],) if mine else ()
    take = (theirs[(s.turns * 5 + seat) % len(theirs)],) if theirs else ()
    return Deal(0, TRADE, seat, other, gives=give, takes=take)


def offer_by_id(s: State, id: int) -> Deal | None:
    """A standing offer."""
    for deal in s.offers:
        if field_of(deal.id) == id:
            return deal
    return None


def _helper_of(s: State, deal: Deal) -> Seat:
    """Who would help in a bargain about help, whoever offers it; -1 where it is about something else."""
    fight = s.fight_by_id(deal.fight)
    if deal.kind != HELP or fight is None:
        return NO_SEAT
    return deal.to if deal.by == fight.fighter else deal.by


def accept(s: State, f: Frame, deal: Deal) -> None:
    """Carry a bargain out, all of it at once."""
    s.offers.remove(deal)
    helper = _helper_of(s, deal)
    tell.accepted(
        s,
        seat=deal.to,
        by=deal.by,
        offer=deal.id,
        bargain=deal.kind,
        helper=helper,
        treasures=deal.treasures,
        items=0 if helper < 0 else len(deal.gives if helper == deal.to else deal.takes),
    )
    for card in deal.gives:
        losing.hand_over(s, card, deal.to, BY_GIFT, False)
    for card in deal.takes:
        losing.hand_over(s, card, deal.by, BY_GIFT, False)
    if deal.kind == BRIBE:
        tell.pledged(s, seat=deal.to, to=deal.by, pledge=deal.pledge)
    if deal.kind == HELP:
        fight = s.fight_by_id(deal.fight)
        assert fight is not None
        fighter = fight.fighter
        fight.deal = deal
        for card in reversed(deal.promises):
            d = s.rules.defs[card]
            for ability in d.abilities:
                if refuse_ability(s, f, fighter, card, d, ability) is None:
                    plays.begin(s, f, fighter, card, ability, helper)
                    break
        fights.join_as_helper(s, fight, helper, WILLING)
    s.version += 1


def lapse(s: State) -> None:
    """Offers do not outlive their window."""
    if s.offers:
        s.offers.clear()
        s.version += 1
    if s.offered:
        s.offered.clear()


def answerable(s: State, seat: Seat) -> list[Deal]:
    """Standing offers made to this seat."""
    return [deal for deal in s.offers if deal.to == seat]
