"""Every option of the books can be chosen for a game, one by one."""

import pytest

from kickdoor import Game
from kickdoor.rules.books import BOOKS, differing, options, resolve


@pytest.mark.parametrize("name", options())
def test_an_option_is_in_force_and_changes_no_other(name: str):
    option = options()[name]
    for book in BOOKS:
        for value in {*option.values.values(), option.values[book] + (1 if option.kind == "neutral" else 0)}:
            chosen: dict[str, int | bool] = {name: value}
            game = Game.new(["munchkin"], 3, seed=1, book=book, options=chosen)
            expected = {**resolve(book), name: value}
            if name == "winning_level":
                expected["level_without_kill"] = value - 1
            assert game.state.rules.options.numbers == expected
            assert game.record.options == {name: value}
            assert Game.from_bytes(game.to_bytes()).state.rules.options.numbers == expected


def test_switches_are_chosen_by_true_and_false():
    for name, option in options().items():
        if option.kind == "switch":
            for value in (True, False):
                game = Game.new(["munchkin"], 3, seed=1, options={name: value})
                assert game.state.rules.options.get(name) == int(value)


def test_books_differ_in_what_has_more_than_one_value():
    assert differing(["star"]) == differing(["star", "star"]) == []
    assert {option.name for option in differing(BOOKS)} == {
        name for name, option in options().items() if len(set(option.values.values())) > 1
    }
    assert [option.name for option in differing(["lite", "deluxe"])] == [
        "max_players",
        "listen_at_door",
        "loot_treasure",
    ]
