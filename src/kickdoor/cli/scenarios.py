"""Commands about scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.markup import escape
from rich.progress import TaskID

from kickdoor.cli.arguments import AsJson
from kickdoor.cli.errors import FAILED, BadUsage
from kickdoor.cli.output import console, print_json, progress_bar
from kickdoor.packs.loader import available
from kickdoor.play import audit as auditing
from kickdoor.play.scenario import Result, trace
from kickdoor.play.scenario_files import Unreadable, Written, files_of, read_each
from kickdoor.play.touched import UnknownCommit, sample, touched

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
def run(
    paths: Paths,
    tracing: Annotated[
        bool, typer.Option("--trace", help="Tell each scenario move by move, on stderr, with what everybody could do.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run scenarios; fails if any of them does."""
    written = [one for path in scenario_files(paths) for one in read_each(path)]
    results = [_traced(one) if tracing else one.run() for one in written]
    if as_json:
        print_json(results)
    else:
        _tell(results)
    if not all(result.passed for result in results):
        raise typer.Exit(FAILED)


@scenario_app.command("audit")
def audit(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Scenario files or folders; default: the project's own.")
    ] = None,
    packs: Annotated[
        str | None, typer.Option(help="Packs whose cards are audited, joined by commas; default: all.")
    ] = None,
    card: Annotated[str | None, typer.Option(help="Only this card, by its id, or this switch.")] = None,
    since: Annotated[
        str | None,
        typer.Option(help="Only what changed since this commit, or whose scenarios did."),
    ] = None,
    at_most: Annotated[
        int, typer.Option(help="At most so many cards and switches, another sample at each commit; 0 for all.")
    ] = 0,
    jobs: Annotated[int, typer.Option(help="Processes; 0: one for each core.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Empty each effect, change each number, turn each switch over: some scenario must fail each time."""
    files = scenario_files(paths or [Path("tests/scenarios")])
    chosen = packs.split(",") if packs else list(available())
    names = [name for name in auditing.names_to_audit(chosen) if card in (None, name, name.split("/")[-1])]
    if not names:
        raise BadUsage(
            f"{card}: there is no such card or switch in {', '.join(chosen)}. Give the id of a card of these packs"
        )
    if since is not None:
        changed = set(_touched(since))
        names = [name for name in names if name in changed]
    looked_at = sample(Path(), names, at_most or len(names))
    left_out, names = len(names) - len(looked_at), looked_at
    with progress_bar("cards and switches", len(names)) as bar:
        findings = auditing.audit(files, chosen, names, jobs, lambda: bar.advance(TaskID(0)))
    if as_json:
        print_json(findings)
    else:
        out = console()
        for finding in findings:
            out.print(f"[red]unnoticed[/red] {finding.what}: {finding.change} ({finding.scenarios} scenarios)")
        looked = f"{len(names)} cards and switches were changed" + (f", {left_out} left out." if left_out else ".")
        out.print(f"{looked} Scenarios noticed all." if not findings else f"{looked} {len(findings)} went unnoticed.")
    if findings:
        raise typer.Exit(FAILED)


def _traced(written: Written | Unreadable) -> Result:
    typer.echo(f"{written.file}: {written.id}", err=True)
    if isinstance(written, Unreadable):
        return written.run()
    result = trace(written.raw, written.file, lambda line: typer.echo(f"  {line}", err=True))
    return result if result.passed else msgspec.structs.replace(result, line=written.line_at(result.place))


def _touched(since: str) -> list[str]:
    try:
        return touched(Path(), since)
    except UnknownCommit as error:
        raise BadUsage(str(error)) from error


def _tell(results: list[Result]) -> None:
    out = console()
    failed = [result for result in results if not result.passed]
    for result in failed:
        out.print(f"[red]failed[/red] {escape(f'{result.file}:{result.line}: {result.id}')}", soft_wrap=True)
        out.print(f"  {result.why}", markup=False, soft_wrap=True)
    files = len({result.file for result in results})
    out.print(f"{len(results) - len(failed)} of {len(results)} scenarios passed, in {files} files.")
