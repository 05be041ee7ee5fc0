"""What the page foretells of a fight: what a card would do, and how it would stand with a helper."""

from __future__ import annotations

from typing import Any

from kickdoor.server.foretelling import foretold
from kickdoor.testing import table


def told(**players: Any) -> dict[tuple[str, int], tuple[int, int, bool]]:
    """What A, who fights the Orcs, is foretold, by verb and second field."""
    game = table(players=players, phase="combat", combat={"fighter": "A", "monsters": ["3,872 Orcs"]}).game
    decision = game.decision(0)
    assert decision is not None
    found = foretold(game, decision)
    return {(o.verb, o.second): found[o.code] for o in decision.options if o.code in found}


def test_help_is_foretold_as_the_monster_counts_it():
    found = told(A={"level": 5}, B={"level": 6}, C={"level": 6, "races": ["Dwarf"]}, D={"level": 4})
    assert found["offer", 1] == (11, 10, True)
    assert found["offer", 2] == (11, 16, False), "the Orcs have +6 against Dwarves"
    assert found["offer", 3] == (9, 10, False)


def test_a_card_is_foretold():
    found = told(A={"level": 6, "hand": ["Magic Missile"]}, B={}, C={})
    assert found["play", 0] == (11, 10, True)
