"""A directory of results: the plan as JSON, and the games, players and cards as Parquet tables.

A table is a row of files, each with the next games: `games-000000.parquet`, `games-000001.parquet` and so on. They hold
the games of the plan from the first on, without a gap and in order, so that a run can go on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

import msgspec

from kickdoor.sim.interrupts import unbroken
from kickdoor.sim.runner import Outcome, Plan, Report, Spread, spread, sum_up
from kickdoor.sim.sheets import CardRow, GameRow, PlayerRow, Sheet, play_counted

if TYPE_CHECKING:
    import polars as pl

TABLES = 2
"""The version of the tables: of their columns, and of what is counted in them."""

PLAN = "plan.json"

GAMES_A_FILE = 500

ROWS: dict[str, type[NamedTuple]] = {"cards": CardRow, "players": PlayerRow, "games": GameRow}
"""The tables. That of the games is written last: with it a file of each table is there."""


class ResultsError(Exception):
    """A directory that results cannot be written to, with what to do about it."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """What results come from: the plan, and the versions of everything that they depend on."""

    version: str
    format: int
    tables: int
    packs: tuple[str, ...]
    digests: tuple[str, ...]
    book: str
    options: dict[str, int]
    seats: int
    sexes: tuple[str, ...]
    bots: tuple[str, ...]
    seed: str
    games: int
    checked: int
    turn_limit: int


def origin_of(plan: Plan) -> Origin:
    """What the results of a plan come from."""
    header = plan.header
    return Origin(
        version=header.version,
        format=header.format,
        tables=TABLES,
        packs=header.packs,
        digests=header.hashes,
        book=header.book,
        options=header.options,
        seats=header.seats,
        sexes=header.sexes,
        bots=plan.bots_by_seat,
        seed=header.seed,
        games=plan.games,
        checked=plan.checked,
        turn_limit=plan.turn_limit,
    )


class Results:
    """The results of a plan in a directory; `done` are the games that it holds."""

    def __init__(self, folder: Path, plan: Plan, files: int, done: int) -> None:
        self.folder = folder
        self.plan = plan
        self.done = done
        self._files = files
        self._sheets: list[Sheet] = []

    @classmethod
    def begin(cls, folder: Path, plan: Plan) -> Results:
        """Results in a directory that is made, or holds none yet."""
        path = folder / PLAN
        if folder.is_file():
            raise ResultsError(f"{folder}: is a file, not a directory. Name another --out")
        if path.exists():
            raise ResultsError(f"{path}: there is a run in this directory. Go on with --resume, or name another --out")
        if any(folder.glob("*.parquet")):
            raise ResultsError(f"{folder}: has tables of something else in it. Name another --out")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _replace(path, msgspec.json.format(msgspec.json.encode(origin_of(plan))))
        except OSError as error:
            raise _unwritable(path, error) from error
        return cls(folder, plan, 0, 0)

    @classmethod
    def resume(cls, folder: Path, plan: Plan) -> Results:
        """Results that go on where a run of the same plan stopped."""
        path = folder / PLAN
        try:
            found = msgspec.json.decode(path.read_bytes(), type=Origin)
        except OSError as error:
            raise ResultsError(f"{path}: cannot be read ({error.strerror}). Begin a run without --resume") from error
        except msgspec.DecodeError as error:
            raise ResultsError(f"{path}: is not the plan of a run ({error}). Name another --out") from error
        for name in Origin.__struct_fields__:
            there, here = getattr(found, name), getattr(origin_of(plan), name)
            if there != here:
                raise ResultsError(
                    f"{path}: {name} was {_shown(there)} and is {_shown(here)} now. "
                    "Go on with what it was, or name another --out"
                )
        files = cls._files_of(folder)
        return cls(folder, plan, len(files), sum(_games_of(path) for path in files))

    @staticmethod
    def _files_of(folder: Path) -> list[Path]:
        files = sorted(folder.glob("games-*.parquet"))
        for number, path in enumerate(files):
            for name in ROWS:
                expected = folder / _file_name(name, number)
                if not expected.is_file():
                    raise ResultsError(f"{expected}: is missing, though {path.name} is there. Name another --out")
        return files

    @property
    def left(self) -> range:
        """The games that are still to be played."""
        return range(self.done, self.plan.games)

    def keep(self, sheets: Iterator[Sheet]) -> Iterator[Outcome]:
        """Keep sheets as they come; whatever happens, those that came are written."""
        try:
            for sheet in sheets:
                # Workers play on meanwhile. It hears Ctrl-C from now on: `unbroken` must come after that.
                import polars  # noqa: F401

                self._sheets.append(sheet)
                if len(self._sheets) >= GAMES_A_FILE:
                    with unbroken() as heard:
                        self._write()
                    if heard:
                        raise KeyboardInterrupt
                yield sheet.outcome
        finally:
            with unbroken():
                if self._sheets:
                    self._write()

    def _write(self) -> None:
        """Write the next file of each table."""
        sheets = self._sheets
        rows: dict[str, Sequence[tuple[Any, ...]]] = {
            "cards": [row for sheet in sheets for row in sheet.cards],
            "players": [row for sheet in sheets for row in sheet.players],
            "games": [sheet.game for sheet in sheets],
        }
        for name, row in ROWS.items():
            path = self.folder / _file_name(name, self._files)
            new = path.with_suffix(".new")
            try:
                frame_of(row, rows[name]).write_parquet(new)
                new.replace(path)
            except OSError as error:
                raise _unwritable(path, error) from error
        self._sheets = []
        self.done += len(sheets)
        self._files += 1


def run_into(
    results: Results, jobs: int = 1, seen: Callable[[Outcome], None] | None = None, over: Spread = spread
) -> Report:
    """Play what is left of the plan of results and keep it; `seen` hears of each game as it ends."""
    return sum_up(results.plan, results.keep(over(results.plan, jobs, play_counted, results.left)), seen)


def frame_of(row: type[NamedTuple], rows: Sequence[tuple[Any, ...]]) -> pl.DataFrame:
    """Rows as a table; its columns are the fields of the row."""
    import polars as pl

    types: dict[Any, Any] = {
        int: pl.Int64,
        bool: pl.Boolean,
        str: pl.String,
        tuple[int, ...]: pl.List(pl.Int64),
        tuple[str, ...]: pl.List(pl.String),
    }
    schema = {name: types[hint] for name, hint in get_type_hints(row).items()}
    columns = zip(*rows, strict=True) if rows else ([] for _ in schema)
    return pl.DataFrame(
        [pl.Series(name, list(column), dtype) for (name, dtype), column in zip(schema.items(), columns, strict=True)]
    )


def _file_name(table: str, number: int) -> str:
    return f"{table}-{number:06}.parquet"


def _games_of(path: Path) -> int:
    import polars as pl

    try:
        return int(pl.scan_parquet(path).select(pl.len()).collect().item())
    except (pl.exceptions.PolarsError, OSError) as error:
        raise ResultsError(
            f"{path}: cannot be read ({error}). Remove it and all files with this number or a higher one, "
            "and go on with --resume"
        ) from error


def _replace(path: Path, data: bytes) -> None:
    new = path.with_suffix(".new")
    new.write_bytes(data)
    new.replace(path)


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _unwritable(path: Path, error: OSError) -> ResultsError:
    return ResultsError(f"{path}: cannot be written ({error.strerror}). Name a directory that can, with --out")
