"""Running a server until it is told to stop."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from typing import Any

import msgspec
import structlog
import uvicorn
from litestar import Litestar

from kickdoor.engine.data.refusals import Refusal
from kickdoor.play.game import Game
from kickdoor.server.app import make_app
from kickdoor.server.limits import Crowd
from kickdoor.server.network import Network
from kickdoor.server.settings import Settings
from kickdoor.server.telling import Showing, Tale
from kickdoor.server.wire import Frames, Requests, ServerConfig
from kickdoor.text.asking import question_words
from kickdoor.text.messages import languages
from kickdoor.text.refusing import refusal_words

log = logging.getLogger("kickdoor.server")

SPARE_DESCRIPTORS = 200
"""For the database, files, requests and whatever else is open beside sockets."""

FRAMES_A_MESSAGE = 4
"""A message may come in parts, and between messages there are pings and pongs."""

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
    config = ServerConfig(
        app,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=Requests,
        ws=Frames,
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
    config.patience = app.state.get("patience")
    config.crowd = None if settings.trust_proxy else Crowd(settings.most_requests_of_address)
    config.frames_per_second = FRAMES_A_MESSAGE * settings.messages_per_second
    config.frames_at_once = FRAMES_A_MESSAGE * settings.burst
    return uvicorn.Server(config)


def warm_up() -> None:
    """Have at hand what the first table needs: cards, what their numbers mean in a save, words. Nobody waits for it."""
    game = Game.before(Game.header(("munchkin",), 4), patient=True)
    events = game.begin()
    state = Game.from_bytes(game.to_bytes(), patient=True).state
    Showing(state)
    names = [""] * len(state.players)
    for language in languages():
        Tale(events, state, names).lines(0, language)
        question_words(state, 0, names, language)
        refusal_words(Refusal("table.moved"), language)


def keep_collector_away() -> None:
    """What is there at the start is never looked through; new garbage is, a little at a time and by its number."""
    warm_up()
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_500, 3, 1_000_000)


def with_descriptors(settings: Settings) -> Settings:
    """Have as many descriptors as sockets are allowed; where the system has fewer, so many sockets are allowed."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return settings
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.most_sockets + SPARE_DESCRIPTORS
    if 0 <= soft < wanted:
        soft = wanted if hard < 0 else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if 0 <= soft < wanted:
        allowed = max(1, soft - SPARE_DESCRIPTORS)
        log.warning("too few descriptors (ulimit -n)", extra={"allowed": soft, "wanted": wanted, "sockets": allowed})
        return msgspec.structs.replace(settings, most_sockets=allowed)
    return settings


def run(settings: Settings, listening: socket.socket, *, may_open: bool = False) -> None:
    """Serve until a signal ends it. `may_open`: who sits at this computer may let their network in."""
    keep_collector_away()
    sys.setswitchinterval(SWITCH_SECONDS)
    settings = with_descriptors(settings)
    app = make_app(settings)
    server = serve_app(app, settings)
    app.state["network"] = Network(server, listening, may_open=may_open)
    server.run(sockets=[listening])
