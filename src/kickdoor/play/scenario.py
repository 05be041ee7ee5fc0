"""Scenarios: a position, steps, expectations. docs/scenarios.md documents the format."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.packs.loader import PackError
from kickdoor.play.naming import Failure
from kickdoor.play.position import Layout, Position, PositionError
from kickdoor.play.table import Table
from kickdoor.rules.books import UnknownOption


class Scenario(Position, forbid_unknown_fields=True, kw_only=True):
    """A position with what is tried there and what must come of it."""

    id: str
    rules: list[str] = []  #: catalogue ids that it proves
    cards: list[str] = []  #: cards that it plays
    about: str = ""
    steps: list[dict[str, Any]] = []
    expect: dict[str, Any] = {}
    variants: dict[str, dict[str, Any]] = {}


class Result(msgspec.Struct, frozen=True):
    """What came of a scenario."""

    file: str
    id: str
    passed: bool
    why: str
    line: int = 0  #: of the file, where it failed and the file is known


#: What a scenario may hold.
FIELDS = frozenset(field.encode_name for field in msgspec.structs.fields(Scenario))


def run_one(raw: dict[str, Any], file: str = "", change: Callable[[Any], Any] | None = None) -> Result:
    """Run one scenario (no variants in it)."""
    id = str(raw.get("id", "?"))
    try:
        scenario = msgspec.convert(copy.deepcopy(raw), Scenario)
        scenario.packs = [
            str(Path(file).parent / name) if name.startswith((".", "..")) else name for name in scenario.packs
        ]
        layout = Layout(scenario, change)
        table = Table(layout.lay_out(), layout.seats)
        for number, step in enumerate(scenario.steps, 1):
            try:
                table.do(step)
            except Failure as failure:
                return Result(file, id, False, f"step {number} {step}: {failure}")
            except IllegalMove as error:
                return Result(file, id, False, f"step {number} {step}: refused: {error}")
        table.expect(scenario.expect)
    except Failure as failure:
        return Result(file, id, False, str(failure))
    except (msgspec.ValidationError, PositionError, PackError, UnknownOption) as error:
        return Result(file, id, False, f"cannot be set up: {error}")
    return Result(file, id, True, "")
