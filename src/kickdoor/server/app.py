"""The server as an ASGI application."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from kickdoor.play.record import VERSION
from kickdoor.server import tracing
from kickdoor.server.archive import Archive
from kickdoor.server.clock import Clock
from kickdoor.server.errors import Failed, NotNow, Unwell
from kickdoor.server.guard import guarded
from kickdoor.server.http import HANDLERS, damaged, http_error, invalid, not_now, problem
from kickdoor.server.limits import Patience
from kickdoor.server.lobby import Lobby
from kickdoor.server.nodes import new_node
from kickdoor.server.packing import PACKED
from kickdoor.server.settings import Settings
from kickdoor.server.store import Passed, Store, Unstored

log = logging.getLogger("kickdoor.http")

LEAST_COMPRESSED = 800
"""Bytes from which on a response is worth compressing."""


def make_app(settings: Settings, clock: Clock | None = None) -> Litestar:
    """An application with a lobby of its own, which opens with it and closes with it."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        node = new_node() if settings.shared else ""
        lobby = Lobby(settings, Store.open(settings.database, settings.durable, node), clock)
        app.state["lobby"] = lobby
        traces = tracing.turn_on(node) if settings.traces else None
        archive = app.state["archive"] = Archive(lobby)
        await lobby.start()
        try:
            yield
        finally:
            archive.close()
            await lobby.close()
            if traces is not None:
                tracing.turn_off(traces)

    def failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        request.app.state["lobby"].metrics.errors.inc()
        told = {"method": request.method, "path": request.url.path}
        log.error("a request failed", exc_info=error, extra=told)
        return problem(request.scope, Failed("table.failed"))

    def unstored(request: Request[Any, Any, Any], error: Unstored) -> Response[bytes]:
        if isinstance(error, Passed):
            return problem(request.scope, Unwell("table.moved"))
        log.error("something could not be stored", extra={"path": request.url.path, "reason": str(error)})
        return problem(request.scope, Unwell("table.no_database"))

    patience = Patience(time.monotonic)
    return Litestar(
        route_handlers=HANDLERS,
        lifespan=[lifespan],
        middleware=[guarded(settings, patience)],
        state=State({"patience": patience}),
        exception_handlers={
            NotNow: not_now,
            Unstored: unstored,
            ValidationException: invalid,
            msgspec.MsgspecError: damaged,
            RecursionError: damaged,
            HTTPException: http_error,
            Exception: failed,
        },
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=LEAST_COMPRESSED, gzip_compress_level=6, exclude_opt_key=PACKED
        ),
        openapi_config=OpenAPIConfig(
            title="kickdoor", version=VERSION, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=64 * 1024,
        logging_config=None,
    )
