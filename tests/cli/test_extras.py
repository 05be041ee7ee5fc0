"""A command whose extra is not installed says which to install, before it does anything."""

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from kickdoor.cli.extras import EXTRAS

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
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("server", ["serve", "--port", "0"]),
        ("server", ["bench", "server"]),
        ("lab", ["sim", "--games", "1", "--out", "runs"]),
        ("lab", ["report", "runs"]),
        ("lab", ["compare", "runs", "others"]),
        ("lab", ["tune"]),
        ("mcp", ["mcp"]),
        ("lab", ["ladder", "--out", "runs"]),
    ],
)
def test_a_command_names_the_extra_that_it_misses(extra: str, words: list[str]) -> None:
    done = without(EXTRAS[extra], *words)
    assert done.returncode == 2
    assert f"{EXTRAS[extra][0]}, " in done.stderr
    assert f"pip install 'kickdoor[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_core_alone_shows_cards_simulates_and_lists_rules() -> None:
    everything = EXTRAS["server"] + EXTRAS["lab"]
    for words in (["show", "Maul Rat"], ["sim", "--games", "1"], ["rules", "CMB-15"], ["packs"]):
        done = without(everything, *words)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_what_a_command_looks_for_is_what_its_extra_installs(extra: str) -> None:
    installs = {line.split(">=")[0].casefold() for line in PROJECT["optional-dependencies"][extra]}
    owners = packages_distributions()
    looked_for = {owner.casefold().replace("_", "-") for name in EXTRAS[extra] for owner in owners[name]}
    # uvloop makes the server faster, and is not there on Windows.
    assert looked_for == installs - {"uvloop"}
