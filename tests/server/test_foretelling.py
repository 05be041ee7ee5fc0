"""What the page foretells of a fight: what a card would do, and how it would stand with a helper."""

from __future__ import annotations

from typing import Any

from kickdoor.server.foretelling import foretold
from kickdoor.testing import table
from kickdoor.text.asking import option_words


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


def test_who_is_asked_for_help_is_foretold_how_it_would_stand():
    players = {"A": {"level": 5}, "B": {"level": 6}, "C": {"level": 4}}
    game = table(players=players, phase="combat", combat={"fighter": "A", "monsters": ["3,872 Orcs"]}).game
    for helper, stands in ((1, (11, 10, True)), (2, (9, 10, False))):
        decision = game.decision(0)
        assert decision is not None
        game.apply(0, next(o for o in decision.options if o.verb == "offer" and o.second == helper))
        asked = game.decision(helper)
        assert asked is not None
        accept = next(option for option in asked.options if option.verb == "accept")
        assert foretold(game, asked)[accept.code] == stands


def test_a_card_is_foretold():
    found = told(A={"level": 6, "hand": ["Magic Missile"]}, B={}, C={})
    assert found["play", 0] == (11, 10, True)


def test_a_card_that_asks_for_which_side_is_foretold_for_both():
    fight = {"fighter": "A", "monsters": ["3,872 Orcs"]}
    players = {"A": {"level": 6}, "B": {"hand": ["Flaming Poison Potion"]}, "C": {}}
    game = table(players=players, phase="combat", combat=fight).game
    decision = game.decision(1)
    assert decision is not None
    game.apply(1, next(option for option in decision.options if option.verb == "play"))
    asked = game.decision(1)
    assert asked is not None
    found = foretold(game, asked)
    sides = {option.first: found[option.code] for option in asked.options}
    assert sides == {0: (9, 10, False), 1: (6, 13, False)}
    words = [option_words(option.code, game.state, 1, ("Ann", "Bo", "Cy")) for option in asked.options]
    assert words == ["For Ann", "For the monsters"]


def test_what_is_foretold_tells_nothing_of_the_hands_of_others():
    """Monsters Are Busy asks whoever holds a Go Up a Level: nobody learns beforehand whether somebody does."""

    def told_to_b(held: str) -> dict[int, tuple[int, int, bool]]:
        players = {"A": {"level": 6}, "B": {"hand": ["Monsters Are Busy"]}, "C": {"hand": [held]}}
        fight = {"fighter": "A", "monsters": ["3,872 Orcs"]}
        game = table(packs=["munchkin", "munchkin-3"], players=players, phase="combat", combat=fight).game
        decision = game.decision(1)
        assert decision is not None
        assert any(option.verb == "play" for option in decision.options)
        return foretold(game, decision)

    assert told_to_b("Boil an Anthill") == told_to_b("Magic Missile")
