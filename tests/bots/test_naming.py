"""Bots by name, their tempers and their time to think."""

import sys
from random import Random

import pytest

from kickdoor.bots import Master, Rookie, UnknownBot, Veteran, make_bot, read_name, temper_of
from kickdoor.bots.grandmaster import Grandmaster
from kickdoor.bots.temper import TEMPERS, Temper, draw_temper
from kickdoor.packs.mixing import compile_mix
from kickdoor.play.agent import Budget


def test_a_name_says_level_temper_and_budget():
    said = read_name("master:vengeful:0.5s")
    assert (said.level, said.temper, said.budget) == ("master", TEMPERS["vengeful"], Budget(seconds=0.5))
    assert read_name("master:24w").budget == Budget(worlds=24)
    assert read_name("rookie") == read_name("rookie")
    rules = compile_mix(("munchkin",), "deluxe")
    veteran, master = make_bot("veteran:greedy", Random(1), rules), make_bot("master:3w:plain", Random(1), rules)
    assert isinstance(veteran, Veteran)
    assert veteran.temper == TEMPERS["greedy"]
    assert isinstance(master, Master)
    assert (master.budget, master.veteran.temper) == (Budget(worlds=3), Temper())
    grandmaster = make_bot("grandmaster:5w", Random(1), rules)
    assert isinstance(grandmaster, Grandmaster)
    assert grandmaster.budget == Budget(worlds=5)
    rookie = make_bot("rookie:helpful", Random(1), rules)
    assert isinstance(rookie, Rookie)
    assert rookie.temper == TEMPERS["helpful"]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("clever", "there is no bot 'clever'"),
        ("veteran:0.5s", "'0.5s' does not go with veteran. Tempers are plain, greedy, helpful, vengeful"),
        ("master:0w", "'0w' does not go with master"),
        ("master:kind", "a time to think is like 0.5s or 24w"),
        ("random:greedy", "It has no temper and does not think"),
    ],
)
def test_what_a_name_cannot_say(name: str, problem: str):
    with pytest.raises(UnknownBot, match=problem):
        read_name(name)


def test_without_numpy_there_is_no_grandmaster(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "kickdoor.bots.grandmaster", None)
    with pytest.raises(UnknownBot, match="grandmaster needs NumPy"):
        make_bot("grandmaster", Random(1), compile_mix(("munchkin",), "deluxe"))


def test_a_temper_has_a_word():
    assert {name: temper.word for name, temper in TEMPERS.items()} == {name: name for name in TEMPERS}
    words = {draw_temper(Random(seed)).word for seed in range(40)}
    assert words >= {"greedy", "helpful", "vengeful"}


def test_the_temper_of_a_bot_is_known_before_it_is_made():
    rules = compile_mix(("munchkin",), "deluxe")
    for seed in range(5):
        rookie, master = make_bot("rookie", Random(seed), rules), make_bot("master", Random(seed), rules)
        assert isinstance(rookie, Rookie)
        assert isinstance(master, Master)
        assert rookie.temper == temper_of("rookie", Random(seed))
        assert master.veteran.temper == temper_of("master", Random(seed))
    assert temper_of("veteran:greedy", Random(1)) == TEMPERS["greedy"]
    assert temper_of("random", Random(1)).word == "plain"
