import msgspec

from kickdoor import Game
from kickdoor.play.game import redacted
from kickdoor.testing import table

THREE = {"A": {"level": 5}, "B": {}, "C": {}}


def names(table_, cards):
    return [table_.game.card_name(view.card) for view in cards]


def test_CARD_01_only_the_top_of_the_discards_is_seen():
    t = table(players=THREE, turn="A", door_discards=["Lame Goblin", "Elf", "Mate"], treasure_discards=["Huge Rock"])
    for seat in (-1, 0, 1, 2):
        view = t.game.view(seat)
        assert (view.door_discards, view.treasure_discards) == (3, 1)
        assert names(t, [view.door_top, view.treasure_top]) == ["Lame Goblin", "Huge Rock"]
        whole = msgspec.json.encode(view).decode()
        elf = next(d.id for d in t.game.state.rules.defs if d.name == "Elf")
        assert f'"{elf}"' not in whole


def test_CARD_02_the_discards_are_shuffled_and_forgotten():
    orders = set()
    discards = ["Leather Armor", "Huge Rock", "Spiky Knees", "Flaming Armor", "Slimy Armor", "Helm of Courage"]
    for seed in range(12):
        t = table(
            players=THREE,
            turn="A",
            phase="combat",
            combat={"fighter": "A", "monsters": [{"level": 1, "treasures": 3}]},
            treasures_left=0,
            treasure_discards=discards,
            seed=str(seed),
        )
        t.do({"pass": "all"})
        s = t.game.state
        t.expect({"drawn": {"A": 3}, "decks": {"treasures": 3, "treasure_discards": 0}})
        orders.add(tuple(s.rules.defs[c].name for c in s.players[0].hand))
        assert all(s.known[c] == 0 for c in s.treasure), "nobody knows a card of the new deck"
        assert names(t, t.game.view(1).players[0].hand) == []
    assert len(orders) > 6


def test_CARD_04_cards_in_play_are_public():
    t = table(
        players={
            "A": {
                "races": ["Elf"],
                "classes": ["Warrior"],
                "equipped": ["Helm of Courage"],
                "carried": ["Horny Helmet"],
                "curses": ["Curse! Chicken on Your Head"],
                "table": ["Hireling"],
            },
            "B": {},
            "C": {},
        },
        turn="B",
    )
    for seat in (-1, 0, 1, 2):
        shown = t.game.view(seat).players[0].table
        assert sorted(names(t, shown)) == sorted(
            ["Elf", "Warrior", "Hireling", "Curse! Chicken on Your Head", "Helm of Courage", "Horny Helmet"]
        )
        worn = {t.game.card_name(card.card): card.equipped for card in shown}
        assert worn["Helm of Courage"]
        assert not worn["Horny Helmet"]


def test_CARD_05_a_hand_is_hidden():
    t = table(players={"A": {"hand": ["Elf", "Wishing Ring", "Huge Rock"]}, "B": {}, "C": {}}, turn="A")
    own = t.game.view(0).players[0]
    assert sorted(names(t, own.hand)) == ["Elf", "Huge Rock", "Wishing Ring"]
    for seat in (-1, 1, 2):
        seen = t.game.view(seat).players[0]
        assert seen.hand == []
        assert (seen.doors, seen.treasures) == (1, 2), "backs can be told apart"


def test_CARD_05_views_do_not_depend_on_what_is_hidden():
    def view(hand, seat):
        t = table(
            players={"A": {"hand": hand}, "B": {"hand": ["Mate"]}, "C": {}},
            turn="B",
            door=["Lame Goblin"],
            treasure=["Huge Rock"],
        )
        return msgspec.json.encode(t.game.view(seat))

    one = ["Enraged", "Leather Armor"]
    other = ["Elf", "Wishing Ring"]
    assert view(one, 1) == view(other, 1)
    assert view(one, 2) == view(other, 2)
    assert view(one, -1) == view(other, -1)
    assert view(one, 0) != view(other, 0)


