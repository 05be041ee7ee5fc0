"""Random play with all invariants on: the net under everything."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kickdoor import Game
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.engine.running import kernel
from kickdoor.play import checks
from kickdoor.play.driver import draw_answer, rush

tables = st.one_of(
    st.tuples(st.just("munchkin"), st.integers(3, 6)),
    st.tuples(st.just("munchkin-lite"), st.integers(3, 4)),
    st.tuples(st.sampled_from(["star", "bites", "babies", "munchkin,star,bites,babies"]), st.integers(3, 6)),
    st.tuples(st.just("munchkin,munchkin-6"), st.integers(3, 6)),
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(table=tables, seed=st.integers(0, 10**9), start=st.integers(0, 700))
def test_all_invariants_hold_at_every_decision(table: tuple[str, int], seed: int, start: int) -> None:
    pack, seats = table
    game = Game.new(packs=pack.split(","), seats=seats, seed=seed)
    rng = random.Random(seed)
    sampling = random.Random(0)
    for number in range(start + 40):
        if game.over:
            return
        seat, _, option = draw_answer(game.state, rng)
        if number >= start:
            assert checks.at_decision(game, seat, option, sampling) == []
            before = game.state.copy()
            events = game.apply(seat, option)
            assert checks.events_keep_secrets(events, before, game.state) == []
        else:
            game.apply(seat, option)


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_same_seed_and_answers_give_the_same_game(seed: int) -> None:
    games = [Game.new(seats=4, seed=seed) for _ in range(2)]
    ends = [rush(game.state, random.Random(seed)) for game in games]
    assert ends[0] == ends[1]
    assert games[0].to_bytes() == games[1].to_bytes()


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), option=st.integers(0, 2**33), moves=st.integers(0, 60))
def test_whatever_is_not_an_option_is_refused_and_changes_nothing(seed: int, option: int, moves: int) -> None:
    game = Game.new(seats=3, seed=seed)
    rng = random.Random(seed)
    for _ in range(moves):
        if game.over:
            return
        seat, _, answer = draw_answer(game.state, rng)
        game.apply(seat, answer)
    before = game.to_bytes()
    for seat in range(3):
        if option not in kernel.options(game.state, seat):
            with pytest.raises(IllegalMove) as refused:
                game.apply(seat, option)
            assert refused.value.reason
            assert game.why_not(seat, option) is not None
    assert game.to_bytes() == before
