"""A print in a process of its own, for whoever must not be kept waiting: cards of a draft as a PDF to cut out.

A server starts it as `python -m kickdoor.press.errand` and gives it one order as JSON. What it writes is the PDF; where
it refuses, the reason stands after a word that no PDF begins with.
"""

from __future__ import annotations

import sys

import msgspec

from kickdoor.packs.guests import guest
from kickdoor.packs.loader import PackError, cards_of
from kickdoor.press.leave import NoLeave, check_leave
from kickdoor.text.faults import in_language

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

REFUSED = b"refused:"
MOST_SECONDS = 60
"""Of the processor."""


class PrintErrand(msgspec.Struct, frozen=True):
    """A draft to be printed, on which paper and in which language."""

    text: str
    paper: str
    language: str


def carry_out(errand: PrintErrand) -> bytes:
    """The sheets of a draft, or why they are refused."""
    try:
        source = guest(errand.text, "pack.yaml")
        entries = cards_of(source)
        check_leave(entries)
        from kickdoor.press.booklet import small_print
        from kickdoor.press.drawing import NoPage
        from kickdoor.press.press import Press

        try:
            press = Press(entries, errand.language, source.pack.name, small_print(errand.language))
        except NoPage as error:
            return _refused(str(error), errand.language)
        return press.sheets(errand.paper, with_backs=True)
    except PackError as error:
        return _refused(f"{error.problem}. {error.remedy}", errand.language)
    except NoLeave as error:
        return _refused(str(error), errand.language)
    except ImportError:
        return _refused("this server was installed without what prints cards", errand.language)


def _refused(reason: str, language: str) -> bytes:
    return REFUSED + in_language(reason, language).encode()


if __name__ == "__main__":
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    sys.stdout.buffer.write(carry_out(msgspec.json.decode(sys.stdin.buffer.read(), type=PrintErrand)))
