"""What those see who watch a server: health, figures, logs, and what it says when it cannot start."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from kickdoor.cli.errors import BadUsage
from kickdoor.cli.serve import serve as serve_command
from kickdoor.server.metrics import Metrics
from kickdoor.server.store import Store

SEATS = ({"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "rookie"})


def test_figures_count_what_happens(hurry, player_at):
    site = hurry(20.0)
    before = site.figure("kickdoor_commits_total")
    opened = site.open(*SEATS)
    player = player_at(site, opened["table"], opened["keys"][0]["token"])
    player.say(type="chat", text="hello")
    assert site.figure("kickdoor_tables ") == 1
    assert site.figure("kickdoor_sockets ") == 1
    assert site.figure("kickdoor_games_total") == 1
    assert site.figure("kickdoor_messages_total") == 2
    assert site.figure("kickdoor_commits_total") > before
    assert site.figure("kickdoor_promised_total") >= 2, "the deal, and what was said"
    assert site.figure("kickdoor_commit_seconds_total") > 0
    assert site.figure("process_resident_memory_bytes") > 1e6
    stranger = player_at(site, opened["table"], "x")
    assert stranger.closed
    text = site.http.get("/metrics").text
    assert 'kickdoor_dropped_total{reason="token"} 1.0' in text
    assert 'kickdoor_dropped_total{reason="slow"} 0.0' in text, "a reason is there before it happens"
    assert "_created" not in text


def test_a_server_whose_database_does_not_answer_is_unwell(hurry, monkeypatch):
    site = hurry(20.0)
    assert site.http.get("/api/health").json()["status"] == "ok"

    monkeypatch.setattr("kickdoor.server.store.FRESH_SECONDS", 0.0)
    writer = site.server.config.app.state["lobby"].store.writer._connection.cursor()
    writer.execute("PRAGMA query_only=ON")
    reply = site.http.get("/api/health")
    assert (reply.status_code, reply.json()["reason"]) == (503, "The database does not answer")
    refused = site.http.post("/api/tables", json={"seats": [{"kind": "me"}] * 3})
    assert (refused.status_code, refused.json()["reason"]) == (503, "The database does not answer")
    writer.execute("PRAGMA query_only=OFF")
    site.open(*[{"kind": "me"}] * 3)
    assert site.http.get("/api/health").status_code == 200


def test_logs_are_lines_of_json_without_tokens(serve):
    server = serve("--log-json", "--log-level", "info")
    opened = server.open(*SEATS)
    lines = server.stop()
    told = [json.loads(line) for line in lines.splitlines()]
    assert [line["event"] for line in told] == ["server started", "table made", "server stopped"]
    assert told[1]["table"] == opened["table"]
    assert all(line["timestamp"] and line["level"] == "info" for line in told)
    tokens = [opened["invite"], opened["gallery"], *(key["token"] for key in opened["keys"])]
    assert not any(token in lines for token in tokens)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"database": "nonsense"}, "--database: cannot be opened"),
        ({"database": "postgresql://user:secret@127.0.0.1:1/none"}, "--database"),
        ({"database": "sqlite:////proc/none/tables.db"}, "--database: cannot be opened"),
        ({"smtp": "smtp://mail.example.org"}, "--smtp needs --address"),
        ({"log_level": "loud"}, "--log-level loud"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(settings, words, database):
    with pytest.raises(BadUsage, match=words) as told:
        serve_command(**{"database": database, "port": 0, **settings})
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)


def test_dashboard_and_alerts_ask_for_figures_that_there_are(tmp_path: Path):
    store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
    told = Metrics(store).text().decode()
    asyncio.run(store.close())
    folder = Path(__file__).resolve().parents[2] / "deploy"
    asked = set(re.findall(r"(?:kickdoor|process)_\w+", (folder / "grafana.json").read_text()))
    asked |= set(re.findall(r"kickdoor_\w+", (folder / "alerts.yaml").read_text()))
    assert {name for name in asked if not re.search(rf"^{name}[ {{]", told, re.MULTILINE)} == set()
    assert len(asked) > 8
