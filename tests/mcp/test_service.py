"""A model's seat by the SDK's own client: at a new table with bots, over stdio and HTTP, and at a running table."""

import asyncio
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcp.client.stdio import StdioServerParameters

from kickdoor.env.words import facts_of
from kickdoor.mcp.remote import NoTable, RemoteSeat, ask
from kickdoor.mcp.seats import CannotDo, OfferWords, OwnTable, Seat, offer_of
from kickdoor.mcp.service import make_server
from kickdoor.play.game import Game
from kickdoor.play.worlds import determinise
from kickdoor.server.app import make_app
from kickdoor.server.running import listen, serve_app
from kickdoor.server.settings import Settings
from kickdoor.testing import table as laid_table
from mcp import Client

NAMES = ("Model", "Bo", "Cy")
TOOLS = {"look", "options", "answer", "offer", "chat", "ask_rule"}


def own_table(**options: int) -> OwnTable:
    game = Game.new(seats=3, seed=5, options=options)
    return OwnTable(game, 0, NAMES, ("rookie", "rookie"), Random(5))


def words(result: Any) -> str:
    return "\n".join(part.text for part in result.content)


def numbers(told: str) -> list[int]:
    """The numbers of the options."""
    return [int(number) for number in re.findall(r"^(\d+)\. ", told, re.MULTILINE)]


async def play_on(client: Client, answers: int, rng: Random) -> str:
    """Answer so often with any option; the last words."""
    told = words(await client.call_tool("look", {}))
    for _ in range(answers):
        if "The game is over." in told:
            break
        found = numbers(told)
        result = await client.call_tool("answer", {"number": rng.choice(found)}) if found else None
        if result is None or result.is_error:  # a running table may move on before an answer comes
            result = await client.call_tool("look", {})
        told = words(result)
    return told


async def round_trip(client: Client) -> None:
    """All that a client may ask for, once."""
    assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
    told = words(await client.call_tool("look", {}))
    assert "You: Level 1 of " in told
    assert "Your hand (" in told
    assert numbers(words(await client.call_tool("options", {}))) == numbers(told)
    assert "Charity" in words(await client.call_tool("ask_rule", {"question": "what is charity"}))
    wrong = await client.call_tool("answer", {"number": 999})
    assert wrong.is_error
    assert "no option 999" in words(wrong)
    nobody = await client.call_tool("offer", {"kind": "trade", "to": "Nobody", "gives": ["Sword"]})
    assert nobody.is_error
    assert "Nobody" in words(nobody)
    assert not (await client.call_tool("chat", {"text": "hello there"})).is_error
    assert "Model: hello there" in words(await client.call_tool("look", {}))
    cards = (await client.read_resource("kickdoor://cards")).contents[0]
    id = cards.text.splitlines()[0].split(": ")[0]  # type: ignore[union-attr]
    assert (await client.read_resource(f"kickdoor://cards/{id}")).contents
    rule = (await client.read_resource("kickdoor://rules/CMB-06")).contents[0]
    assert rule.text.startswith("CMB-06 (")  # type: ignore[union-attr]


def test_a_game_with_bots_to_its_end():
    async def game() -> None:
        table = own_table(winning_level=2)

        async def seated() -> Seat:
            return table

        async with Client(make_server(seated, ("munchkin",))) as client:
            await round_trip(client)
            told = await play_on(client, 400, Random(1))
            assert "The game is over." in told
            assert table.game.over

    asyncio.run(asyncio.wait_for(game(), 60))


def test_the_options_alone_keep_the_news():
    async def game() -> None:
        table = own_table()

        async def seated() -> Seat:
            return table

        async with Client(make_server(seated, ("munchkin",))) as client:
            await client.call_tool("look", {})
            await client.call_tool("chat", {"text": "hello there"})
            assert "hello there" not in words(await client.call_tool("options", {}))
            assert "hello there" in words(await client.call_tool("look", {}))
            assert "hello there" not in words(await client.call_tool("look", {}))

    asyncio.run(asyncio.wait_for(game(), 60))


def test_calls_at_the_same_time_take_turns(monkeypatch: pytest.MonkeyPatch):
    going_on = OwnTable._go_on

    def slowly(table: OwnTable) -> None:
        time.sleep(0.2)
        going_on(table)

    async def game() -> None:
        table = own_table()
        told = await table.look()
        monkeypatch.setattr(OwnTable, "_go_on", slowly)
        first, second, seen = await asyncio.gather(
            table.answer(len(told.options)), table.answer(1), table.look(), return_exceptions=True
        )
        assert isinstance(second, CannotDo)
        assert "moved on" in str(second)
        assert table.seat in table.game.waiting
        assert (seen.situation, seen.options) == (first.situation, first.options)  # type: ignore[union-attr]
        assert seen.options == (await table.look()).options  # type: ignore[union-attr]

    asyncio.run(asyncio.wait_for(game(), 60))


