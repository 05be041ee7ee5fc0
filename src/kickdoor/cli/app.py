"""All commands together."""

from __future__ import annotations

from typing import Annotated

import typer

from kickdoor.cli import (
    arena,
    balance,
    cards,
    lab,
    ladder,
    laws,
    mcp,
    play,
    probe,
    records,
    report,
    rulebook,
    scenarios,
    serve,
    suite,
    think,
)
from kickdoor.cli.commands import Commands
from kickdoor.cli.version import version

app = typer.Typer(
    cls=Commands,
    name="kickdoor",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(version())
        raise typer.Exit


@app.callback()
def kickdoor(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Munchkin, the card game, as software. An unofficial fan project.

    Without a command it opens the table in your browser.
    """


app.command("serve")(serve.serve)
app.command("think")(think.think)
app.command("play")(play.play)
app.command("mcp")(mcp.mcp)
app.command("arena")(arena.arena)
app.command("suite")(suite.suite)
app.command("show")(cards.show)
app.command("packs")(cards.packs)
app.add_typer(cards.pack_app, name="pack")
app.command("rules")(rulebook.rules)
app.command("options")(rulebook.options)
app.command("sim")(lab.sim)
app.command("balance")(balance.balance)
app.command("probe")(probe.probe)
app.command("bench")(lab.bench)
app.command("report")(report.report)
app.command("compare")(report.compare)
app.command("tune")(report.tune)
app.add_typer(scenarios.scenario_app, name="scenario")
app.command("laws")(laws.laws)
app.command("ladder")(ladder.ladder)
app.command("replay")(records.replay)
app.command("verify")(records.verify)
