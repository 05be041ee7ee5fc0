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
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Receive, Scope, Send

from kickdoor.play.record import VERSION
from kickdoor.server.archive import Archive
from kickdoor.server.clock import Clock
from kickdoor.server.errors import Failed, NotNow, TooMuch, Unwell
from kickdoor.server.http import HANDLERS, damaged, http_error, invalid, not_now, problem, words_of
from kickdoor.server.limits import Rates, address_of
from kickdoor.server.lobby import Lobby
from kickdoor.server.settings import Settings
from kickdoor.server.store import Store, Unstored

log = logging.getLogger("kickdoor.http")

LEAST_COMPRESSED = 800
"""Bytes from which on a response is worth compressing."""

COMPRESSED_ALREADY = [r"\.(woff2|png|ico|mp3|ogg)$", "^/metrics$"]
"""Paths whose responses would not get smaller."""


def make_app(settings: Settings, clock: Clock | None = None) -> Litestar:
    """An application with a lobby of its own, which opens with it and closes with it."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        lobby = Lobby(settings, Store.open(settings.database, settings.durable), clock)
        app.state["lobby"] = lobby
        app.state["archive"] = Archive(lobby)
        await lobby.start()
        try:
            yield
        finally:
            await lobby.close()

    def failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        request.app.state["lobby"].metrics.errors.inc()
        told = {"method": request.method, "path": request.url.path}
        log.error("a request failed", exc_info=error, extra=told)
        return problem(request.scope, Failed("table.failed"))

    def unstored(request: Request[Any, Any, Any], error: Unstored) -> Response[bytes]:
        log.error("something could not be stored", extra={"path": request.url.path, "reason": str(error)})
        return problem(request.scope, Unwell("table.no_database"))

    return Litestar(
        route_handlers=HANDLERS,
        lifespan=[lifespan],
        middleware=[_limited(settings)],
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
            backend="gzip", minimum_size=LEAST_COMPRESSED, gzip_compress_level=6, exclude=COMPRESSED_ALREADY
        ),
        openapi_config=OpenAPIConfig(title="kickdoor", version=VERSION, path="/api/schema"),
        request_max_body_size=64 * 1024,
        logging_config=None,
    )


def _limited(settings: Settings) -> Any:
    """Middleware: an address may ask so often."""

    def middleware(app: ASGIApp) -> ASGIApp:
        rates = Rates(settings.requests_per_second, settings.request_burst, time.monotonic)

        async def limited(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == ScopeType.HTTP and scope["path"].startswith("/api/"):
                address = address_of(scope.get("client"), scope["headers"], settings.trust_proxy)
                if not rates.allow(address):
                    body = words_of(scope, TooMuch("table.many_requests"))
                    kind = [(b"content-type", b"application/json"), (b"retry-after", b"1")]
                    await send({"type": "http.response.start", "status": 429, "headers": kind})
                    await send({"type": "http.response.body", "body": body, "more_body": False})
                    return
            await app(scope, receive, send)

        return limited

    return middleware
