"""What is asked is data: nothing outside the engine depends on the step that asks."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from kickdoor.engine.data.question import KIND_OF_MOMENT, KINDS, Question
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.terms import MOMENTS
from kickdoor.engine.running import asking
from kickdoor.play.driver import draw_answer
from kickdoor.play.game import Game
from kickdoor.testing import Table, table
from kickdoor.text.asking import option_words, question_words

NAMES = ("A", "B", "C", "D")


def steps(of: type[Step] = Step) -> Iterator[type[Step]]:
    for step in of.__subclasses__():
        yield step
        yield from steps(step)


def asked(t: Table, seat: int) -> Question:
    found = asking.question(t.game.state, seat)
    assert found is not None
    return found


def test_the_list_of_kinds_begins_with_the_moments():
    assert KIND_OF_MOMENT == MOMENTS
    assert len(set(KINDS)) == len(KINDS)


def test_every_step_that_has_options_says_what_it_asks():
    silent = [step.__name__ for step in steps() if step.options is not Step.options and step.question is Step.question]
    assert silent == []


def told_of_a_game() -> list[Any]:
    """All that is told of a game: decisions, views, words."""
    found: list[Any] = []
    game = Game.new(packs=["munchkin", "munchkin-2", "munchkin-6"], seats=4, seed="named")
    rng = Random(1)
    for _ in range(300):
        seat, options, option = draw_answer(game.state, rng)
        decision = game.decision(seat)
        assert decision is not None
        found.append((decision.question, question_words(game.state, seat, NAMES)))
        found.append([option_words(each, game.state, seat, NAMES) for each in options[:5]])
        found.append([msgspec.to_builtins(game.view(viewer)) for viewer in (-1, seat)])
        game.apply(seat, option)
    return found


@pytest.fixture
def rename() -> Iterator[Callable[[], None]]:
    """Give every class of steps another name, and its own again afterwards."""
    names = {step: step.__name__ for step in steps()}

    def all_of_them() -> None:
        for number, step in enumerate(names):
            try:
                step.__name__ = f"Renamed{number}"
            except TypeError:
                pytest.skip("compiled classes keep their names")

    yield all_of_them
    for step, name in names.items():
        if step.__name__ != name:
            step.__name__ = name


def test_the_name_of_a_step_is_told_to_nobody(rename: Callable[[], None]):
    before = told_of_a_game()
    assert len({question.kind for question, _ in before[::3]}) > 12
    rename()
    assert told_of_a_game() == before


def test_a_sale_says_what_is_due_and_how_far_it_is_to_the_seller_alone():
    items = [{"name": "Crown", "gold": 600}, {"name": "Orb", "gold": 500}, {"name": "Ring", "gold": 400}]
    t = table(players={"A": {"carried": items}, "B": {}, "C": {}}, turn="A", phase="arrange")
    seller, other = 0, 1
    t.apply(seller, next(o.code for o in t.game.decisions[seller].options if o.verb == "sell"))
    assert "So far" not in question_words(t.game.state, seller, NAMES)
    t.do({"A": {"choose": "Crown"}})
    assert question_words(t.game.state, seller, NAMES).endswith("So far: 600 gold.")
    question = asked(t, seller)
    assert (question.kind, question.whom, question.asked) == ("sale", seller, (seller,))
    assert (question.picked, question.gold, question.price) == (1, 600, 1000)
    seen = asked(t, other)
    assert (seen.kind, seen.whom, seen.asked) == ("sale", seller, (seller,))
    assert (seen.picked, seen.gold, seen.price) == (0, 0, 0)


def test_what_stands_behind_the_door_is_what_it_is_about():
    t = table(players={"A": {}, "B": {}, "C": {}}, turn="A", phase="kick_open", door=["Elf"])
    for seat in (-1, 0, 1):
        question = asked(t, seat)
        assert (question.kind, t.game.card_name(question.card)) == ("door", "Elf")


def test_of_a_window_only_the_owner_is_named():
    t = table(players={"A": {}, "B": {"hand": ["Curse! Lose a Level"]}, "C": {}}, turn="A", phase="arrange")
    assert t.game.waiting == [0, 1]
    for seat in (-1, 0, 1, 2):
        question = asked(t, seat)
        assert (question.kind, question.owner, question.asked, question.passable) == ("arrange", 0, (0,), True)
        assert t.game.view(seat).asked == [0]


def test_a_draw_from_the_discards_names_their_top_card():
    cleric = {"level": 5, "classes": ["Cleric"], "hand": ["Elf", "Dwarf"]}
    discards = ["Lame Goblin"]
    t = table(players={"A": cleric, "B": {}, "C": {}}, phase="kick_open", door=["Harpies"], door_discards=discards)
    question = asked(t, 0)
    assert (question.kind, question.card, t.game.card_name(question.top)) == ("draw", -1, "Lame Goblin")


def test_what_is_done_instead_of_a_treasure_needs_no_discards():
    t = table(
        packs=["bites"],
        players={"A": {"level": 6, "races": ["Changeling"]}, "B": {"level": 2}, "C": {}},
        phase="combat",
        combat={"fighter": "A", "monsters": ["Cape Moth"]},
    )
    t.do({"pass": "all"})
    assert asked(t, 0).kind == "reward"
    told = [option_words(option.code, t.game.state, 0, NAMES) for option in t.game.decisions[0].options]
    assert told == ["Use Changeling", "Draw from the deck"]
    assert question_words(t.game.state, 0, NAMES).startswith("A Treasure of the fight is yours.")


@pytest.mark.parametrize(
    ("monsters", "question", "options"),
    [
        (["Lame Goblin"], "You run away: a roll of 4 or more, and you escape.", ["Roll to run away from Lame Goblin"]),
        (
            [{"card": "Maul Rat"}, {"card": "Lame Goblin"}],
            "You run away. From which monster first?",
            ["Roll to run away from Maul Rat: 5 or more", "Roll to run away from Lame Goblin: 4 or more"],
        ),
    ],
)
def test_a_runner_is_told_what_the_roll_must_be(monsters: list[Any], question: str, options: list[str]):
    combat = {"fighter": "A", "monsters": monsters}
    t = table(players={"A": {}, "B": {}, "C": {}}, turn="A", phase="running_away", combat=combat)
    assert question_words(t.game.state, 0, NAMES) == question
    found = [option_words(o.code, t.game.state, 0, NAMES) for o in t.game.decisions[0].options if o.verb == "run"]
    assert found == options


def test_who_has_a_helper_is_not_told_to_ask_for_one():
    combat = {"fighter": "A", "helper": "B", "monsters": ["Plutonium Dragon"]}
    t = table(players={"A": {}, "B": {}, "C": {}}, turn="A", phase="combat", combat=combat)
    assert question_words(t.game.state, 0, NAMES) == f"You and {NAMES[1]} are losing. Play cards or run away."


def test_who_runs_first_is_asked_in_words():
    t = table(
        packs=["babies"],
        players={"A": {}, "B": {}, "C": {}},
        phase="running_away",
        combat={
            "fighter": "A",
            "helper": "B",
            "monsters": [{"name": "Ogre", "level": 20}],
        },
        rolls=[2, 5],
    )
    assert asked(t, 1).kind == "run_order"
    assert question_words(t.game.state, 1, NAMES) == "You rolled higher. Who runs first?"


def test_a_choice_says_how_many_and_whether_fewer_will_do():
    play = [
        {"choose": {"cards": {"from": "hand"}, "into": "$gone", "count": 2, "optional": True}},
        {"discard": "$gone"},
    ]
    purge = {"name": "Purge", "kind": "special", "when": "own_turn", "play": play}
    t = table(players={"A": {"hand": ["Elf", "Dwarf", "Halfling", purge]}, "B": {}, "C": {}}, phase="arrange")
    card = t.card_of(0, "Purge")
    t.do({"A": {"play": "Purge"}})
    question = asked(t, 0)
    assert (question.kind, question.card) == ("choose_cards", card)
    assert (question.more, question.fewer, question.picked) == (2, True, 0)
    t.do({"A": {"choose": "Elf"}})
    assert (asked(t, 0).more, asked(t, 0).picked) == (1, 1)
    assert (asked(t, 1).more, asked(t, 1).picked) == (0, 0)


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (5, "Play what you want to play"),
        (6, "you hold 1 card too many"),
        (8, "you hold 3 cards too many"),
    ],
)
def test_CHAR_20_whoever_holds_too_many_cards_is_told_before_the_turn_ends(held: int, told: str):
    hand = [
        "Maul Rat",
        "Lame Goblin",
        "Platycore",
        "Amazon",
        "Gazebo",
        "Face Sucker",
        "Stoned Golem",
        "Snails on Speed",
    ]
    t = table(players={"A": {"hand": hand[:held]}, "B": {}, "C": {}}, turn="A", phase="end")
    assert told in question_words(t.game.state, 0, NAMES)