def test_what_a_seat_cannot_know_is_not_told():
    async def game() -> None:
        table, rng = own_table(), Random(9)
        compared = moved = 0
        for _ in range(80):
            told = await table.asked()
            if told.over:
                break
            known = table.game
            world = determinise(known.state, table.seat, rng)
            if world is not None:
                table.game = known.at(world)
                assert str(await table.asked()) == str(told)
                table.game = known
                compared += 1
                moved += world.door != known.state.door
            await table.answer(rng.randint(1, len(told.options)))
        assert moved > compared / 2 > 15, "nothing was dealt anew"

    asyncio.run(asyncio.wait_for(game(), 60))


def test_a_promise_is_a_card_of_the_fighters_hand():
    t = laid_table(
        players={
            "A": {"level": 3, "hand": ["Potion of Halitosis", "Divine Intervention"]},
            "B": {"level": 3},
            "C": {},
        },
        phase="combat",
        combat={"fighter": "A", "monsters": ["Face Sucker"]},
    )
    game = t.game
    facts = facts_of(game.state.rules.packs)
    said = OfferWords(kind="help", to="bo", promises=["divine intervention"])
    offer = offer_of(said, game.view(0), NAMES, facts)
    assert [game.card_name(card) for card in offer.promises] == ["Divine Intervention"]
    with pytest.raises(CannotDo, match="'Divine Intervention'"):  # of a hand that the seat has not seen
        offer_of(OfferWords(kind="help", to="model", promises=["Divine Intervention"]), game.view(1), NAMES, facts)


def test_offers_by_name():
    async def game() -> None:
        table = own_table()
        rng = Random(3)
        for _ in range(400):
            mine = [card for card in table.game.view(0).players[0].table if card.carried or card.equipped]
            offer = OfferWords(kind="trade", to="bo", gives=[table.game.card_name(mine[0].card)] if mine else ["None"])
            if not mine:
                with pytest.raises(CannotDo, match="no card 'None'"):
                    await table.offer(offer)
            else:
                before = len(table.game.record.answers)
                try:
                    told = await table.offer(offer)
                except CannotDo:
                    pass
                else:
                    answer = table.game.record.answers[before]
                    assert answer[1]["gives"] == (mine[0].card,)
                    assert told.situation
                    return
            told = await table.look()
            await table.answer(rng.randint(1, len(told.options)))
        pytest.fail("no offer could be made")

    asyncio.run(asyncio.wait_for(game(), 60))


def test_by_standard_input_and_output():
    async def game() -> None:
        arguments = ["-m", "kickdoor", "mcp", "--seats", "3", "--bots", "rookie", "--seed", "5"]
        async with Client(StdioServerParameters(command=sys.executable, args=arguments, env=environment())) as client:
            await round_trip(client)
            assert "Level" in await play_on(client, 5, Random(2))

    asyncio.run(asyncio.wait_for(game(), 60))


def environment() -> dict[str, str]:
    return {"PYTHONPATH": str(Path(__file__).parents[2] / "src"), "PATH": ""}


def test_by_streamable_http():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "kickdoor", "mcp", "--http", "--port", str(port), "--bots", "rookie"]

    async def game() -> None:
        for _ in range(300):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            except OSError:
                await asyncio.sleep(0.1)
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            await round_trip(client)
            assert "Level" in await play_on(client, 5, Random(2))

    with subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL) as serving:
        try:
            asyncio.run(asyncio.wait_for(game(), 60))
        finally:
            serving.terminate()


@contextmanager
def site(database: Path) -> Iterator[str]:
    """A server of tables, in a thread."""
    listening = listen("127.0.0.1", 0)
    settings = Settings(database=f"sqlite:///{database}")
    server = serve_app(make_app(settings), settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)


def test_at_a_running_table(tmp_path: Path):
    with site(tmp_path / "tables.db") as server:
        bots = [{"kind": "bot", "bot": "rookie"}] * 2
        plan = {"seats": [{"kind": "me", "name": "Model"}, *bots], "start": True, "options": {"winning_level": 3}}
        opened = ask(f"{server}/api/tables", plan)

        async def game() -> None:
            token = opened["keys"][0]["token"]
            async with RemoteSeat(server, opened["table"], token, patience=10) as seat:

                async def seated() -> Seat:
                    return seat

                async with Client(make_server(seated, ("munchkin",))) as client:
                    await round_trip(client)
                    told = await play_on(client, 8, Random(4))
                    assert "Level" in told
                assert seat.view.players[seat.seat].level >= 1

        asyncio.run(asyncio.wait_for(game(), 90))


def test_a_table_that_is_not_there(tmp_path: Path):
    with site(tmp_path / "tables.db") as server:

        async def knock() -> None:
            async with RemoteSeat(server, "nowhere", "token"):
                pass

        with pytest.raises(NoTable, match="nowhere"):
            asyncio.run(knock())
    with pytest.raises(NoTable, match="server running"):
        ask(f"{server}/api/server")
