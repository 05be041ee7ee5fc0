"""The rookie: what it does in plain situations, how it reads cards, and that it beats chance."""

from random import Random
from typing import Any

import pytest

from kickdoor.bots import BOTS, Rookie, make_bot
from kickdoor.bots.knowledge import Lore
from kickdoor.bots.lore import lore_of
from kickdoor.bots.outlook import Outlook
from kickdoor.bots.temper import TEMPERS, Temper
from kickdoor.packs.mixing import compile_mix
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.sim import Plan, run
from kickdoor.sim.balance import wilson
from kickdoor.testing import Table, table

GO_ON = frozenset({"pass", "proceed", "claim", "run", "loot", "trouble"})


def says(t: Table, seat: int = 0) -> list[str]:
    """All that a rookie on this seat says until it lets the game go on: verbs, each with its card or seat."""
    bot = Rookie(Random(1), t.game.state.rules, Temper())
    said: list[str] = []
    while seat in t.game.waiting:
        decision = t.game.decision(seat)
        assert decision is not None
        choice = bot.choose(t.game.view(seat), decision)
        assert bot.why
        assert "{" not in bot.why
        if isinstance(choice, Offer):
            said.append(f"{choice.kind} {choice.to}")
            t.game.apply(seat, choice)
            continue
        words = [choice.verb]
        if choice.verb in ("play", "lay", "equip", "unequip", "trouble", "pick", "give"):
            words.append(t.game.card_name(choice.first or 0))
        elif choice.verb in ("pick_player", "pick_side"):
            words.append(str(choice.first))
        elif choice.verb == "offer":
            words.append(str(choice.second))
        said.append(" ".join(words))
        t.game.apply(seat, choice)
        if choice.verb in GO_ON:
            break
    return said


def seated(turn: str = "A", phase: str = "arrange", **players: dict[str, Any]) -> Table:
    return table(players={"A": {}, "B": {}, "C": {}, **players}, turn=turn, phase=phase)


def fighting(fighter: str, monster: dict[str, Any], **players: dict[str, Any]) -> Table:
    combat = {"fighter": fighter, "monsters": [{"name": "X", **monster}]}
    return table(players={"A": {}, "B": {}, "C": {}, **players}, turn=fighter, phase="combat", combat=combat)


# On its own


def test_it_lays_what_makes_it_stronger():
    t = seated(A={"hand": ["Helm of Courage", "Elf", "Warrior", "Magic Missile"]})
    *first, last, go_on = says(t)
    assert sorted(first) == ["lay Elf", "lay Warrior"]
    assert (last, go_on) == ("lay Helm of Courage", "proceed")
    assert t.game.view(0).players[0].table[-1].equipped


def test_it_changes_to_better_armor_and_leaves_the_rest_alone():
    t = seated(
        A={"equipped": ["Leather Armor", "Helm of Courage"], "carried": ["Flaming Armor"], "classes": ["Cleric"]}
    )
    assert says(t) == ["unequip Leather Armor", "equip Flaming Armor", "proceed"]


def test_two_small_weapons_give_way_to_a_better_great_one():
    weapons = [{"name": name, "bonus": 1, "slot": "hand", "hands": 1} for name in ("stick", "stone")]
    great = {"name": "great club", "bonus": 4, "slot": "hand", "hands": 2}
    t = seated(A={"equipped": weapons, "carried": [great]})
    assert sorted(says(t)[:2]) == ["unequip stick", "unequip stone"]
    assert {shown.card for shown in t.game.view(0).players[0].table if shown.equipped} == {t.card_of(0, "great club")}
    poor = {**great, "bonus": 2}
    assert says(seated(A={"equipped": weapons, "carried": [poor]})) == ["proceed"]


def test_it_goes_up_a_level_where_it_can():
    t = seated(A={"level": 4, "hand": ["Boil an Anthill"]})
    assert says(t)[:2] == ["play Boil an Anthill", "pick_player 0"]
    assert says(seated(A={"level": 9, "hand": ["Boil an Anthill"]})) == ["proceed"]


def test_it_raises_nobody_else():
    assert says(seated(A={"level": 4, "hand": ["Whine at the GM"]})) == ["proceed"]
    assert says(seated(A={"level": 4, "hand": ["Whine at the GM"]}, B={"level": 5}))[0] == "play Whine at the GM"


