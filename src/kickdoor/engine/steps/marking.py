"""Steps by which something stays on a player, and by which a card turns into something else."""

from __future__ import annotations

from kickdoor.engine.actions import copying, fights, laying, piles, tell
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import IN_LIMBO, IN_PLAY, OUT_OF_GAME
from kickdoor.engine.questions.filters import Cards
from kickdoor.engine.questions.table import face
from kickdoor.engine.questions.who import Who


def _shown(s: State, f: Frame, card: Card) -> CardDef:
    """What a card is, or was, in the fight at hand, so that a twin is what its root is; else what it shows."""
    fight = s.fight_by_id(f.fight)
    monster = fights.monster_by_id(fight, card) if fight is not None else None
    if monster is not None:
        return s.rules.faces[monster.face]
    return face(s, card)


class MarkPlayer(Step):
    """A Mark lies before a player; one of a sort is enough."""

    __slots__ = ("name", "who")

    def __init__(self, name: str, who: Who) -> None:
        self.name = name
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        index = _shown(s, f, f.it).marks.get(self.name, -1)
        if index < 0:
            index = s.rules.defs[f.it].marks[self.name]
        tokens = s.rules.tokens[index]
        for seat in self.who.all(s, f):
            free = [card for card in tokens if s.where[card] == OUT_OF_GAME]
            if not free or any(s.where[card] == IN_PLAY + seat for card in tokens):
                continue
            laying.keep(s, seat, free[0], s.rules.faces[index].lasting)
            if f.it < len(s.where):
                s.note[free[0]] = f.it
            tell.marked(s, seat=seat, card=free[0])


class TurnInto(Step):
    """A card before a player shows another of its faces, or its own again."""

    __slots__ = ("cards", "name")

    def __init__(self, cards: Cards, name: str) -> None:
        self.cards = cards
        self.name = name  # empty: its own

    def run(self, s: State, f: Frame) -> None:
        for card in self.cards.find(s, f):
            if s.where[card] < IN_PLAY:
                continue
            seat = Seat(s.where[card] - IN_PLAY)
            if self.name:
                s.face[card] = (_shown(s, f, card).faces or s.rules.defs[card].faces)[self.name]
            else:
                s.face.pop(card, None)
            s.up[card] = False
            s.version += 1
            piles.stir(s, seat)
            s.unsettled |= 1 << seat
            tell.face_changed(s, seat=seat, card=card, shown=-1)
            laying.equip_if_possible(s, seat, card)


class CopyCard(Step):
    """The card itself lies before a player as what another is, for a while."""

    __slots__ = ("card", "until", "who")

    def __init__(self, card: Cards, who: Who, until: int) -> None:
        self.card = card
        self.who = who
        self.until = until

    def run(self, s: State, f: Frame) -> None:
        seat = self.who.one(s, f)
        lies = s.where[f.it] == IN_LIMBO or s.where[f.it] >= IN_PLAY
        for original in self.card.find(s, f)[:1]:
            if seat >= 0 and lies and original != f.it and copying.can_be_copied(s, original):
                copying.begin(s, f.it, original, seat, self.until)
