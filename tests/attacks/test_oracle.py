"""A seat learns nothing by asking: thousands of questions here, millions by `make attack`."""

from __future__ import annotations

import oracle
import pytest


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_no_answer_tells_what_the_asker_cannot_know(seed: str):
    found = oracle.interrogate(5000, seed)
    assert (found.leaks, found.failures) == ([], [])
    assert found.questions >= 5000
    assert found.moments > 50
