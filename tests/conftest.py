"""What tests of several packages need."""

from __future__ import annotations

import gc
import pickle
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kickdoor.engine.data.scripts import Script
from kickdoor.engine.data.stack import SETUP_FLOW
from kickdoor.engine.steps.control import Jump
from kickdoor.packs import compiler, mixing
from kickdoor.packs.loader import read_yaml
from kickdoor.play import game, scenario_files

SCENARIOS = Path(__file__).parent / "scenarios"
PARSED = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Scenario files are parsed once in a run: workers are handed what the first process has read."""
    workerinput: dict[str, Any] | None = getattr(config, "workerinput", None)
    if workerinput is not None:
        if "parsed" in workerinput:
            known = pickle.loads(Path(workerinput["parsed"]).read_bytes())
            scenario_files._parsed = lambda text: known[text] if text in known else read_yaml(text)
    elif config.getoption("numprocesses", None) and any(
        (config.invocation_params.dir / argument).resolve() in (SCENARIOS, SCENARIOS.parent) for argument in config.args
    ):
        texts = [file.read_text(encoding="utf-8") for file in scenario_files.files_of([SCENARIOS])]
        with tempfile.NamedTemporaryFile(prefix="kickdoor-scenarios-", delete=False) as file:
            pickle.dump({text: read_yaml(text) for text in texts}, file)
        config.stash[PARSED] = file.name


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker where the parsed scenarios are."""
    if PARSED in node.config.stash:
        node.workerinput["parsed"] = node.config.stash[PARSED]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave no file behind."""
    if PARSED in config.stash:
        Path(config.stash[PARSED]).unlink(missing_ok=True)


def forget_rules() -> None:
    """Compile all rules anew from now on."""
    mixing._compiled.cache_clear()
    mixing._rules.clear()
    game._rules.cache_clear()


@pytest.fixture
def put_a_step_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """A way to a later engine: one step more at the beginning of the game's first flow, by which nothing changes."""
    scripts = compiler.kernel_scripts()
    first = scripts[SETUP_FLOW]
    scripts[SETUP_FLOW] = Script(first.id, (Jump(1), *first.steps), first.holds)

    def put() -> None:
        monkeypatch.setattr(compiler, "kernel_scripts", scripts.copy)
        forget_rules()

    yield put
    forget_rules()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was collected stays to the end: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()
