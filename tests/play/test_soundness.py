"""Each check of positions finds what it is there to find."""

from typing import Any

import pytest

from kickdoor.engine.actions import piles
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.state import State
from kickdoor.engine.running import kernel
from kickdoor.play.game import Game
from kickdoor.play.naming import Failure
from kickdoor.play.referee import by_the_book
from kickdoor.play.soundness import CHECKS, unsound
from kickdoor.play.table import Table
from kickdoor.testing import table

plain_only = pytest.mark.skipif(
    not kernel.__file__.endswith(".py"), reason="nobody replaces a function of a compiled engine from outside"
)


def a_fight(**more: Any) -> Table:
    return table(
        players={
            "A": {"level": 5, "equipped": [{"name": "hat", "slot": "headgear", "bonus": 2}], "hand": ["card1"]},
            "B": {"carried": [{"name": "cap", "slot": "headgear", "bonus": 1}], "hand": ["Boil an Anthill"]},
            "C": {},
        },
        phase="combat",
        combat={"fighter": "A", "monsters": [{"name": "ogre", "level": 3}]},
        **more,
    )


def found_in(t: Table) -> set[str]:
    return {check for check, _ in unsound(t.game, t.events)}


def test_a_position_of_a_game_is_sound() -> None:
    t = a_fight()
    assert found_in(t) == set()
    t.expect({"sound": list(CHECKS)})
    with pytest.raises(Failure, match="check 'strenght'"):
        t.expect({"sound": ["strenght"]})


@plain_only
def test_an_Item_of_somebody_who_does_not_fight_adds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    t = a_fight()
    s = t.game.state
    monkeypatch.setattr("kickdoor.engine.questions.lines.party", lambda s, fight: [fight.fighter, 1])
    s.version += 1
    assert found_in(t) == {"strength"}


def test_a_sum_that_is_not_that_of_its_lines() -> None:
    t = a_fight()
    fight = t.game.state.fights[0]
    t.game.sums()
    fight.sums = (fight.sums[0] + 1, fight.sums[1])
    assert "strength" in found_in(t)


def test_a_level_without_a_kill() -> None:
    t = a_fight()
    t.game.state.players[1].level = 10
    gained = Event("level_gained", (1, 1, 1, -1))
    found = unsound(t.game, [gained], ["levels"])
    assert ["reached Level 10 without a kill" in wrong for _, wrong in found] == [True]


def test_two_Items_in_one_place() -> None:
    t = a_fight()
    s = t.game.state
    s.up[t.card_of(1, "cap")] = True
    assert found_in(t) == set()
    s.players[0].table.append(t.card_of(1, "cap"))
    assert "limits" in found_in(t)


def test_an_Item_that_its_owner_may_not_use() -> None:
    t = table(players={"A": {"carried": ["Huge Rock", "Staff of Napalm"]}, "B": {}, "C": {}})
    t.game.state.up[t.card_of(0, "Staff of Napalm")] = True
    assert found_in(t) == {"places"}


def test_an_option_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    t = a_fight()
    taken = kernel.apply

    def fail(s: State, seat: int, option: int) -> None:
        if seat == 1 and option in kernel.options(s, seat):
            raise RuntimeError("no")
        taken(s, seat, option)

    monkeypatch.setattr(kernel, "apply", fail)
    assert "offered" in found_in(t)


@plain_only
def test_a_refusal_that_changes_something(monkeypatch: pytest.MonkeyPatch) -> None:
    t = a_fight()
    asked = kernel.why_not

    def meddle(s: State, seat: int, option: int) -> Any:
        s.players[2].level = 2
        return asked(s, seat, option)

    monkeypatch.setattr(kernel, "why_not", meddle)
    assert found_in(t) == {"refused"}


def test_games_are_sound_all_along() -> None:
    game = Game.new(packs=["munchkin"], seats=3, seed="sound")
    for _ in range(60):
        assert unsound(game, []) == []
        seat = game.waiting[0]
        game.apply(seat, kernel.options(game.state, seat)[-1])


def test_whoever_has_died_keeps_no_place_in_a_fight() -> None:
    t = a_fight()
    t.game.state.fights[0].helper = 2
    t.game.state.players[2].dead = True
    assert "dead" in found_in(t)


def test_the_second_phase_is_not_left_out() -> None:
    t = table(players={"A": {"hand": ["card1"]}, "B": {}, "C": {}}, turn="A", phase="end")
    assert found_in(t) == set()
    t.events.append(Event("door_kicked", (0,)))
    assert found_in(t) == {"phases"}


def test_a_level_that_nobody_was_told_of() -> None:
    t = a_fight()
    t.do({"B": {"play": "Boil an Anthill", "on": "B"}})
    t.expect({"sound": ["told"]})
    t.game.state.players[1].level += 1
    with pytest.raises(Failure, match="seat 1 has Level 3, and by what is told 2"):
        t.expect({"sound": ["told"]})


def test_a_card_that_is_elsewhere_than_is_told() -> None:
    t = a_fight()
    t.do({"B": {"play": "Boil an Anthill", "on": "B"}})
    s = t.game.state
    piles.to_hand(s, s.treasure_discards[-1], Seat(2), 0)
    with pytest.raises(Failure, match="Boil an Anthill is in a hand or a deck"):
        t.expect({"sound": ["told"]})


def plain(**more: Any) -> Table:
    return table(
        packs=[],
        players={"A": {"level": 5, "hand": [f"card{number}" for number in range(7)]}, "B": {"level": 2}, "C": {}},
        door=[{"name": "ogre", "level": 3}, "card20"],
        treasure=[{"name": "gem"}, {"name": "pearl"}],
        **more,
    )


def test_a_plain_game_goes_by_the_book() -> None:
    t = plain()
    for step in ({"A": "kick"}, {"pass": "all"}, {"pass": "all"}, {"A": "end"}, {"A": {"choose": "card1 to C"}}):
        t.do(step)
        t.expect({"sound": ["book", "told"]})


def test_the_referee_sees_a_gift_to_the_wrong_player() -> None:
    t = plain(phase="end")
    t.do({"A": "end"})
    before = t.game.state.copy()
    before.players[1].level = 1
    before.players[2].level = 2
    told = t.game.apply(0, next(iter(kernel.options(t.game.state, 0))))
    assert by_the_book(before, told, t.game.state) == ["seat 0 gives to seat 2, who is not the lowest"]


def test_the_referee_sees_a_fight_that_is_won_by_the_weaker() -> None:
    t = plain()
    t.do({"A": "kick"})
    before = t.game.state.copy()
    before.players[0].level = 2
    t.do({"pass": "all"})
    assert t.last is not None
    assert "a fight of 2 against 3 is told as fight_won" in by_the_book(before, t.last.told, t.game.state)
