"""What anybody at the table reads off a character: Races, Classes, free hands, strength by where it comes from."""

from __future__ import annotations

import msgspec

from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.state import State
from kickdoor.engine.data.strength import StrengthLine as Line
from kickdoor.engine.data.terms import CLASS, SEXES, SIDES
from kickdoor.engine.questions.force import has_trait, races_of, sex_now
from kickdoor.engine.questions.lines import LINE_KINDS
from kickdoor.engine.questions.room import free_hands
from kickdoor.engine.questions.suppose import lines_of
from kickdoor.engine.questions.values import value


class StrengthLine(msgspec.Struct, frozen=True):
    """One line of strength: which side, whose, from what, how much."""

    side: str
    owner: int
    source: str
    kind: str
    amount: int


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A character as everybody sees it."""

    seat: int
    level: int
    sex: str
    races: tuple[str, ...]  #: human where there is none
    classes: tuple[str, ...]
    hands: int  #: how many they have
    free_hands: int  #: … and how many of them hold nothing
    big_limit: int  #: how many Big Items they may carry
    strength: int  #: what they would fight with now
    lines: list[StrengthLine]  #: … line by line


def named(s: State, line: Line) -> StrengthLine:
    """A line of strength in words."""
    source = s.rules.defs[line.source].name if 0 <= line.source < len(s.rules.defs) else ""
    return StrengthLine(SIDES[line.side], line.owner, source, LINE_KINDS[line.kind], line.amount)


def character_of(s: State, seat: Seat) -> Character:
    """The character of a seat."""
    classes = [word for word, kind in s.rules.trait_kinds.items() if kind == CLASS]
    lines = lines_of(s, seat)
    return Character(
        seat=seat,
        level=s.players[seat].level,
        sex=SEXES[sex_now(s, seat)],
        races=tuple(sorted(races_of(s, seat))),
        classes=tuple(word for word in sorted(classes) if has_trait(s, seat, word)),
        hands=value(s, "hands", seat),
        free_hands=free_hands(s, seat),
        big_limit=value(s, "big_limit", seat),
        strength=sum(line.amount for line in lines),
        lines=[named(s, line) for line in lines],
    )
