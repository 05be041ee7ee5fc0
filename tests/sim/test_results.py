"""Results in a directory: the same whatever the number of workers and wherever a run stopped; bad ones are refused."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from secrets import token_hex

import msgspec
import polars as pl
import pytest

from kickdoor.play.game import Game
from kickdoor.sim import Plan, results
from kickdoor.sim.cluster import spread_on_cluster
from kickdoor.sim.results import ROWS, Results, ResultsError, frame_of, run_into
from kickdoor.sim.runner import Outcome, run
from kickdoor.sim.sheets import play_counted

GAMES = 24

SEEDED = ("--games", str(GAMES), "--option", "winning_level=4", "--seed", "kept")


def plan(**changes: object) -> Plan:
    header = Game.header(["munchkin"], 4, "kept", options={"winning_level": 4})
    return msgspec.structs.replace(Plan(header, GAMES), **changes)


def read(folder: Path) -> dict[str, pl.DataFrame]:
    return {name: pl.read_parquet(folder / f"{name}-*.parquet") for name in ROWS}


def same(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> bool:
    return all(one[name].equals(other[name]) for name in ROWS)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plan, played by one process without a stop."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    assert run_into(Results.begin(folder, plan())).games == GAMES
    return folder


def test_the_tables_hold_all_sheets_in_order(whole: Path):
    sheets = [play_counted(plan(), number) for number in range(GAMES)]
    tables = read(whole)
    assert tables["games"].rows() == [listed(sheet.game) for sheet in sheets]
    assert tables["players"].rows() == [listed(row) for sheet in sheets for row in sheet.players]
    assert tables["cards"].rows() == [listed(row) for sheet in sheets for row in sheet.cards]
    assert {name: table.columns for name, table in tables.items()} == {
        name: list(row._fields) for name, row in ROWS.items()
    }


def test_a_sheet_is_the_same_in_another_process():
    for sheet in (play_counted(plan(), 0), play_counted(plan(bots=("nobody",)), 0)):
        assert pickle.loads(pickle.dumps(sheet)) == sheet


def listed(row: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(list(value) if isinstance(value, tuple) else value for value in row)


def test_the_plan_lies_beside_them(whole: Path):
    found = msgspec.json.decode((whole / "plan.json").read_bytes())
    assert (found["packs"], found["book"], found["seats"], found["games"]) == (["munchkin"], "deluxe", 4, GAMES)
    assert found["bots"] == ["random"] * 4
    assert found["seed"] == "kept"
    assert found["options"] == {"winning_level": 4}
    assert found["digests"] == list(plan().header.hashes)
    assert found["version"]


def test_two_processes_write_the_same_rows_and_files(whole: Path, tmp_path: Path):
    run_into(Results.begin(tmp_path, plan()), jobs=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in whole.iterdir())
    assert same(read(tmp_path), read(whole))


def test_the_report_is_that_of_a_run_that_keeps_nothing(tmp_path: Path):
    kept, plain = run_into(Results.begin(tmp_path, plan())), run(plan())
    for name in ("games", "decisions", "crashes", "unfinished", "turns_mean", "winners"):
        assert getattr(kept, name) == getattr(plain, name)


def test_checked_games_are_the_same(whole: Path, tmp_path: Path):
    short = plan(games=2, checked=1)
    run_into(Results.begin(tmp_path, short))
    assert read(tmp_path)["players"].equals(read(whole)["players"].filter(pl.col("game") < 2))


#: A file is written after each game, and after the second all processes hear Ctrl-C, as from a terminal.
INTERRUPTED = """
import os, signal
from kickdoor.sim import results
results.GAMES_A_FILE = 1
write = results.Results._write
def write_and_interrupt(self):
    write(self)
    if self._files == 2:
        os.killpg(0, signal.SIGINT)
results.Results._write = write_and_interrupt
from kickdoor.cli import main
main()
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_goes_on_and_ends_like_an_uninterrupted_one(whole: Path, tmp_path: Path, jobs: int):
    folder = tmp_path / "stopped"
    words = ["sim", *SEEDED, "--jobs", str(jobs), "--out", str(folder)]
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, *words], start_new_session=True, stdout=-1, stderr=-1, text=True
    )
    _, told = process.communicate(timeout=120)
    done = read(folder)["games"].height
    assert 2 <= done < GAMES
    assert told == f"kickdoor: stopped after {done} of {GAMES} games; {folder} holds them, go on with --resume\n"
    assert process.returncode == 130

    stopped = Results.resume(folder, plan())
    assert stopped.left == range(done, GAMES)
    assert run_into(stopped).games == GAMES - done
    assert same(read(folder), read(whole))


