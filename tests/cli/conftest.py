"""What the tests of the command line share."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kickdoor.cli.app import app

Run = Callable[..., Result]
RunJson = Callable[..., Any]

GOOD_PACK = """\
id: mine
name: Mine
cards:
- {id: rat, name: Rat, deck: door, kind: monster, level: 1, treasures: 1, bad_stuff: [{lose_levels: 1}]}
- {id: hat, name: Hat, deck: treasure, kind: item, bonus: 1, slot: headgear, gold: 200}
- {id: stone, name: Stone, deck: treasure, kind: item, gold: 0, copies: 2, origin: ours}
"""


@pytest.fixture
def run() -> Run:
    """Run a command with words and perhaps an input; stdout and stderr are kept apart."""

    def run(*words: object, input: str = "") -> Result:
        return CliRunner().invoke(app, [str(word) for word in words], input=input)

    return run


@pytest.fixture
def run_json(run: Run) -> RunJson:
    """Run a command with --json; it must end well, print nothing but JSON, and say nothing on stderr."""

    def run_json(*words: object, status: int = 0) -> Any:
        result = run(*words, "--json")
        assert result.exit_code == status, result.output
        return json.loads(result.stdout)

    return run_json


@pytest.fixture
def pack_file(tmp_path: Path) -> Callable[[str], Path]:
    """Write a pack file."""

    def write(text: str = GOOD_PACK) -> Path:
        path = tmp_path / "mine.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write
