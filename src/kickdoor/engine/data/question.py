"""What somebody is asked: a closed list of kinds, and all that others may read of it."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

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


class Question(NamedTuple):
    """What is asked, as one seat may know it. What a kind has no use for keeps its default.

    How far somebody has got with an answer is told to nobody else.
    """

    kind: QuestionKind
    whom: int = -1  #: the player whom it concerns
    by: int = -1  #: … and who began it
    card: int = -1  #: the card or monster that it is about
    fight: int = -1
    top: int = -1  #: the card on top of the discards that may be taken
    passable: bool = False  #: a window: whoever says nothing lets it pass
    owner: int = -1  #: of a window: who says how it goes on
    asked: tuple[int, ...] = ()  #: who is asked by name; in a window only its owner
    names: tuple[str, ...] = ()  #: the words to choose between, in order
    shown: int = 0  #: what a die shows
    added: int = 0  #: … and what is added to it
    more: int = 0  #: how many are still to be picked
    fewer: bool = False  #: … and whether fewer will do
    picked: int = 0  #: how many have been picked
    gold: int = 0  #: what has been picked is worth
    price: int = 0  #: gold that is due
    held: int = 0  #: cards of the hand
    limit: int = 0  #: … and how many it may hold
