"""The measure of the server: whatever a server says first, its port is found in it."""

import pytest
from typer.testing import CliRunner

from kickdoor.cli.app import app
from kickdoor.server.bench import Child, NotMeasured, port_in


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


def test_several_servers_are_measured_on_a_database_that_they_can_share():
    done = CliRunner().invoke(app, ["bench", "server", "--nodes", "2"])
    assert "--nodes needs --database postgresql" in f"{done.output}{done.exception}"
