"""The search for what servers carry, and the shares of a core that it gives them."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import POSTGRESQL
from typer.testing import CliRunner

from kickdoor.cli.app import app
from kickdoor.server import shares
from kickdoor.server.bench_limit import CLOSE, MOST, Search, Step, best
from kickdoor.server.shares import NoShares, Share, share_of_core


@pytest.mark.parametrize("first", [1, 40, 200, MOST])
@pytest.mark.parametrize("limit", [1, 7, 63, 640, MOST])
def test_the_search_ends_close_to_what_is_carried(first: int, limit: int):
    search = Search(first, MOST)
    for _ in range(40):
        if search.is_over:
            break
        search.tell(search.next <= limit)
    assert search.is_over
    assert search.carried <= limit
    if search.too_many is None:
        assert search.carried == MOST
    else:
        assert search.too_many > limit
        assert search.too_many - search.carried <= max(1, search.too_many // CLOSE)


def test_what_is_carried_after_a_second_try_is_carried():
    def step(tables: int, carried: bool) -> Step:
        return Step(
            servers=1,
            tables=tables,
            tables_each=[tables],
            messages_a_second=1.0,
            p50=1.0,
            p99=1.0,
            server_cpu=[0.1],
            held_back=[0.0],
            database_cpu=None,
            players_cpu=0.1,
            idle=0.5,
            stolen=0.0,
            carried=carried,
        )

    found, too_many = best([step(60, False), step(60, False), step(40, True), step(50, False), step(50, True)])
    assert (found.tables, too_many) == (50, 60)


def test_a_share_is_written_as_version_1_has_it(tmp_path: Path):
    share = Share(tmp_path, unified=False, share=0.25)
    share.take(17)
    share.hold()
    assert (tmp_path / "cgroup.procs").read_text() == "17"
    assert (tmp_path / "cpu.cfs_period_us").read_text() == "10000"
    assert (tmp_path / "cpu.cfs_quota_us").read_text() == "2500"
    share.let_go()
    assert (tmp_path / "cpu.cfs_quota_us").read_text() == "-1"
    (tmp_path / "cpu.stat").write_text("nr_periods 20\nnr_throttled 5\nthrottled_time 170000\n")
    assert share.held() == (20, 5)


def test_a_share_is_written_as_version_2_has_it(tmp_path: Path):
    share = Share(tmp_path, unified=True, share=0.25)
    share.hold()
    assert (tmp_path / "cpu.max").read_text() == "2500 10000"
    share.let_go()
    assert (tmp_path / "cpu.max").read_text() == "max 10000"


@pytest.mark.parametrize("mounted", ["proc /proc proc rw 0 0\n", "cgroup {0}/none cgroup rw,cpu,cpuacct 0 0\n"])
def test_where_there_are_no_shares_the_bench_says_what_to_do(
    mounted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "mounts").write_text(mounted.format(tmp_path))
    monkeypatch.setattr(shares, "MOUNTS", tmp_path / "mounts")
    with pytest.raises(NoShares), share_of_core(0.5):
        pass


def test_shares_are_for_the_bench_of_several_servers():
    done = CliRunner().invoke(app, ["bench", "server", "--share", "0.5"])
    assert "--share is for `kickdoor bench nodes`" in f"{done.output}{done.exception}"


@pytest.fixture
def half_a_core() -> Iterator[Share]:
    try:
        with share_of_core(0.5) as share:
            yield share
    except NoShares as error:
        pytest.skip(str(error))


BURN = "import time; end = time.monotonic() + 1\nwhile time.monotonic() < end: pass\nprint(time.process_time())"


def test_a_process_gets_its_share_and_no_more(half_a_core: Share):
    with subprocess.Popen([sys.executable, "-c", f"input(); {BURN}"], stdin=-1, stdout=-1, text=True) as process:
        half_a_core.take(process.pid)
        half_a_core.hold()
        told, _ = process.communicate("\n", timeout=60)
    assert 0.05 < float(told) < 0.75
    periods, held = half_a_core.held()
    assert 0 < held <= periods


@pytest.mark.skipif(not POSTGRESQL, reason="KICKDOOR_TEST_POSTGRESQL names no database")
@pytest.mark.usefixtures("half_a_core")
def test_limits_are_found():
    words = ["bench", "nodes", "--share", "0.5", "--p99", "60000", "--tables", "2", "--seconds", "6", "--json"]
    code = f"import kickdoor.server.bench_limit as bench\nbench.MOST, bench.UNDER_WAY = 3, 1.0\n{RUN}"
    done = subprocess.run(
        [sys.executable, "-c", code, *words, "--database", POSTGRESQL],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["one_carries"], found["one_does_not"], found["two_carry"], found["two_do_not"]) == (3, 0, 6, 0)
    assert found["ratio"] == 2.0
    assert [(step["servers"], step["tables"]) for step in found["steps"]] == [(1, 2), (1, 3), (2, 4), (2, 6)]
    assert all(sum(step["tables_each"]) == step["tables"] for step in found["steps"])
    assert "kickdoor: 2 with 6 tables: p99 " in done.stderr


RUN = "from kickdoor.cli import main; main()"
