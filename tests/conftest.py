"""What tests of several packages need."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from kickdoor.engine.data.scripts import Script
from kickdoor.engine.data.stack import SETUP_FLOW
from kickdoor.engine.steps.control import Jump
from kickdoor.packs import compiler, mixing
from kickdoor.play import game


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
