"""The guard at the door: which requests are let in at all, and what every answer says about its safety."""

from __future__ import annotations

import ipaddress
import time
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from kickdoor.server.errors import BadRequest, Busy, NotNow
from kickdoor.server.http import when_again, words_of
from kickdoor.server.limits import Patience, Rates, address_of
from kickdoor.server.settings import Settings
from kickdoor.server.tracing import span

LONGEST_PATH = 1024

FILE_COSTS = 0.2
"""A file of the page, an answer being one: a page is made of many, and they are kept ready."""

SAFE = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        b"object-src 'none'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'",
    ),
)


def guarded(settings: Settings, patience: Patience) -> Any:
    """Middleware: an address may ask so often, by a name of this server, with paths and bodies that make sense."""

    def middleware(app: ASGIApp) -> ASGIApp:
        rates = Rates(settings.requests_per_second, settings.request_burst, time.monotonic)

        def refusal(scope: Scope) -> NotNow | None:
            address = address_of(scope.get("client"), scope["headers"], settings.trust_proxy)
            asks = scope["type"] == ScopeType.WEBSOCKET or scope["path"].startswith("/api/")
            if not rates.allow(address, 1.0 if asks else FILE_COSTS):
                patience.strain(address)
                return Busy("table.many_requests")
            why = refuse_request(scope, settings)
            return None if why is None else BadRequest("table.bad_request", details=why)

        async def guard(scope: Scope, receive: Receive, send: Send) -> None:
            refused = refusal(scope)
            if scope["type"] == ScopeType.WEBSOCKET:
                if refused is None:
                    await app(scope, receive, send)
                else:
                    await receive()
                    await send({"type": "websocket.close", "code": 1008, "reason": ""})
                return

            async def send_safely(message: Message) -> None:
                if message["type"] == "http.response.start":
                    told = {name.lower() for name, _ in message["headers"]}
                    message["headers"] = [*message["headers"], *(pair for pair in SAFE if pair[0] not in told)]
                await send(message)

            if refused is None:
                about = "/".join(scope["path"].split("/")[:3])  # what follows may be for one reader alone
                with span("request", method=scope["method"], path=about):
                    await app(scope, receive, send_safely)
                return
            told = {"content-type": "application/json", **when_again(refused)}
            headers = [(name.encode(), value.encode()) for name, value in told.items()]
            await send_safely({"type": "http.response.start", "status": refused.status, "headers": headers})
            await send({"type": "http.response.body", "body": words_of(scope, refused), "more_body": False})

        return guard

    return middleware


def refuse_request(scope: Any, settings: Settings) -> str | None:
    """What is wrong with the address, the host or the kind of a request; None: nothing."""
    raw = scope.get("raw_path") or scope["path"].encode()
    if len(raw) + len(scope["query_string"]) > LONGEST_PATH:
        return "the address is too long"
    path = unquote_to_bytes(raw)
    try:
        path.decode("utf-8")
        unquote_to_bytes(scope["query_string"]).decode("utf-8")
    except UnicodeDecodeError:
        return "the address is not UTF-8"
    if any(byte < 32 for byte in path):
        return "the address has control characters"
    if any(len(part) > 200 for part in path.split(b"/")):
        return "a part of the address is too long"
    headers = {name.lower(): value for name, value in scope["headers"]}
    if not is_own_name(headers.get(b"host", b"").decode("latin-1"), settings):
        return "this server has another name; see --address"
    if scope.get("method") == "POST" and b"/mail/" not in path:
        kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if kind != b"application/json":
            return "a body must be application/json"
    return None


def is_own_name(host: str, settings: Settings) -> bool:
    """Whether a server is asked by a name of its own, lest a page elsewhere let its name lead here.

    A number is nobody's name. Behind a proxy, that knows which names are its own.
    """
    if settings.trust_proxy:
        return True
    try:
        name = urlsplit(f"//{host}").hostname or ""
        ipaddress.ip_address(name)
    except ValueError:
        own = {urlsplit(page).hostname for page in (settings.address, *settings.origins)}
        return name in own or name == "localhost" or name.endswith((".local", ".localhost")) or "." not in name
    return True
