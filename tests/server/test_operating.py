"""Whoever runs the server: who that is, and what they can do."""

from __future__ import annotations

import asyncio
import socket

import pytest
from litestar.testing import TestClient

from kickdoor.server.app import make_app
from kickdoor.server.errors import Forbidden, NotNow
from kickdoor.server.protocol import Ban, Chat, Join
from kickdoor.server.settings import Settings

TOKEN = "a token of the operator"
NEW = {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}], "listed": True}


def asked(client: TestClient, *, host: str = "localhost", **headers: str) -> int:
    return client.get("/api/operator", headers={"host": host, **headers}).status_code


@pytest.fixture
def here(monkeypatch):
    """The test client comes from nowhere; let it come from this computer, or from elsewhere."""

    def at(address: str) -> None:
        monkeypatch.setattr("kickdoor.server.operating.client_of", lambda request: address)

    return at


def test_only_this_computer_or_the_token_opens_the_operators_page(database, here):
    with TestClient(make_app(Settings(database=database, operator_token=TOKEN))) as client:
        here("127.0.0.1")
        assert asked(client) == 200
        for header in ("x-forwarded-for", "x-real-ip", "via", "forwarded", "x-forwarded-proto"):
            assert asked(client, **{header: "192.0.2.1"}) == 403
        assert asked(client, origin="http://evil.example") == 403
        here("192.0.2.1")
        assert asked(client) == 403
        assert asked(client, authorization=f"Bearer {TOKEN}") == 200
        assert asked(client, authorization="Bearer something else") == 403
        assert client.post("/api/operator/announce", json={"reason": "x"}).status_code == 403


def test_a_proxy_that_nobody_told_of_lets_nobody_in(hurry):
    site = hurry(23.0, trust_proxy=False)
    for version, status in (("1.0", b"403"), ("1.1", b"200")):  # nginx asks so, unless it is told otherwise
        with socket.create_connection(("127.0.0.1", int(site.url.rpartition(":")[2])), 20) as line:
            request = f"GET /api/operator HTTP/{version}\r\nHost: 127.0.0.1:8000\r\nConnection: close\r\n\r\n"
            line.sendall(request.encode())
            assert line.recv(100).split()[1] == status


def test_behind_a_proxy_only_the_token_does(database, here):
    here("127.0.0.1")
    with TestClient(make_app(Settings(database=database, operator_token=TOKEN, trust_proxy=True))) as client:
        assert asked(client) == 403
        assert asked(client, authorization=f"Bearer {TOKEN}") == 200


def test_the_operator_sees_tables_closes_one_and_announces(database, here):
    here("127.0.0.1")
    with TestClient(make_app(Settings(database=database))) as client:
        opened = client.post("/api/tables", json=NEW).json()["table"]
        local = {"host": "localhost"}
        assert [t["info"]["table"] for t in client.get("/api/operator", headers=local).json()["tables"]] == [opened]
        told = client.post("/api/operator/announce", json={"reason": "new cards", "minutes": 3}, headers=local).json()
        assert (told["notice"]["kind"], told["notice"]["reason"]) == ("restart", "new cards")
        closed = client.post("/api/operator/close", json={"table": opened, "reason": "spam"}, headers=local).json()
        assert closed["tables"] == []
        gone = client.get(f"/api/tables/{opened}")
        assert (gone.status_code, "spam" in gone.json()["reason"]) == (404, True)
        assert client.post("/api/operator/ban", json={"table": opened, "reason": "x"}, headers=local).status_code == 404


def test_a_restart_is_announced_and_its_reason_told_on_return(inn_at, database):
    async def test() -> None:
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "me", "me")
        guest = await inn.greet(table, 0)
        assert guest.state["notice"] is None
        await inn.lobby.warden.announce("new cards", 5)
        await inn.settle()
        assert guest.state["notice"] == {"kind": "restart", "reason": "new cards", "at": int(inn.clock.now()) + 300}
        await inn.lobby.close()
        assert guest.closed == "table.restarting"
        again = inn_at(database)
        await again.lobby.start()
        back = await again.greet(again.lobby.tables[table.id], 0)
        assert (back.state["notice"]["kind"], back.state["notice"]["reason"]) == ("restarted", "new cards")
        again.clock.time += 3600
        await again.lobby.sweep()
        assert again.lobby.board.notice is None
        await again.lobby.close()
        assert back.closed == "table.going_down"
        third = inn_at(database)
        await third.lobby.start()
        assert third.lobby.board.notice is None, "it is told once"
        await third.lobby.close()

    asyncio.run(test())


def test_who_is_banned_here_comes_to_no_table_until_that_is_lifted(inn_at, database):
    async def test() -> None:
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "open", "me", start=False)
        key = await inn.lobby.join(table.id, Join(name="Rude"), "192.0.2.9")
        await inn.lobby.warden.ban(Ban(table=table.id, seat=key.seat, reason="shouts"))
        await inn.lobby.close()
        again = inn_at(database)
        await again.lobby.start()
        with pytest.raises(Forbidden, match="shouts"):
            await again.lobby.join(table.id, Join(name="Rude"), "192.0.2.9")
        with pytest.raises(Forbidden):
            again.lobby.board.refuse("192.0.2.9")
        again.lobby.board.refuse("192.0.2.10")
        (place,) = again.lobby.warden.overview().bans
        await again.lobby.warden.unban(place)
        again.lobby.board.refuse("192.0.2.9")
        await again.lobby.close()

    asyncio.run(test())


def test_somebody_in_the_gallery_is_banned_by_what_they_are_known_as(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        watcher = await inn.greet(table, -1)
        watcher.name = "Wanda"
        await watcher.say(Chat(text="spam"))
        who = watcher.said[0]["who"]
        assert inn.lobby.warden.overview().tables[0].gallery == {who: "Wanda"}
        with pytest.raises(NotNow):
            await inn.lobby.warden.ban(Ban(table=table.id, who="nobody", reason="spam"))
        await inn.lobby.warden.ban(Ban(table=table.id, who=who, reason="spam"))
        assert watcher.closed == "table.banned_here"

    play(test)
