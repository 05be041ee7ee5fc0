"""When somebody wants to be asked."""

import pytest

from kickdoor.server.session.orders import would_win
from kickdoor.testing import table


@pytest.mark.parametrize(("level", "card", "expected"), [(8, False, False), (9, False, True), (9, True, False)])
def test_who_might_win_is_asked_of_the_level_that_wins_now(level: int, card: bool, expected: bool):
    t = table(
        players={"A": {"level": level}, "B": {"table": ["Mine Goes To 11!"] if card else []}, "C": {}},
        packs=["munchkin", "munchkin-7"],
        phase="combat",
        combat={"fighter": "A", "monsters": ["Maul Rat"]},
    )
    assert would_win(t.game, 1) is expected
