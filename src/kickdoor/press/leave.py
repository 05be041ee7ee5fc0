"""Which packs may be printed: those of one's own. What can be bought is not printed here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from kickdoor.packs.language import Card
from kickdoor.packs.loader import Listed, available, cards_of, load

OUR_OWN = frozenset({"ours", "own"})
NO_SUBSTITUTE = "the printed game, and kickdoor prints no substitute for buying it"


class NoLeave(Exception):
    """Cards that are not printed, and why."""


def check_leave(entries: Sequence[Listed]) -> None:
    """Refuse cards that are somebody else's printed ones, whatever they say of themselves; raises NoLeave."""
    if not entries:
        raise NoLeave("there are no cards in it")
    marked = [entry.card.name for entry in entries if entry.card.origin not in OUR_OWN]
    if marked:
        mend = "Cards of your own need no `origin`, or say `own`"
        raise NoLeave(f"{_some(marked)} {_are(marked)} marked as part of {NO_SUBSTITUTE}. {mend}")
    copied = [entry.card.name for entry in entries if _essence(entry.card) in _printed()]
    if copied:
        raise NoLeave(f"{_some(copied)} {_are(copied)} copied from {NO_SUBSTITUTE}")


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _some(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"1 card ({names[0]})"
    return f"{len(names)} cards ({', '.join(names[:3])}{' …' if len(names) > 3 else ''})"


def _essence(card: Card) -> bytes:
    """A card without what says where it comes from, how often it is there, and how it looks."""
    names = {"id": "", "origin": "own", "copies": 1, "icon": msgspec.UNSET, "flavor": msgspec.UNSET}
    plain = msgspec.structs.replace(card, **names, author=msgspec.UNSET, names={}, wording=msgspec.UNSET)
    return msgspec.json.encode(plain)


@cache
def _printed() -> frozenset[bytes]:
    entries = [entry for name in available() for entry in cards_of(load(name))]
    return frozenset(_essence(entry.card) for entry in entries if entry.card.origin not in OUR_OWN)
