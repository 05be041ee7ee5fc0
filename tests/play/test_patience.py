"""A patient game waits where somebody might speak; its record plays the same game."""

from collections.abc import Iterator
from random import Random

import pytest

from kickdoor.engine.data.options import code, verb_of
from kickdoor.engine.data.terms import CLAIM, DOOR, IN_HAND, LOOT, LOST_CARD, PASS, PROCEED
from kickdoor.engine.running import kernel
from kickdoor.play.checks import hidden_from, swapped
from kickdoor.play.game import Game
from kickdoor.play.record import Record

#: Cards of these speak when somebody loses one.
LOSSES = ("munchkin", "munchkin-5", "munchkin-7", "munchkin-8")


def patient_game(seed: str, packs: tuple[str, ...] = ("munchkin",)) -> Game:
    game = Game.before(Game.header(packs, 4, seed), patient=True)
    game.begin()
    return game


def any_answer(game: Game, rng: Random) -> tuple[int, int]:
    seat = rng.choice(game.waiting)
    return seat, rng.choice(kernel.options(game.state, seat))


@pytest.mark.parametrize("packs", [("munchkin",), ("bites",), LOSSES])
def test_silence_in_pauses_leaves_the_record_of_an_impatient_game(packs):
    game = patient_game("silent", packs)
    rng = Random("silent")
    pauses = 0
    while not game.over and game.turns < 150:
        while game.paused:
            game.resume()
            pauses += 1
        if not game.over:
            game.apply(*any_answer(game, rng))
    assert pauses > 100
    again = Game.new(packs, 4, "silent")
    for seat, answer in game.record.answers:
        assert isinstance(answer, int)
        again.apply(seat, answer)
    while game.paused:
        game.resume()
    assert again.to_bytes() == game.to_bytes()


@pytest.mark.parametrize("packs", [("munchkin",), LOSSES])
def test_answers_in_pauses_are_played_again_where_they_were_given(packs):
    game = patient_game("busy", packs)
    rng = Random("busy")
    spoken = 0
    while not game.over and game.turns < 80:
        if game.paused:
            seat = rng.randrange(4)
            options = [o for o in kernel.options(game.state, seat) if o != code(PASS)]
            if options and rng.random() < 0.3:
                game.apply(seat, rng.choice(options))
                spoken += 1
            elif rng.random() < 0.05:
                game.show_hand(seat, (seat + 1) % 4)
            else:
                game.resume()
        else:
            game.apply(*any_answer(game, rng))
    assert spoken > 20
    record = Record.parse(game.record.to_json())
    *_, (number, again, _) = record.replay()
    assert number == len(record.answers)
    while game.paused:
        game.resume()
    assert again.to_bytes() == game.to_bytes()


@pytest.mark.parametrize("packs", [("munchkin",), LOSSES])
def test_whether_the_table_stops_tells_nothing_of_hidden_cards(packs):
    compared = 0
    for seed in ("hidden", "secret", "unseen"):
        for game, other, seat, answer in answers_with_a_twin(seed, packs):
            goes_on = verb_of(answer) in (PROCEED, CLAIM, LOOT, PASS)
            if goes_on and other.waiting == game.waiting == [seat]:
                here = game.clone()
                here.state.patient = True
                here.apply(seat, answer)
                other.apply(seat, answer)
                compared += 1
                assert (here.state.moment, bool(here.state.waiting)) == (other.state.moment, bool(other.state.waiting))
    assert compared > 50


def test_whether_the_table_stops_at_a_loss_tells_nothing_of_hidden_cards():
    stops = 0
    for seed in ("lost", "gone", "dropped", "spent"):
        for game, other, seat, answer in answers_with_a_twin(seed, LOSSES):
            here = game.clone()
            here.state.patient = True
            here.apply(seat, answer)
            if here.state.moment == LOST_CARD != game.state.moment:
                other.apply(seat, answer)
                stops += 1
                assert other.state.moment == LOST_CARD
                assert other.state.waiting
    assert stops > 30


def answers_with_a_twin(seed: str, packs: tuple[str, ...]) -> Iterator[tuple[Game, Game, int, int]]:
    """The answers of a game before each is given, with a twin of the game in which somebody's hand is another."""
    game = patient_game(seed, packs)
    rng = Random(seed)
    while not game.over and game.turns < 60:
        if game.paused:
            game.resume()
            continue
        seat, answer = any_answer(game, rng)
        other = with_another_hand(game, seat, rng)
        if other is not None:
            yield game, other, seat, answer
        game.apply(seat, answer)


def with_another_hand(game: Game, seat: int, rng: Random) -> Game | None:
    """A copy in which a card of somebody else's hand is another one, of the lower half of its deck."""
    s = game.state
    hidden = [c for c in hidden_from(s, -1) if s.where[c] >= IN_HAND and s.where[c] != IN_HAND + seat]
    if not hidden:
        return None
    one = rng.choice(hidden)
    deck = s.door if s.rules.defs[one].deck == DOOR else s.treasure
    lower = [c for c in deck[: len(deck) // 2] if not s.known[c]]
    if not lower:
        return None
    other = Game(swapped(s, one, rng.choice(lower)), game._header, [])
    other.state.patient = True
    return other
