"""What a designer asks, of games that are really played: is this card too strong, and do two packs play alike."""

from collections.abc import Callable

import pytest

from kickdoor.play.game import Game
from kickdoor.report.compare import Comparison, compare
from kickdoor.report.summary import summarise
from kickdoor.report.tables import Tables
from kickdoor.sim.runner import Plan

#: Plain cards, several of each, and one whose bonus the tests choose.
PACK = """\
id: mine
name: Mine
cards:
- {{id: rat, name: Rat, deck: door, kind: monster, level: 1, treasures: 1, copies: 8, bad_stuff: [{{lose_levels: 1}}]}}
- {{id: bat, name: Bat, deck: door, kind: monster, level: 4, treasures: 1, copies: 8, bad_stuff: [{{lose_levels: 1}}]}}
- {{id: cat, name: Cat, deck: door, kind: monster, level: 8, treasures: 2, copies: 8, bad_stuff: [{{lose_levels: 2}}]}}
- {{id: elf, name: Elf, deck: door, kind: race, copies: 6}}
- {{id: hex, name: Hex, deck: door, kind: curse, copies: 4, play: [{{lose_levels: 1}}]}}
- {{id: stick, name: Stick, deck: treasure, kind: item, bonus: 1, slot: hand, hands: 1, gold: 200, copies: 8}}
- {{id: cap, name: Cap, deck: treasure, kind: item, bonus: 1, slot: headgear, gold: 200, copies: 8}}
- {{id: boot, name: Boot, deck: treasure, kind: item, bonus: 1, slot: footgear, gold: 200, copies: 8}}
- {{id: flask, name: Flask, deck: treasure, kind: one_shot, bonus: 2, gold: 100, copies: 8}}
- {{id: shirt, name: Shirt, deck: treasure, kind: item, bonus: {bonus}, slot: armor, gold: 200, copies: 3}}
"""

SHIRT = "mine/shirt"
GAMES = 90

Played = Callable[..., Tables]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Play the pack with so strong a Shirt; each file is another, and what was played once is not played again."""
    done: dict[tuple[int, str, str], Tables] = {}

    def played(bonus: int, seed: str, name: str = "mine") -> Tables:
        if (bonus, seed, name) not in done:
            path = tmp_path_factory.mktemp("packs") / f"{name}.yaml"
            path.write_text(PACK.format(bonus=bonus), encoding="utf-8")
            plan = Plan(Game.header([str(path)], 3, seed, options={"winning_level": 5}), GAMES, bots=("rookie",))
            done[bonus, seed, name] = Tables.played(name, plan, 2, lambda outcome: None)
        return done[bonus, seed, name]

    return played


def real(found: Comparison) -> set[tuple[str, str]]:
    """The figures about cards that are called different."""
    return {(each.card, each.figure) for each in found.cards if each.verdict in ("higher", "lower")}


def test_an_overpowered_card_is_found_by_the_report(played: Played):
    cards = {card.id: card for card in summarise(played(12, "1")).cards.cards}
    assert cards[SHIRT].when_drawn.verdict == "more"
    lows = {id: card.when_drawn.edge.low for id, card in cards.items()}
    assert max(lows, key=lambda id: lows[id] or 0.0) == SHIRT
    plain = {card.id: card for card in summarise(played(1, "1")).cards.cards}
    assert (plain[SHIRT].when_drawn.edge.high or 0.0) < (lows[SHIRT] or 0.0)


def test_an_overpowered_card_is_found_by_a_comparison(played: Played):
    found = compare(played(1, "1"), played(12, "1"))
    assert found.paired == GAMES
    assert found.changed == ["packs", "digests"]
    assert found.verdict == "different"
    assert (SHIRT, "edge when drawn") in real(found)
    assert found.cards[0].card == SHIRT


def test_two_identical_packs_are_noise(played: Played):
    found = compare(played(1, "1"), played(1, "1", "copy"))
    assert found.changed == ["packs"]
    assert found.verdict == "noise"
    assert {each.change.value for each in (*found.figures, *found.cards)} == {0.0}


def test_identical_packs_with_other_seeds_are_noise(played: Played):
    found = compare(played(1, "1"), played(1, "2", "copy"))
    assert found.paired == 0
    assert found.comparisons > 50
    assert found.verdict == "noise"
