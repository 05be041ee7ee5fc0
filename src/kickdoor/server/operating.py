"""The HTTP interface for whoever runs the server: from this computer, or with their token."""

from __future__ import annotations

import hmac
from typing import Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from kickdoor.server.errors import Forbidden
from kickdoor.server.lobby import Lobby
from kickdoor.server.network import is_at_this_computer
from kickdoor.server.protocol import Announce, Ban, CloseTable, OperatorView, Unban
from kickdoor.server.warden import Warden


def client_of(request: Request[Any, Any, Any]) -> str:
    """The address at the other end of the connection, whatever its headers say."""
    return request.client.host if request.client is not None else ""


def warden_for(state: State, request: Request[Any, Any, Any]) -> Warden:
    """The warden, for whoever runs the server; raises Forbidden for all others.

    Behind a proxy all visitors seem to be at this computer, so there only the token counts. One that nobody told us of
    may say no word of itself and ask for itself by the name of this computer; but it speaks HTTP/1.0, as no page does.
    """
    lobby: Lobby = state["lobby"]
    settings = lobby.settings
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if settings.operator_token and kind.lower() == "bearer":
        if hmac.compare_digest(token.strip().encode(), settings.operator_token.encode()):
            return lobby.warden
        raise Forbidden("table.operator_only")
    of_old = request.scope["http_version"] == "1.0"
    if settings.trust_proxy or of_old or not is_at_this_computer(client_of(request), request.headers):
        raise Forbidden("table.operator_only")
    return lobby.warden


@get("/api/operator", include_in_schema=False)
async def overview(state: State, request: Request[Any, Any, Any]) -> OperatorView:
    """All tables, bans and what was announced."""
    return warden_for(state, request).overview()


@post("/api/operator/close", include_in_schema=False, status_code=200)
async def close(state: State, request: Request[Any, Any, Any], data: JSONBody[CloseTable]) -> OperatorView:
    """Close a table for good."""
    warden = warden_for(state, request)
    await warden.close_table(data.table, data.reason)
    return warden.overview()


@post("/api/operator/ban", include_in_schema=False, status_code=200)
async def ban(state: State, request: Request[Any, Any, Any], data: JSONBody[Ban]) -> OperatorView:
    """Send somebody away from all tables."""
    warden = warden_for(state, request)
    await warden.ban(data)
    return warden.overview()


@post("/api/operator/unban", include_in_schema=False, status_code=200)
async def unban(state: State, request: Request[Any, Any, Any], data: JSONBody[Unban]) -> OperatorView:
    """Lift a ban."""
    warden = warden_for(state, request)
    await warden.unban(data.place)
    return warden.overview()


@post("/api/operator/announce", include_in_schema=False, status_code=200)
async def announce(state: State, request: Request[Any, Any, Any], data: JSONBody[Announce]) -> OperatorView:
    """Tell all that the server will be started anew."""
    warden = warden_for(state, request)
    await warden.announce(data.reason, data.minutes)
    return warden.overview()


OPERATING: list[Any] = [overview, close, ban, unban, announce]
"""The handlers of these requests."""
