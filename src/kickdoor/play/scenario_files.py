"""Scenario files: what is written there, each scenario on its own. docs/scenarios.md documents the format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.packs.loader import descend, line_of, read_yaml
from kickdoor.play import scenario
from kickdoor.play.forms import Form, FormError, complete, merge
from kickdoor.play.naming import Failure
from kickdoor.play.scenario import Result, run_one
from kickdoor.play.table import Table

_FILE = "a scenario file is a list of scenarios, or `use`, `forms`, `each` and `scenarios`. See docs/scenarios.md"


class Written(msgspec.Struct, frozen=True):
    """A scenario as a file says it, without variants or blanks."""

    raw: dict[str, Any]
    file: str
    place: str  #: where it stands in the file, such as scenarios[3].of[12]
    variant: str = ""

    @property
    def id(self) -> str:
        """Its name in reports."""
        return str(self.raw.get("id", "?"))

    @property
    def line(self) -> int:
        """The line of the file."""
        return self.line_at("")

    def line_at(self, place: str) -> int:
        """The line of a place in it, such as steps[2]; the nearest that can be found."""
        text = Path(self.file).read_text(encoding="utf-8")
        places = [f"{self.place}.{place}"]
        if self.variant:
            places.append(f"{self.place}.variants.{self.variant}.{place}")
        return max((descend(text, one) for one in places), key=lambda found: found[2])[0]

    def run(self) -> Result:
        """Lay it out and play it."""
        result = run_one(self.raw, self.file)
        return result if result.passed else msgspec.structs.replace(result, line=self.line_at(result.place))


class Unreadable(msgspec.Struct, frozen=True):
    """What stands in the place of a scenario, or of a whole file, that cannot be read: it fails alone."""

    file: str
    line: int
    why: str
    id: str = "?"

    def run(self) -> Result:
        """It cannot be run, and fails."""
        return Result(self.file, self.id, False, self.why, line=self.line)


class ScenarioError(ValueError):
    """A scenario file that cannot be read."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """What a scenario file holds."""

    use: list[str] = []  #: files whose forms are used, from the folder of this one
    forms: dict[str, dict[str, Any]] = {}
    each: dict[str, Any] = {}  #: fields of every scenario that does not say otherwise
    scenarios: list[Any] = []


def files_of(paths: Iterable[Path]) -> list[Path]:
    """The files that are named, and those of the folders that are named."""
    return [file for path in paths for file in (sorted(path.rglob("*.yaml")) if path.is_dir() else [path])]


def collect(paths: Iterable[Path]) -> list[Written]:
    """All scenarios of files and folders; raises ScenarioError where one cannot be read."""
    return [written for file in files_of(paths) for written in read_file(file)]


def run_file(path: Path | str) -> list[Result]:
    """Run all scenarios of a file; what cannot be read fails alone."""
    return [written.run() for written in read_each(Path(path))]


def read_file(path: Path) -> list[Written]:
    """The scenarios of a file: forms filled in, variants apart; raises ScenarioError where one cannot be read."""
    found = []
    for written in read_each(path):
        if isinstance(written, Unreadable):
            place = f"{written.file}:{written.line}" if written.line else written.file
            raise ScenarioError(f"{place}: {written.why}")
        found.append(written)
    return found


def lay_out(written: Mapping[str, Any] | str | Path, id: str = "", steps: int = 0) -> Table:
    """The table of a scenario after so many of its steps; raises ScenarioError where it cannot be laid out."""
    one = Written({"id": "scenario", **written}, "", "") if isinstance(written, Mapping) else _find(Path(written), id)
    try:
        read = scenario.read(one.raw)
        table = scenario.lay_out(read, one.file)
        for step in read.steps[:steps]:
            table.do(step)
    except (Failure, IllegalMove) as failure:
        raise ScenarioError(f"{one.file or 'the scenario'}: {one.id}: {failure}") from failure
    return table


def _find(path: Path, id: str) -> Written:
    """The scenario of a file with this id, or its only one."""
    found = read_file(path)
    fitting = [one for one in found if one.id == id] if id else found
    if len(fitting) != 1:
        known = ", ".join(one.id for one in found[:10]) + (", …" if len(found) > 10 else "")
        asked = f"has no scenario {id!r}" if id else f"has {len(found)} scenarios"
        raise ScenarioError(f"{path}: it {asked}. Name one of {known}")
    return fitting[0]


def read_each(path: Path) -> list[Written | Unreadable]:
    """The scenarios of a file, and what cannot be read in the place where it stands."""
    try:
        text, file, root = _load(path)
        forms = _forms(path, file)
    except _Broken as error:
        return [Unreadable(*error.args)]
    ready: dict[str, Form] = {}
    found: list[Written | Unreadable] = []
    for number, entry in enumerate(file.scenarios):
        place = f"{root}[{number}]"
        try:
            if not isinstance(entry, dict):
                raise FormError(f"a scenario is a mapping such as {{id: …, players: …}}, not {entry!r:.60}")
            if "form" not in entry:
                found += _apart(merge(file.each, entry), path, place)
                continue
            name = str(entry["form"])
            if name not in ready:
                ready[name] = Form(complete(forms, name))
            lines = entry.get("of")
            if not isinstance(lines, list):
                raise FormError("`of` is missing: a list of lines with the facts of each scenario")
        except FormError as error:
            id = str(entry.get("id", "?")) if isinstance(entry, dict) else "?"
            found.append(Unreadable(str(path), line_of(text, place), str(error), id))
            continue
        shared = {key: value for key, value in entry.items() if key not in ("form", "of")}
        for row, line in enumerate(lines):
            place = f"{root}[{number}].of[{row}]"
            try:
                if not isinstance(line, dict):
                    raise FormError(f"a line of facts is a mapping such as {{card: Halo}}, not {line!r:.60}")
                found += _apart(merge(file.each, ready[name].fill(merge(shared, line))), path, place)
            except FormError as error:
                found.append(Unreadable(str(path), line_of(text, place), str(error)))
    return _named_once(found, text)


def _named_once(found: list[Written | Unreadable], text: str) -> list[Written | Unreadable]:
    """The scenarios of a file; one whose id an earlier one has fails alone."""
    first: dict[str, str] = {}
    named: list[Written | Unreadable] = []
    for one in found:
        if isinstance(one, Written) and one.id in first:
            why = f"the id {one.id!r} is that of the scenario in line {line_of(text, first[one.id])}. Give it another"
            named.append(Unreadable(one.file, line_of(text, one.place), why, one.id))
            continue
        if isinstance(one, Written):
            first[one.id] = one.place
        named.append(one)
    return named


def _apart(raw: dict[str, Any], path: Path, place: str) -> list[Written]:
    """A scenario and its variants, each on its own."""
    if "id" not in raw:
        raise FormError("a scenario has no id. Give it one, or the `form` that it is written by")
    variants = raw.get("variants") or {}
    if not isinstance(variants, dict) or not all(isinstance(change or {}, dict) for change in variants.values()):
        raise FormError("`variants` is a mapping of names to what each changes, such as {worn: {steps: []}}")
    names = [str(name) for name in variants] or [""]
    return [Written(one, str(path), place, name) for one, name in zip(expand(raw), names, strict=True)]


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


def _forms(path: Path, file: _File) -> dict[str, dict[str, Any]]:
    """The forms that a file may use: its own, and those of the files that it names."""
    forms: dict[str, dict[str, Any]] = {}
    for name in file.use:
        used = path.parent / name
        forms.update(_forms(used, _load(used)[1]))
    return forms | file.forms


class _Broken(Exception):
    """A file that cannot be read as a whole: the file, the line, and why."""


def _load(path: Path) -> tuple[str, _File, str]:
    """The text of a file, what it holds, and what its list of scenarios is called there."""
    try:
        text = path.read_text(encoding="utf-8")
        raw = _parsed(text)
    except OSError as error:
        why = f"cannot be read ({error.strerror}). Give the path of a scenario file"
        raise _Broken(str(path), 0, why) from error
    except UnicodeDecodeError as error:
        raise _Broken(str(path), 0, "is not UTF-8 text. Save the file as UTF-8") from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise _Broken(str(path), line, f"is not YAML: {error.problem}. Mend the syntax at that line") from error
    except yaml.YAMLError as error:
        raise _Broken(str(path), 0, f"is not YAML: {error}") from error
    whole = isinstance(raw, dict)
    raw = raw if raw is not None else []
    try:
        return text, msgspec.convert(raw if whole else {"scenarios": raw}, _File), "scenarios" if whole else ""
    except msgspec.ValidationError as error:
        raise _Broken(str(path), 0, f"{_FILE} ({error})") from error


@cache
def _parsed(text: str) -> object:
    return read_yaml(text)
