"""Scenario files: what is written there, each scenario on its own. docs/scenarios.md documents the format."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from kickdoor.packs.loader import line_of, read_yaml
from kickdoor.play.forms import Form, FormError, complete, merge
from kickdoor.play.scenario import Result, run_one

_FILE = "a scenario file is a list of scenarios, or `use`, `forms`, `each` and `scenarios`. See docs/scenarios.md"


class Written(msgspec.Struct, frozen=True):
    """A scenario as a file says it, without variants or blanks."""

    raw: dict[str, Any]
    file: str
    place: str  #: where it stands in the file, such as scenarios[3].of[12]

    @property
    def id(self) -> str:
        """Its name in reports."""
        return str(self.raw.get("id", "?"))

    @property
    def line(self) -> int:
        """The line of the file."""
        return line_of(Path(self.file).read_text(encoding="utf-8"), self.place)

    def run(self) -> Result:
        """Lay it out and play it."""
        result = run_one(self.raw, self.file)
        return result if result.passed else msgspec.structs.replace(result, line=self.line)


class ScenarioError(ValueError):
    """A scenario file that cannot be read."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """What a scenario file holds."""

    use: list[str] = []  #: files whose forms are used, from the folder of this one
    forms: dict[str, dict[str, Any]] = {}
    each: dict[str, Any] = {}  #: fields of every scenario that does not say otherwise
    scenarios: list[dict[str, Any]] = []


def files_of(paths: Iterable[Path]) -> list[Path]:
    """The files that are named, and those of the folders that are named."""
    return [file for path in paths for file in (sorted(path.rglob("*.yaml")) if path.is_dir() else [path])]


def collect(paths: Iterable[Path]) -> list[Written]:
    """All scenarios of files and folders."""
    return [written for file in files_of(paths) for written in read_file(file)]


def run_file(path: Path | str) -> list[Result]:
    """Run all scenarios of a file."""
    return [written.run() for written in read_file(Path(path))]


def read_file(path: Path) -> list[Written]:
    """The scenarios of a file: forms filled in, variants apart."""
    text, file, root = _load(path)
    forms = _forms(path, file)
    ready: dict[str, Form] = {}
    found = []
    for number, entry in enumerate(file.scenarios):
        place = f"{root}[{number}]"
        try:
            if "form" not in entry:
                found += [Written(raw, str(path), place) for raw in expand(_named(merge(file.each, entry)))]
                continue
            name = str(entry["form"])
            if name not in ready:
                ready[name] = Form(complete(forms, name))
            shared = {key: value for key, value in entry.items() if key not in ("form", "of")}
            lines = entry.get("of")
            if not isinstance(lines, list):
                raise FormError("`of` is missing: a list of lines with the facts of each scenario")
            for row, line in enumerate(lines):
                place = f"{root}[{number}].of[{row}]"
                if not isinstance(line, dict):
                    raise FormError(f"a line of facts is a mapping such as {{card: Halo}}, not {line!r:.60}")
                made = merge(file.each, ready[name].fill(merge(shared, line)))
                found += [Written(raw, str(path), place) for raw in expand(_named(made))]
        except FormError as error:
            raise ScenarioError(f"{path}:{line_of(text, place)}: {error}") from error
    return found


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


def _named(raw: dict[str, Any]) -> dict[str, Any]:
    if "id" not in raw:
        raise FormError("a scenario has no id. Give it one, or the `form` that it is written by")
    return raw


def _forms(path: Path, file: _File) -> dict[str, dict[str, Any]]:
    """The forms that a file may use: its own, and those of the files that it names."""
    forms: dict[str, dict[str, Any]] = {}
    for name in file.use:
        used = path.parent / name
        forms.update(_forms(used, _load(used)[1]))
    return forms | file.forms


def _load(path: Path) -> tuple[str, _File, str]:
    """The text of a file, what it holds, and what its list of scenarios is called there."""
    try:
        text = path.read_text(encoding="utf-8")
        raw = _parsed(text)
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read ({error.strerror}). Give the path of a scenario file") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise ScenarioError(f"{path}:{line}: is not YAML: {error.problem}. Mend the syntax at that line") from error
    whole = isinstance(raw, dict)
    raw = raw if raw is not None else []
    try:
        return text, msgspec.convert(raw if whole else {"scenarios": raw}, _File), "scenarios" if whole else ""
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{path}: {_FILE} ({error})") from error


@cache
def _parsed(text: str) -> object:
    return read_yaml(text)
