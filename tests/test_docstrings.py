"""Docstrings of the engine: an override of a part of a script needs none, every other public method says what."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[1] / "src" / "kickdoor" / "engine"

# Said of any step, so said of none.
EMPTY = frozenset({"Do it.", "Run.", "Run it."})


def inherited() -> frozenset[str]:
    """Give the methods of Step, Condition, Value and CardTest, which say themselves what they are for."""
    tree = ast.parse((ENGINE / "data" / "scripts.py").read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    found = {
        method.name
        for node in classes
        for method in node.body
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_")
    }
    assert {"run", "take", "holds", "of", "fits"} <= found
    return frozenset(found)


def silent(source: str, names: frozenset[str]) -> Iterator[str]:
    """Give the public methods that override nothing and say nothing, and the docstrings that say nothing."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) in EMPTY:
            yield f"{node.lineno}: {node.name} says nothing"
        if not isinstance(node, ast.ClassDef):
            continue
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or method.name.startswith("_") or method.name in names:
                continue
            if ast.get_docstring(method) is None:
                yield f"{method.lineno}: {node.name}.{method.name} has no docstring"


def test_docstrings_say_something():
    names = inherited()
    wrong = [
        f"{path.relative_to(ENGINE)}:{line}"
        for path in sorted(ENGINE.rglob("*.py"))
        for line in silent(path.read_text(encoding="utf-8"), names)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("class A:\n    def run(self):\n        pass", 0),
        ("class A:\n    def run(self):\n        '''Do it.'''", 1),
        ("class A:\n    def owner(self):\n        pass", 1),
        ("class A:\n    def owner(self):\n        '''The seat.'''", 0),
        ("class A:\n    def _own(self):\n        pass", 0),
        ("def f():\n    '''Run it.'''", 1),
    ],
)
def test_silence_is_heard(source: str, count: int):
    assert len(list(silent(source, frozenset({"run"})))) == count
