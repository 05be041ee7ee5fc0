"""How calls are written: what an argument means is never left to its place in a long row."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "kickdoor"

# So many arguments by place are too many.
TOO_MANY = 8

# The columns of a table are a list, and SQLAlchemy takes that list as arguments.
LISTS = frozenset({"sa.Table", "op.create_table"})


def long_calls(source: str) -> list[str]:
    """List the calls that give eight or more arguments by place."""
    return [
        f"{node.lineno}: {ast.unparse(node.func)} takes {len(node.args)} arguments by place"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and len(node.args) >= TOO_MANY and ast.unparse(node.func) not in LISTS
    ]


def test_long_calls_name_their_arguments():
    assert [
        f"{path.relative_to(SOURCE)}:{call}"
        for path in sorted(SOURCE.rglob("*.py"))
        for call in long_calls(path.read_text(encoding="utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("f(1, 2, 3, 4, 5, 6, 7)", 0),
        ("f(1, 2, 3, 4, 5, 6, 7, h=8)", 0),
        ("f(1, 2, 3, 4, 5, 6, 7, 8)", 1),
        ("x.f(1, 2, 3, 4, 5, 6, 7, *rest)", 1),
        ("g(f(1, 2, 3, 4, 5, 6, 7, 8))", 1),
        ("sa.Table(1, 2, 3, 4, 5, 6, 7, 8)", 0),
    ],
)
def test_long_call_is_seen(source: str, count: int):
    assert len(long_calls(source)) == count
