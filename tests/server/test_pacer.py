"""The pacer: pure, by a clock that it is told."""

import time

import msgspec
import pytest

from kickdoor.server.clock import WallClock
from kickdoor.server.protocol import SPEEDS
from kickdoor.server.session.pacer import PACES, SEARCH_SECONDS, Pacer
from kickdoor.server.session.situation import Situation


def window(moment: str = "closing", **more: object) -> Situation:
    return Situation(moment=moment, asked=(), speakers=(0, 1, 2), **more)


def test_CMB_06_a_kill_waits_for_2_6_seconds_and_each_play_starts_them_anew():
    pacer = Pacer(speed="normal")
    pacer.wait(1, window(), 100.0)
    assert not pacer.is_over(102.5)
    assert pacer.is_over(102.6)
    pacer.wait(2, window(), 102.0)
    assert not pacer.is_over(104.5)
    assert pacer.is_over(104.6)


def test_who_has_said_how_it_goes_on_has_no_objection_and_all_together_end_it():
    pacer = Pacer(speed="normal")
    pacer.wait(1, window(done=(1,)), 0.0)
    assert pacer.pressed == [1]
    assert pacer.press(0, 0.1)
    assert not pacer.press(0, 0.1)
    assert not pacer.is_over(0.2)
    assert pacer.press(0, 0.2, back=True)
    pacer.press(0, 0.3)
    pacer.press(2, 0.3)
    assert pacer.is_over(0.3)
    assert not pacer.press(5, 0.3), "who is not asked has nothing to press"


def test_speak_holds_a_window_so_often_a_turn_and_can_be_let_go():
    pacer = Pacer(speed="normal")
    for i in range(3):
        pacer.wait(i, window(), i * 100.0)
        assert pacer.hold(1, i * 100.0 + 1) == (i < 2)
    pacer.new_turn()
    pacer.wait(9, window(), 900.0)
    assert pacer.hold(1, 901.0)
    assert not pacer.hold(0, 901.0)
    assert not pacer.is_over(910.0)
    pacer.press(1, 901.5)
    assert (pacer.held, pacer.is_over(902.6)) == (None, True)


def test_an_offer_gives_its_receiver_time_and_takes_back_his_no_objection():
    pacer = Pacer(speed="normal")
    pacer.wait(1, window(), 0.0)
    pacer.press(2, 0.5)
    pacer.heed(2, 2.0)
    assert pacer.pressed == []
    assert pacer.until == 3.8


def test_laying_down_first_cards_does_not_start_the_clock_anew():
    pacer = Pacer(speed="normal")
    pacer.wait(1, window("setup"), 0.0)
    pacer.press(0, 1.0)
    pacer.wait(2, window("setup"), 50.0)
    assert (pacer.pressed, pacer.until, pacer.window) == ([0], 90.0, 2)


def test_without_a_clock_only_those_who_press_end_a_window():
    pacer = Pacer(speed="none")
    pacer.wait(1, window(), 0.0)
    assert not pacer.is_over(1e9)
    for seat in (0, 1, 2):
        pacer.press(seat, 1.0)
    assert pacer.is_over(1.0)
    pacer.wait(2, Situation(moment="choice", asked=(1,), speakers=(0, 1, 2)), 5.0)
    assert not pacer.is_late(1e9)


@pytest.mark.parametrize("speed", SPEEDS)
def test_bots_take_as_long_whatever_is_asked(speed):
    pacer = Pacer(speed=speed)
    pacer.wait(1, window(), 10.0)
    ready = pacer.ready
    pacer.wait(2, Situation(moment="choice", asked=(2,), speakers=(0, 1, 2)), 10.0)
    assert pacer.ready == ready == 10.0 + PACES[speed].think


def test_the_clock_is_stored_as_it_is():
    pacer = Pacer(speed="relaxed")
    pacer.wait(3, window(), 7.0)
    pacer.press(1, 8.0)
    pacer.hold(2, 8.0)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(pacer), type=Pacer) == pacer


def test_a_clock_that_was_set_back_makes_nothing_last_longer():
    pacer = Pacer(speed="normal")
    pacer.wait(1, window(), 5000.0)
    pacer.set_right(1000.0)
    assert (pacer.began, pacer.until) == (1000.0, pytest.approx(1002.6))
    pacer.set_right(1001.0)
    assert pacer.until == pytest.approx(1002.6), "time that passes is no mistake"


def test_setting_the_computers_clock_ends_no_turn(monkeypatch):
    clock = WallClock()
    before = clock.now()
    wall = time.time()
    for jump in (-86400.0, 86400.0):
        monkeypatch.setattr(time, "time", lambda to=wall + jump: to)
        assert 0 <= clock.now() - before < 60


def test_where_a_bot_searches_all_bots_seem_to_think_as_long_whoever_could_speak():
    pacer = Pacer(speed="fast")
    for searching, length in ((False, PACES["fast"].think), (True, SEARCH_SECONDS)):
        pacer.brief((0, 1), "at_once", "act", searching=searching)
        pacer.wait(1, window(), 100.0)
        assert pacer.ready == 100.0 + length
    pacer.brief((0,), "at_once", "act", searching=True)
    pacer.wait(2, window(), 200.0)
    assert pacer.ready == 200.0 + SEARCH_SECONDS, "who is alone among them cannot tell either"
