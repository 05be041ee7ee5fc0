"""Passing at a table of names: all pass, and whoever must say how it goes on says the only thing they can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kickdoor.engine.data.options import verb_of
from kickdoor.engine.data.terms import CLAIM, PASS, PROCEED, RUN
from kickdoor.engine.running import kernel
from kickdoor.engine.running.asking import open_window
from kickdoor.play.naming import Failure

if TYPE_CHECKING:
    from kickdoor.play.table import Table

GO_ON = (CLAIM, RUN, PROCEED)

#: More answers than one window can ask for.
MOST_ANSWERS = 100


def pass_all(table: Table) -> None:
    """Close the window that is open."""
    s = table.game.state
    window = open_window(s)
    assert window is not None
    for _ in range(MOST_ANSWERS):
        if not window.is_open(s) or not s.waiting:
            return
        seat = table.game.waiting[0]
        options = kernel.options(s, seat)
        going = [o for o in options if verb_of(o) in GO_ON] or [o for o in options if verb_of(o) == PASS]
        if not going:
            raise Failure(f"{table.seats[seat]} must choose between {table.labels(seat)}. {table.situation()}")
        passed = window.passed()
        table.apply(seat, going[0])
        if verb_of(going[0]) != CLAIM and passed & ~window.passed():
            return  # it has closed, and another has opened in its place
        if verb_of(going[0]) == RUN and not window.passed() >> seat & 1:
            return
    raise Failure(f"the window does not close. {table.situation()}")
