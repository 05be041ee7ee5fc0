"""Sets shuffled together: equal cards become one, different cards stay apart, and each can be named."""

from collections.abc import Callable
from typing import Any

import pytest

from kickdoor import Game
from kickdoor.packs.loader import PackError, available, cards_of, load, merged_ids, mix
from kickdoor.packs.mixing import compile_mix
from kickdoor.play.naming import CardNames, UnclearCard
from kickdoor.play.position import PositionError
from kickdoor.testing import Failure, table

PackOf = Callable[..., str]

HAT = {"id": "hat", "name": "Hat", "deck": "treasure", "kind": "item", "slot": "headgear", "bonus": 1, "gold": 200}
RAT = {"id": "rat", "name": "Rat", "deck": "door", "kind": "monster", "level": 2, "treasures": 1}
BIG_RAT = {**RAT, "level": 12}


def counted(packs: list[str]) -> dict[str, int]:
    return {entry.id: copies for entry, copies in mix(packs)}


def test_equal_cards_of_two_boxes_are_one_and_add_up(pack_of: PackOf):
    one = pack_of("one", {**HAT, "copies": 2}, RAT)
    two = pack_of("two", {**HAT, "id": "the_hat", "copies": 3, "origin": "ours"}, BIG_RAT)
    assert counted([one, two]) == {"one/hat": 5, "one/rat": 1, "two/rat": 1}
    assert counted([two, one]) == {"two/the_hat": 5, "two/rat": 1, "one/rat": 1}
    assert merged_ids([one, two]) == {"two/the_hat": "one/hat"}
    assert len(compile_mix((one, two), "deluxe").faces) == 3


@pytest.mark.parametrize(
    "change",
    [{"name": "Cap"}, {"bonus": 2}, {"gold": 300}, {"deck": "door"}, {"tags": ["fire"]}, {"usable_by": "elf"}],
    ids=lambda change: next(iter(change)),
)
def test_cards_that_differ_in_anything_stay_apart(pack_of: PackOf, change: dict[str, Any]):
    assert counted([pack_of("one", HAT), pack_of("two", {**HAT, **change})]) == {"one/hat": 1, "two/hat": 1}


def test_a_trait_left_out_is_the_id(pack_of: PackOf):
    elf = {"name": "Elf", "deck": "door", "kind": "race"}
    plain = pack_of("plain", {"id": "elf", **elf})
    named = pack_of("named", {"id": "elf_of_the_sea", "trait": "elf", **elf})
    other = pack_of("other", {"id": "elf_of_the_sea", **elf})
    assert counted([plain, named, other]) == {"plain/elf": 2, "other/elf_of_the_sea": 1}


def test_a_card_taken_over_counts_once_and_its_equal_adds(pack_of: PackOf):
    base = pack_of("base", {**HAT, "copies": 2})
    small = pack_of("small", include=[{"pack": base, "cards": {"hat": 1}}])
    large = pack_of("large", include=[{"pack": base, "cards": {"hat": 4}}])
    other = pack_of("other", {**HAT, "copies": 3})
    assert counted([base, small]) == {"base/hat": 2}
    assert counted([small, base, large]) == {"base/hat": 4}
    assert counted([small, other]) == {"base/hat": 4}
    assert counted([base, small, other]) == {"base/hat": 5}


def test_reprints_come_on_top(pack_of: PackOf):
    base = pack_of("base", {**HAT, "copies": 2})
    small = pack_of("small", include=[{"pack": base, "cards": {"hat": 1}}])
    one = pack_of("one", reprint=[{"pack": base, "cards": {"hat": 1}}])
    two = pack_of("two", reprint=[{"pack": base, "cards": {"hat": 3}}])
    assert counted([one]) == {"base/hat": 1}
    assert counted([base, small, one]) == {"base/hat": 3}
    assert counted([one, two, base]) == {"base/hat": 6}
    with pytest.raises(PackError, match="has no such card"):
        counted([pack_of("odd", reprint=[{"pack": base, "cards": {"cap": 1}}])])


def test_equal_cards_of_one_pack_stay_apart(pack_of: PackOf):
    assert counted([pack_of("one", HAT, {**HAT, "id": "cap"})]) == {"one/hat": 1, "one/cap": 1}


def test_one_id_with_two_meanings_is_an_error(pack_of: PackOf, tmp_path: Any):
    one = pack_of("one", RAT)
    (tmp_path / "copy").mkdir()
    again = tmp_path / "copy" / "one.yaml"
    again.write_text((tmp_path / "one.yaml").read_text(encoding="utf-8").replace("level: 2", "level: 3"))
    with pytest.raises(PackError, match="one/rat: two packs define this id differently"):
        mix([one, str(again)])


def test_no_card_is_lost_in_a_mix_of_all_packs():
    packs = [name for name in available() if name != "munchkin-lite"]
    whole = sum(entry.copies for name in packs for entry in cards_of(load(name)))
    assert sum(copies for _, copies in mix(packs)) == whole


# Names


def test_a_name_of_two_cards_asks_for_the_full_id(pack_of: PackOf):
    packs = (pack_of("one", RAT, HAT), pack_of("two", BIG_RAT, {**HAT, "id": "cap"}))
    names = CardNames(compile_mix(packs, "deluxe"))
    for unclear in ("Rat", "rat"):
        with pytest.raises(UnclearCard, match="more than one card; give a full id, one/rat or two/rat"):
            names.cards(unclear)
    assert len(names.cards("one/rat")) == len(names.cards("two/rat")) == 1
    assert names.cards("Hat") == names.cards("one/hat") == names.cards("two/cap")
    assert len(names.cards("hat")) == 2
    with pytest.raises(UnclearCard, match="no card 'two/hat'"):
        names.cards("two/hat")


