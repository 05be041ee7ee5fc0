"""Scenarios from Python: lay out a table, speak to it by names, expect things of it."""

from __future__ import annotations

from typing import Any

import msgspec

from kickdoor.play.naming import Failure
from kickdoor.play.position import Layout, Position
from kickdoor.play.scenario import Result, Scenario, run_one
from kickdoor.play.scenario_files import run_file
from kickdoor.play.table import Table

__all__ = ["Failure", "Result", "Scenario", "Table", "run_file", "run_one", "table"]


def table(**position: Any) -> Table:
    """A table at a position, run to its first decision; the fields are those of a scenario file."""
    layout = Layout(msgspec.convert(position, Position))
    return Table(layout.lay_out(), layout.seats)
