"""Cards and characters as views show them, made once and shared as long as nothing has changed.

It is compiled together with the engine.
"""

from __future__ import annotations

from functools import lru_cache

from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.terms import SEXES
from kickdoor.play.view import CardView, PlayerView


class Printed:
    """The views of cards as they mostly are, made once for a mix and shared by all views of its games."""

    __slots__ = ("held", "laid", "rules")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.held: list[CardView | None] = [None] * len(rules.defs)
        self.laid: list[CardView | None] = [None] * (8 * len(rules.defs))

    def in_hand(self, card: Card) -> CardView:
        """A card of a hand."""
        shown = self.held[card]
        if shown is None:
            shown = CardView(card, self.rules.defs[card].id)
            self.held[card] = shown
        return shown

    def on_table(self, card: Card, up: bool, carried: bool, idle: bool) -> CardView:
        """A card that shows its own face, lies on no other and has no note."""
        at = 8 * card + (4 if up else 0) + (2 if carried else 0) + (1 if idle else 0)
        shown = self.laid[at]
        if shown is None:
            shown = CardView(card, self.rules.defs[card].id, up, (), 0, carried, idle)
            self.laid[at] = shown
        return shown


@lru_cache(maxsize=64)
def printed_of(rules: Rules) -> Printed:
    """The cards of a mix."""
    return Printed(rules)


class Portrait:
    """A character as it was last shown: with no card of its hand, and to each viewer with those that they know."""

    __slots__ = (
        "_bare",
        "_hands",
        "_known",
        "dead",
        "deeds",
        "doors",
        "fights",
        "goal",
        "hand_limit",
        "level",
        "level_price",
        "sex",
        "table",
        "treasures",
    )

    def __init__(
        self,
        level: int,
        sex: int,
        dead: bool,
        fights: bool,
        doors: int,
        treasures: int,
        table: list[CardView],
        hand_limit: int,
        level_price: int,
        goal: int,
        deeds: tuple[int, ...],
    ) -> None:
        self.level = level
        self.sex = sex
        self.dead = dead
        self.fights = fights
        self.doors = doors
        self.treasures = treasures
        self.table = table
        self.hand_limit = hand_limit
        self.level_price = level_price
        self.goal = goal
        self.deeds = deeds
        self._bare: PlayerView | None = None
        self._hands: dict[int, list[Card]] = {}
        self._known: dict[int, PlayerView] = {}

    def is_like(self, other: Portrait) -> bool:
        """Whether all see the same in both."""
        return (
            self.level == other.level
            and self.doors == other.doors
            and self.treasures == other.treasures
            and self.fights == other.fights
            and self.sex == other.sex
            and self.dead == other.dead
            and self.hand_limit == other.hand_limit
            and self.level_price == other.level_price
            and self.goal == other.goal
            and self.deeds == other.deeds
            and self.table == other.table
        )

    def bare(self) -> PlayerView:
        """The character as those see it who know no card of its hand."""
        shown = self._bare
        if shown is None:
            shown = self._bare = self._with([])
        return shown

    def seen_by(self, viewer: int, hand: list[Card], printed: Printed) -> PlayerView:
        """The character as a viewer sees it who knows these cards of its hand."""
        if viewer in self._hands and self._hands[viewer] == hand:
            return self._known[viewer]
        shown = self._with([printed.in_hand(card) for card in sorted(hand)])
        self._hands[viewer] = hand.copy()
        self._known[viewer] = shown
        return shown

    def _with(self, hand: list[CardView]) -> PlayerView:
        return PlayerView(
            level=self.level,
            sex=SEXES[self.sex],
            dead=self.dead,
            in_combat=self.fights,
            hand=hand,
            doors=self.doors,
            treasures=self.treasures,
            table=self.table,
            hand_limit=self.hand_limit,
            level_price=self.level_price,
            winning_level=self.goal,
            deeds=self.deeds,
        )