def test_a_complete_run_has_nothing_left(whole: Path):
    complete = Results.resume(whole, plan())
    assert complete.done == GAMES
    assert run_into(complete, jobs=2).games == 0


def test_what_came_before_a_crash_of_the_run_is_kept(tmp_path: Path):
    heard: list[Outcome] = []

    def seen(outcome: Outcome) -> None:
        heard.append(outcome)
        if len(heard) == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_into(Results.begin(tmp_path, plan()), seen=seen)
    assert Results.resume(tmp_path, plan()).done == 3


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"games": 25}, "games was 24 and is 25 now"),
        ({"bots": ("rookie",)}, 'bots was ["random","random","random","random"] and is ["rookie",'),
        ({"header": Game.header(["munchkin"], 4, "other", options={"winning_level": 4})}, 'seed was "kept"'),
        ({"header": Game.header(["munchkin"], 4, "kept")}, 'options was {"winning_level":4} and is {} now'),
        ({"header": Game.header(["munchkin-lite"], 4, "kept")}, 'packs was ["munchkin"] and is ["munchkin-lite"]'),
    ],
)
def test_another_plan_is_refused(whole: Path, changes: dict[str, object], told: str):
    with pytest.raises(ResultsError) as error:
        Results.resume(whole, plan(**changes))
    assert str(error.value).startswith(f"{whole / 'plan.json'}: ")
    assert told in str(error.value)
    assert str(error.value).endswith("Go on with what it was, or name another --out")


def test_changed_packs_are_refused(whole: Path):
    changed = plan(header=msgspec.structs.replace(plan().header, hashes=("0123456789abcdef",)))
    with pytest.raises(ResultsError, match="digests was"):
        Results.resume(whole, changed)


def test_a_run_is_not_written_over(whole: Path):
    with pytest.raises(ResultsError, match=r"plan\.json: there is a run in this directory\. Go on with --resume"):
        Results.begin(whole, plan())


def test_bad_directories_are_named_with_a_remedy(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(ResultsError, match=r"file: is a file, not a directory\. Name another --out"):
        Results.begin(file, plan())
    with pytest.raises(ResultsError, match=r"below/plan\.json: cannot be written .*Name a directory that can"):
        Results.begin(file / "below", plan())
    with pytest.raises(ResultsError, match=r"none/plan\.json: cannot be read .*Begin a run without --resume"):
        Results.resume(tmp_path / "none", plan())
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(ResultsError, match=r"plan\.json: is not the plan of a run .*Name another --out"):
        Results.resume(tmp_path, plan())
    other = tmp_path / "other"
    other.mkdir()
    (other / "prices.parquet").write_bytes(b"")
    with pytest.raises(ResultsError, match="other: has tables of something else in it"):
        Results.begin(other, plan())


def test_damaged_and_missing_tables_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(results, "GAMES_A_FILE", 2)
    short = plan(games=6)
    run_into(Results.begin(tmp_path, short))
    last = tmp_path / "games-000002.parquet"
    last.write_bytes(b"PAR1")
    with pytest.raises(ResultsError, match=r"games-000002\.parquet: cannot be read .*Remove it and all files with"):
        Results.resume(tmp_path, short)
    last.unlink()
    assert Results.resume(tmp_path, short).done == 4
    (tmp_path / "players-000001.parquet").unlink()
    with pytest.raises(
        ResultsError, match=r"players-000001\.parquet: is missing, though games-000001\.parquet is there"
    ):
        Results.resume(tmp_path, short)


def test_a_table_without_rows_has_its_columns():
    for row in ROWS.values():
        assert frame_of(row, []).columns == list(row._fields)


def test_plain_play_does_not_load_polars():
    loaded = "import sys, kickdoor.cli; sys.exit('polars' in sys.modules or 'ray' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded]).returncode == 0


def test_a_cluster_writes_the_same_rows(whole: Path, tmp_path: Path):
    pytest.importorskip("ray")
    words = ["sim", *SEEDED, "--engine", "ray", "--jobs", "2", "--out", str(tmp_path / "ray")]
    # A token of its own: otherwise Ray makes one and leaves it in the home directory.
    environment = {**os.environ, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token_hex(32)}
    environment.pop("RAY_ADDRESS", None)
    done = subprocess.run(
        [sys.executable, "-m", "kickdoor", *words], env=environment, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    assert same(read(tmp_path / "ray"), read(whole))


def test_without_ray_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Exception, match=r'Ray is not installed: pip install "kickdoor\[ray\]"'):
        next(spread_on_cluster(plan(), 1, play_counted))
