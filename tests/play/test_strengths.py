"""What each player would fight with now: whatever counts, where it counts, and nothing else."""

from __future__ import annotations

from typing import Any

from kickdoor.engine.questions.suppose import strengths_and_bonuses
from kickdoor.testing import table

PACKS = ["munchkin", "munchkin-2", "munchkin-3"]


def strengths(**position: Any) -> dict[str, int]:
    """By name."""
    found = table(packs=PACKS, **position).game.strengths()
    return dict(zip(position["players"], found, strict=True))


def test_items_count_with_what_they_add_for_some():
    helmet = {"level": 2, "equipped": ["Horny Helmet"]}
    found = strengths(players={"A": helmet, "B": {"level": 3, "carried": ["Mithril Armor"]}, "C": {}})
    assert found == {"A": 3, "B": 3, "C": 1}
    assert strengths(players={"A": {**helmet, "races": ["Elf"]}, "B": {}, "C": {}})["A"] == 5, "+2 more for Elves"


def test_cards_whose_bonus_is_not_what_they_print_are_told():
    players = {"A": {"races": ["Elf"], "equipped": ["Horny Helmet", "Leather Armor"]}, "B": {}, "C": {}}
    s = table(packs=PACKS, players=players).game.state
    _, bonuses = strengths_and_bonuses(s)
    assert {s.rules.defs[card].name: bonus for card, bonus in bonuses.items()} == {"Horny Helmet": 3}
    plain = table(packs=PACKS, players={**players, "A": {"equipped": ["Horny Helmet"]}}).game.state
    assert strengths_and_bonuses(plain)[1] == {}


def test_what_counts_against_a_monster_counts_in_its_fight():
    """Also for whoever could help, and for nobody else's fight."""
    players = {"A": {"level": 4}, "B": {"level": 2, "equipped": ["Ghoul Lash"]}, "C": {}}
    assert strengths(players=players)["B"] == 5
    against = {
        monster: strengths(players=players, phase="combat", combat={"fighter": "A", "monsters": [monster]})
        for monster in ("Mr. Bones", "Maul Rat")
    }
    assert against["Mr. Bones"] == {"A": 4, "B": 8, "C": 1}, "+3 more against the Undead"
    assert against["Maul Rat"] == {"A": 4, "B": 5, "C": 1}


def test_what_was_played_counts_for_whom_it_was_played():
    laid = table(
        packs=PACKS,
        players={"A": {"level": 4, "hand": ["Magic Missile"]}, "B": {"level": 2}, "C": {}},
        phase="combat",
        combat={"fighter": "A", "helper": "B", "monsters": ["Plutonium Dragon"]},
    )
    before = laid.game.state.copy()
    assert laid.game.strengths() == [4, 2, 1]
    option = next(option for option in laid.game.decisions[0].options if option.verb == "play")
    laid.game.apply(0, option)
    while (asked := laid.game.decision(0)) is not None and not asked.passable:
        laid.game.apply(0, next(o for o in asked.options if o.verb != "pick_side" or o.first == 0))
    assert laid.game.strengths() == [9, 2, 1]
    assert laid.game.sums()[0] == 11
    assert before.fights[0].helper == laid.game.state.fights[0].helper == 1, "asking changes nothing"


def test_the_dead_fight_with_nothing():
    assert strengths(players={"A": {"level": 4}, "B": {"level": 5, "dead": True}, "C": {}})["B"] == 0
