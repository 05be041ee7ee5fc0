"""The measure of the server: whatever a server says first, its port is found in it."""

import os
import time
from pathlib import Path

import pytest
from databases import POSTGRESQL
from typer.testing import CliRunner

from kickdoor.cli.app import app
from kickdoor.server.bench import Child, NotMeasured, machine_time, port_in
from kickdoor.server.bench_nodes import Database


@pytest.mark.parametrize(
    "line",
    [
        "kickdoor: the table is at http://localhost:4711/\n",
        "kickdoor: http://localhost:4711/ serves programs only: the page of the table is not built\n",
        "4711\n",
    ],
)
def test_the_port_is_found(line: str):
    assert port_in(line) == 4711


def test_a_process_that_says_no_port_is_ended_and_named():
    with pytest.raises(NotMeasured, match="does not say its port but 'no server'"):
        Child(["-c", "import time; print('no server', flush=True); time.sleep(60)"])


def test_where_nothing_tells_what_a_process_takes_the_bench_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """As on Windows and macOS."""
    monkeypatch.setattr("kickdoor.server.bench.PROCESSES", tmp_path / "none")
    told = CliRunner().invoke(app, ["bench", "server"])
    assert told.exit_code == 1
    assert "on Linux only" in told.output


def test_the_time_of_the_machine_goes_on_and_what_is_stolen_is_part_of_it():
    ticks, stolen = machine_time()
    time.sleep(0.1)
    later, stolen_later = machine_time()
    assert later > ticks
    assert 0 <= stolen_later - stolen <= later - ticks


def test_several_servers_are_measured_on_a_database_that_they_can_share():
    done = CliRunner().invoke(app, ["bench", "server", "--nodes", "2"])
    assert "--nodes needs --database postgresql" in f"{done.output}{done.exception}"


def test_what_it_takes_to_share_is_measured_on_a_database_that_can_be_shared():
    done = CliRunner().invoke(app, ["bench", "nodes"])
    assert "needs --database postgresql" in f"{done.output}{done.exception}"


@pytest.mark.skipif(not POSTGRESQL, reason="KICKDOOR_TEST_POSTGRESQL names no database")
def test_a_database_on_this_machine_is_known_by_its_process_and_its_schemas_go():
    database = Database(POSTGRESQL)
    before = database.cpu()
    with database.schema() as url:
        inside = Database(url)
        assert inside.url != database.url
        inside.close()
    if os.path.exists("/proc/self/stat"):
        assert database.is_here
        assert database.cpu() >= before > 0
    database.close()
