"""What goes wrong, told in one line on stderr, with an exit status: 1 for failure, 2 for bad usage."""

from __future__ import annotations

import sys

FAILED = 1
BAD_USAGE = 2


class BadUsage(Exception):
    """The command was called with something that it cannot work with."""


class Failed(Exception):
    """The command could not do what it was called for."""


def complain(message: str) -> None:
    """Tell in one line what is wrong."""
    sys.stderr.write(f"kickdoor: {' '.join(message.split())}\n")
