"""The bargains that a seat may offer: a space, not a list. It is compiled together with the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kickdoor.engine.data.state import State
from kickdoor.engine.running.kernel import refuse_offer
from kickdoor.engine.running.underway import current_fight

if TYPE_CHECKING:
    from kickdoor.play.choices import Offer
    from kickdoor.play.game import Game


class OfferSpace:
    """All offers that a seat may make now."""

    __slots__ = ("_state", "game", "seat")

    def __init__(self, state: State, seat: int, game: Game | None = None) -> None:
        self._state = state
        self.seat = seat
        self.game = game

    def contains(self, offer: Offer) -> bool:
        """Whether this offer may be made."""
        return refuse_offer(self._state, offer.deal(self.seat, current_fight(self._state))) is None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OfferSpace) and self.seat == other.seat

    def __hash__(self) -> int:
        return hash(self.seat)

    def __reduce__(self) -> tuple[Callable[[Game, int], OfferSpace], tuple[Game, int]]:
        if self.game is None:
            raise TypeError("these offers belong to no game: ask `Game.offers` for some that can be copied")
        return offers_of, (self.game, self.seat)


def offers_of(game: Game, seat: int) -> OfferSpace:
    """The offers that a seat may make in a game."""
    return game.offers(seat)
