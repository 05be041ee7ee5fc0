"""Breaking lines of the engine by chance: a condition turned round, a number off by one, something left out.

A broken line is put into the functions that run already, so that one process can try many, each in a fork of its own.
"""

from __future__ import annotations

import ast
import copy
import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, NamedTuple

#: Where no rule of the game stands: what is only written down, kept for speed, or how long somebody is waited for.
NO_RULES = (
    "engine/data/",
    "engine/questions/patience.py",
    "engine/running/underway.py",
    "engine/flow/labels.py",
)
#: What is only kept for speed, or is said to nobody; an error that must not happen.
NO_MATTER = ("version", "spoken", "assert ", "raise ", "__slots__", "cache", "question(", "Question(")

#: What is run once, when the engine is read; and what is only said of a question.
RUN_ONCE = ("__", "_write", "question")

#: What decides nothing: whether a game may go on without waiting for hidden cards, what is proposed to who does not
#: know what to offer, what a fight would be with somebody else in it, the name of a card that goes on for ever.
DECIDES_NOTHING = frozenset(
    {
        "is_public",
        "might_hold",
        "suggestions",
        "from_option",
        "deal_of",
        "with_helper",
        "strengths",
        "strengths_and_bonuses",
        "_under_way",
        "_name_of",
    }
)

SHIFTED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class Broken(NamedTuple):
    """One line that was broken: where, what it was, what it is, and the file with it."""

    file: str
    function: str
    line: int
    was: str
    now: str
    tree: ast.Module


Change = Callable[[ast.AST], None]


def broken_lines(root: Path, file: str) -> Iterator[Callable[[], Broken]]:
    """Every way in which a line of a function of a file can be broken."""
    tree = ast.parse((root / file).read_text(encoding="utf-8"))
    for at, (function, node) in enumerate(_inside(tree)):
        for number in range(len(list(_changes(node)))):
            yield lambda at=at, number=number, function=function: _break(tree, file, function, at, number)


def _break(tree: ast.Module, file: str, function: str, at: int, number: int) -> Broken:
    changed = copy.deepcopy(tree)
    node = list(_inside(changed))[at][1]
    was = _shown(node)
    list(_changes(node))[number](node)
    now = _shown(node)
    changed = _Notes(node).visit(changed)
    ast.fix_missing_locations(changed)
    return Broken(file, function, getattr(node, "lineno", 0), was, now, changed)


class _Notes(ast.NodeTransformer):
    """Lets a node say that it was come to: `_reached`, a builtin, is called before it."""

    def __init__(self, node: ast.AST) -> None:
        self.node = node

    def visit(self, node: ast.AST) -> Any:
        """Put the call before the node."""
        if node is not self.node:
            return self.generic_visit(node)
        call = ast.Call(ast.Name("_reached", ast.Load()), [], [])
        if isinstance(node, ast.expr):
            return ast.BoolOp(ast.Or(), [call, node])
        return [ast.Expr(call), node]


def _shown(node: ast.AST) -> str:
    return ast.unparse(node).split("\n")[0]


def _inside(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Every node inside a function, with the function's name; annotations, defaults and docstrings are none."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.ClassDef):
            yield from _inside(child, f"{child.name}.")
        elif isinstance(child, ast.FunctionDef) and not (
            child.name.startswith(RUN_ONCE) or child.name in DECIDES_NOTHING
        ):
            for part in child.body:
                yield from _whole(part, within + child.name)


def _whole(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.Assert | ast.Raise) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ):
        return
    if isinstance(node, ast.stmt) and any(word in _shown(node) for word in NO_MATTER):
        return
    yield function, node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _whole(child, function)


