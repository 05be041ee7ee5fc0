import pytest

from kickdoor import Game
from kickdoor.engine.data.terms import DOOR, MALE, TREASURE
from kickdoor.testing import table

BIG_BOOKS = ["deluxe", "star", "bites", "babies"]


def deck_names(game, deck):
    """Names of all cards of a deck, wherever they are."""
    return sorted(d.name for d in game.state.rules.defs if d.deck == deck)


@pytest.mark.parametrize("book", BIG_BOOKS)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_SETUP_01_three_to_six_players(book, seats):
    assert Game.new(seats=seats, seed=1, book=book).seats == seats


@pytest.mark.parametrize("book", BIG_BOOKS)
@pytest.mark.parametrize("seats", [0, 1, 2, 7, 8])
def test_SETUP_01_not_fewer_and_not_more(book, seats):
    with pytest.raises(ValueError, match=r"SETUP-01"):
        Game.new(seats=seats, seed=1, book=book)


@pytest.mark.parametrize("seats", [3, 4])
def test_SETUP_02_lite_is_for_three_or_four(seats):
    assert Game.new(packs=["munchkin-lite"], seats=seats, seed=1).seats == seats


@pytest.mark.parametrize("seats", [2, 5, 6])
def test_SETUP_02_lite_is_for_no_more(seats):
    with pytest.raises(ValueError, match=r"3 to 4 players.*SETUP-02"):
        Game.new(packs=["munchkin-lite"], seats=seats, seed=1)


@pytest.mark.parametrize("packs", [["munchkin-6"], ["game-changers"], ["munchkin-6", "game-changers"]])
def test_SETUP_03_not_without_a_deck_of_treasures(packs):
    with pytest.raises(ValueError, match=r"no Treasures in munchkin-6|no Treasures in game-changers.*SETUP-03"):
        Game.new(packs=packs, seats=4, seed=1)
    assert Game.new(packs=["munchkin-2", *packs], seats=4, seed=1).seats == 4


def test_SETUP_03_two_decks():
    game = Game.before(Game.header(["munchkin"], 4, 1))
    s = game.state
    assert {s.rules.defs[c].deck for c in s.door} == {DOOR}
    assert {s.rules.defs[c].deck for c in s.treasure} == {TREASURE}
    assert sorted(s.rules.defs[c].name for c in s.door) == deck_names(game, DOOR)
    assert sorted(s.rules.defs[c].name for c in s.treasure) == deck_names(game, TREASURE)
    assert len(s.door) == 95
    assert len(s.treasure) == 73


def test_SETUP_03_each_is_shuffled():
    def order(seed):
        s = Game.before(Game.header(["munchkin"], 4, seed)).state
        return [c for c in s.door], [c for c in s.treasure]

    orders = [order(seed) for seed in range(20)]
    assert order(3) == orders[3], "the same seed gives the same shuffle"
    for deck in (0, 1):
        assert len({tuple(o[deck]) for o in orders}) == 20
        assert all(o[deck] != sorted(o[deck]) for o in orders)
        tops = {o[deck][-1] for o in orders}
        assert len(tops) > 10, "any card can come to the top"


@pytest.mark.parametrize("book", ["deluxe", "lite", "star", "bites", "babies"])
@pytest.mark.parametrize("seats", [3, 4])
def test_SETUP_04_four_cards_of_each_deck(book, seats):
    # Hoard! and Divine Intervention act as soon as they are got, so they are left out of the count.
    for seed in range(30):
        s = Game.new(seats=seats, seed=seed, book=book).state
        dealt = [c for p in s.players for c in p.hand]
        if s.door_discards or s.treasure_discards:
            continue
        for player in s.players:
            decks = [s.rules.defs[c].deck for c in player.hand]
            assert decks.count(DOOR) == 4
            assert decks.count(TREASURE) == 4
        assert len(dealt) == len(set(dealt)) == 8 * seats
        assert len(s.door) == 95 - 4 * seats
        assert len(s.treasure) == 73 - 4 * seats
        return
    pytest.fail("no seed without a card that acts when it is dealt")


def test_SETUP_05_level_one_human_without_a_class():
    game = Game.new(seats=6, seed=5)
    for seat, player in enumerate(game.state.players):
        assert player.level == 1
        assert player.table == []
        assert not player.dead
        view = game.view(seat).players[seat]
        assert (view.level, view.table, view.in_combat) == (1, [], False)


