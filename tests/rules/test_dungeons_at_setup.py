"""The Dungeon deck before the first turn."""

from pathlib import Path

import pytest

from kickdoor import Game
from kickdoor.engine.data.terms import DUNGEON

PACK = """
id: caves
name: Caves
cards:
- {id: low_cave, name: Low Cave, deck: dungeon, kind: dungeon, modifiers: [{value: hand_limit, add: 2, on: all}]}
- {id: high_cave, name: High Cave, deck: dungeon, kind: dungeon, modifiers: [{value: hand_limit, add: 2, on: all}]}
- {id: wet_cave, name: Wet Cave, deck: dungeon, kind: dungeon, modifiers: [{value: hand_limit, add: 2, on: all}]}
"""


@pytest.fixture
def caves(tmp_path: Path) -> str:
    path = tmp_path / "caves.yaml"
    path.write_text(PACK)
    return str(path)


def test_SETUP_09_one_dungeon_lies_face_up_and_is_in_force(caves: str) -> None:
    game = Game.new(packs=["munchkin", caves], seats=3, seed=1)
    s = game.state
    assert len(s.dungeons) == 1
    assert game.view(0).players[0].hand_limit == 7
    assert [card.id for card in game.view(2).dungeons] == [s.rules.defs[s.dungeons[0]].id]
    starts = {Game.new(packs=["munchkin", caves], seats=3, seed=i).state.dungeons[0] for i in range(12)}
    assert len(starts) > 1


def test_SETUP_09_option_none_until_the_first_portal(caves: str) -> None:
    game = Game.new(packs=["munchkin", caves], seats=3, seed=1, options={"starting_dungeon": False})
    assert game.state.dungeons == []
    assert game.view(0).players[0].hand_limit == 5


def test_SETUP_11_the_others_are_a_face_down_deck_of_their_own(caves: str) -> None:
    game = Game.new(packs=["munchkin", caves], seats=3, seed=1)
    s = game.state
    assert len(s.dungeon) == 2
    assert all(s.known[card] == 0 for card in s.dungeon)
    assert all(s.rules.defs[card].deck != DUNGEON for card in [*s.door, *s.treasure])
    orders = {tuple(Game.new(packs=["munchkin", caves], seats=3, seed=i).state.dungeon) for i in range(12)}
    assert len(orders) > 1
