"""A command whose extra is not installed says which to install, before it does anything."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from importlib.metadata import files, packages_distributions
from pathlib import Path

import pytest

from kickdoor.cli.extras import EXTRAS, OF_COMMANDS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

WITHOUT = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {missing!r} else find(name, package)
from kickdoor.cli import main
sys.argv = ["kickdoor", *{words!r}]
main()
"""


def without(missing: tuple[str, ...], *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command as where these modules are not installed."""
    code = WITHOUT.format(missing=missing, words=words)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=False)


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("terminal", ["rules"]),
        ("terminal", []),
        ("serve", []),
        ("serve", ["serve", "--port", "0"]),
        ("serve", ["bench", "server"]),
        ("sim", ["sim", "--games", "1", "--out", "runs"]),
        ("report", ["sim", "--games", "1", "--out", "runs", "--report"]),
        ("report", ["report", "runs"]),
        ("report", ["compare", "runs", "others"]),
        ("report", ["tune"]),
        ("mcp", ["mcp"]),
        ("tracing", ["serve", "--traces", "--port", "0"]),
        ("studio", ["pack", "print", "mine.yaml"]),
        ("report", ["ladder", "--out", "runs"]),
    ],
)
def test_a_command_names_the_extra_that_it_misses(extra: str, words: list[str]) -> None:
    done = without(EXTRAS[extra], *words)
    assert done.returncode == 2
    assert f"needs {', '.join(EXTRAS[extra])}, not installed" in done.stderr
    assert f'pip install "kickdoor[{extra}]"' in done.stderr
    assert "Traceback" not in done.stderr


ALL = tuple(sorted({name for names in EXTRAS.values() for name in names}))


@pytest.mark.parametrize(("command", "extra"), OF_COMMANDS.items())
def test_where_only_the_library_is_a_command_names_its_own_extra_at_once(command: str, extra: str) -> None:
    done = without(ALL, command)
    assert done.returncode == 2
    assert f"kickdoor {command} needs {', '.join(EXTRAS['terminal'])}, " in done.stderr
    assert done.stderr.endswith(f'pip install "kickdoor[{extra}]"\n')


def test_commands_that_need_more_than_the_terminal_are_known_before_there_is_one() -> None:
    """Each module of a command that asks for an extra whatever is asked of it is named."""
    cli = ROOT / "src" / "kickdoor" / "cli"
    asking = re.compile(
        r'^def (\w+)\((?:.*\n)*?(?:\) -> .*:\n)(?:    """(?:.*\n)*?.*"""\n)?    need\("(\w+)"', re.MULTILINE
    )
    found = {
        name: extra for path in cli.glob("*.py") for name, extra in asking.findall(path.read_text(encoding="utf-8"))
    }
    assert found == OF_COMMANDS


def test_the_library_and_the_version_need_no_extra() -> None:
    done = without(ALL, "--version")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("kickdoor ")
    code = WITHOUT.format(missing=ALL, words=()).replace("main()", PLAY)
    played = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=False)
    assert played.returncode == 0, played.stderr


PLAY = """
from kickdoor import Game
game = Game.new(packs=["munchkin"], seats=3, seed=1)
seat = game.waiting[0]
game.apply(seat, game.decisions[seat].options[0])
"""


def test_the_core_is_msgspec_and_pyyaml() -> None:
    assert {re.split("[<>=]", line)[0] for line in PROJECT["dependencies"]} == {"msgspec", "PyYAML"}


def test_the_terminal_alone_shows_cards_simulates_and_lists_rules() -> None:
    everything = tuple(name for name in ALL if name not in EXTRAS["terminal"])
    for words in (["show", "Maul Rat"], ["sim", "--games", "1"], ["rules", "CMB-15"], ["packs"]):
        done = without(everything, *words)
        assert done.returncode == 0, done.stderr


def asked(extra: str) -> set[str]:
    """What an extra asks for besides what every command needs; one extra may ask for another."""
    found: set[str] = set()
    for line in PROJECT["optional-dependencies"][extra]:
        if other := re.fullmatch(r"kickdoor\[(\w+)\]", line):
            found |= asked(other[1]) if other[1] != "terminal" else set()
        else:
            found.add(line)
    return found


def owner_of(module: str, owners: Mapping[str, Sequence[str]]) -> str:
    """The package that installs a module; of those that share a name above it, the one that has it."""
    above = owners[module.partition(".")[0]]
    start = module.replace(".", "/")
    return next(each for each in above if any(str(file).startswith(start) for file in files(each) or ()))


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_what_a_command_looks_for_is_what_its_extra_installs(extra: str) -> None:
    installs = {line.split(">=")[0].casefold() for line in asked(extra)}
    owners = packages_distributions()
    looked_for = {owner_of(name, owners).casefold().replace("_", "-") for name in EXTRAS[extra]}
    # uvloop makes the server faster, and is not there on Windows.
    assert looked_for == installs - {"uvloop"}
