"""Worlds as they might be: the game with all that a seat cannot know dealt anew."""

from __future__ import annotations

from random import Random

from kickdoor.engine.data.registers import PASSES
from kickdoor.engine.data.stack import cards_under_way
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    DOOR,
    DUNGEON,
    IN_DOOR_DECK,
    IN_DUNGEON_DECK,
    IN_HAND,
    IN_LIMBO,
    IN_PLAY,
    OVER,
    TREASURE,
)
from kickdoor.engine.running.kernel import top_step
from kickdoor.engine.running.windows import Window
from kickdoor.engine.steps.choosing import AskEach


class Worlds:
    """The worlds that a seat must reckon with. Whoever has this can deal such worlds, and see nothing else.

    They are those of the game as it stands when one is dealt.
    """

    __slots__ = ("_seat", "_state")

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat

    def deal(self, rng: Random) -> State | None:
        """A world by chance; None in the rare moments when something half done holds cards that the seat cannot see."""
        return determinise(self._state, self._seat, rng)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Worlds) and self._seat == other._seat

    def __hash__(self) -> int:
        return hash(self._seat)


def determinise(s: State, seat: int, rng: Random) -> State | None:
    """A copy in which all cards that a seat cannot know have been dealt anew, and the dice have other numbers in store.

    What it comes from besides chance is only what the seat knows: hands keep their sizes by back, known cards of hands
    and decks stay. Of the others nobody knows who has passed, since only those are asked who can speak: in a window
    each of them is asked again who could say something with the cards he has been dealt.
    """
    if s.over == OVER or not s.stack or isinstance(top_step(s)[0], AskEach) or _hides_what_is_under_way(s, seat):
        return None
    world = s.copy()
    world.key = rng.getrandbits(128).to_bytes(16, "big")
    world.draws = 0
    world.loaded = []
    _deal_anew(world, seat, rng)
    for player in world.players:
        player.held = -1
    world.version += 1
    step, f = top_step(world)
    if isinstance(step, Window) and f.regs[PASSES]:
        owner = step.owner(world, f)
        public = 1 << seat | (1 << owner if owner >= 0 else 0)
        passes = f.regs[PASSES][0] & public
        f.regs[PASSES] = (passes,)
        world.waiting = 0
        for other, player in enumerate(world.players):
            if not passes >> other & 1 and not player.dead:
                asked = other == owner or (other == seat and s.waiting >> seat & 1) or step.can_speak(world, f, other)
                world.waiting |= asked << other
    return world


def _deal_anew(world: State, seat: int, rng: Random) -> None:
    """Give each place of an unseen card another unseen card with the same back; who knows the place knows it still."""
    bit = 1 << seat
    known, defs, where = world.known, world.rules.defs, world.where
    named = _named_in_bargains(world)
    places: list[list[tuple[list[int], int]]] = [[], [], []]
    for deck, cards in ((DOOR, world.door), (TREASURE, world.treasure), (DUNGEON, world.dungeon)):
        places[deck].extend((cards, at) for at, card in enumerate(cards) if not known[card] & bit)
    for other, player in enumerate(world.players):
        if other != seat:
            hand = player.hand
            for at, card in enumerate(hand):
                if not known[card] & bit and card not in named:
                    places[defs[card].deck].append((hand, at))
    moved: dict[int, int] = {}
    for deck_places in places:
        before = [cards[at] for cards, at in deck_places]
        masks = [known[card] for card in before]
        lie = [where[card] for card in before]
        after = sorted(before)
        rng.shuffle(after)
        for (cards, at), old, new, mask, place in zip(deck_places, before, after, masks, lie, strict=True):
            cards[at] = new
            known[new] = mask
            where[new] = place
            moved[old] = new
    for player in world.players:
        if player.fresh:
            player.fresh = [moved.get(card, card) for card in player.fresh]


def _named_in_bargains(s: State) -> set[int]:
    """The cards of hands that an offer or an agreement names to all."""
    deals = [*s.offers, *(fight.deal for fight in s.fights if fight.deal is not None)]
    return {card for deal in deals for card in deal.promises}


def _hides_what_is_under_way(s: State, seat: int) -> bool:
    """Whether a script under way holds a card that the seat cannot see."""
    cards = len(s.where)
    return any(card < cards and _is_hidden(s, card, seat) for frame in s.stack for card in cards_under_way(s, frame))


def _is_hidden(s: State, card: int, seat: int) -> bool:
    place = s.where[card]
    in_deck = IN_DOOR_DECK <= place <= IN_DUNGEON_DECK
    in_hand = IN_HAND <= place < IN_PLAY
    return (in_deck or in_hand or place == IN_LIMBO) and not s.known[card] >> seat & 1