def test_it_sells_what_it_does_not_need():
    junk = [{"name": name, "gold": 500, "bonus": 3, "usable_by": "dwarf"} for name in ("saw", "axe")]
    t = seated(A={"carried": junk, "equipped": [{"name": "blade", "gold": 600, "bonus": 6}]})
    assert "sell" in says(t)
    t.expect({"levels": {"A": 2}})
    assert [t.game.card_name(shown.card) for shown in t.game.view(0).players[0].table] == ["blade"]
    blades = [{"name": name, "gold": 500, "bonus": 6} for name in ("blade", "lance")]
    assert says(seated(A={"equipped": blades})) == ["proceed"]


def test_it_looks_for_trouble_that_it_can_beat():
    t = seated(phase="second", A={"level": 4, "hand": ["Flying Frogs", "Plutonium Dragon"]})
    assert says(t) == ["trouble Flying Frogs"]
    assert says(seated(phase="second", A={"level": 4, "hand": ["Plutonium Dragon"]})) == ["loot"]


def test_it_gives_away_what_it_needs_least():
    hand = ["Boil an Anthill", "Magic Missile", "Elf", "Flaming Armor", "Plutonium Dragon", "Wishing Ring"]
    t = seated(phase="charity", A={"level": 9, "hand": hand}, B={"level": 2})
    decision = t.game.decision(0)
    assert decision is not None
    choice = Rookie(Random(1), t.game.state.rules, Temper()).choose(t.game.view(0), decision)
    assert isinstance(choice, Option)
    assert (choice.verb, t.game.card_name(choice.first or 0)) == ("give", "Plutonium Dragon")


# In a fight


def test_it_claims_a_win():
    assert says(fighting("A", {"level": 2}, A={"level": 5})) == ["claim"]


def test_it_turns_a_fight_with_just_enough():
    t = fighting("A", {"level": 6}, A={"level": 4, "hand": ["Magic Missile", "Flaming Poison Potion"]})
    assert says(t) == ["play Flaming Poison Potion", "pick_side 0", "claim"]


def test_it_wastes_nothing_on_a_lost_fight():
    t = fighting("A", {"level": 16}, A={"level": 4, "hand": ["Magic Missile"]})
    assert says(t) == ["run"]


def test_it_asks_who_can_help_and_only_once():
    t = fighting("A", {"level": 6, "treasures": 2}, A={"level": 3}, B={"level": 5}, C={"level": 2})
    assert says(t) == ["offer 1", "run"]


def test_it_helps_for_a_treasure_unless_another_wins_by_it():
    for level, answer in ((3, "accept"), (9, "refuse")):
        t = fighting("B", {"level": level + 4, "treasures": 2}, A={"level": 8}, B={"level": level})
        t.do({"B": {"offer": {"kind": "help", "to": "A", "treasures": 1}}})
        assert says(t)[0] == answer


def test_it_gives_nothing_for_nothing():
    t = seated("B", A={"equipped": ["Flaming Armor"]}, B={"carried": [{"name": "toy", "gold": 0}]})
    t.do({"B": {"offer": {"kind": "trade", "to": "A", "gives": ["toy"], "takes": ["Flaming Armor"]}}})
    assert says(t)[0] == "refuse"
    t = seated("B", A={"carried": [{"name": "toy", "gold": 0}]}, B={"equipped": ["Flaming Armor"]})
    t.do({"B": {"offer": {"kind": "trade", "to": "A", "gives": ["Flaming Armor"], "takes": ["toy"]}}})
    assert says(t)[0] == "accept"


def test_it_stops_who_is_about_to_win():
    t = fighting("B", {"level": 2}, A={"hand": ["Ancient", "Enraged"]}, B={"level": 9})
    assert says(t)[0] == "play Ancient"
    t = fighting("B", {"level": 2}, A={"hand": ["Enraged"]}, B={"level": 9})
    assert says(t) == ["pass"]
    t = fighting("B", {"level": 2}, A={"hand": ["Ancient"]}, B={"level": 4})
    assert says(t) == ["pass"]


