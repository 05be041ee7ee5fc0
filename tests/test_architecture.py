"""The arrows between packages, the purity of the engine, and its ignorance of cards."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

SOURCE = Path(__file__).resolve().parents[1] / "src" / "kickdoor"

# What each part may import besides itself. "" is the top module, kickdoor/__init__.py. A part that is missing
# here fails the test: whoever adds one decides where it stands.
ENGINE = frozenset({"engine"})
RULES = ENGINE | {"rules"}
PACKS = RULES | {"packs"}
TEXT = PACKS | {"text"}
PLAY = TEXT | {"play"}
BOTS = PLAY | {"bots"}
SIM = BOTS | {"sim"}
ALLOWED: dict[str, frozenset[str]] = {
    "engine": frozenset(),
    "rules": ENGINE,
    "packs": RULES,
    "text": PACKS,
    "play": TEXT,
    "bots": PLAY,
    "sim": BOTS,
    "report": SIM,
    "probe": SIM,
    "env": SIM,
    "mcp": SIM | {"env", "server"},
    "press": TEXT,
    "server": BOTS | {"probe", "press"},
    "laws": BOTS,
    "": frozenset({"play"}),
    "testing": PLAY,
}
# The command line stands above everything, and `python -m kickdoor` is the command line.
ANYTHING = frozenset({"cli", "__main__"})

# What is half done is the engine's own affair: whoever else wants to know asks `running/asking.py`, `underway.py` …
INNER = ("flow", "steps", "data.stack", "data.registers", "data.scripts", "running.windows")
INNER_NAMES = frozenset({"stack", "regs", "pc", "top_step"})
# Who may import these all the same, and why. None of them touches a frame.
COMPILER = "it makes scripts of steps out of the card language"
INITIATES: dict[str, str] = {
    "kickdoor.packs.scripts": COMPILER,
    "kickdoor.packs.gathering": COMPILER,
    "kickdoor.packs.expressions": COMPILER,
    "kickdoor.packs.card_tests": COMPILER,
    "kickdoor.packs.abilities": COMPILER,
    "kickdoor.packs.compiler": COMPILER,
    "kickdoor.packs.mixing": "it gives cards of a mix steps that no pack has",
    "kickdoor.play.fingerprint": "it walks all scripts, for the numbers in a save mean what they mean in these",
}

# The engine's only input is its state and the moves; with any of these a game could not be replayed from its
# seed, or the engine would do more than compute.
IMPURE_MODULES = frozenset(
    {"random", "time", "datetime", "secrets", "uuid", "os", "socket", "threading", "asyncio", "logging"}
)
IMPURE_CALLS = frozenset({"open", "print"})

# Card names that are words of the rules too, and so may stand in the engine as such words. Some cards are
# called by the very trait or kind that they give, so the word alone does not show that the engine knows the
# card. Only words that the engine needs belong here; each is the name or id of a card, in small letters.
GENERIC_WORDS: frozenset[str] = frozenset({"change_sex", "dead", "hireling", "laser", "undead"})


def part_of(module: str) -> str:
    """Give the part of kickdoor to which a dotted module name belongs; "" is the top module."""
    return module.split(".")[1] if "." in module else ""


def imports(source: str, module: str, *, is_package: bool) -> Iterator[tuple[int, str]]:
    """Give line and absolute name of everything that a module imports.

    Of ``from a import b`` the name is ``a.b``, for b may be a module.
    """
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{stem}.{alias.name}"
        elif isinstance(node, ast.Call) and called(node) in {"import_module", "__import__"}:
            for argument in node.args[:1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield node.lineno, argument.value


def called(node: ast.Call) -> str:
    """Give the last name of what is called: ``print`` of both ``print()`` and ``builtins.print()``."""
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def wrong_arrows(source: str, module: str, parts: frozenset[str], *, is_package: bool = False) -> list[str]:
    """List the imports of a module that its part may not have; ``parts`` are all parts that there are."""
    part = part_of(module)
    if part in ANYTHING:
        return []
    if part not in ALLOWED:
        return [f"{module}: the part {part!r} has no place in ALLOWED"]
    found = []
    for line, name in imports(source, module, is_package=is_package):
        root, _, rest = name.partition(".")
        if root == "kickdoor":
            # A name that is no part, such as kickdoor.__version__, is taken from the top module.
            target = rest.split(".")[0]
            target = target if target in parts | ALLOWED.keys() | ANYTHING else ""
            if target != part and target not in ALLOWED[part]:
                found.append(f"{module}:{line}: {part or 'kickdoor'} must not import {name}")
        elif part == "engine" and root not in sys.stdlib_module_names:
            found.append(f"{module}:{line}: the engine must not import the third-party {name}")
    return found


def impurities(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """List what makes an engine module impure: clocks, chance, files, output."""
    found = [
        f"{module}:{line}: imports {name}"
        for line, name in imports(source, module, is_package=is_package)
        if name.split(".")[0] in IMPURE_MODULES
    ]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and called(node) in IMPURE_CALLS and is_builtin(node.func):
            found.append(f"{module}:{node.lineno}: calls {called(node)}()")
    return found


def inner_imports(source: str, module: str, steps: frozenset[str], *, is_package: bool = False) -> list[str]:
    """List what a module outside the engine imports of frames and steps."""
    found = []
    for line, name in imports(source, module, is_package=is_package):
        room = name.removeprefix("kickdoor.engine.")
        if room == name:
            continue
        if any(f"{room}.".startswith(f"{inner}.") for inner in INNER) or room.split(".")[-1] in steps | INNER_NAMES:
            found.append(f"{module}:{line}: imports {name}")
    return found


def touched_frames(source: str, module: str) -> list[str]:
    """List where a module reads or writes what belongs to frames."""
    return [
        f"{module}:{node.lineno}: touches .{node.attr}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr in INNER_NAMES
    ]


def step_classes() -> frozenset[str]:
    """Give the names of all classes of steps, wherever in the engine they are."""
    bases = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for _, source, _ in engine_modules()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
    }
    found = {"Step"}
    while more := {name for name, of in bases.items() if name not in found and found.intersection(of)}:
        found |= more
    assert len(found) > 50, "no steps found"
    return frozenset(found)


def is_builtin(function: ast.expr) -> bool:
    """Tell a builtin from a method of the same name: a door may well have an ``open()``."""
    if isinstance(function, ast.Name):
        return True
    owner = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(owner, ast.Name) and owner.id in {"builtins", "io", "Path"}


def card_words(source: str, module: str, words: frozenset[str]) -> list[str]:
    """List the string constants, docstrings aside, that are a card's id or name."""
    tree = ast.parse(source)
    # A string that is a statement of its own is a docstring, be it of a module, class, function or attribute.
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    folded = {word.casefold() for word in words} - GENERIC_WORDS
    return [
        f"{module}:{node.lineno}: {node.value!r} is a card"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
        and node.value.strip().casefold() in folded
    ]


