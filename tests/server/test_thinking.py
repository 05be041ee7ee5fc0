"""Bots think off the event loop, on a copy of the game."""

import asyncio
import pickle
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from kickdoor.bots import make_bot
from kickdoor.packs.loader import PackError, take_in
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Offer
from kickdoor.play.game import Game
from kickdoor.server import steward, thinking
from kickdoor.server.thinking import SearchFailed, Thinkers, packed, search

PACK = """
id: goats
name: Goats
cards:
- {id: goat, name: Goat, deck: door, kind: monster, level: 2, treasures: 1, bad_stuff: [{lose_levels: 1}], origin: own}
"""


@pytest.mark.parametrize("name", ["veteran", "master:4w"])
def test_a_bot_answers_lawfully_from_elsewhere(name: str):
    async def think() -> None:
        thinkers = Thinkers(1)
        game = Game.new(seed="thinking")
        agent = make_bot(name, Random(1), game.state.rules)
        try:
            for _ in range(6):
                seat = game.waiting[0]
                choice = await thinkers.choose(agent, name, "table:0", game.clone(), seat)
                assert isinstance(choice, Offer) or choice in game.decisions[seat].options
                game.apply(seat, choice)
        finally:
            await thinkers.close()

    asyncio.run(think())


async def searches(game: Game) -> None:
    """A bot that searches answers what is asked first."""
    thinkers = Thinkers(1)
    seat = game.waiting[0]
    agent = make_bot("master:4w", Random(1), game.state.rules)
    try:
        choice = await thinkers.choose(agent, "master:4w", "table:0", game.clone(), seat)
        assert isinstance(choice, Offer) or choice in game.decisions[seat].options
    finally:
        await thinkers.close()


def test_a_bot_that_searches_knows_packs_that_guests_brought_along():
    asyncio.run(searches(Game.new(packs=["munchkin", take_in(PACK, "goats.yaml")], seed="thinking")))


def test_a_bot_searches_where_processes_can_share_no_memory(monkeypatch: pytest.MonkeyPatch):
    def nowhere(*_: object, **__: object) -> None:
        raise FileNotFoundError("there is no /dev/shm")

    monkeypatch.setattr("multiprocessing.synchronize.SemLock.__init__", nowhere)
    asyncio.run(searches(Game.new(seed="thinking")))


def test_whoever_no_longer_waits_for_a_search_leaves_its_answer_to_nobody():
    games = [Game.new(seed=seed) for seed in range(3)]

    async def think() -> None:
        thinkers = Thinkers(1)
        agent = make_bot("rookie", Random(1), games[0].state.rules)
        try:
            asked = [
                asyncio.create_task(thinkers.choose(agent, "master:4w", f"{at}:0", game.clone(), game.waiting[0]))
                for at, game in enumerate(games)
            ]
            await asyncio.sleep(0)
            asked[0].cancel()
            for game, answer in list(zip(games, asked, strict=True))[1:]:
                choice = await answer
                assert isinstance(choice, Offer) or choice in game.decisions[game.waiting[0]].options
        finally:
            await thinkers.close()

    asyncio.run(think())


def test_a_search_that_fails_says_why():
    game = Game.new(seed="thinking")

    async def think() -> None:
        thinkers = Thinkers(1)
        agent = make_bot("rookie", Random(1), game.state.rules)
        try:
            with pytest.raises(SearchFailed, match="no seat 17"):
                await thinkers.choose(agent, "master:4w", "table:0", game.clone(), 17)
        finally:
            await thinkers.close()

    asyncio.run(think())


def test_what_is_wrong_with_a_pack_can_be_told_to_another_process():
    wrong = PackError("goats.yaml", 3, "goat", "has no level", "Give it one", 7)
    again = pickle.loads(pickle.dumps(wrong))
    assert (str(again), again.column) == (str(wrong), 7)


def test_bots_are_told_who_sits_at_the_table(play, monkeypatch: pytest.MonkeyPatch):
    told: list[list[str]] = []

    def makes(name: str, *given: Any, company: Sequence[str], **more: Any) -> Agent:
        told.append(list(company))
        return make_bot(name, *given, company=company, **more)

    monkeypatch.setattr(steward, "make_bot", makes)

    async def test(inn) -> None:
        table, _ = await inn.seat("rookie", "me", "veteran")
        await inn.greet(table, 1)
        await inn.pass_time(5)

    play(test)
    assert told
    assert all(each == ["rookie", "", "veteran"] for each in told)


def test_so_are_those_that_search_in_another_process(monkeypatch: pytest.MonkeyPatch):
    told: list[tuple[str, ...]] = []

    def makes(name: str, *given: Any, company: tuple[str, ...], **more: Any) -> Agent:
        told.append(company)
        return make_bot(name, *given, company=company, **more)

    monkeypatch.setattr(thinking, "make_bot", makes)
    game = Game.new(seed="thinking")
    company = ["master:1w", "", "veteran", "rookie"]
    search(packed(game, company), game.waiting[0], "master:1w", "told:0")
    assert told == [tuple(company)]
