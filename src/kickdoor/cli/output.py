"""Where things are printed: reports on stdout, as words or as JSON; progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

MAX_WIDTH = 120
"""Lines are not made longer than this, however wide the terminal is, nor shorter where there is none."""


def console() -> Console:
    """The console of reports: made anew each time, for stdout may have been redirected."""
    found = Console(highlight=False, emoji=False)
    if found.is_terminal and found.width <= MAX_WIDTH:
        return found
    return Console(highlight=False, emoji=False, width=MAX_WIDTH)


def print_json(report: object) -> None:
    """Print a report as JSON and nothing else."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(report)).decode() + "\n")


def grid(titles: Iterable[str], rows: Iterable[Iterable[object]], right: Iterable[str] = ()) -> Table:
    """A plain table; the columns named in `right` are aligned to the right, the last one wraps its lines."""
    numbers = set(right)
    table = Table(box=None, pad_edge=False, header_style="bold")
    *first, last = titles
    for title in first:
        table.add_column(title, justify="right" if title in numbers else "left", no_wrap=True)
    table.add_column(last, justify="right" if last in numbers else "left")
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    return table


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Progress]:
    """A bar on stderr while it is a terminal; its one task is number 0."""
    stderr = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as bar:
        bar.add_task(what, total=total)
        yield bar