def test_SETUP_05_human_can_use_what_is_for_humans():
    t = table(players={"A": {"hand": ["Bad-Ass Bandana", "Elf"]}, "B": {}, "C": {}}, phase="setup")
    t.do({"A": {"play": "Bad-Ass Bandana"}})
    t.expect({"cards": {"Bad-Ass Bandana": "A equipped"}})


def test_SETUP_06_all_may_lay_down_at_the_same_time():
    game = Game.new(seats=4, seed=7)
    assert sorted(game.decisions) == [0, 1, 2, 3]
    assert all(decision.about == "setup" for decision in game.decisions.values())


def test_SETUP_07_the_sex_is_given():
    game = Game.new(seats=3, seed=1, sexes=["female", "male", "female"])
    assert [p.sex for p in game.view(-1).players] == ["female", "male", "female"]


def test_SETUP_07_male_or_female():
    with pytest.raises(ValueError, match="sexes"):
        Game.new(seats=3, seed=1, sexes=["female", "male", "other"])


def test_SETUP_07_declared_once():
    t = table(players={"A": {"sex": "male"}, "B": {}, "C": {}}, phase="setup")
    t.do({"A": "declare"})
    t.do({"A": "declare", "refused": True})
    t.expect({"sex": {"A": "female"}})


def test_SETUP_08_the_die_decides():
    begun = set()
    for seed in range(40):
        game = Game.new(seats=4, seed=seed, book="lite")
        while game.view(-1).moment == "setup":
            seat = game.waiting[0]
            game.apply(seat, next(o for o in game.decisions[seat].options if o.verb == "pass"))
        begun.add(game.state.turn)
    assert begun == {0, 1, 2, 3}


def test_SETUP_10_epic_cards_are_left_out(tmp_path):
    pack = tmp_path / "epic.yaml"
    pack.write_text(
        """
id: epic
name: Epic
cards:
- {id: epic_foe, name: Epic Foe, deck: door, kind: monster, level: 25, treasures: 5, epic: true, copies: 3}
- {id: plain_foe, name: Plain Foe, deck: door, kind: monster, level: 5, treasures: 1}
""",
        encoding="utf-8",
    )
    s = Game.before(Game.header(["munchkin", str(pack)], 4, 1)).state
    names = [s.rules.defs[c].name for c in s.door]
    assert "Epic Foe" not in names
    assert names.count("Plain Foe") == 1
    assert len(s.door) == 96
    assert [s.rules.defs[c].name for c in s.out] == ["Epic Foe"] * 3


def test_MIX_01_door_with_door_and_treasure_with_treasure(tmp_path):
    pack = tmp_path / "more.yaml"
    pack.write_text(
        """
id: more
name: More
cards:
- {id: far_foe, name: Far Foe, deck: door, kind: monster, level: 5, treasures: 1, copies: 2}
- {id: far_hat, name: Far Hat, deck: treasure, kind: item, slot: headgear, bonus: 1, gold: 200}
""",
        encoding="utf-8",
    )
    s = Game.before(Game.header(["munchkin", str(pack)], 4, 1)).state
    assert [s.rules.defs[c].name for c in s.door].count("Far Foe") == 2
    assert [s.rules.defs[c].name for c in s.treasure].count("Far Hat") == 1
    assert len(s.door) == 97
    assert len(s.treasure) == 74
    assert sorted(s.door)[-2:] != s.door[:2], "shuffled in, not laid below"


def test_MIX_01_a_set_within_another_adds_no_copies():
    s = Game.before(Game.header(["munchkin", "munchkin-lite"], 4, 1)).state
    assert len(s.door) == 95
    assert len(s.treasure) == 73


def test_CHAR_13_the_present_sex_is_shown_openly():
    t = table(
        players={"A": {"sex": "male"}, "B": {"hand": ["Curse! Change Sex"]}, "C": {}},
        turn="A",
    )
    assert [t.game.view(seat).players[0].sex for seat in (-1, 0, 1, 2)] == ["male"] * 4
    assert t.game.state.players[0].sex == MALE
    t.do({"B": {"play": "Curse! Change Sex", "on": "A"}})
    assert [t.game.view(seat).players[0].sex for seat in (-1, 0, 1, 2)] == ["female"] * 4
