"""What a record says of itself."""

import msgspec

import kickdoor
from kickdoor import Game


def test_a_record_names_versions_packs_hashes_options_and_seed():
    game = Game.new(packs=["munchkin"], seats=3, seed=5, options={"winning_level": 8})
    game.apply(0, game.decisions[0].options[-1])
    record = msgspec.json.decode(game.record.to_json())
    assert record["version"] == kickdoor.__version__
    assert record["format"] == 1
    assert record["packs"] == ["munchkin"]
    assert len(record["hashes"]) == 1
    assert record["options"] == {"winning_level": 8}
    assert record["seed"] == "5"
    assert len(record["answers"]) == 1