def _changes(node: ast.AST) -> Iterator[Change]:
    """How a node can be broken."""
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))  # type: ignore[attr-defined]
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield lambda n: n.ops.__setitem__(0, SHIFTED[type(n.ops[0])]())  # type: ignore[attr-defined]
    if isinstance(node, ast.BoolOp):
        yield lambda n: setattr(n, "op", ast.Or() if isinstance(n.op, ast.And) else ast.And())  # type: ignore[attr-defined]
        for number in range(len(node.values)):
            neutral = isinstance(node.op, ast.And)
            yield lambda n, at=number, neutral=neutral: n.values.__setitem__(at, ast.Constant(neutral))  # type: ignore[misc]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield lambda n: setattr(n, "value", not n.value)  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield lambda n: setattr(n, "value", n.value + 1)  # type: ignore[attr-defined]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda n: setattr(n, "operand", ast.UnaryOp(ast.Not(), n.operand))  # type: ignore[attr-defined]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield lambda n: setattr(n, "op", ast.Sub() if isinstance(n.op, ast.Add) else ast.Add())  # type: ignore[attr-defined]
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
        yield lambda n: setattr(n, "op", ast.Sub() if isinstance(n.op, ast.Add) else ast.Add())  # type: ignore[attr-defined]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max", "any", "all"):
        other = {"min": "max", "max": "min", "any": "all", "all": "any"}
        yield lambda n: setattr(n.func, "id", other[n.func.id])  # type: ignore[attr-defined]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield lambda n: setattr(n, "value", ast.Constant(None))  # type: ignore[attr-defined]
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript):
        yield lambda n: setattr(n, "targets", [ast.Name("_left_out", ast.Store())])  # type: ignore[attr-defined]
    if isinstance(node, ast.Return) and node.value is not None:
        yield from _other_values(node.value)


def _other_values(value: ast.expr) -> Iterator[Change]:
    if isinstance(value, ast.Constant):
        return
    if isinstance(value, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield lambda n: setattr(n, "value", ast.UnaryOp(ast.Not(), n.value))  # type: ignore[attr-defined]
    elif isinstance(value, ast.List | ast.ListComp):
        yield lambda n: setattr(n, "value", ast.List([], ast.Load()))  # type: ignore[attr-defined]
    elif isinstance(value, ast.BinOp):
        yield lambda n: setattr(n, "value", ast.BinOp(n.value, ast.Add(), ast.Constant(1)))  # type: ignore[attr-defined]


def all_broken_lines(root: Path) -> list[Callable[[], Broken]]:
    """Every line of the engine that can be broken, in each of its ways."""
    found: list[Callable[[], Broken]] = []
    for path in sorted((root / "engine").rglob("*.py")):
        file = path.relative_to(root).as_posix()
        if not file.startswith(NO_RULES):
            found += broken_lines(root, file)
    return found


def drawn(root: Path, count: int, seed: str) -> list[Broken]:
    """So many broken lines by chance, no two in one function."""
    chance = Random(seed)
    ways = all_broken_lines(root)
    chance.shuffle(ways)
    found: list[Broken] = []
    for way in ways:
        if len(found) == count:
            break
        broken = way()
        if broken.was != broken.now and not any(other[:2] == broken[:2] for other in found):
            found.append(broken)
    return found


def put_in(root: Path, file: str, tree: ast.Module | str) -> int:
    """Give the functions that run already the code of a broken file; how many were changed."""
    path = str(root / file)
    new: dict[tuple[str, int], CodeType] = {}
    _codes(compile(tree, path, "exec"), new)
    count = 0
    for function in [one for one in gc.get_objects() if isinstance(one, FunctionType)]:
        old: Any = function.__code__
        code = new.get((old.co_qualname, old.co_firstlineno))
        if old.co_filename == path and code is not None and code.co_freevars == old.co_freevars and code != old:
            function.__code__ = code
            count += 1
    return count


def changed_function(root: Path, file: str, source: str) -> str:
    """The first function that another source of a file changes, by its qualified name; those after it may only move."""
    codes: list[dict[tuple[str, int], CodeType]] = []
    for text in ((root / file).read_text(encoding="utf-8"), source):
        codes.append({})
        _codes(compile(text, file, "exec"), codes[-1])
    before, after = codes
    changed = {name: line for (name, line), code in after.items() if "<" not in name and code not in before.values()}
    inner = [name for name in changed if not any(other.startswith(f"{name}.") for other in changed)]
    return min(inner, key=changed.__getitem__)


def _codes(code: CodeType, into: dict[tuple[str, int], CodeType]) -> None:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            into[(inner.co_qualname, inner.co_firstlineno)] = inner  # type: ignore[attr-defined]
            _codes(inner, into)
