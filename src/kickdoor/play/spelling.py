"""Words that nobody knows, and those that were perhaps meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

#: As many words are listed where none is near.
MOST_LISTED = 40


def hint_for(word: object, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the known one that is nearest, or all if they are not too many."""
    names = list(known)
    by_folded = {name.lower(): name for name in names}
    close = difflib.get_close_matches(str(word).lower(), by_folded, 1)
    if close:
        return f"; did you mean {by_folded[close[0]]!r}?"
    return f"; there are {', '.join(names)}" if 0 < len(names) <= MOST_LISTED else ""


def unknown(what: str, word: object, known: Iterable[str]) -> str:
    """That there is no such thing, with what was perhaps meant."""
    return f"there is no {what} {word!r}{hint_for(word, known)}"