def modules() -> list[tuple[str, str, bool]]:
    """Give name, source and whether it is a package of every module of kickdoor."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        names = ["kickdoor", *path.relative_to(SOURCE).with_suffix("").parts]
        is_package = names[-1] == "__init__"
        module = ".".join(names[:-1] if is_package else names)
        found.append((module, path.read_text(encoding="utf-8"), is_package))
    return found


def engine_modules() -> list[tuple[str, str, bool]]:
    """Give the modules of the engine; that there are none would be an error of this test."""
    found = [entry for entry in modules() if part_of(entry[0]) == "engine"]
    assert len(found) > 1, "no engine modules found"
    return found


def words_of_packs() -> frozenset[str]:
    """Give the ids and names of all cards."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    words: set[str] = set()
    for path in sorted((SOURCE / "packs" / "data").glob("*.yaml")):
        pack = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
        words.update(word for card in pack.get("cards", []) for word in (card["id"], card["name"]))
    assert len(words) > 100, "no cards found"
    return frozenset(words)


def test_packages_import_only_downwards():
    found = modules()
    parts = frozenset(part_of(module) for module, _, _ in found)
    assert {"", "engine", "packs", "rules"} <= parts
    wrong = [
        line
        for module, source, is_package in found
        for line in wrong_arrows(source, module, parts, is_package=is_package)
    ]
    assert wrong == []


def test_engine_is_pure():
    assert [
        line
        for module, source, is_package in engine_modules()
        for line in impurities(source, module, is_package=is_package)
    ] == []


def test_nobody_outside_the_engine_touches_frames():
    steps = step_classes()
    outside = [entry for entry in modules() if part_of(entry[0]) != "engine"]
    assert len(outside) > 50
    assert [line for module, source, _ in outside for line in touched_frames(source, module)] == []
    imported = {
        module: inner_imports(source, module, steps, is_package=is_package) for module, source, is_package in outside
    }
    assert [line for module, lines in imported.items() if module not in INITIATES for line in lines] == []
    assert {module for module, lines in imported.items() if lines} >= INITIATES.keys(), "an exception that nobody needs"


def test_engine_knows_no_card():
    words = words_of_packs()
    assert [line for module, source, _ in engine_modules() for line in card_words(source, module, words)] == []


def test_generic_words_are_cards():
    # An exception for what is no card would only widen the hole.
    assert {word.casefold() for word in words_of_packs()} >= GENERIC_WORDS


