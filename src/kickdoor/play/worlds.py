"""Worlds as they might be: the game with all that a seat cannot know dealt anew, or out of everybody's hands."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from kickdoor.engine.actions import piles
from kickdoor.engine.data import ids
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import DOOR, DUNGEON, OVER, TREASURE
from kickdoor.engine.running.asking import forget_passes
from kickdoor.engine.running.underway import has_begun, hides_from

if TYPE_CHECKING:
    from kickdoor.play.game import Game


class Worlds:
    """The worlds that a seat must reckon with. Whoever has this can deal such worlds, and see nothing else.

    They are those of the game as it stands when one is dealt.
    """

    __slots__ = ("_game", "_seat")

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat

    def deal(self, rng: Random) -> Game | None:
        """A world by chance, as a game of its own that keeps no record.

        None in the rare moments when something half done holds cards that the seat cannot see.
        """
        world = determinise(self._game.state, self._seat, rng)
        return None if world is None else self._game.at(world)

    def __reduce__(self) -> tuple[type[Worlds], tuple[Game, int]]:
        return Worlds, (self._game, self._seat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Worlds) and self._seat == other._seat

    def __hash__(self) -> int:
        return hash(self._seat)


def determinise(s: State, seat: int, rng: Random) -> State | None:
    """A copy in which all cards that a seat cannot know have been dealt anew, and the dice have other numbers in store.

    What it comes from besides chance is only what the seat knows: hands keep their sizes by back, known cards of hands
    and decks stay. Of the others nobody knows who has passed, since only those are asked who can speak: in a window
    each of them is asked again who could say something with the cards they have been dealt.
    """
    if s.over == OVER or not has_begun(s) or hides_from(s, seat):
        return None
    world = s.copy()
    world.key = rng.getrandbits(128).to_bytes(16, "big")
    world.draws = 0
    world.loaded = []
    _deal_anew(world, seat, rng)
    for player in world.players:
        player.held = -1
    world.version += 1
    forget_passes(world, seat)
    return world


def without_secrets(s: State, seat: int) -> State | None:
    """A copy in which nobody else holds a card that a seat cannot know: such cards lie under their decks.

    Whatever comes of an answer there, without a draw, comes of what the seat knows alone. None as with `determinise`.
    """
    if s.over == OVER or not has_begun(s) or hides_from(s, seat):
        return None
    world = s.copy()
    named = _named_in_bargains(world)
    for other, player in enumerate(world.players):
        if other != seat:
            for card in sorted(player.hand):
                if not world.known[card] >> seat & 1 and card not in named:
                    piles.to_deck(world, card, bottom=True)
    world.version += 1
    forget_passes(world, seat)
    return world


def _deal_anew(world: State, seat: int, rng: Random) -> None:
    """Give each place of an unseen card another unseen card with the same back; who knows the place knows it still."""
    bit = 1 << seat
    known, defs, where = world.known, world.rules.defs, world.where
    named = _named_in_bargains(world)
    places: list[list[tuple[list[ids.Card], int]]] = [[], [], []]
    for deck, cards in ((DOOR, world.door), (TREASURE, world.treasure), (DUNGEON, world.dungeon)):
        places[deck].extend((cards, at) for at, card in enumerate(cards) if not known[card] & bit)
    for other, player in enumerate(world.players):
        if other != seat:
            hand = player.hand
            for at, card in enumerate(hand):
                if not known[card] & bit and card not in named:
                    places[defs[card].deck].append((hand, at))
    moved: dict[ids.Card, ids.Card] = {}
    for deck_places in places:
        before = [cards[at] for cards, at in deck_places]
        masks = [known[card] for card in before]
        lie = [where[card] for card in before]
        after = [card for _, card in sorted((rng.random(), card) for card in sorted(before))]
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