def test_a_name_stands_before_an_id(pack_of: PackOf):
    elf = {"id": "elf", "name": "Elf", "deck": "door", "kind": "race"}
    packs = (pack_of("one", {**elf, "name": "Elfling"}), pack_of("two", elf))
    names = CardNames(compile_mix(packs, "deluxe"))
    assert names.cards("Elf") == names.cards("two/elf")
    assert names.cards("Elfling") == names.cards("one/elf")


@pytest.fixture
def rats(pack_of: PackOf) -> list[str]:
    """Two packs with a Rat each, and what a table needs."""
    deal = [{**HAT, "id": f"hat_{i}", "name": f"Hat {i}", "bonus": i} for i in range(3)]
    return [pack_of("one", RAT, *deal), pack_of("two", BIG_RAT)]


def test_a_position_asks_for_the_full_id(rats: list[str]):
    with pytest.raises(PositionError, match="'Rat' is more than one card; give a full id, one/rat or two/rat"):
        table(packs=rats, players={"A": {"hand": ["Rat"]}, "B": {}, "C": {}})


def test_all_steps_take_full_ids(rats: list[str]):
    position: dict[str, Any] = {"packs": rats, "players": {"A": {"level": 5}, "B": {}, "C": {}}}
    t = table(**position, phase="combat", combat={"fighter": "A", "monsters": ["two/rat"]}, rolls=[6])
    t.expect({"strength": [5, 12], "cards": {"two/rat": "fight", "one/rat": "door_deck"}})
    with pytest.raises(Failure, match="give a full id"):
        t.expect({"cards": {"Rat": "fight"}})
    t.do({"pass": "all"})
    t.do({"A": {"run": "two/rat"}})
    t.expect({"events": ["escaped"]})


def test_a_pick_asks_for_the_full_id(pack_of: PackOf, rats: list[str]):
    tosser = {
        "id": "tosser",
        "name": "Tosser",
        "deck": "treasure",
        "kind": "special",
        "when": "any_time",
        "play": [{"choose": {"cards": {"from": "hand"}, "into": "$card"}}, {"discard": "$card"}],
    }
    packs = [*rats, pack_of("three", tosser)]
    t = table(packs=packs, players={"A": {"hand": ["Tosser", "one/rat", "two/rat"]}, "B": {}, "C": {}})
    t.do({"A": {"play": "Tosser"}})
    with pytest.raises(Failure, match="give a full id, one/rat or two/rat"):
        t.do({"A": {"choose": "Rat"}})
    t.do({"A": {"choose": "two/rat"}})
    t.expect({"cards": {"two/rat": "door_discards", "one/rat": "A hand"}})


def test_saves_and_records_of_a_mix_come_back(rats: list[str]):
    game = Game.new([*rats, "munchkin"], 3, seed=5)
    for _ in range(40):
        seat = game.waiting[0]
        game.apply(seat, game.decisions[seat].options[-1])
    assert Game.from_bytes(game.to_bytes()).to_bytes() == game.to_bytes()
    *_, (_, again, _) = game.record.replay()
    assert again.to_bytes() == game.to_bytes()


def noisy(name: str, ability: str, **fields: Any) -> dict[str, Any]:
    """An Item that brings a Level once a turn."""
    made = {"when": "own_turn", "from": "equipped", "limit": 1, "per": "turn", "do": [{"gain_levels": 1}], **fields}
    return {**HAT, "id": name.lower(), "name": name, "slot": "hand", "hands": 1, "abilities": {ability: made}}


def test_another_table_changes_nothing_of_a_game_that_runs(pack_of: PackOf):
    pack = pack_of("noise", noisy("Bell", "ring"), noisy("Gong", "ring"), RAT)
    t = table(packs=[pack], players={"A": {"equipped": ["Bell", "Gong"]}, "B": {}, "C": {}})
    t.do({"A": {"use": "Bell"}})
    drum = {key: value for key, value in noisy("Drum", "ring", shared=True).items() if key != "id"}
    other = table(packs=[pack], players={"A": {"equipped": ["Bell", drum]}, "B": {}, "C": {}})
    other.do({"A": {"use": "Drum"}})
    other.do({"A": {"use": "Bell"}, "refused": True})
    t.do({"A": {"use": "Bell"}, "refused": True})
    t.do({"A": {"use": "Gong"}})


@pytest.mark.parametrize("names", [("ring", "kick"), ("strike", "zap")])
def test_limits_are_shared_by_name_and_by_nothing_else(pack_of: PackOf, names: tuple[str, str]):
    bell, gong = (noisy(name, ability, shared=True) for name, ability in zip(("Bell", "Gong"), names, strict=True))
    pack = pack_of("noise", bell, gong, RAT)
    t = table(packs=[pack], players={"A": {"equipped": ["Bell", "Gong"]}, "B": {}, "C": {}})
    t.do({"A": {"use": "Bell"}})
    t.do({"A": {"use": "Gong"}})
    t.do({"A": {"use": "Bell"}, "refused": True})
    t.do({"A": {"use": "Gong"}, "refused": True})
