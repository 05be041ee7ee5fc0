"""What the table does for people once all bots have spoken: it lets pass what they let pass, or stops for them."""

from __future__ import annotations

from collections.abc import Sequence

from kickdoor.server.session.match import Match
from kickdoor.server.session.orders import passes_for
from kickdoor.server.session.seating import Seat
from kickdoor.server.session.stakes import what_matters


def press_for_people(match: Match, seats: Sequence[Seat], now: float) -> bool:
    """Standing orders pass for people. When they do follows from what everybody knows, so it tells nothing of a hand.

    Whether somebody holds something that they want to be asked about is such a thing: without a clock they are given a
    fixed time, whatever they hold. True where something changed.
    """
    pacer, game = match.pacer, match.game
    if pacer.lone is not None or pacer.kind != "window":
        return False
    changed = False
    for seat in sorted(set(pacer.speakers) - set(pacer.pressed)):
        orders = seats[seat].orders
        if orders is not None and "can_play" not in orders and passes_for(game, seat, orders):
            changed |= pacer.press(seat, now)
    left = [(seat, seats[seat].orders) for seat in set(pacer.speakers) - set(pacer.pressed)]
    if left and all(orders is not None and passes_for(game, seat, orders) for seat, orders in left):
        changed |= pacer.grant(now)
    return changed


def stop_for_lone(match: Match, now: float) -> bool:
    """Stop for who is alone among bots where they could do something that matters; else it passes by itself."""
    pacer = match.pacer
    lone = pacer.lone
    if lone is None or pacer.kind != "window" or pacer.moment == "setup":
        return False
    if lone not in pacer.speakers or lone in pacer.pressed:
        return False
    if pacer.stops != "never":
        choice = what_matters(match.game, lone, early=pacer.stops == "fights")
        # It stood still for each offer when that was made.
        codes = [option.code for option in choice if option.verb != "accept"]
        if codes and pacer.offer(codes):
            return True
    pacer.press(lone, now)
    return False
