"""Commands about scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kickdoor.cli.arguments import AsJson
from kickdoor.cli.errors import FAILED, BadUsage
from kickdoor.cli.output import console, print_json
from kickdoor.play.scenario import Result, run_file

scenario_app = typer.Typer(help="Run scenarios.", no_args_is_help=True)

Paths = Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.")]


def scenario_files(paths: list[Path]) -> list[Path]:
    """The files that are named, and those of the folders that are named."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.yaml"))
            if not inside:
                raise BadUsage(f"{path}: there is no scenario file (*.yaml) in this folder")
            found.extend(inside)
        elif path.is_file():
            found.append(path)
        else:
            raise BadUsage(f"{path}: there is no such file. Give scenario files or folders")
    return found


@scenario_app.command("run")
def run(paths: Paths, as_json: AsJson = False) -> None:
    """Run scenarios; fails if any of them does."""
    results = [result for path in scenario_files(paths) for result in run_file(path)]
    if as_json:
        print_json(results)
    else:
        _tell(results)
    if not all(result.passed for result in results):
        raise typer.Exit(FAILED)


def _tell(results: list[Result]) -> None:
    out = console()
    failed = [result for result in results if not result.passed]
    for result in failed:
        out.print(f"[red]failed[/red] {result.file}::{result.id}", soft_wrap=True)
        out.print(f"  {result.why}", markup=False, soft_wrap=True)
    files = len({result.file for result in results})
    out.print(f"{len(results) - len(failed)} of {len(results)} scenarios passed, in {files} files.")
