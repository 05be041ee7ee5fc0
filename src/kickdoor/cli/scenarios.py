"""Commands about scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import TaskID

from kickdoor.cli.arguments import AsJson
from kickdoor.cli.errors import FAILED, BadUsage
from kickdoor.cli.output import console, print_json, progress_bar
from kickdoor.packs.loader import available
from kickdoor.play import audit as auditing
from kickdoor.play.scenario import Result
from kickdoor.play.scenario_files import files_of, run_file

scenario_app = typer.Typer(help="Run scenarios.", no_args_is_help=True)

Paths = Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.")]


def scenario_files(paths: list[Path]) -> list[Path]:
    """The files that are named, and those of the folders that are named."""
    for path in paths:
        if not path.exists():
            raise BadUsage(f"{path}: there is no such file. Give scenario files or folders")
        if not files_of([path]):
            raise BadUsage(f"{path}: there is no scenario file (*.yaml) in this folder")
    return files_of(paths)


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


@scenario_app.command("audit")
def audit(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Scenario files or folders; the project's own where left out.")
    ] = None,
    packs: Annotated[
        str | None, typer.Option(help="Packs whose cards are audited, with commas between; all where left out.")
    ] = None,
    card: Annotated[str | None, typer.Option(help="Only this card, by its id.")] = None,
    jobs: Annotated[int, typer.Option(help="Processes; 0 for one a core.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Empty each effect, change each number, turn each switch over: some scenario must fail each time."""
    files = scenario_files(paths or [Path("tests/scenarios")])
    chosen = packs.split(",") if packs else list(available())
    total = auditing.audited(chosen, card)
    if not total:
        raise BadUsage(
            f"{card}: there is no such card or switch in {', '.join(chosen)}. Give the id of a card of these packs"
        )
    with progress_bar("cards and switches", total) as bar:
        findings = auditing.audit(files, chosen, jobs, card, lambda: bar.advance(TaskID(0)))
    if as_json:
        print_json(findings)
    else:
        out = console()
        for finding in findings:
            out.print(f"[red]unnoticed[/red] {finding.what}: {finding.change} ({finding.scenarios} scenarios)")
        out.print("No hollow scenario." if not findings else f"{len(findings)} changes went unnoticed.")
    if findings:
        raise typer.Exit(FAILED)


def _tell(results: list[Result]) -> None:
    out = console()
    failed = [result for result in results if not result.passed]
    for result in failed:
        out.print(f"[red]failed[/red] {result.file}:{result.line}: {result.id}", soft_wrap=True)
        out.print(f"  {result.why}", markup=False, soft_wrap=True)
    files = len({result.file for result in results})
    out.print(f"{len(results) - len(failed)} of {len(results)} scenarios passed, in {files} files.")
