"""The command that serves tables in the browser."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from kickdoor.cli.errors import BadUsage
from kickdoor.cli.extras import need


def serve(
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0: any that is free.")] = 8642,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            envvar="KICKDOOR_DATABASE",
            help="URL of the database; default: SQLite in your data directory.",
        ),
    ] = None,
    shared: Annotated[
        bool,
        typer.Option(
            "--shared",
            envvar="KICKDOOR_SHARED",
            help="One of several servers on one PostgreSQL, behind a proxy that sends each table to one of them.",
        ),
    ] = False,
    durable: Annotated[
        bool,
        typer.Option(
            "--durable", help="SQLite: wait for the disk with each answer, so that a power cut loses nothing."
        ),
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", help="Pages of other hosts that may connect, e.g. https://example.org."),
    ] = None,
    trust_proxy: Annotated[
        bool, typer.Option("--trust-proxy", help="Behind a reverse proxy: take addresses from X-Forwarded-For.")
    ] = False,
    smtp: Annotated[
        str, typer.Option("--smtp", envvar="KICKDOOR_SMTP", help="smtp://user:password@host:port/?from=…, for mail.")
    ] = "",
    operator_token: Annotated[
        str,
        typer.Option(
            "--operator-token",
            envvar="KICKDOOR_OPERATOR_TOKEN",
            help="Opens the operator's page from elsewhere; without it, only this computer does.",
        ),
    ] = "",
    address: Annotated[str, typer.Option("--address", help="What links in mail begin with.")] = "",
    packs: Annotated[
        Path | None, typer.Option("--packs", help="A folder with packs of your own, which are offered to all.")
    ] = None,
    guests: Annotated[
        bool,
        typer.Option(
            "--guests/--no-guests", help="Whether people may bring packs along, and write some in the studio."
        ),
    ] = True,
    probes: Annotated[
        bool, typer.Option("--probes/--no-probes", help="Whether people may have cards of their own probed.")
    ] = True,
    limit_scale: Annotated[
        float,
        typer.Option("--limit-scale", min=0.1, help="Multiply the limits on tables, sockets and messages by this."),
    ] = 1.0,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    log_level: Annotated[str, typer.Option("--log-level", help="debug, info, warning or error.")] = "info",
    log_json: Annotated[bool, typer.Option("--log-json", help="Logs as JSON lines.")] = False,
    traces: Annotated[
        bool, typer.Option("--traces", help="Send traces by OTLP to where OTEL_EXPORTER_OTLP_ENDPOINT says.")
    ] = False,
) -> None:
    """Serve tables in the browser: for yourself, for friends in the network, or for the world behind a proxy."""
    need("serve", "the server")
    if traces:
        need("tracing", "--traces")
    # Loaded here: the other commands need not wait for it.
    from sqlalchemy.exc import SQLAlchemyError

    from kickdoor.server import running, store
    from kickdoor.server.http import has_page
    from kickdoor.server.nodes import new_node
    from kickdoor.server.settings import Settings, user_database
    from kickdoor.server.writing import InUse

    if log_level.lower() not in ("debug", "info", "warning", "error"):
        raise BadUsage(f"--log-level {log_level}: choose debug, info, warning or error")
    if operator_token and len(operator_token) < 16:
        raise BadUsage("--operator-token: at least 16 characters, so that nobody guesses it")
    if packs is not None and not packs.is_dir():
        raise BadUsage(f"--packs {packs}: there is no such folder")
    if smtp and not address:
        raise BadUsage("--smtp needs --address https://…: mails carry a link to the table")
    settings = Settings(
        database=database or user_database(),
        durable=durable,
        traces=traces,
        shared=shared,
        origins=tuple(origin or ()),
        trust_proxy=trust_proxy,
        smtp=smtp,
        operator_token=operator_token,
        address=address,
        packs=str(packs) if packs else "",
        guests=guests,
        probes=probes,
    ).scaled(limit_scale)
    if shared and not settings.database.startswith("postgresql"):
        raise BadUsage("--shared needs --database postgresql://…: SQLite is for one server")
    try:
        store.look_at(settings.database, new_node() if shared else "")
    except ModuleNotFoundError as error:
        raise BadUsage(f'--database: {error}; pip install "kickdoor[postgresql]" for PostgreSQL') from error
    except InUse as error:
        remedy = "stop it first, or name another database"
        if settings.database.startswith("postgresql"):
            remedy += "; several servers share one if each is started with --shared"
        raise BadUsage(f"--database: {error}; {remedy}") from error
    except (OSError, SQLAlchemyError) as error:
        raise BadUsage(f"--database: cannot be opened ({str(error).splitlines()[0]})") from error
    try:
        listening = running.listen(host, port)
    except OSError as error:
        raise BadUsage(f"--host {host} --port {port}: cannot listen there ({error.strerror}). Try --port 0") from error
    settings = settings.at(f"{socket.gethostname()}:{listening.getsockname()[1]}")
    running.set_up_logs(log_level, log_json)
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
    url = f"http://{shown}:{listening.getsockname()[1]}/"
    if has_page():
        typer.echo(f"kickdoor: the table is at {url} (Ctrl-C ends it; games are kept)")
    else:
        typer.echo(f"kickdoor: {url} serves programs only: the page of the table is not built, `make page` builds it")
    if open_page and has_page():
        threading.Thread(target=_open_when_ready, args=(url,), daemon=True).start()
    running.run(settings, listening, may_open=open_page and not trust_proxy)


def _open_when_ready(url: str) -> None:
    """Open the page once the server answers."""
    for _ in range(100):
        try:
            urllib.request.urlopen(f"{url}api/health", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(url)
            return