@pytest.mark.parametrize(("temper", "treasures"), [("helpful", 0), ("plain", 1), ("greedy", 2)])
def test_tempers_differ_in_the_price_of_help(temper: str, treasures: int):
    for offered in range(3):
        t = fighting("B", {"level": 7, "treasures": 3}, A={"level": 8}, B={"level": 3})
        t.do({"B": {"offer": {"kind": "help", "to": "A", "treasures": offered}}})
        bot = Rookie(Random(1), t.game.state.rules, TEMPERS[temper])
        decision = t.game.decision(0)
        assert decision is not None
        choice = bot.choose(t.game.view(0), decision)
        assert isinstance(choice, Option)
        assert (choice.verb == "accept") == (offered >= treasures)


def test_it_puts_a_value_on_each_deal():
    t = fighting("B", {"level": 7, "treasures": 3}, A={"level": 8}, B={"level": 3})
    bot = Rookie(Random(1), t.game.state.rules, Temper())
    shares = []
    for offered in range(3):
        t.do({"B": {"offer": {"kind": "help", "to": "A", "treasures": offered}}})
        outlook = Outlook(t.game.view(0), bot.lore)
        shares.append(bot.value(outlook, outlook.view.offers[-1]))
    assert shares == [-1, 0, 1]


def test_it_bribes_before_the_last_fight():
    toy = {"name": "toy", "gold": 100}
    t = seated(A={"level": 9, "carried": [toy]}, B={"hand": 4})
    assert says(t)[0] == "bribe 1"
    assert t.game.view(1).offers[0].pledge == "no_interference"
    assert says(seated(A={"level": 5, "carried": [toy]}, B={"hand": 4})) == ["proceed"]
    assert says(seated(A={"level": 9, "carried": [toy]}, B={"hand": 1})) == ["proceed"]


# Malice


def test_it_curses_the_leader_and_never_itself():
    hand = ["Curse! Lose a Level"]
    t = seated(A={"level": 7, "hand": hand}, B={"level": 6}, C={"level": 8})
    assert says(t)[:2] == [f"play {hand[0]}", "pick_player 2"]
    assert says(seated(A={"level": 8, "hand": hand}, B={"level": 2}, C={"level": 3})) == ["proceed"]


# Games


def test_it_beats_chance():
    plan = Plan(Game.header(["munchkin"], 4, "rookie"), 40, bots=("rookie", "random", "random", "random"))
    report = run(plan)
    assert report.crashes == report.unfinished == 0
    assert wilson(report.winners[0], report.games).low > 0.4


def test_there_is_no_other_bot():
    rules = compile_mix(("munchkin",), "deluxe")
    assert [type(make_bot(name, Random(1), rules)).__name__ for name in BOTS] == [
        "RandomBot",
        "Rookie",
        "Veteran",
        "Master",
        "Grandmaster",
    ]
    with pytest.raises(ValueError, match=r"no bot 'clever'. Choose among random, rookie, veteran, master, grandmaster"):
        make_bot("clever", Random(1), rules)


# Reading cards


@pytest.fixture(scope="module")
def lore() -> Lore:
    return lore_of(compile_mix(("munchkin",), "deluxe"))


@pytest.mark.parametrize(
    ("name", "purposes"),
    [
        ("Boil an Anthill", ["raise"]),
        ("Curse! Duck of Doom", ["strike"]),
        ("Magic Missile", ["fight"]),
        ("Mate", ["fight"]),
        ("Friendship Potion", ["rid"]),
        ("Instant Wall", ["flee"]),
        ("Flask of Glue", ["spite"]),
        ("Wishing Ring", ["ward", "ward"]),
        ("Steal a Level", ["gain"]),
        ("Kneepads of Allure", ["call"]),
        ("Thief", ["fight", "none"]),
        ("Hireling", ["flee"]),
    ],
)
def test_what_cards_are_for(lore: Lore, name: str, purposes: list[str]):
    card = next(card for card, d in enumerate(lore.defs) if d.name == name)
    assert [ploy.purpose for ploy in lore.ploys[card]] == purposes


def test_how_strong_and_how_bad_monsters_are(lore: Lore):
    by_name = {d.name: lore.foes[card] for card, d in enumerate(lore.defs)}
    assert by_name["Harpies"].strength == 4
    assert by_name["Harpies"].more == ((5, frozenset({"wizard"})),)
    assert by_name["Plutonium Dragon"].hurt > by_name["Harpies"].hurt > by_name["Potted Plant"].hurt == 0
