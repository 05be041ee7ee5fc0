"""The command that tries the laws."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
import yaml
from rich.progress import TaskID

from kickdoor.cli.arguments import AsJson
from kickdoor.cli.errors import FAILED, BadUsage
from kickdoor.cli.output import console, print_json, progress_bar
from kickdoor.laws.running import BY_NAME, Verdict, try_laws
from kickdoor.packs.loader import available


def laws(
    law: Annotated[str | None, typer.Option(help="Laws by name, with commas between; all where left out.")] = None,
    packs: Annotated[
        str | None,
        typer.Option(help="Packs whose cards are tried, with commas between (a+b: together); all where left out."),
    ] = None,
    share: Annotated[float, typer.Option(min=0.0, max=1.0, help="Try only this share of the cards.")] = 1.0,
    seed: Annotated[str, typer.Option(help="Which share, and which games.")] = "laws",
    out: Annotated[Path | None, typer.Option(help="Write the violations to this scenario file.")] = None,
    jobs: Annotated[int, typer.Option(help="Processes; 0 for one a core.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Try statements that hold for every card and position; fails if one of them does not."""
    names = law.split(",") if law else []
    unknown = [name for name in names if name not in BY_NAME]
    if unknown:
        raise BadUsage(f"{unknown[0]}: there is no such law. There are {', '.join(BY_NAME)}")
    chosen = packs.split(",") if packs else list(available())
    with progress_bar("laws", len(names or BY_NAME) * len(chosen)) as bar:
        verdicts = try_laws(chosen, names, share, seed, jobs, lambda _: bar.advance(TaskID(0)))
    broken = [violation for verdict in verdicts for violation in verdict.violations]
    if out is not None and broken:
        text = yaml.safe_dump([violation.scenario for violation in broken], sort_keys=False, allow_unicode=True)
        out.write_text(text, encoding="utf-8")
    if as_json:
        print_json(verdicts)
    else:
        _tell(verdicts, out)
    if broken:
        raise typer.Exit(FAILED)


def _tell(verdicts: list[Verdict], out: Path | None) -> None:
    screen = console()
    for verdict in verdicts:
        for violation in verdict.violations:
            screen.print(f"[red]broken[/red] {violation.scenario['id']} ({verdict.pack})", soft_wrap=True)
            screen.print(f"  {violation.why}", markup=False, soft_wrap=True)
    cases = sum(verdict.cases for verdict in verdicts)
    broken = sum(len(verdict.violations) for verdict in verdicts)
    screen.print(f"{cases} cases of {len({verdict.law for verdict in verdicts})} laws: {broken or 'nothing'} broken.")
    if broken:
        where = f"They are scenarios in {out}" if out is not None else "--out FILE writes them as scenarios"
        screen.print(f"{where}: kickdoor scenario run FILE shows each.")
