"""Standing orders and intents: when somebody wants to be asked, and what they want to do once it is lawful."""

from __future__ import annotations

from kickdoor.engine.data import ids
from kickdoor.engine.data.terms import AT_SETUP, WINNING
from kickdoor.engine.questions.values import winning_level
from kickdoor.engine.running import asking
from kickdoor.play.choices import Option
from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.server.protocol import Unless
from kickdoor.server.session.stakes import could_matter


def quiet_for(game: Game, seat: int, orders: tuple[Unless, ...] | None) -> bool:
    """Whether a seat does not want to be asked about what is open now."""
    if orders is None or not passes_for(game, seat, orders):
        return False
    return not ("can_play" in orders and could_matter(game, seat, early=True))


def passes_for(game: Game, seat: int, orders: tuple[Unless, ...]) -> bool:
    """Whether standing orders let pass what is open now, as far as everybody may know: whatever the seat holds."""
    if game.state.moment == AT_SETUP:
        return False
    if "concerns_me" in orders and concerns(game, seat):
        return False
    return not ("would_win" in orders and would_win(game, seat))


def concerns(game: Game, seat: int) -> bool:
    """Whether a seat is on turn, in the fight, spoken to, or struck by what is under way."""
    s = game.state
    if s.turn == seat or s.players[seat].fight >= 0 or any(deal.to == seat for deal in s.offers):
        return True
    question = asking.question(s, seat)
    return question is not None and question.whom == seat


def would_win(game: Game, seat: int) -> bool:
    """Whether somebody else might win by what is under way."""
    s = game.state
    if s.moment == WINNING:
        return True
    return any(
        player.fight >= 0 and player.level >= winning_level(s, ids.Seat(i)) - 1
        for i, player in enumerate(s.players)
        if i != seat
    )


def option_for(game: Game, seat: int, intent: Intent) -> Option | None:
    """The option that is meant by an intent, where it is lawful now."""
    decision = game.decision(seat)
    if decision is None:
        return None
    for option in decision.options:
        if option.verb != intent.verb:
            continue
        if intent.verb == "pick_player":
            if option.first == intent.on:
                return option
        elif option.first == intent.card and intent.ability in (None, option.second):
            return option
    return None
