"""Copies: a card that shows the face of another for a while, beyond all limits."""

from __future__ import annotations

from kickdoor.engine.actions import losing, piles, tell
from kickdoor.engine.data.ids import NO_SEAT, Card, Seat
from kickdoor.engine.data.state import Copied, State
from kickdoor.engine.data.terms import BY_EFFECT, CLASS, IN_PLAY, POWER, RACE
from kickdoor.engine.questions.table import face


def can_be_copied(s: State, card: Card) -> bool:
    """Whether a card is one that another can stand for: a Class, a Race or a Power."""
    return face(s, card).kind in (CLASS, RACE, POWER)


def begin(s: State, card: Card, original: Card, seat: Seat, until: int) -> None:
    """A card lies before a player as what another card is."""
    goes = s.where[card] < IN_PLAY
    shown = face(s, original).index
    s.copies = (*(copied for copied in s.copies if copied.card != card), Copied(card, until, goes))
    if goes:
        piles.to_table(s, card, seat)
    s.face[card] = shown
    _look_anew(s, card)
    tell.copied(s, seat=seat, card=card, shown=original)


def end(s: State, until: int, seat: Seat = NO_SEAT) -> None:
    """Copies that last until now are what they were before, or go; those of one player, or of all."""
    if not s.copies:
        return
    s.copies = tuple(copied for copied in s.copies if copied.card in s.face)
    for copied in s.copies:
        place = s.where[copied.card]
        if copied.until != until or (seat >= 0 and place != IN_PLAY + seat):
            continue
        s.copies = tuple(other for other in s.copies if other is not copied)
        if copied.goes:
            losing.lose(s, copied.card, BY_EFFECT)
        else:
            s.face.pop(copied.card, None)
            _look_anew(s, copied.card)
            tell.face_changed(s, seat=place - IN_PLAY, card=copied.card, shown=-1)


def _look_anew(s: State, card: Card) -> None:
    seat = Seat(s.where[card] - IN_PLAY)
    s.version += 1
    piles.stir(s, seat)
    s.unsettled |= 1 << seat