# The checks themselves: each must see the fault that it is there for.


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("kickdoor.engine.combat", "import kickdoor.packs"),
        ("kickdoor.engine.combat", "from kickdoor.packs.load import read"),
        ("kickdoor.engine.combat", "from kickdoor import rules"),
        ("kickdoor.engine.combat", "from kickdoor import __version__"),
        ("kickdoor.engine.combat", "import kickdoor"),
        ("kickdoor.engine.combat", "from ..packs import load"),
        ("kickdoor.engine.combat", "from .. import packs"),
        ("kickdoor.engine.combat", "def f():\n    import msgspec"),
        ("kickdoor.engine.combat", "import yaml as y"),
        ("kickdoor.engine.combat", "import importlib\nimportlib.import_module('kickdoor.play')"),
        ("kickdoor.rules.books", "from kickdoor.packs import read"),
        ("kickdoor.packs.load", "from kickdoor.text import words"),
        ("kickdoor.text", "from kickdoor.play import Game"),
        ("kickdoor.play", "from kickdoor.bots import Bot"),
        ("kickdoor.bots", "from kickdoor.sim import run"),
        ("kickdoor.sim", "from kickdoor.server import app"),
        ("kickdoor.sim", "from kickdoor.report.tables import Tables"),
        ("kickdoor.sim", "from kickdoor.env import table"),
        ("kickdoor.env", "from kickdoor.server import app"),
        ("kickdoor.server", "import kickdoor.cli"),
        ("kickdoor", "from kickdoor.bots import Bot"),
        ("kickdoor.testing", "from kickdoor.bots import Bot"),
        ("kickdoor.attic", "import json"),
    ],
)
def test_wrong_arrow_is_seen(module: str, source: str):
    assert len(wrong_arrows(source, module, frozenset({"attic"}))) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("kickdoor.engine.combat", "from __future__ import annotations\nimport collections.abc\nimport enum"),
        ("kickdoor.engine.combat", "from kickdoor.engine.data.state import State\nfrom .state import State"),
        ("kickdoor.rules.books", "import msgspec\nfrom kickdoor.engine import Game"),
        ("kickdoor.sim", "from kickdoor.bots import Bot\nfrom kickdoor.play import Game"),
        ("kickdoor", "from kickdoor.play import Game"),
        ("kickdoor.cli", "import kickdoor.server\nfrom kickdoor import __version__"),
    ],
)
def test_right_arrow_is_let_be(module: str, source: str):
    assert wrong_arrows(source, module, frozenset()) == []


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("from kickdoor.engine.flow.turn import PHASES", 1),
        ("from kickdoor.engine.flow import setup", 1),
        ("from kickdoor.engine import flow", 1),
        ("from kickdoor.engine.data import stack", 1),
        ("from kickdoor.engine.data.registers import PASSES", 1),
        ("import kickdoor.engine.steps.choosing", 1),
        ("from kickdoor.engine.actions.drawing import DrawNext", 1),
        ("from kickdoor.engine.running.kernel import top_step", 1),
        ("from kickdoor.engine.data.state import State", 0),
        ("from kickdoor.engine.running import asking, kernel", 0),
        ("from kickdoor.packs.language import Choose", 0),
    ],
)
def test_an_import_of_what_is_the_engines_own_is_seen(source: str, count: int):
    assert len(inner_imports(source, "kickdoor.play.x", frozenset({"DrawNext", "Choose"}))) == count


@pytest.mark.parametrize("source", ["s.stack[-1]", "f.regs[0] = ()", "f.pc = 4", "kernel.top_step(s)"])
def test_a_touched_frame_is_seen(source: str):
    assert len(touched_frames(source, "kickdoor.play.x")) == 1


def test_relative_import_is_resolved():
    assert [name for _, name in imports("from . import a", "kickdoor.engine", is_package=True)] == ["kickdoor.engine.a"]
    assert [name for _, name in imports("from . import a", "kickdoor.engine.b", is_package=False)] == [
        "kickdoor.engine.a"
    ]
    assert [name for _, name in imports("from ..x import a", "kickdoor.engine.b", is_package=False)] == ["kickdoor.x.a"]


@pytest.mark.parametrize(
    "source",
    [
        *(f"import {module}" for module in sorted(IMPURE_MODULES)),
        "from os import path",
        "import os.path",
        "def f():\n    from random import Random",
        "print('x')",
        "open('x')",
        "import io\nio.open('x')",
        "import builtins\nbuiltins.print('x')",
    ],
)
def test_impurity_is_seen(source: str):
    assert len(impurities(source, "kickdoor.engine.x")) == 1


def test_purity_is_let_be():
    assert impurities("import enum\ndoor.open()\nprinter = 1\nblueprint()", "kickdoor.engine.x") == []


@pytest.mark.parametrize(
    "source",
    [
        "x = 'Potted Plant'",
        "x = 'potted plant'",
        "if card == 'potted_plant': pass",
        "match card:\n    case 'potted_plant': pass",
        "def f(card='potted_plant'):\n    'About it.'",
        "TABLE = {'potted_plant': 1}",
    ],
)
def test_card_word_is_seen(source: str):
    assert len(card_words(source, "kickdoor.engine.x", frozenset({"potted_plant", "Potted Plant"}))) == 1


@pytest.mark.parametrize("source", ["'''Potted Plant'''", "def f():\n    'Potted Plant'", "x = 'a Potted Plant'"])
def test_other_text_is_let_be(source: str):
    assert card_words(source, "kickdoor.engine.x", frozenset({"potted_plant", "Potted Plant"})) == []


def test_every_room_is_on_the_list():
    tool = SOURCE.parents[1] / "tools" / "rooms.py"
    result = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
