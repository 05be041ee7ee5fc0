"""Cards of drafts are probed in processes of their own, within limits; and where cards lie on the curves of costs."""

from __future__ import annotations

import asyncio
import io
import time

import msgspec
import pytest
from litestar.testing import TestClient

from kickdoor.packs.beginning import new_pack
from kickdoor.packs.loader import available, load
from kickdoor.probe import Limits
from kickdoor.probe.errand import ProbeErrand, Progress, carry_out
from kickdoor.server import laboratory
from kickdoor.server.app import make_app
from kickdoor.server.craft import check
from kickdoor.server.curves import item_point, monster_point, printed_curves
from kickdoor.server.errors import NotThere, TooMuch
from kickdoor.server.laboratory import Laboratory
from kickdoor.server.settings import Settings

TEXT = new_pack("hats", "Hats")
CARD = "cork_helmet"
BRIEF = Limits(games=5, seconds=20.0)


def errand(text: str = TEXT, limits: Limits = BRIEF) -> ProbeErrand:
    return ProbeErrand(text, CARD, ("munchkin",), {}, limits)


def test_an_errand_tells_how_far_it_is_and_then_what_it_found():
    answers = io.BytesIO()
    carry_out(errand(limits=Limits(games=5)), answers)
    told = [msgspec.json.decode(line, type=Progress) for line in answers.getvalue().splitlines()]
    assert [each.games for each in told] == [5, 5]
    assert told[0].found is None
    found = told[1].found
    assert found is not None
    assert (found.card, found.packs, found.reason) == ("hats/cork_helmet", ("munchkin",), "too_few")


@pytest.mark.parametrize(("text", "problem"), [("id: munchkin\nname: M\n", "comes with kickdoor"), ("{", "brackets")])
def test_an_errand_with_a_bad_pack_is_refused(text: str, problem: str):
    answers = io.BytesIO()
    carry_out(errand(text), answers)
    (told,) = answers.getvalue().splitlines()
    assert problem in msgspec.json.decode(told, type=Progress).refused


def test_the_laboratory_probes_in_a_process_and_one_at_a_time_for_each():
    async def main() -> None:
        rooms = Laboratory(time.monotonic)
        begun = rooms.order(errand(), "10.0.0.1")
        assert begun.state == "waiting"
        with pytest.raises(TooMuch):
            rooms.order(errand(), "10.0.0.1")
        other = rooms.order(errand(), "10.0.0.2")
        async with asyncio.timeout(60):
            while rooms.look(begun.id).state in ("waiting", "running"):
                await asyncio.sleep(0.05)
        done = rooms.look(begun.id)
        assert done.state == "done"
        assert done.found is not None
        assert (done.games, done.found.games) == (5, 5)
        rooms.end(other.id)
        with pytest.raises(NotThere):
            rooms.look(other.id)
        await rooms.close()

    asyncio.run(main())


def test_too_many_probes_are_sent_away_and_what_nobody_looks_for_is_ended():
    async def main() -> None:
        now = [0.0]
        rooms = Laboratory(lambda: now[0])
        first = rooms.order(errand(limits=Limits(games=5000, seconds=60.0)), "10.0.0.0")
        for number in range(1, laboratory.MOST_WAITING):
            rooms.order(errand(), f"10.0.0.{number}")
        with pytest.raises(TooMuch):
            rooms.order(errand(), "10.0.1.1")
        now[0] = laboratory.UNSEEN_SECONDS + 1
        async with asyncio.timeout(30):
            while first.id in rooms._assays:
                await asyncio.sleep(0.05)
        await rooms.close()
        assert not rooms._tasks

    asyncio.run(main())


def test_probes_over_http(tmp_path):
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", probe_seconds=0.5)
    with TestClient(make_app(settings)) as client:
        assert client.get("/api/server").json()["probes"]
        begun = client.post("/api/probes", json={"text": TEXT, "card": CARD})
        assert begun.status_code == 201
        address = f"/api/probes/{begun.json()['id']}"
        end = time.monotonic() + 60
        while client.get(address).json()["state"] in ("waiting", "running") and time.monotonic() < end:
            time.sleep(0.1)
        found = client.get(address).json()["found"]
        assert (found["name"], found["verdict"]) == ("Cork Helmet", "none")
        assert client.delete(address).status_code == 204
        assert client.get(address).status_code == 404


def test_a_host_may_switch_probes_off(tmp_path):
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", probes=False)
    with TestClient(make_app(settings)) as client:
        assert not client.get("/api/server").json()["probes"]
        assert client.post("/api/probes", json={"text": TEXT, "card": CARD}).status_code == 403
        curves = client.get("/api/curves").json()
        assert {"name": "Plutonium Dragon", "level": 20, "treasures": 5, "hurt": 10.0} in curves["monsters"]


def test_curves_have_every_printed_monster_and_item_once():
    curves = printed_curves()
    for points in (curves.monsters, curves.items):
        assert len({point.name for point in points}) == len(points) > 100
    assert next(point for point in curves.items if point.name == "Huge Rock").bonus == 3
    cards = {card.id: card for card in load("munchkin").pack.cards}
    assert monster_point(cards["huge_rock"]) is None
    assert item_point(cards["plutonium_dragon"]) is None
    assert "munchkin" in available()


def test_a_draft_tells_how_much_its_monsters_hurt():
    found = {card.shown["en"].kind: card.hurt for card in check(TEXT).cards}
    assert found["monster"] > 0
    assert found["item"] == 0
