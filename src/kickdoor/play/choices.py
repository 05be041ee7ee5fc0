"""What a seat may answer: options, offers, decisions."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import msgspec

from kickdoor.engine.data import ids
from kickdoor.engine.data import options as code
from kickdoor.engine.data.deals import DEAL_KINDS, ORDERS, PLEDGES, Deal
from kickdoor.engine.data.question import Question, QuestionKind
from kickdoor.engine.data.terms import NONE, VERBS
from kickdoor.play.character import Character
from kickdoor.play.offering import OfferSpace
from kickdoor.play.worlds import Worlds

if TYPE_CHECKING:
    from kickdoor.play.game import Game


class Option(msgspec.Struct, frozen=True):
    """One thing that a seat may do: a verb, a card or other first field, a second field.

    `code` is the option as one number, stable for the wire and for records.
    """

    code: int

    @property
    def verb(self) -> str:
        """The verb."""
        return VERBS[code.verb_of(self.code)]

    @property
    def first(self) -> int | None:
        """The first field: mostly a card."""
        a = code.first_of(self.code)
        return None if a == NONE else a

    @property
    def second(self) -> int | None:
        """The second field: mostly a seat or another card."""
        b = code.second_of(self.code)
        return None if b == NONE else b

    def __deepcopy__(self, memo: object) -> Option:
        return self

    def __repr__(self) -> str:
        fields = [str(x) for x in (self.first, self.second) if x is not None]
        return f"<{' '.join([self.verb, *fields])}>"


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A bargain in one's own words: help, trade or bribe.

    `gives` and `takes` are Items on the table that change hands at once; `treasures` of the monsters' go to the
    helper, `order` says who picks first; `promises` are cards of the fighter's hand to be played on the helper;
    `pledge` is what a bribe is for.
    """

    kind: str
    to: int
    gives: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()
    treasures: int = 0
    order: str = "helper_first"
    promises: tuple[int, ...] = ()
    pledge: str = ""

    def deal(self, by: int, fight: int) -> Deal:
        """The offer for the engine."""
        return Deal(
            id=0,
            kind=DEAL_KINDS.index(self.kind),
            by=ids.Seat(by),
            to=ids.Seat(self.to),
            fight=ids.FightId(fight) if self.kind == "help" else ids.NO_FIGHT,
            gives=ids.as_cards(tuple(self.gives)),
            takes=ids.as_cards(tuple(self.takes)),
            treasures=self.treasures,
            order=ORDERS.index(self.order),
            promises=ids.as_cards(tuple(self.promises)),
            pledge=PLEDGES.index(self.pledge),
        )


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a seat, and between which options."""

    seat: int
    question: Question  #: as the seat may know it
    options: list[Option]
    asked: bool = True  #: the game waits for this seat; otherwise it may act but need not
    offers: OfferSpace | None = None  #: which offers would be lawful, if any may be made

    @property
    def worlds(self) -> Worlds | None:
        """For who wants to think ahead: worlds as they might be, dealt by chance; None without the game."""
        game = self._game
        return Worlds(game, self.seat) if game is not None else None

    @property
    def about(self) -> QuestionKind:
        """The kind of the question: a moment of a window, or another."""
        return self.question.kind

    @property
    def passable(self) -> bool:
        """Whether a window is open: whoever says nothing lets it pass."""
        return self.question.passable

    def character(self, seat: int) -> Character:
        """What everybody reads off a character: Races, Classes, free hands, strength line by line."""
        if self._game is None:
            raise ValueError("this decision belongs to no game: ask `Game.decision` for one that does")
        return self._game.character(seat)

    @property
    def _game(self) -> Game | None:
        return self.offers.game if self.offers is not None else None

    def __deepcopy__(self, memo: dict[int, Any]) -> Decision:
        return msgspec.structs.replace(self, options=self.options.copy(), offers=deepcopy(self.offers, memo))

    def __reduce__(self) -> tuple[Callable[..., Decision], tuple[Any, ...]]:
        codes = tuple([option.code for option in self.options])
        return _unpickled, (self.seat, self.question, codes, self.asked, self.offers)

    def allows(self, offer: Offer) -> bool:
        """Whether an offer may be made instead of an answer, as far as the decision tells."""
        return self.passable and (self.offers is None or self.offers.contains(offer))


def _unpickled(
    seat: int, question: Question, codes: tuple[int, ...], asked: bool, offers: OfferSpace | None
) -> Decision:
    options = [Option(each) for each in codes]
    return Decision(seat=seat, question=question, options=options, asked=asked, offers=offers)
