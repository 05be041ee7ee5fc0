"""Scenarios: a position, steps, expectations. docs/scenarios.md documents the format."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.packs.loader import PackError, split_path
from kickdoor.packs.mixing import Change
from kickdoor.play import scenario_words as words
from kickdoor.play.lawful import unlawful
from kickdoor.play.naming import Failure
from kickdoor.play.position import Combat, Layout, Position, PositionError, Seat
from kickdoor.play.table import Table
from kickdoor.rules.books import UnknownOption


class LessonFacts(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What makes a scenario a lesson that somebody can play. Words by language."""

    title: dict[str, str]
    about: dict[str, str]
    done: dict[str, str]  #: when it has been played to its end
    minutes: int


class Scenario(Position, forbid_unknown_fields=True, kw_only=True):
    """A position with what is tried there and what must come of it."""

    id: str
    rules: list[str] = []  #: catalogue ids that it proves
    cards: list[str] = []  #: cards that it plays
    about: str = ""
    lesson: LessonFacts | None = None
    unlawful: bool = False  #: the position is against the rules on purpose
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
    place: str = ""  #: within the scenario, such as steps[2].A.play


def _names_of(struct: type[msgspec.Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(struct))


#: What a scenario may hold.
FIELDS = _names_of(Scenario)
SEAT_FIELDS = _names_of(Seat)
COMBAT_FIELDS = _names_of(Combat)


def run_one(
    raw: dict[str, Any],
    file: str = "",
    change: Change | None = None,
    tell: Callable[[str], None] | None = None,
) -> Result:
    """Run one scenario (no variants in it)."""
    id = str(raw.get("id", "?"))
    try:
        play(raw, file, change, tell)
    except Failure as failure:
        return Result(file, id, False, str(failure), place=failure.place)
    except Exception as error:  # one that breaks must not end the run of all others
        return Result(file, id, False, f"it breaks the table: {type(error).__name__}: {error}. Please report this")
    return Result(file, id, True, "")


def trace(raw: dict[str, Any], file: str, tell: Callable[[str], None]) -> Result:
    """Run a scenario and tell it move by move: what happened, and what everybody could do next."""
    result = run_one(raw, file, tell=tell)
    tell("It passed" if result.passed else f"It failed: {result.why}")
    return result


def play(
    raw: dict[str, Any],
    file: str = "",
    change: Change | None = None,
    tell: Callable[[str], None] | None = None,
) -> None:
    """Lay a scenario out, take its steps and compare; raises Failure."""
    scenario = read(raw)
    table = lay_out(scenario, file, change)
    for number, step in enumerate(scenario.steps):
        if tell is not None:
            _tell_table(table, tell)
            tell(f"step {number + 1}: {step}")
        try:
            table.do(step)
        except (Failure, IllegalMove) as failure:
            said = f"refused: {failure}" if isinstance(failure, IllegalMove) else str(failure)
            raise Failure(f"step {number + 1} {step}: {said}", f"steps[{number}]") from failure
    if tell is not None:
        _tell_table(table, tell)
    waiting = table.waits_for()
    if waiting and not {"asked_of", "moment", "asked"} & scenario.expect.keys():
        said = f"it ends while {', '.join(waiting)} may still speak: let them pass, or expect `asked_of`"
        raise Failure(f"{said}. {table.situation()}", f"steps[{len(scenario.steps) - 1}]")
    try:
        table.expect(scenario.expect)
    except Failure as failure:
        raise Failure(str(failure), "expect") from failure
    if not _expects(scenario):
        raise Failure(
            "it expects nothing, and would always pass. Give it `expect`, or a step that somebody must be able to take"
        )


def _expects(scenario: Scenario) -> bool:
    """Whether anything must come of it: what it expects, or a step that must be possible, more than passing is."""
    return bool(scenario.expect) or any("pass" not in step for step in scenario.steps)


def _tell_table(table: Table, tell: Callable[[str], None]) -> None:
    """What has happened since it was last told, the open window or question, and what everybody could do."""
    if table.untold():
        tell(f"  happened: {', '.join(table.untold(clear=True))}")
    tell(f"  {table.situation().partition(';')[0]}")
    for line in table.prospects():
        tell(f"  {line}")


def read(raw: dict[str, Any]) -> Scenario:
    """A scenario as it is written, every key and word of it known; raises Failure."""
    words.check_keys(raw, sorted(FIELDS), "", "a scenario")
    players = raw.get("players")
    if not isinstance(players, dict) or not players:
        raise Failure("`players` is missing: the players by name, such as {A: {level: 3}, B: {}, C: {}}", "players")
    seats = [str(name) for name in players]
    for name, seat in players.items():
        words.check_keys(seat, sorted(SEAT_FIELDS), f"players.{name}", f"the player {name}")
    if raw.get("combat") is not None:
        words.check_keys(raw["combat"], sorted(COMBAT_FIELDS), "combat", "`combat`")
    words.check_names(raw, seats)
    words.check_steps(raw.get("steps", []), seats)
    words.check_expect(raw.get("expect", {}), seats)
    try:
        return msgspec.convert(copy.deepcopy(raw), Scenario)
    except msgspec.ValidationError as error:
        message, where = split_path(str(error))
        raise Failure(f"cannot be set up: {message}" + (f" ({where})" if where else ""), where) from error


def lay_out(scenario: Scenario, file: str = "", change: Change | None = None) -> Table:
    """The table at the position of a scenario; raises Failure."""
    folder = Path(file).parent
    scenario.packs = [str(folder / name) if name.startswith((".", "..")) else name for name in scenario.packs]
    try:
        layout = Layout(scenario, change)
        layout.place()
        wrong = [] if scenario.unlawful else unlawful(layout.state, layout.seats)
        if wrong:
            raise Failure(f"the position is unlawful: {'; '.join(wrong)}. If that is meant, say `unlawful: true`")
        return Table(layout.start(), layout.seats)
    except (PositionError, PackError, UnknownOption, IllegalMove) as error:
        raise Failure(f"cannot be set up: {error}", getattr(error, "place", "")) from error
