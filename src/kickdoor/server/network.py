"""The way in from one's own network: a server that listens on this computer alone can be opened to it on request."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

import uvicorn

from kickdoor.server.errors import Forbidden, NotNow
from kickdoor.server.protocol import NetworkInfo

ELSEWHERE = ("10.255.255.255", 1)
"""An address that is never asked: the system says from where it would be."""


OF_PROXIES = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers by which a proxy gives itself away; not all do."""


def own_address() -> str:
    """The address of this computer in its network; empty where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(ELSEWHERE)
        except OSError:
            return ""
        address = str(found.getsockname()[0])
    return "" if is_loopback(address) else address


def is_loopback(host: str) -> bool:
    """Whether a name or address means this computer."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_at_this_computer(client: str, headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of our own in a browser on this computer, through nobody else."""
    if any(name in headers for name in OF_PROXIES) or not is_loopback(client):
        return False
    host = headers.get("host", "")
    origin = headers.get("origin", "")
    return is_loopback(urlsplit(f"//{host}").hostname or "") and origin in ("", f"http://{host}")


class Network:
    """How far a server can be reached. `may_open`: whoever started it sits at this computer and may open it further."""

    def __init__(self, server: uvicorn.Server, listening: socket.socket, *, may_open: bool) -> None:
        self._server = server
        self._port = listening.getsockname()[1]
        self._here_only = is_loopback(listening.getsockname()[0])
        self._may_open = may_open

    def info(self) -> NetworkInfo:
        """How far the server can be reached, for who sits at this computer."""
        address = own_address()
        url = f"http://{address}:{self._port}" if address else ""
        may_open = self._here_only and self._may_open and bool(address)
        return NetworkInfo(address="" if self._here_only else url, may_open=may_open)

    async def open(self, headers: Mapping[str, str], client: str) -> NetworkInfo:
        """Listen to the own network as well. Only a page of our own on this computer may ask for it."""
        if not self._may_open or not headers.get("origin") or not is_at_this_computer(client, headers):
            raise Forbidden("table.not_here_only")
        if self._here_only:
            await self._listen(own_address())
            self._here_only = False
        return self.info()

    async def _listen(self, address: str) -> None:
        config = self._server.config
        loop = asyncio.get_running_loop()
        state = self._server.server_state

        def protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=state, app_state=self._server.lifespan.state, _loop=loop
            )
            return made

        try:
            opened = await loop.create_server(protocol, address, self._port, backlog=config.backlog)
        except OSError as error:
            raise NotNow("table.cannot_listen", details=error.strerror or "") from error
        self._server.servers.append(opened)
