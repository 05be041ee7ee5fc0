"""In how many ways the game can go on from a position, by depth; chess programs call this perft.

A way too many or too few is a change of behaviour: if it is meant, `make golden` counts anew; the changelog says so.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kickdoor.play.digest import count_courses
from kickdoor.testing import table

POSITIONS = Path(__file__).with_name("positions.yaml")
COUNTS = Path(__file__).with_name("courses.yaml")
DEPTH = 4


def positions() -> dict[str, dict[str, Any]]:
    return {entry.pop("id"): entry for entry in yaml.safe_load(POSITIONS.read_text(encoding="utf-8"))}


def counted(position: dict[str, Any]) -> list[int]:
    state = table(**position).game.state
    return [count_courses(state, depth) for depth in range(1, DEPTH + 1)]


@pytest.mark.parametrize("name", positions())
def test_the_game_can_go_on_in_as_many_ways(name: str) -> None:
    known = yaml.safe_load(COUNTS.read_text(encoding="utf-8"))
    assert counted(positions()[name]) == known[name]


def test_there_are_ten_positions_and_more_than_one_way_from_each() -> None:
    known = yaml.safe_load(COUNTS.read_text(encoding="utf-8"))
    assert set(known) == set(positions())
    assert len(known) >= 10
    assert all(1 < counts[0] < counts[-1] for counts in known.values())


if __name__ == "__main__":
    found = {name: counted(position) for name, position in positions().items()}
    COUNTS.write_text("".join(f"{name}: {counts}\n" for name, counts in found.items()), encoding="utf-8")
