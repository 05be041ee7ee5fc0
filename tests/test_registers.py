"""Registers: declared in one place, one meaning each, and never written as a bare number."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from kickdoor import Game
from kickdoor.engine.data import registers, stack
from kickdoor.engine.data.registers import OF_CARDS, OF_FLOWS, OF_WINDOWS
from kickdoor.engine.data.scripts import Holds
from kickdoor.engine.flow import kernel_scripts

SOURCE = Path(__file__).resolve().parents[1] / "src" / "kickdoor"

FLOWS = {name.removesuffix("_FLOW"): number for name, number in vars(stack).items() if name.endswith("_FLOW")}
NUMBERS = {name: n for name, n in vars(registers).items() if name.isupper() and isinstance(n, int)}


def test_every_flow_declares_its_registers():
    assert sorted(FLOWS.values()) == list(range(stack.FLOWS))
    assert sorted(OF_FLOWS) == list(range(stack.FLOWS))
    for script in kernel_scripts():
        assert script.holds == tuple(holds for _, holds in OF_FLOWS[script.id])


@pytest.mark.parametrize("of", [OF_CARDS, OF_WINDOWS, *OF_FLOWS.values()])
def test_registers_are_numbered_one_by_one(of: registers.Registers):
    assert [number for number, _ in of] == list(range(len(of)))


def test_every_register_stands_in_one_declaration():
    for flow, number in FLOWS.items():
        own = [NUMBERS[name] for name in NUMBERS if name.startswith(f"{flow}_")]
        shared = len(OF_WINDOWS) if OF_FLOWS[number][: len(OF_WINDOWS)] == OF_WINDOWS else 0
        assert sorted(own) == list(range(shared, len(OF_FLOWS[number]))), flow
    # All others are those of windows and of cards' scripts, in the order in which they are declared.
    others = [n for name, n in NUMBERS.items() if name.split("_")[0] not in FLOWS]
    assert others == [*range(len(OF_CARDS)), *range(len(OF_WINDOWS))]


def test_a_frame_is_as_long_as_its_flow_needs():
    game = Game.new(seed="frames")
    for frame in game.state.stack:
        assert len(frame.regs) == len(game.state.rules.scripts[frame.script].holds)


def bare_numbers(source: str) -> Iterator[str]:
    """Give the lines in which a register or a place in a script is written as a bare number."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Subscript) and of_frame(node.value, "regs") and is_number(node.slice):
            yield f"{node.lineno}: a register"
        if isinstance(node, ast.AugAssign) and of_frame(node.target, "pc"):
            yield f"{node.lineno}: a place"
        if (
            isinstance(node, ast.Assign)
            and any(of_frame(target, "pc") for target in node.targets)
            and is_number(node.value)
        ):
            yield f"{node.lineno}: a place"


def of_frame(node: ast.expr, field: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == field


def is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def test_no_register_and_no_place_is_a_bare_number():
    # These two move a frame on and back; all others ask them to, or jump to a place that was worked out.
    movers = {SOURCE / "engine" / "data" / "stack.py", SOURCE / "engine" / "running" / "kernel.py"}
    wrong = [
        f"{path.relative_to(SOURCE)}:{line}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path not in movers
        for line in bare_numbers(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


@pytest.mark.parametrize("source", ["f.regs[4]", "f.regs[4] = ()", "s.stack[-1].pc = 4", "f.pc -= 1", "f.pc += 2"])
def test_a_bare_number_is_seen(source: str):
    assert len(list(bare_numbers(source))) == 1


@pytest.mark.parametrize("source", ["f.regs[TURN_DOOR][0]", "f.regs[self.into]", "f.pc = self.to"])
def test_a_name_is_let_be(source: str):
    assert list(bare_numbers(source)) == []


def test_what_is_under_way_names_its_cards():
    game = Game.new(seed="frames")
    s = game.state
    frame = stack.push_flow(s, stack.DRAW_FLOW, 0, 0, 7)
    frame.regs[registers.DRAW_DECK] = (1,)
    frame.regs[registers.DRAW_LEFT] = (3,)
    frame.regs[registers.DRAW_DRAWN] = (11, 12)
    assert stack.cards_under_way(s, frame) == [7, 11, 12]


def test_picks_of_several_name_their_cards():
    rules = Game.new(packs=("munchkin", "munchkin-3"), seed="frames").state.rules
    picks = [script for script in rules.scripts if Holds.PICKS in script.holds]
    assert picks, "no card of these packs lets several choose at once"
    s = Game.new(packs=("munchkin", "munchkin-3"), seed="frames").state
    frame = stack.push(s, picks[0], 0)
    frame.regs[picks[0].holds.index(Holds.PICKS)] = (2 << 12 | 30, 31)
    assert stack.cards_under_way(s, frame) == [30, 31]
