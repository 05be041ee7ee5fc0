"""Ctrl-C, held back while something is done that must not be broken off in the middle."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def unbroken(most: int | None = None) -> Iterator[list[int]]:
    """Hold Ctrl-C back until this is done; what is given hears of it. Whoever presses more than `most` times gets it.

    The compiled engine takes an interrupt within the arithmetic of long numbers for a lack of memory, and ends the
    process. Within Polars a single Ctrl-C comes as two KeyboardInterrupts; the second would hit what mends the first.
    """
    heard: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # only that one hears signals
        yield heard
        return

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        if most is not None and len(heard) > most:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, before)
