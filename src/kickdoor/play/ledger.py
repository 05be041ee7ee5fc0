"""The ledger: for every rule the tests that name it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kickdoor.play.scenario_files import collect
from kickdoor.rules.catalogue import catalogue

_RULES_IN_NAME = re.compile(r"test_((?:[A-Z]+_\d\d(?:_|$))+)")
_RULE = re.compile(r"([A-Z]+)_(\d\d)")


class Entry(msgspec.Struct, frozen=True):
    """A rule and the tests that prove it, each as ``tests/folder/file::test``."""

    id: str
    books: tuple[str, ...]
    rule: str
    tests: list[str]


def ledger(tests_dir: Path | None = None) -> list[Entry]:
    """List every rule of the catalogue with the tests under ``tests_dir`` that name it.

    Without ``tests_dir`` the tests of the checkout are read. An installed package has none, and then no entry
    lists a test. A test that names an unknown rule, or a scenario file of the wrong shape, is a ValueError.
    """
    entries = {rule.id: Entry(rule.id, rule.books, rule.text, []) for rule in catalogue().values()}
    folder = _tests_of_checkout() if tests_dir is None else tests_dir
    if folder is not None and folder.is_dir():
        for test, rule_id in _claims(folder):
            if rule_id not in entries:
                raise ValueError(f"{test}: there is no rule {rule_id}")
            if test not in entries[rule_id].tests:
                entries[rule_id].tests.append(test)
    return list(entries.values())


def _tests_of_checkout() -> Path | None:
    source = Path(__file__).resolve().parents[2]
    # An installed package lies in site-packages; a folder "tests" near that is somebody else's.
    return source.parent / "tests" if source.name == "src" else None


def _claims(folder: Path) -> Iterator[tuple[str, str]]:
    """Give every pair of a test and a rule id that it names."""
    for path in sorted(folder.rglob("test_*.py")):
        file = path.relative_to(folder.parent).as_posix()
        yield from _claims_of_module(file, path.read_text(encoding="utf-8"))
    for written in collect(path for path in [folder / "scenarios"] if path.is_dir()):
        test = f"{Path(written.file).relative_to(folder.parent).as_posix()}::{written.id}"
        rules = written.raw.get("rules", [])
        if not isinstance(rules, list):
            raise ValueError(f"{test}: rules must be a list of ids")
        for rule_id in rules:
            yield test, str(rule_id)


def _claims_of_module(file: str, source: str) -> Iterator[tuple[str, str]]:
    # The syntax tree and not the text: a test's name inside a string or a comment proves nothing.
    def visit(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, str]]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from visit(node.body, f"{prefix}::{node.name}")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                named = _RULES_IN_NAME.match(node.name)
                for area, number in _RULE.findall(named[1] if named else ""):
                    yield f"{prefix}::{node.name}", f"{area}-{number}"

    yield from visit(ast.parse(source, file).body, file)
