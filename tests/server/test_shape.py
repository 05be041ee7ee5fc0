"""The shape of the server: what waits and what thinks are apart, and no module lives off another's inside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = Path(__file__).resolve().parents[2] / "src" / "kickdoor" / "server"

LOOPS_AND_WIRES = frozenset(
    {"asyncio", "concurrent", "threading", "multiprocessing", "socket", "ssl", "time"}
    | {"litestar", "uvicorn", "websockets", "sqlalchemy", "alembic", "prometheus_client", "smtplib", "logging"}
)
"""What would keep a session from being played move by move."""

MOST_ATTRIBUTES = 12
"""So many different attributes of one thing may a module use that did not make it."""

THINGS = ("session", "match", "pacer", "company", "table", "lobby", "audience", "steward", "stream", "store")
"""All that acts; a setup, a seat or a stored row is data for whoever has it."""


def modules() -> dict[str, ast.Module]:
    """All modules of the server, by dotted name."""
    found = {}
    for path in SERVER.rglob("*.py"):
        names = ["kickdoor", "server", *path.relative_to(SERVER).with_suffix("").parts]
        found[".".join(names[:-1] if names[-1] == "__init__" else names)] = ast.parse(path.read_text("utf-8"))
    return found


def imported(tree: ast.Module) -> Iterator[str]:
    """What a module imports when it runs; for types alone nothing is."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def wires_of(start: str, known: dict[str, ast.Module]) -> list[str]:
    """The ways from a module to an event loop or a wire, over all modules of the server."""
    seen, new, found = {start}, [start], []
    while new:
        module = new.pop()
        for name in imported(known[module]):
            if name.split(".")[0] in LOOPS_AND_WIRES:
                found.append(f"{start} comes to {name} by {module}")
            elif name in known and name not in seen:
                seen.add(name)
                new.append(name)
    return found


def used_of(tree: ast.Module, thing: str) -> set[str]:
    """The attributes that a module uses of whatever is called so: `table.id`, `self.table.id`, `self._table.id`."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
            if name.lstrip("_") == thing:
                found.add(node.attr)
    return found


def makes(tree: ast.Module, thing: str) -> bool:
    """Whether a module makes such a thing itself, and so is at home with all of it."""
    called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(isinstance(func, ast.Name) and func.id == thing.capitalize() for func in called)


def private_of_others(tree: ast.Module) -> set[str]:
    """Attributes with a `_` that are used of anything but oneself and one's own class."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            owner = node.value
            if not (isinstance(owner, ast.Name) and owner.id in ("self", "cls")):
                found.add(f"{ast.unparse(owner)}.{node.attr}")
    return found


def test_a_session_knows_neither_event_loop_nor_wire():
    known = modules()
    sessions = [name for name in known if name.startswith("kickdoor.server.session")]
    assert len(sessions) > 8
    assert [way for name in sessions for way in wires_of(name, known)] == []


def test_a_session_waits_for_nothing():
    for name, tree in modules().items():
        if name.startswith("kickdoor.server.session"):
            waits = [node for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef | ast.Await)]
            assert not waits, name


def test_no_module_takes_many_attributes_of_another():
    found = []
    for name, tree in modules().items():
        for thing in THINGS:
            used = used_of(tree, thing)
            at_home = name.rpartition(".")[2] == thing or makes(tree, thing)
            if not at_home and len(used) > MOST_ATTRIBUTES:
                found.append(f"{name} uses {len(used)} attributes of a {thing}: {', '.join(sorted(used))}")
    assert found == []


ROWS = {"kickdoor.server.store": {"row._mapping"}}
"""SQLAlchemy's name for the columns of a row is public in spite of its `_`."""


def test_no_module_uses_what_another_keeps_to_itself():
    found = {name: private_of_others(tree) for name, tree in modules().items()}
    assert {name: used for name, used in found.items() if used} == ROWS


# The checks themselves: each must see the fault that it is there for.


def test_a_way_to_the_event_loop_is_seen_however_long():
    known = {
        "kickdoor.server.session": ast.parse("from kickdoor.server.keys import a"),
        "kickdoor.server.keys": ast.parse("from kickdoor.server import store"),
        "kickdoor.server.store": ast.parse("from concurrent.futures import Future\nimport asyncio"),
    }
    assert wires_of("kickdoor.server.session", known) == [
        "kickdoor.server.session comes to concurrent.futures by kickdoor.server.store",
        "kickdoor.server.session comes to concurrent.futures.Future by kickdoor.server.store",
        "kickdoor.server.session comes to asyncio by kickdoor.server.store",
    ]


@pytest.mark.parametrize("source", ["table.id", "self.table.id", "self._table.id = 3", "f(table.id)"])
def test_a_used_attribute_is_seen(source):
    assert used_of(ast.parse(source), "table") == {"id"}


def test_who_makes_a_thing_is_at_home_with_it():
    assert makes(ast.parse("self.table = Table(1)"), "table")
    assert not makes(ast.parse("def f(table: Table): table.open()"), "table")


def test_a_private_attribute_is_seen():
    assert private_of_others(ast.parse("self._a\ntable._b\nself.table._c\ncls._d")) == {"table._b", "self.table._c"}
