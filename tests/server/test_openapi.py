"""Whatever the OpenAPI description allows, and what it does not: no request makes the server fail."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from kickdoor.server.running import listen, make_server
from kickdoor.server.settings import Settings


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('api')}/tables.db"
    server = make_server(Settings(database=database).scaled(1e4))
    listening = listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    end = time.monotonic() + 60
    while not server.started:
        assert time.monotonic() < end, "the server does not start"
        time.sleep(0.02)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_makes_the_server_fail(url: str, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_url(f"{url}/api/schema/openapi.json")
    asked = 0
    for result in schema.get_all_operations():
        operation = result.ok()

        def ask(case: Any) -> None:
            nonlocal asked
            reply = case.call(timeout=20)
            asked += 1
            assert reply.status_code < 500, (case.method, case.path, case.query, case.body, reply.text)

        try:
            strategy = operation.as_strategy(generation_mode=mode)
            quick = settings(
                max_examples=6,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
                derandomize=True,
                database=None,
            )
            quick(given(case=strategy)(ask))()
        except Unsatisfiable:
            assert mode == GenerationMode.NEGATIVE, "nothing wrong can be asked where nothing is asked for"
    assert asked > 100
    assert httpx.get(f"{url}/api/health").status_code == 200


def test_requests_come_back_with_a_reason(url: str) -> None:
    with httpx.Client(base_url=url) as client:
        assert client.get("/api/tables/nothing").json()["reason"] == "There is no such table"
        german = client.get("/api/tables/nothing", params={"lang": "de"})
        assert german.json()["reason"] == "So einen Tisch gibt es nicht"
        assert client.get("/api/nothing", params={"lang": "de"}).json()["reason"] == "So etwas gibt es hier nicht"
        reply = client.post("/api/tables", json={"seats": [{"kind": "me"}]})
        assert reply.status_code == 400
        assert "seats" in reply.json()["details"]
        reply = client.post("/api/tables", json={"seats": [{"kind": "me"}] * 5, "packs": ["munchkin-lite"]})
        assert reply.status_code == 400
        assert (reply.json()["reason"], reply.json()["rule"]) == (
            "This book is for 3-4 players",
            "SETUP-02",
        )
        opened = client.post("/api/tables", json={"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}).json()
        path = f"/api/tables/{opened['table']}"
        assert client.get(path).json()["seats"][0]["name"] == "Player 1"
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        opened_in_german = client.post("/api/tables", params={"lang": "de"}, json={"seats": seats}).json()
        named = client.get(f"/api/tables/{opened_in_german['table']}").json()["seats"]
        assert named[0]["name"] == "Spieler 1"
        assert client.post(f"{path}/join", json={"name": "Guest"}).status_code == 403
        joined = client.post(f"{path}/join", json={"name": "Guest", "invite": opened["invite"]})
        assert joined.status_code == 201
        assert client.get(f"{path}/view").status_code == 403
        view = client.get(f"{path}/view", headers={"Authorization": f"Bearer {joined.json()['token']}"})
        assert view.json()["table"]["seats"][1]["name"] == "Guest"
        cards = client.get(f"{path}/cards").json()
        assert [card["card"] for card in cards] == list(range(168))
        assert all(card["words"] for card in cards)


FOUR = [{"kind": "me"}, *[{"kind": "open"}] * 3]


@pytest.mark.parametrize(
    ("asked", "reason", "details"),
    [
        ({"seats": FOUR[:1]}, "Das versteht der Server nicht", "seats"),
        ({"seats": FOUR, "packs": ["x"]}, "So ein Set gibt es nicht: x", ""),
        ({"seats": FOUR, "book": "x"}, "So ein Regelheft gibt es nicht: x", "unknown book 'x'"),
        ({"seats": FOUR, "options": {"hats": 1}}, "So eine Regeloption gibt es nicht: hats", "unknown option 'hats'"),
        (
            {"seats": FOUR, "options": {"shared_victory": 7}},
            "Die Regeloption shared_victory ist ein Schalter: true oder false",
            "is a switch",
        ),
        (
            {"seats": FOUR, "options": {"winning_level": 1}},
            "Die Stufe des Sieges muss mindestens 2 sein",
            "at least 2, not 1",
        ),
        (
            {"seats": FOUR, "packs": ["munchkin-6"]},
            "In munchkin-6 sind keine Schätze; nimm ein Set dazu, das welche hat",
            "no Treasures",
        ),
        (
            {"seats": [*FOUR, FOUR[1]], "book": "lite"},
            "Die Zahl der Spieler nach diesem Regelheft ist 3-4",
            "3 to 4 players, not 5",
        ),
        ({"seats": [{"kind": "bot", "bot": "x"}, *FOUR]}, "So einen Bot gibt es nicht; es gibt ", ""),
    ],
)
def test_a_table_that_cannot_be_made_is_refused_in_the_language_of_the_request(
    url: str, asked: dict[str, object], reason: str, details: str
) -> None:
    reply = httpx.post(f"{url}/api/tables", params={"lang": "de"}, json=asked)
    assert reply.status_code == 400
    assert reply.json()["reason"].startswith(reason)
    assert details in reply.json().get("details", "")
    assert ("details" in reply.json()) == bool(details)
