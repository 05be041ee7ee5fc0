"""What somebody is asked: a closed list of kinds, and all that others may read of it."""

from __future__ import annotations

from typing import Final, Literal, get_args

from kickdoor.engine.data.terms import MOMENTS

QuestionKind = Literal[
    # The moments of windows, in their order
    "setup",
    "arrange",
    "second",
    "end",
    "between",
    "fight",
    "closing",
    "running",
    "rolled",
    "caught",
    "escaped",
    "cursed",
    "fight_over",
    "winning",
    "spoils",
    "lost_card",
    "crowded",
    # What a card asks somebody to pick
    "choose_cards",
    "choose_worth",  # cards that are worth so much together
    "choose_players",
    "choose_monsters",
    "choose_words",
    "choose_numbers",
    "choose_side",
    "choose_play",
    "make_room",
    # What the course of the game asks
    "first_dungeon",
    "door",
    "draw",  # the deck, or the top of the discards
    "reward",  # a Treasure of a fight, or what a card does instead
    "instead",
    "run_order",
    "share",
    "loot",
    "sale",
    "charity",
    "charity_discard",
    "over_limit",
    "surplus_give",
    "surplus_discard",
    "surplus_unequip",
    "exit",
    "leave_dungeon",
]

KINDS: Final[tuple[QuestionKind, ...]] = get_args(QuestionKind)
KIND_OF_MOMENT: Final = KINDS[: len(MOMENTS)]

#: A card asks somebody to pick.
CHOICES: Final = frozenset(kind for kind in KINDS if kind.startswith("choose_"))


FIELDS: Final = (
    "kind",
    "whom",
    "by",
    "card",
    "fight",
    "top",
    "passable",
    "owner",
    "asked",
    "names",
    "shown",
    "added",
    "more",
    "fewer",
    "picked",
    "gold",
    "price",
    "held",
    "limit",
)
"""The fields of a question, in order."""


class Question:
    """What is asked, as one seat may know it; never changed once made. What a kind has no use for keeps its default.

    How far somebody has got with an answer is told to nobody else.
    """

    __slots__ = FIELDS

    def __init__(
        self,
        kind: QuestionKind,
        whom: int = -1,
        by: int = -1,
        card: int = -1,
        fight: int = -1,
        top: int = -1,
        passable: bool = False,
        owner: int = -1,
        asked: tuple[int, ...] = (),
        names: tuple[str, ...] = (),
        shown: int = 0,
        added: int = 0,
        more: int = 0,
        fewer: bool = False,
        picked: int = 0,
        gold: int = 0,
        price: int = 0,
        held: int = 0,
        limit: int = 0,
    ) -> None:
        self.kind = kind
        self.whom = whom  #: the player whom it concerns
        self.by = by  #: … and who began it
        self.card = card  #: the card or monster that it is about
        self.fight = fight
        self.top = top  #: the card on top of the discards that may be taken
        self.passable = passable  #: a window: whoever says nothing lets it pass
        self.owner = owner  #: of a window: who says how it goes on
        self.asked = asked  #: who is asked by name; in a window only its owner
        self.names = names  #: the words to choose between, in order
        self.shown = shown  #: what a die shows
        self.added = added  #: … and what is added to it
        self.more = more  #: how many are still to be picked
        self.fewer = fewer  #: … and whether fewer will do
        self.picked = picked  #: how many have been picked
        self.gold = gold  #: what has been picked is worth
        self.price = price  #: gold that is due
        self.held = held  #: cards of the hand
        self.limit = limit  #: … and how many it may hold

    def about(self, card: int, asked: tuple[int, ...]) -> Question:
        """The same, about this card and asked of these."""
        return Question(
            kind=self.kind,
            whom=self.whom,
            by=self.by,
            card=card,
            fight=self.fight,
            top=self.top,
            passable=self.passable,
            owner=self.owner,
            asked=asked,
            names=self.names,
            shown=self.shown,
            added=self.added,
            more=self.more,
            fewer=self.fewer,
            picked=self.picked,
            gold=self.gold,
            price=self.price,
            held=self.held,
            limit=self.limit,
        )

    def as_tuple(self) -> tuple[object, ...]:
        """Give all fields, as it is made of them."""
        return tuple([getattr(self, name) for name in FIELDS])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.as_tuple() == other.as_tuple()

    def __hash__(self) -> int:
        return hash(self.as_tuple())

    def __deepcopy__(self, memo: object) -> Question:
        return self

    def __reduce__(self) -> tuple[type[Question], tuple[object, ...]]:
        return Question, self.as_tuple()

    def __repr__(self) -> str:
        plain = Question(self.kind)
        told = [f" {name}={getattr(self, name)}" for name in FIELDS if getattr(self, name) != getattr(plain, name)]
        return f"<{self.kind}{''.join(told)}>"
