"""A position of a game, written down, is the same position when it is laid out again."""

from random import Random

import pytest

from kickdoor.engine.running import kernel
from kickdoor.play.driver import draw_answer
from kickdoor.play.game import Game
from kickdoor.play.position import PositionError
from kickdoor.play.written import Unwritable, write_down
from kickdoor.testing import table

NAMES = ["A", "B", "C", "D"]


def test_what_is_written_down_is_laid_out_again() -> None:
    rng = Random(5)
    game = Game.new(packs=["munchkin", "munchkin-2"], seats=4, seed=5)
    compared = fights = 0
    for _ in range(400):
        if game.over:
            break
        try:
            place = write_down(game, NAMES)
            again = table(**place).game
        except (Unwritable, PositionError):
            pass
        else:
            compared += 1
            fights += bool(game.state.fights)
            for was, now in zip(game.state.players, again.state.players, strict=True):
                assert (was.level, was.sex, was.dead) == (now.level, now.sex, now.dead)
                for cards, others in ((was.hand, now.hand), (was.table, now.table)):
                    names, found = (
                        sorted(state.rules.defs[card].id for card in held)
                        for state, held in ((game.state, cards), (again.state, others))
                    )
                    assert names == found
            assert game.sums() == again.sums()
            assert [game.card_name(c) for c in game.state.door[-3:]] == [
                again.card_name(c) for c in again.state.door[-3:]
            ]
        seat, _, option = draw_answer(game.state, rng)
        kernel.apply(game.state, seat, option)
    assert compared > 50
    assert fights > 5


def test_what_is_half_done_has_no_words() -> None:
    t = table(players={"A": {"hand": ["Boil an Anthill"]}, "B": {}, "C": {}}, phase="setup")
    with pytest.raises(Unwritable, match="half done"):
        write_down(t.game, t.seats)
