"""What a view says about the matter that is under way."""

from kickdoor.play.looking import view_of
from kickdoor.testing import Table, table


def test_everybody_sees_whom_a_curse_is_about_to_strike():
    t = table(
        players={"A": {"hand": ["Curse! Duck of Doom"]}, "B": {"level": 4, "hand": ["Wishing Ring"]}, "C": {}},
        turn="A",
        phase="arrange",
    )
    curse = t.card_of(0, "Curse! Duck of Doom")
    t.do({"A": {"play": "Curse! Duck of Doom", "on": "B"}})
    for seat in (-1, 0, 1, 2):
        matter = t.game.view(seat).matter
        assert matter is not None
        assert (matter.whom, matter.by, matter.card) == (1, 0, curse)


def running_from(monster: str, roll: int, *hand: str) -> Table:
    t = table(
        players={"A": {"level": 2, "hand": list(hand)}, "B": {}, "C": {}},
        turn="A",
        phase="running_away",
        combat={"fighter": "A", "monsters": [monster]},
        rolls=[roll],
    )
    t.do({"A": "run"})
    return t


def test_everybody_sees_what_is_run_from():
    t = running_from("Platycore", 3, "Loaded Die")
    for seat in (-1, 0, 1, 2):
        view = t.game.view(seat)
        assert view.fight is None
        assert [t.game.card_name(card.card) for card in view.laid_out] == ["Platycore"]


def test_the_words_of_a_choice_are_told_in_order():
    t = running_from("Platycore", 1, "Elf", "Dwarf")
    matter = t.game.view(0).matter
    assert matter is not None
    assert matter.names == ("discard_hand", "lose_levels")
    assert matter.whom == 0
    assert matter.card is not None
    assert t.game.card_name(matter.card) == "Platycore"


def test_everybody_sees_what_a_die_shows():
    t = running_from("Platycore", 3, "Loaded Die")
    for seat in (-1, 0, 1, 2):
        matter = t.game.view(seat).matter
        assert matter is not None
        assert (matter.whom, matter.roll) == (0, 3)


def test_a_card_under_way_that_a_seat_cannot_know_is_not_named():
    t = table(players={"A": {"hand": ["Elf"]}, "B": {}, "C": {}}, turn="A", phase="arrange")
    s = t.game.state
    s.stack[-1].it = t.card_of(0, "Elf")
    own, other, gallery = (view_of(s, seat).matter for seat in (0, 1, -1))
    assert own is not None
    assert own.card == t.card_of(0, "Elf")
    assert other is not None
    assert other.card is None
    assert gallery is not None
    assert gallery.card is None


def drawing_cleric(seat: str) -> Table:
    names = ("A", "B", "C", "D")
    cleric = {"level": 5, "classes": ["Cleric"], "hand": ["card1", "card2"]}
    return table(
        players={name: cleric if name == seat else {} for name in names},
        turn=seat,
        phase="kick_open",
        door=["Harpies"],
        door_discards=["Lame Goblin"],
    )


def test_who_is_asked_at_a_draw_is_nobody_elses_matter():
    for at, name in enumerate(("A", "B", "C", "D")):
        t = drawing_cleric(name)
        for seat in (-1, 0, 1, 2, 3):
            matter = t.game.view(seat).matter
            assert matter is not None
            assert (matter.whom, matter.by, matter.card) == (at, at, None)


def test_a_draw_that_a_card_brings_about_names_that_card():
    t = table(
        players={
            "A": {
                "classes": ["Cleric"],
                "hand": ["Elf", "Dwarf", {"name": "Find", "kind": "special", "when": "own_turn", "play": FIND}],
            },
            "B": {},
        },
        turn="A",
        phase="arrange",
        door_discards=["Lame Goblin"],
    )
    find = t.card_of(0, "Find")
    t.do({"A": {"play": "Find"}})
    for seat in (-1, 0, 1):
        matter = t.game.view(seat).matter
        assert matter is not None
        assert (matter.whom, matter.by, matter.card) == (0, 0, find)


FIND = [{"draw": {"deck": "door", "count": 1, "face": "up"}}]


def test_a_view_says_which_level_wins_now():
    t = table(players={"A": {}, "B": {"table": ["Mine Goes To 11!"]}, "C": {}}, packs=["munchkin", "munchkin-7"])
    for seat in (-1, 0, 1, 2):
        assert [player.winning_level for player in t.game.view(seat).players] == [11, 11, 11]
    t = table(players={"A": {}, "B": {}, "C": {}}, options={"winning_level": 7})
    assert [player.winning_level for player in t.game.view(0).players] == [7, 7, 7]


def laid(t: Table, seat: int = 0) -> tuple[set[str], set[str]]:
    """The cards before A that are carried, and those without effect."""
    shown = t.game.view(seat).players[0].table
    named = [(t.game.card_name(card.card), card) for card in shown]
    return {name for name, card in named if card.carried}, {name for name, card in named if card.idle}


def test_what_counts_without_being_equipped_is_not_carried():
    t = table(
        players={
            "A": {
                "races": ["Elf"],
                "table": ["Really Impressive Title"],
                "equipped": ["Helm of Courage"],
                "carried": ["Leather Armor", "Potion of Halitosis"],
                "curses": ["Curse! Chicken on Your Head"],
            },
            "B": {},
            "C": {},
        }
    )
    for seat in (-1, 0, 1):
        assert laid(t, seat) == ({"Leather Armor", "Potion of Halitosis"}, set())


def test_an_equipped_item_that_its_owner_may_not_use_is_idle():
    t = table(players={"A": {"classes": ["Wizard"], "equipped": ["Pointy Hat of Power"]}, "B": {}, "C": {}})
    assert laid(t) == (set(), set())
    s = t.game.state
    s.players[0].table.remove(t.card_of(0, "Wizard"))
    s.players[0].means = None
    s.version += 1
    assert laid(t) == (set(), {"Pointy Hat of Power"})


def test_an_enhancer_of_what_is_carried_is_idle():
    t = table(
        players={"A": {"carried": ["Sneaky Bastard Sword"], "attached": {"Blessed": "Sneaky Bastard Sword"}}, "B": {}},
        packs=["munchkin", "munchkin-3"],
    )
    assert laid(t) == ({"Sneaky Bastard Sword"}, {"Blessed"})


def test_views_share_what_has_not_changed():
    t = table(
        players={"A": {"level": 3, "hand": ["Elf"]}, "B": {"carried": ["Huge Rock"]}, "C": {"hand": ["Dwarf"]}},
        turn="A",
        phase="arrange",
    )
    before = [t.game.view(seat) for seat in range(3)]
    assert before[0].players[1] is before[2].players[1]
    t.do({"A": {"lay": "Elf"}})
    after = t.game.view(2)
    assert after.players[0] != before[2].players[0]
    assert after.players[1] is before[2].players[1]
    assert after.players[2] is before[2].players[2]
    assert after.players[2].hand
    assert not after.players[0].hand


def test_a_fight_that_stands_as_before_is_the_same():
    t = table(
        players={"A": {"level": 3, "hand": ["Elf"]}, "B": {"hand": ["Potion of Halitosis"]}, "C": {}},
        turn="A",
        phase="combat",
        combat={"fighter": "A", "monsters": ["Maul Rat"]},
    )
    before = t.game.view(0).fight
    t.do({"A": {"lay": "Elf"}})
    assert t.game.view(1).fight is before
    t.do({"B": {"play": "Potion of Halitosis", "choose": "monsters"}})
    after = t.game.view(1).fight
    assert after is not None
    assert before is not None
    assert after.against == before.against + 2
    assert after.lines[0] is before.lines[0]
