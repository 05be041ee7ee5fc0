"""What cards do to the lines of a fight: silence them, drop them, turn them round, multiply and double them.

The order is fixed, and each operator sees what those before it have left.
"""

from __future__ import annotations

from kickdoor.engine.data.cards import (
    DROP_ALL_BUT_LEVELS,
    DROP_ITEMS,
    DROP_ITEMS_BUT_ARMOR,
    DROP_LEVELS,
    ITS_HOST,
    ITS_LEVELS,
)
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.scripts import NO_TAGS, CardTest
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import ARMOR, CURSE, IN_PLAY, MONSTERS, PARTY
from kickdoor.engine.questions.force import is_active
from kickdoor.engine.questions.items import fills
from kickdoor.engine.questions.lines import (
    ALL_OF_BOTH,
    ANY_SIDE,
    ANYBODYS,
    OF_ITEM,
    OF_LEVEL,
    OF_MONSTER,
    OF_PLAY,
    Factor,
    Reckoning,
    StrengthLine,
)
from kickdoor.engine.questions.table import face


def operate(s: State, reckoning: Reckoning) -> None:
    """Carry out all that was noted with the lines, in the fixed order."""
    if reckoning.silences:
        _silence(s, reckoning)
    if reckoning.drops:
        _drop(s, reckoning)
    if reckoning.turns:
        _turn(s, reckoning)
    for factor in reckoning.factors:
        _multiply(s, reckoning, factor)
    for seat in reckoning.doubled:
        reckoning.lines += [line for line in reckoning.lines if line.side == PARTY and line.owner == seat]


def _silence(s: State, reckoning: Reckoning) -> None:
    reckoning.lines = [line for line in reckoning.lines if not _is_silent(s, reckoning, line)]


def _is_silent(s: State, reckoning: Reckoning, line: StrengthLine) -> bool:
    """Whether a card of the party does not count."""
    if line.side != PARTY or not is_card(s, line.source):
        return False
    for test, whose in reckoning.silences:
        if (whose < 0 or whose == line.owner) and _fits(s, reckoning.fight, line, test):
            return True
    return False


def _drop(s: State, reckoning: Reckoning) -> None:
    reckoning.lines = [line for line in reckoning.lines if not _is_dropped(s, reckoning, line)]


def _is_dropped(s: State, reckoning: Reckoning, line: StrengthLine) -> bool:
    """Whether a line of the party is of a kind that does not count."""
    if line.side != PARTY:
        return False
    kind = line.kind
    for what, whose in reckoning.drops:
        if whose >= 0 and whose != line.owner:
            continue
        if what == DROP_LEVELS and kind == OF_LEVEL:
            return True
        if what == DROP_ALL_BUT_LEVELS and kind != OF_LEVEL:
            return True
        if what == DROP_ITEMS and kind == OF_ITEM:
            return True
        if what == DROP_ITEMS_BUT_ARMOR and kind == OF_ITEM and not fills(s, line.source, ARMOR):
            return True
    return False


def _turn(s: State, reckoning: Reckoning) -> None:
    for line in reckoning.lines:
        if _is_turned(s, reckoning, line):
            line.amount = -line.amount


def _is_turned(s: State, reckoning: Reckoning, line: StrengthLine) -> bool:
    """Whether a card counts the other way round: once, however many cards say so."""
    if not is_card(s, line.source) or (line.side == MONSTERS and line.kind == OF_MONSTER):
        return False
    for test, whose in reckoning.turns:
        meant = whose == ALL_OF_BOTH or (line.side == PARTY and (whose < 0 or whose == line.owner))
        if meant and _fits(s, reckoning.fight, line, test):
            return True
    return False


def _multiply(s: State, reckoning: Reckoning, factor: Factor) -> None:
    for line in reckoning.lines:
        if (factor.side == ANY_SIDE or line.side == factor.side) and (
            factor.owner == ANYBODYS or line.owner == factor.owner
        ):
            if factor.what == ITS_HOST:
                fits = line.source == factor.host
            elif factor.what == ITS_LEVELS:
                fits = line.kind == OF_LEVEL or line.kind == OF_MONSTER
            else:
                test = factor.test
                fits = test is not None and is_card(s, line.source) and _fits(s, reckoning.fight, line, test)
            if fits:
                line.amount *= factor.by


def is_card(s: State, source: Card) -> bool:
    """Whether the source of a line is a card: neither a Level nor a twin without one."""
    return 0 <= source < len(s.where)


def _fits(s: State, fight: Fight, line: StrengthLine, test: CardTest) -> bool:
    """Whether the card of a line is such a card, also by what its owner's cards lend to his attacks."""
    return test.fits(s, line.source, _lent(s, fight, line) if s.rules.lending else NO_TAGS)


def _lent(s: State, fight: Fight, line: StrengthLine) -> frozenset[str]:
    """What cards in force lend to the attack that a line is: a card in play of its owner, or one that he has played."""
    if line.side != PARTY:
        return NO_TAGS
    seat = Seat(line.owner)
    if line.kind == OF_PLAY:
        for play in fight.plays:
            if line.source in play.cards:
                seat = play.by
    elif s.where[line.source] != IN_PLAY + seat or face(s, line.source).kind == CURSE:
        return NO_TAGS
    lent = NO_TAGS
    for card in s.players[seat].table:
        lends = face(s, card).lends
        if lends and is_active(s, seat, card):
            lent |= lends
    return lent
