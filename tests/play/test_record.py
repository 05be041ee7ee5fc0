"""What a record says of itself."""

import pickle
from pathlib import Path
from random import Random

import msgspec
import pytest

import kickdoor
from kickdoor import Game
from kickdoor.engine.data import codec
from kickdoor.play.record import Record, RecordError


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


def own_pack(folder: Path, level: int = 1) -> Path:
    path = folder / "cellar.yaml"
    path.write_text(
        "id: cellar\nname: Cellar\ncards:\n"
        f"- {{id: barrel, name: Barrel, deck: door, kind: monster, level: {level}, treasures: 1, copies: 60}}\n"
        "- {id: cork, name: Cork, deck: treasure, kind: item, gold: 300, bonus: 1, copies: 60}\n"
    )
    return path


def played_in_the_cellar(folder: Path) -> Game:
    game = Game.new([str(own_pack(folder))], 3, "cellar")
    rng = Random(1)
    for _ in range(60):
        seat = rng.choice(game.waiting)
        game.apply(seat, rng.choice(game.decisions[seat].options))
    return game


def ends(record: Record) -> bytes:
    *_, (_, game, _) = record.replay()
    return codec_bytes(game)


def codec_bytes(game: Game) -> bytes:
    return msgspec.msgpack.encode(codec.dump(game.state))


@pytest.mark.parametrize("since", ["kept", "changed", "broken", "gone"])
def test_a_record_with_packs_of_ones_own_replays_whatever_became_of_the_file(since: str, tmp_path: Path):
    game = played_in_the_cellar(tmp_path)
    record = Record.parse(game.record.to_json())
    path = tmp_path / "cellar.yaml"
    if since == "changed":
        own_pack(tmp_path, level=9)
    elif since == "broken":
        path.write_text("][")
    elif since == "gone":
        path.unlink()
    assert ends(record) == codec_bytes(game)
    pickled = pickle.loads(pickle.dumps(game))
    assert codec_bytes(pickled) == codec_bytes(game)


def test_a_record_carries_only_packs_that_not_everybody_has(tmp_path: Path):
    assert Game.new(["munchkin"], 3, 1).record.texts == {}
    path = str(own_pack(tmp_path))
    assert list(Game.new(["munchkin", path], 3, 1).record.texts) == [path]


def test_a_pack_that_was_changed_in_its_record_is_refused(tmp_path: Path):
    record = played_in_the_cellar(tmp_path).record
    (tmp_path / "cellar.yaml").unlink()
    for spoil in (lambda text: text.replace("gold: 300", "gold: 900"), lambda text: "]["):
        spoilt = msgspec.structs.replace(record, texts={name: spoil(text) for name, text in record.texts.items()})
        with pytest.raises(RecordError):
            list(spoilt.replay())


def test_a_pack_that_is_saved_anew_is_played_as_it_is_now(tmp_path: Path):
    for level in (1, 7):
        game = Game.new([str(own_pack(tmp_path, level))], 3, 1)
        assert {card.level for card in game.cards if card.name == "Barrel"} == {level}
