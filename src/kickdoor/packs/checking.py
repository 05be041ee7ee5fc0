"""Checking a pack: all that is wrong with it at once, each with its place, what is possible there, and what to do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

import msgspec

from kickdoor.packs import limits
from kickdoor.packs.doubts import Doubt, doubts_of, doubts_of_card
from kickdoor.packs.guests import guest
from kickdoor.packs.loader import (
    Listed,
    PackError,
    Source,
    card_at,
    cards_of,
    descend,
    parse,
    plain,
    read_text,
    taken_by,
    welcome,
)
from kickdoor.packs.mending import errors_of
from kickdoor.packs.mixing import compile_cards
from kickdoor.packs.reading import Reading
from kickdoor.packs.sound import readable, uncompiled
from kickdoor.rules.books import resolve

MOST = 50
"""How many faults are told at most: what comes after is mostly a consequence."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong in a pack, or surely not meant."""

    file: str
    line: int
    column: int
    card: str
    problem: str
    remedy: str
    weight: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        lead = "warning: " if self.weight == "warning" else ""
        return f"{place}: {lead}{f'card {self.card}: ' if self.card else ''}{self.problem}. {self.remedy}"


def check_pack(name: str, others: Sequence[str] = ()) -> list[Fault]:
    """All that is wrong with a pack file, in the order of its lines; with other packs, in a mix with them."""
    try:
        text, path = read_text(name)
    except PackError as error:
        return [_told(error)]
    return check_text(text, path, others, name)


def check_text(text: str, path: str, others: Sequence[str] = (), name: str = "") -> list[Fault]:
    """All that is wrong with the text of a pack; one that has no name by which it is loaded is a guest."""
    try:
        raw = plain(text, path)
        beyond = []
    except PackError as error:
        if not isinstance(error.__cause__, limits.Excess) or not error.line:
            return [_told(error)]
        raw = plain(text, path, trusted=True)
        beyond = list(islice(limits.values_beyond(raw), MOST))
    reading = Reading(raw, text, beyond)
    reading.read(MOST)
    faults, source = [_fault(text, path, raw, *each) for each in reading.wrong], None
    if not faults:
        try:
            source = parse(text, path) if name else guest(text, path)
            faults = list(_miscompiled(source))
        except PackError as error:
            faults = [_told(error)]
    if source is None:
        more = [_told(error) for _, error in islice(uncompiled(raw, text, path, reading.mended), MOST)]
        placed = {(fault.line, fault.column) for fault in faults}
        faults += [fault for fault in more if (fault.line, fault.column) not in placed]
    if source is not None and not faults:
        doubts = doubts_of(name or welcome(source), others)
    else:
        doubts = _doubts_besides(raw, {fault.card for fault in faults})
    told = _sorted(faults)
    more = [_fault(text, path, raw, doubt.place, doubt.problem, doubt.remedy, "warning") for doubt in doubts]
    return _sorted([*told, *more[: MOST - len(told)]])


def _doubts_besides(raw: object, wrong: Collection[str]) -> Iterator[Doubt]:
    """Doubts about the cards of a pack that has errors elsewhere."""
    head, cards = readable(raw)
    for place, card in cards.items():
        if card.id not in wrong:
            yield from doubts_of_card(card, f"cards[{place}]", head.book)


def _sorted(faults: Iterable[Fault]) -> list[Fault]:
    """Faults in the order of their lines, as many as are told."""
    return sorted(faults, key=lambda fault: (fault.line, fault.column))[:MOST]


def _told(error: PackError) -> Fault:
    return Fault(
        file=error.file,
        line=error.line,
        column=error.column or 1,
        card=error.card,
        problem=error.problem,
        remedy=error.remedy,
    )


def _fault(
    text: str,
    path: str,
    raw: object,
    place: str,
    problem: str,
    remedy: str,
    weight: Literal["error", "warning"] = "error",
) -> Fault:
    line, column, _ = descend(text, place)
    card = card_at(raw, place)
    return Fault(file=path, line=line, column=column, card=card, problem=problem, remedy=remedy, weight=weight)


def _miscompiled(source: Source) -> Iterator[Fault]:
    """What cannot be compiled: each card by itself, then all together."""
    taken = list(taken_by(source))
    wrong = [each for each in taken if isinstance(each, PackError)]
    own = (Listed(f"{source.pack.id}/{card.id}", card, card.copies, source) for card in source.pack.cards)
    lent = (each for each in taken if isinstance(each, Listed))
    wrong += islice((error for entry in (*own, *lent) for error in errors_of(entry)), MOST)
    yield from map(_told, wrong)
    if not wrong:
        entries = [(entry, entry.copies) for entry in cards_of(source)]
        try:
            compile_cards(entries, (source.path,), resolve(source.pack.book))
        except PackError as error:
            yield _told(error)
