"""Dungeons in play: which can be left, who is in them, coming and going, discovering an exit."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import piles, tell
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import ALL_SEATS, DUNGEON_CARD, OPEN_MOMENTS
from kickdoor.engine.questions.table import is_reached, own_turn

#: What an exit costs: so many cards of the hand [DUNG-06].
EXIT_PRICE: Final = 4

# Which Dungeons are left when new ones are entered [PORT-04]
LEAVE_NONE: Final = 0
LEAVE_ALL: Final = 1
LEAVE_LAST: Final = 2
LEAVE_ONE: Final = 3  # one that a player picks, if they like
LEAVINGS: Final = ("none", "all", "last", "one")


def leavable(s: State) -> list[Card]:
    """The Dungeons that can be left: all face-up ones but a base Dungeon [DUNG-07]."""
    found = [card for card in s.dungeons if s.rules.defs[card].kind == DUNGEON_CARD]
    if s.rules.options.get("base_dungeon") and s.rules.options.get("starting_dungeon"):
        return found[1:]
    return found


def lay_open(s: State, card: Card, by: Seat) -> None:
    """A Dungeon is face up and in force from now on."""
    piles.to_dungeons(s, card)
    s.reach.pop(card, None)
    tell.dungeon_entered(s, seat=by, card=card)


def split(s: State, new: list[Card], going: int) -> list[Card]:
    """Only some go to the new Dungeons and are no longer in the others; gives those that nobody is left in."""
    if going & (1 << len(s.players)) - 1 == (1 << len(s.players)) - 1:
        return []
    free = leavable(s)
    for card in s.dungeons:
        host = s.host[card][0] if card in s.host else card
        if host in new:
            s.reach[card] = going
        elif host in free:
            s.reach[card] = s.reach.get(card, ALL_SEATS) & ~going
    seats = (1 << len(s.players)) - 1
    return [card for card in free if card not in new and not s.reach.get(card, ALL_SEATS) & seats]


def close(s: State, card: Card, by: Seat) -> None:
    """A Dungeon leaves play, face down beside its deck; Portals that stayed with it go too [DUNG-04]."""
    for portal in piles.attached_to(s, card):
        piles.to_discards(s, portal)
        s.reach.pop(portal, None)
    tell.dungeon_left(s, seat=by, card=card)
    piles.to_discards(s, card)


def rejoin(s: State, left: tuple[Card, ...]) -> None:
    """When a Dungeon is left that only some were in, everybody is together again, in all that are face up."""
    if any(s.reach.get(card, 0) for card in left):
        s.reach.clear()
    for card in left:
        s.reach.pop(card, None)


def offers(s: State, card: Card, seat: Seat, moments: int) -> bool:
    """Whether a Dungeon may let a seat do something in one of these moments."""
    return s.rules.defs[card].offered & moments != 0 and is_reached(s, card, seat)


def refuse_discovery(s: State, seat: Seat) -> Refusal | None:
    """Why the seat cannot discover an exit now [DUNG-06]."""
    if not own_turn(s, seat) or not OPEN_MOMENTS >> s.moment & 1:
        return no.EXIT_OWN_TURN
    if not s.rules.options.get("portals"):
        return no.ONE_DUNGEON
    if len(s.players[seat].hand) < EXIT_PRICE:
        return no.EXIT_PRICE
    return None if s.dungeon or s.dungeon_discards else no.NO_DUNGEON
