"""Questions asked of a copy with some moves made."""

from __future__ import annotations

from kickdoor.engine.actions import losing
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.ids import Card, FightId, Seat
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.strength import StrengthLine
from kickdoor.engine.data.terms import BY_EFFECT, BY_THEFT, ITEM, PARTY
from kickdoor.engine.questions.force import is_usable
from kickdoor.engine.questions.items import bonus_in_force, slots_of
from kickdoor.engine.questions.room import big_items, equipped_with_limits, room_to_carry, room_to_equip
from kickdoor.engine.questions.strength import is_winning, lines, sums
from kickdoor.engine.questions.table import current_fight, face, owner, seats


def in_the_way(s: State, seat: Seat, card: Card) -> list[Card]:
    """Items of the seat of which one must go before it could carry and equip another."""
    if room_to_carry(s, seat, card) is not None:
        return big_items(s, seat)
    why = room_to_equip(s, seat, card)
    if why is None:
        return []
    worn = equipped_with_limits(s, seat)
    if why is no.TOO_COMPLEX:
        return [c for c in worn if face(s, c).complex]
    slots = slots_of(s, card)
    return [c for c in worn if slots_of(s, c) & slots]


def would_win_with(s: State, seat: Seat, card: Card, fight_id: FightId) -> bool:
    """Whether taking this Item of another, and using it at once, would turn defeat into victory.

    What stands in its way is discarded first.
    """
    fight = s.fight_by_id(fight_id)
    if fight is None or seat < 0 or owner(s, card) in (seat, -1) or is_winning(s, fight):
        return False
    d = face(s, card)
    if d.kind != ITEM or (not d.strength and bonus_in_force(s, card) <= 0):
        return False
    return _wins(s, seat, card, fight_id)


def would_win_without(s: State, seat: Seat, card: Card, fight_id: FightId, dropped: Card) -> bool:
    """The same, with one Item of one's own discarded."""
    t = s.copy()
    losing.lose(t, dropped, BY_EFFECT, seat)
    return _wins(t, seat, card, fight_id)


def with_helper(s: State, fight_id: FightId, seat: Seat) -> tuple[int, int, bool]:
    """Both sums of a fight if a seat helped in it, and whether the players would win."""
    t = s.copy()
    fight = t.fight_by_id(fight_id)
    assert fight is not None
    fight.helper = seat
    t.players[seat].fight = fight_id
    t.version += 1
    party, against = sums(t, fight)
    return party, against, is_winning(t, fight)


def strengths(s: State) -> list[int]:
    """What each player would fight with now, by seat: their own lines of strength."""
    return strengths_and_bonuses(s)[0]


def strengths_and_bonuses(s: State) -> tuple[list[int], dict[Card, int]]:
    """The same, and what cards before players add to it where that is not the bonus that they print.

    A card that another one lies on is left out: the two are told apart.
    """
    t = s.copy()
    found: list[int] = []
    bonuses: dict[Card, int] = {}
    hosts = {card for each in t.host.values() for card in each}
    for seat in seats(t):
        total = 0
        added: dict[Card, int] = {}
        for line in _lines_in_copy(t, seat):
            total += line.amount
            if line.source >= 0 and line.source not in hosts and owner(t, line.source) == seat:
                added[line.source] = added.get(line.source, 0) + line.amount
        found.append(total)
        for card, amount in added.items():
            if amount != face(t, card).bonus:
                bonuses[card] = amount
    return found, bonuses


def lines_of(s: State, seat: Seat) -> list[StrengthLine]:
    """The lines of strength that a player would fight with now.

    While a fight is on, those that they have in it, or would have as its helper; else those of a fight of their own
    that has no monster yet. The dead fight with nothing [DEATH-04].
    """
    return _lines_in_copy(s.copy(), seat)


def _lines_in_copy(t: State, seat: Seat) -> list[StrengthLine]:
    """The same, of a table that may be changed and is as before afterwards."""
    fight = current_fight(t)
    of_their_own = fight is None
    if fight is None:
        t.serial += 1
        fight = Fight(FightId(t.serial), seat)
        t.fights.append(fight)
    helper = fight.helper
    if not of_their_own and seat != fight.fighter:
        fight.helper = seat
    before = t.players[seat].fight
    t.players[seat].fight = fight.id
    t.version += 1
    found = [line for line in lines(t, fight) if line.side == PARTY and line.owner == seat]
    t.players[seat].fight = before
    fight.helper = helper
    if of_their_own:
        t.fights.pop()
    return found


def _wins(s: State, seat: Seat, card: Card, fight_id: FightId) -> bool:
    obstacles = in_the_way(s, seat, card)
    if obstacles:
        return any(would_win_without(s, seat, card, fight_id, dropped) for dropped in obstacles)
    t = s.copy()
    losing.hand_over(t, card, seat, BY_THEFT, False)
    if not is_usable(t, seat, card):
        return False
    t.up[card] = True
    t.version += 1
    then = t.fight_by_id(fight_id)
    return then is not None and is_winning(t, then)
