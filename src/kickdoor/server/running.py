"""Running a server until it is told to stop."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from typing import Any

import structlog
import uvicorn
from litestar import Litestar

from kickdoor.play.game import Game
from kickdoor.server.app import make_app
from kickdoor.server.settings import Settings

SWITCH_SECONDS = 0.001
"""How long bots that think in threads keep the loop waiting at a time."""


def set_up_logs(level: str, as_json: bool) -> None:
    """Structured logs on stderr: JSON lines for programs, or lines for people. Tokens are never in them."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("alembic", "uvicorn.error"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0: any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind((host, port))
    found.listen(1024)
    return found


def make_server(settings: Settings) -> uvicorn.Server:
    """A server of tables, which hangs up politely when it is told to exit."""
    return serve_app(make_app(settings), settings)


def serve_app(app: Litestar, settings: Settings) -> uvicorn.Server:
    """A server for an application, on the stack that tables are served on."""
    config = uvicorn.Config(
        app,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        ws="websockets-sansio",
        ws_max_size=settings.largest_message + 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        proxy_headers=False,  # `limits.address_of` reads them, and only where a proxy is trusted
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)


def keep_collector_away() -> None:
    """Nobody waits while garbage is looked for: there is hardly any in circles, and the lobby looks as it sweeps."""
    Game.before(Game.header(("munchkin",), 4))
    gc.collect()
    gc.freeze()
    gc.disable()


def run(settings: Settings, listening: socket.socket) -> None:
    """Serve until a signal ends it."""
    keep_collector_away()
    sys.setswitchinterval(SWITCH_SECONDS)
    make_server(settings).run(sockets=[listening])
