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
    except (PackError, NoLeave) as error:
        return REFUSED + str(error).encode()
    except ImportError:
        return REFUSED + b"this server has no press: it was installed without the extra `print`"
    try:
        press = Press(entries, errand.language, source.pack.name, small_print(errand.language))
    except NoPage as error:
        return REFUSED + str(error).encode()
    return press.sheets(errand.paper, with_backs=True)


if __name__ == "__main__":
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    sys.stdout.buffer.write(carry_out(msgspec.json.decode(sys.stdin.buffer.read(), type=PrintErrand)))
