"""What the tests of texts share."""

from collections.abc import Callable

import pytest


def found_faults(lines: list[str]) -> list[str]:
    """List the lines that show how they were made, or are no sentences."""
    return [
        line
        for line in lines
        if set("${}_") & set(line)
        or not line.endswith(".")
        or line[0].islower()
        or any(sign in line for sign in ("  ", "..", " .", " ,", ",,", ",:", ". .", "()"))
    ]


@pytest.fixture
def faults() -> Callable[[list[str]], list[str]]:
    return found_faults
