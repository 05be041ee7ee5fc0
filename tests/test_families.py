"""Numbers that mean something stand in families with names: nowhere else is such a number written."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "kickdoor"
ENGINE = SOURCE / "engine"

# Fields whose values are members of a family. A field of this name must never be compared with, set to or given
# a number; -1 for "none" is the one number that all of them may hold.
FIELDS = frozenset(
    {
        "cause",
        "deck",
        "declared",
        "drop",
        "escape",
        "forced",
        "from_zone",
        "gone",
        "kind",
        "lasting",
        "moment",
        "moments",
        "multiplies",
        "needs",
        "on",
        "order",
        "outcome",
        "over",
        "per",
        "pledge",
        "sex",
        "side",
        "slot",
        "until",
        "verb",
    }
)
# Masks of a family's members begin with none of them.
MASKS = frozenset({"from_zone", "moments", "needs"})


def is_number(node: ast.expr) -> bool:
    """Tell a number, or some of them, but for the -1 that stands for "none"."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(is_number(part) for part in node.elts)
    return isinstance(node, ast.Constant) and type(node.value) is int


def field_of(node: ast.expr) -> str:
    """Give the name of the field that is read, if it is one of a family."""
    return node.attr if isinstance(node, ast.Attribute) and node.attr in FIELDS else ""


def asks_whether_set(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> bool:
    """Tell ``field < 0``, ``field >= 0`` and ``0 <= field``: whether there is none."""
    if isinstance(left, ast.Constant):
        return isinstance(operator, ast.LtE) and left.value == 0
    return isinstance(operator, ast.Lt | ast.GtE) and isinstance(right, ast.Constant) and right.value == 0


def magic_numbers(source: str, module: str) -> list[str]:
    """List the places where a field of a family meets a bare number."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
                if asks_whether_set(left, operator, right):
                    continue
                for one, other in ((left, right), (right, left)):
                    if field_of(one) and is_number(other):
                        found.append((node.lineno, field_of(one)))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and is_number(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.extend((node.lineno, field_of(target)) for target in targets if field_of(target))
            found = [(line, name) for line, name in found if line != node.lineno or name not in MASKS]
        elif isinstance(node, ast.Call):
            found.extend(
                (node.lineno, keyword.arg)
                for keyword in node.keywords
                if keyword.arg in FIELDS - MASKS and is_number(keyword.value)
            )
    return [f"{module}:{line}: {name} is given or asked as a number" for line, name in found]


@dataclass
class Family:
    """Constants that belong together, perhaps with their names for the outside."""

    members: dict[str, int] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    title: str = ""


def families(source: str) -> Iterator[Family]:
    """Give the families of a module: constants without a blank line between them, or up to the tuple of their names."""
    for block in re.split(r"\n\s*\n", source):
        family = Family()
        try:
            body = ast.parse(block).body
        except SyntaxError:
            continue  # a part of a class or a function
        for node in body:
            if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name) or node.value is None:
                continue
            name = node.target.id
            try:
                value = ast.literal_eval(node.value)
            except ValueError:
                continue  # made of other constants
            if type(value) is int and name.isupper():
                family.members[name] = value
            elif isinstance(value, tuple) and all(isinstance(word, str) for word in value):
                family.names, family.title = value, name
                yield family
                family = Family()
        if family.members:
            yield family


def faults(family: Family) -> list[str]:
    """List what is wrong with a family."""
    members = family.members
    found = []
    numbers = [number for number in members.values() if number >= 0]  # below are several sorts of "none"
    if len(set(numbers)) < len(numbers):
        found.append(f"two of {', '.join(members)} are one number")
    if family.names and members:
        if list(members.values()) != list(range(len(family.names))):
            found.append(f"{family.title} does not name its members in their order: {', '.join(members)}")
        for i, word in enumerate(family.names):
            same = [number for member, number in members.items() if member.lower() == word]
            if same and same != [i]:
                found.append(f"{word!r} of {family.title} stands at the wrong place")
    return found


def words_of(source: str) -> set[str]:
    """Give all names that a module reads."""
    read = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            read.add(node.id)
        elif isinstance(node, ast.Attribute):
            read.add(node.attr)
    return read


SOURCES = {str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}
FAMILIES = [
    (path.name, family)
    for path in sorted(ENGINE.rglob("*.py"))
    for family in families(path.read_text(encoding="utf-8"))
]


def test_no_number_stands_outside_its_family():
    assert [line for module, source in SOURCES.items() for line in magic_numbers(source, module)] == []


def test_families_are_found():
    named = {family.title for _, family in FAMILIES if family.names}
    assert {"KINDS", "MOMENTS", "CAUSES", "BANS", "OUTCOMES", "ORDERS", "EVENTS"} <= named


@pytest.mark.parametrize(("module", "family"), FAMILIES, ids=lambda of: of if isinstance(of, str) else of.title)
def test_a_family_is_in_order(module: str, family: Family):
    assert faults(family) == []


def test_constants_are_used():
    read = set().union(*(words_of(source) for source in SOURCES.values()))
    idle = [
        f"{module}: {name}"
        for module, family in FAMILIES
        if not family.names
        for name in family.members
        if name not in read
    ]
    assert idle == []


# The checks themselves: each must see the fault that it is there for.


@pytest.mark.parametrize(
    "source",
    [
        "if fight.outcome == 1: pass",
        "if 1 == fight.outcome: pass",
        "if fight.forced > 0: pass",
        "if deal.pledge <= 0: pass",
        "if d.escape in (1, 2): pass",
        "fight.declared = 0",
        "d.lasting: int = 3",
        "Deal(1, order=2)",
        "x = [m for m in ms if m.gone == 0]",
    ],
)
def test_a_magic_number_is_seen(source: str):
    assert len(magic_numbers(source, "x")) == 1


@pytest.mark.parametrize(
    "source",
    [
        "if fight.outcome == WON: pass",
        "if self.deck >= 0: pass",
        "if 0 <= self.deck: pass",
        "d.needs = 0",
        "d.level = 1",
        "f(order=HELPER_FIRST)",
    ],
)
def test_a_name_is_let_be(source: str):
    assert magic_numbers(source, "x") == []


@pytest.mark.parametrize(
    "source",
    [
        "A: Final = 0\nB: Final = 0",
        'A: Final = 0\nB: Final = 1\nNAMES: Final = ("a",)',
        'A: Final = 1\nB: Final = 0\nNAMES: Final = ("a", "b")',
        'A: Final = 0\nB: Final = 1\nNAMES: Final = ("b", "c")',
    ],
)
def test_a_family_in_disorder_is_seen(source: str):
    assert [line for family in families(source) for line in faults(family)]
