"""Scenario files: a position, steps, expectations. docs/scenarios.md documents the format."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import yaml

from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.packs.loader import PackError, read_yaml
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


class ScenarioError(ValueError):
    """A scenario file that cannot be read."""


def load_file(path: Path) -> list[dict[str, Any]]:
    """The raw scenarios of a file."""
    try:
        raw = read_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read ({error.strerror}). Give the path of a scenario file") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise ScenarioError(f"{path}:{line}: is not YAML: {error.problem}. Mend the syntax at that line") from error
    if not isinstance(raw, list) or not all(isinstance(entry, dict) for entry in raw):
        raise ScenarioError(f"{path}: a scenario file is a list of scenarios. See docs/scenarios.md")
    return raw


def expand(raw: dict[str, Any]) -> list[dict[str, Any]]:
    """A scenario and its variants, each on its own."""
    variants = raw.get("variants") or {}
    if not variants:
        return [raw]
    base = {key: value for key, value in raw.items() if key != "variants"}
    found = []
    for name, change in variants.items():
        entry = merge(base, change or {})
        entry["id"] = f"{raw.get('id', '?')}/{name}"
        found.append(entry)
    return found


def merge(base: Any, change: Any) -> Any:
    """Mappings are merged key by key, all else is replaced."""
    if isinstance(base, dict) and isinstance(change, dict):
        merged = dict(base)
        for key, value in change.items():
            merged[key] = merge(base[key], value) if key in base else value
        return merged
    return change


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


def run_file(path: Path | str) -> list[Result]:
    """Run all scenarios of a file."""
    path = Path(path)
    return [run_one(entry, str(path)) for raw in load_file(path) for entry in expand(raw)]
