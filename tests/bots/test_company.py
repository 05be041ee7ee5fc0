"""Bots are told who sits at their table: by seat the name of a bot, or "" for whoever is none."""

import io
from collections.abc import Sequence
from contextlib import closing
from random import Random
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console

from kickdoor.bots import make_bot
from kickdoor.cli import session
from kickdoor.cli.screen import Screen
from kickdoor.env import arena, kickdoor_gym, metrics
from kickdoor.mcp import seats
from kickdoor.play.game import Game
from kickdoor.sim import seating

QUICK = {"winning_level": 2}
NAMES = ("Ann", "Bo", "Cy")


def a_game() -> Game:
    return Game.new(["munchkin"], 3, "company", options=QUICK)


def simulated() -> None:
    seating.Seating(["rookie", "random", "veteran"], a_game(), Random(1))


def measured() -> None:
    metrics.exploitability("rookie", 1, 3, "veteran", **QUICK)


def learnt_from() -> None:
    kickdoor_gym.Solo("rookie,veteran", seat=1, seats=3, options=QUICK).reset(seed=1)


def asked_by_a_model() -> None:
    seats.OwnTable(a_game(), 1, NAMES, ("rookie", "veteran"), Random(5))


def at_the_terminal() -> None:
    game = a_game()
    screen = Screen(game, NAMES, Console(file=io.StringIO()))
    session.Session(game, [1], NAMES, screen, Random(1), input, ["rookie", "veteran"])


def in_a_tournament() -> None:
    header = Game.header(["munchkin"], 3, "cup", None, QUICK)
    with closing(arena.Arena(header, ["rookie", "veteran", "run:true"])) as tournament:
        next(tournament.play(1))


@pytest.mark.parametrize(
    ("room", "sit_down", "company"),
    [
        (seating, simulated, ["rookie", "random", "veteran"]),
        (metrics, measured, ["veteran", "rookie", "rookie"]),
        (kickdoor_gym, learnt_from, ["rookie", "", "veteran"]),
        (seats, asked_by_a_model, ["rookie", "", "veteran"]),
        (session, at_the_terminal, ["rookie", "", "veteran"]),
        (arena, in_a_tournament, ["rookie", "veteran", ""]),
    ],
)
def test_bots_are_told_who_sits_where(room: ModuleType, sit_down: Any, company: list[str], monkeypatch: Any):
    told: list[list[str]] = []

    def makes(name: str, *given: Any, company: Sequence[str] = (), **more: Any) -> Any:
        told.append(list(company))
        return make_bot(name, *given, company=company, **more)

    monkeypatch.setattr(room, "make_bot", makes)
    sit_down()
    assert told
    assert all(each == company for each in told), told
