"""The command that serves a seat to a language model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from kickdoor.cli.arguments import NAMES, Book, Bots, Options, Packs, Seats, bot_names, game_header
from kickdoor.cli.errors import BadUsage, Failed
from kickdoor.cli.extras import need
from kickdoor.play.game import Game
from kickdoor.play.record import Record

if TYPE_CHECKING:
    from kickdoor.mcp.seats import Seat


def mcp(
    packs: Packs = "munchkin",
    book: Book = None,
    seats: Seats = 4,
    bots: Bots = "veteran",
    seed: Annotated[str | None, typer.Option("--seed", help="Play this game; default: any.")] = None,
    option: Options = None,
    server: Annotated[
        str | None, typer.Option("--server", help="Play at a table of this server, such as http://localhost:8765.")
    ] = None,
    table: Annotated[str | None, typer.Option("--table", help="The id of the table there.")] = None,
    token: Annotated[str | None, typer.Option("--token", help="The token of the seat there.")] = None,
    invite: Annotated[str, typer.Option("--invite", help="The invitation to take an open seat with.")] = "",
    name: Annotated[str, typer.Option("--name", help="What to be called at the table.")] = "Model",
    http: Annotated[bool, typer.Option("--http", help="Streamable HTTP instead of standard input and output.")] = False,
    host: Annotated[str, typer.Option("--host", help="With --http: the address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="With --http: the port.")] = 8766,
) -> None:
    """Serve a seat by the Model Context Protocol: at a new table with bots, or at a running one."""
    need("mcp", "kickdoor mcp")
    from kickdoor.mcp.service import make_server

    if server is None:
        if table is not None or token is not None:
            raise BadUsage("--table and --token are of a running table: name its --server too")
        header = game_header(packs, seats, seed, book, option)
        seat, mixed = _own_table(header, bot_names(bots, seats - 1), name), header.packs
    else:
        if table is None:
            raise BadUsage("--server needs a --table, and a --token or an --invite to a seat at it")
        need("serve", "kickdoor mcp --server")
        seat, mixed = _running_table(server.rstrip("/"), table, token, invite, name)
    service = make_server(seat, mixed)
    if http:
        typer.echo(f"kickdoor: a seat for models at http://{host}:{port}/mcp", err=True)
        service.run("streamable-http", host=host, port=port)
    else:
        service.run("stdio")


def _own_table(header: Record, bots: tuple[str, ...], name: str) -> Callable[[], Awaitable[Seat]]:
    from kickdoor.mcp.seats import OwnTable

    game = Game.before(header)
    game.begin()
    own: Seat = OwnTable(game, 0, (name, *NAMES[1 : header.seats]), bots, Random(header.seed))

    async def seated() -> Seat:
        return own

    return seated


def _running_table(
    server: str, table: str, token: str | None, invite: str, name: str
) -> tuple[Callable[[], Awaitable[Seat]], tuple[str, ...]]:
    """The seat, which is connected to when it is first asked for; and the packs of its table."""
    from kickdoor.mcp.remote import NoTable, RemoteSeat, ask, take_seat

    try:
        info = ask(f"{server}/api/tables/{table}")
        key = token if token is not None else take_seat(server, table, invite, name)
    except NoTable as error:
        raise Failed(str(error)) from error
    remote = RemoteSeat(server, table, key)

    async def seated() -> Seat:
        await remote.connect()
        return remote

    return seated, tuple(info["packs"])
