"""The command that thinks for the bots of several servers."""

from __future__ import annotations

from typing import Annotated

import typer

from kickdoor.cli.errors import BadUsage
from kickdoor.cli.extras import need


def think(
    database: Annotated[
        str, typer.Option("--database", envvar="KICKDOOR_DATABASE", help="The PostgreSQL that the servers share.")
    ],
    log_level: Annotated[str, typer.Option("--log-level", help="debug, info, warning or error.")] = "info",
    log_json: Annotated[bool, typer.Option("--log-json", help="Logs as JSON lines.")] = False,
) -> None:
    """Think for the bots that search, at tables of servers that were started with --shared. Run any number of these."""
    need("serve", "thinking for servers")
    from sqlalchemy.exc import SQLAlchemyError

    from kickdoor.server import errands, running

    if not database.startswith("postgresql"):
        raise BadUsage("--database: must be the postgresql://… that the servers share")
    if log_level.lower() not in ("debug", "info", "warning", "error"):
        raise BadUsage(f"--log-level {log_level}: choose debug, info, warning or error")
    running.set_up_logs(log_level, log_json)
    try:
        errands.think(database, typer.echo)
    except ModuleNotFoundError as error:
        raise BadUsage(f'--database: {error}; pip install "kickdoor[postgresql]" for PostgreSQL') from error
    except (OSError, SQLAlchemyError) as error:
        raise BadUsage(f"--database: cannot be opened ({str(error).splitlines()[0]})") from error