def test_CARD_05_a_dealt_hand_is_known_to_its_owner_only():
    game = Game.new(seats=4, seed=11)
    for seat in range(4):
        for other, seen in enumerate(game.view(seat).players):
            assert len(seen.hand) == (8 if seat == other else 0) or game.state.door_discards


def test_TURN_10_what_is_heard_at_the_door_is_seen_by_nobody_else():
    t = table(players=THREE, turn="C", phase="end", door=["Elf"])
    t.do({"C": "end"})
    drew = [e for e in t.events if e.what == "drew"]
    assert [t.game.card_name(e.card) for e in redacted(drew, 0)] == ["Elf"]
    assert [e.card for e in redacted(drew, 1)] == [-1]
    assert [e.card for e in redacted(drew, -1)] == [-1]


def test_TURN_02_everybody_sees_what_is_behind_the_door():
    t = table(players=THREE, turn="A", door=["Wandering Monster"])
    t.do({"A": "kick"})
    turned = [e for e in t.events if e.what == "turned_up"]
    for seat in (-1, 0, 1, 2):
        assert [t.game.card_name(e.card) for e in redacted(turned, seat)] == ["Wandering Monster"]


def test_REW_02_treasures_drawn_alone_are_hidden_and_with_help_seen():
    for helper, seen in ((None, False), ("B", True)):
        t = table(
            players=THREE,
            turn="A",
            phase="combat",
            combat={"fighter": "A", "helper": helper, "monsters": [{"level": 1, "treasures": 2}]},
            treasure=["Leather Armor", "Huge Rock"],
        )
        t.do({"pass": "all"})
        drew = [e for e in t.events if e.what == "drew"]
        assert len(drew) == 2
        shown = [e.card >= 0 for e in redacted(drew, 2)]
        assert shown == [seen, seen]
        assert len(t.game.view(2).players[0].hand) == (2 if seen else 0)
        assert len(t.game.view(0).players[0].hand) == 2


def test_CARD_08_a_shown_hand_is_seen_by_whom_it_was_shown_to():
    t = table(players={"A": {"hand": ["Elf", "Huge Rock"]}, "B": {}, "C": {}}, turn="B")
    t.do({"A": {"show": "C"}})
    assert sorted(names(t, t.game.view(2).players[0].hand)) == ["Elf", "Huge Rock"]
    assert t.game.view(1).players[0].hand == []
    assert t.game.view(-1).players[0].hand == []
    shown = [e for e in t.events if e.what == "shown"]
    assert len(shown) == 2
    assert all(e.card == -1 for e in redacted(shown, 1))


def test_CARD_08_one_shows_one_s_own_hand_in_another_s_fight_too():
    t = table(
        players={"A": {"level": 5}, "B": {"hand": ["Elf"]}, "C": {}},
        turn="A",
        phase="combat",
        combat={"fighter": "A", "monsters": [{"level": 9}]},
    )
    t.do({"B": {"show": "A"}})
    t.expect({"knows": {"A": ["Elf"], "C": []}})


def test_CHAR_20_given_cards_are_known_to_giver_and_receiver_only():
    t = table(
        players={"A": {"level": 4, "hand": 6}, "B": {}, "C": {"level": 2}}, turn="A", phase="charity", book="lite"
    )
    t.do({"A": {"choose": "card1 to B"}})
    t.expect({"knows": {"A": ["card1"], "C": []}})
    gave = [e for e in t.events if e.what == "gave_charity"]
    assert [e.card for e in redacted(gave, 2)] == [-1]
    assert [t.game.card_name(e.card) for e in redacted(gave, 1)] == ["card1"]


def test_DEATH_03_the_body_is_laid_out_for_all_to_see():
    t = table(
        players={"A": {"level": 5, "hand": ["Elf", "Huge Rock", "Mate"]}, "B": {"level": 2}, "C": {}},
        turn="A",
        phase="running_away",
        combat={"fighter": "A", "monsters": [{"level": 18, "bad_stuff": [{"die": "you"}]}]},
        rolls=[1],
    )
    t.do({"A": "run"})
    for seat in (-1, 0, 1, 2):
        assert {"Elf", "Huge Rock", "Mate"} <= set(names(t, t.game.view(seat).laid_out))
