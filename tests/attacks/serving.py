"""Servers of their own, on loopback, to be attacked."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

HEALTH = "/api/health"
HTTP = httpx.Client(verify=False, trust_env=False, timeout=30, limits=httpx.Limits(max_keepalive_connections=0))
"""For all requests: to make one costs as much as hundreds of them, and servers come and go."""
START_SECONDS = 600
HERE = str(Path(__file__).parent)
ADDRESS = re.compile(r"http://localhost:(\d+)/ ")
"""What a server says of itself, with or without a page."""


class Server:
    """A server of its own, as a process."""

    def __init__(self, database: str, folder: Path, *more: str, prefix: tuple[str, ...] = ()) -> None:
        self.log = folder / f"log-{uuid4().hex}"
        self.said = folder / f"said-{uuid4().hex}"
        arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--log-level", "warning"]
        self.start([*arguments, "--database", database, *more], prefix)
        end = time.monotonic() + START_SECONDS
        while (found := ADDRESS.search(self.said.read_text() if self.said.exists() else "")) is None:
            if not self.alive or time.monotonic() > end:
                raise AssertionError(self.log.read_text())
            time.sleep(0.01)
        self.url = f"http://127.0.0.1:{found[1]}"
        answer: object = None
        while self.alive and time.monotonic() < end:
            try:
                if (answer := HTTP.get(self.url + HEALTH)).status_code == 200:
                    return
            except httpx.TransportError as error:
                answer = error
            time.sleep(0.02)
        raise AssertionError(f"the server is not well: {answer!r} {self.log.read_text()}")

    def start(self, arguments: list[str], prefix: tuple[str, ...]) -> None:
        """Begin."""
        with self.log.open("w") as errors, self.said.open("w") as said:
            command = [*prefix, sys.executable, "-u", "-m", "kickdoor", *arguments]
            self.process: Any = subprocess.Popen(command, stdout=said, stderr=errors)

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None

    @property
    def pid(self) -> int:
        """The number of its process."""
        return int(self.process.pid)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, and wait for its end."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, how)
        self.process.wait(30)

    def open(self, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
        """Make a table."""
        for _ in range(100):
            reply = HTTP.post(f"{self.url}/api/tables", json={"seats": seats, "start": True, **more})
            if reply.status_code == 201:
                return dict(reply.json())
            time.sleep(0.3)
        raise AssertionError(reply.text)

    def figure(self, name: str) -> float:
        """A figure that the server tells of itself."""
        lines = HTTP.get(f"{self.url}/metrics").text.splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))

    def cpu(self) -> float:
        """The seconds of a core that it has taken."""
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Its memory, in MB."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


class Forked(Server):
    """The same, forked from a process that has loaded all modules: one that is killed a thousand times starts fast."""

    def start(self, arguments: list[str], prefix: tuple[str, ...]) -> None:
        """Begin."""
        self.process = forking().Process(target=_serve, args=(arguments, str(self.said), str(self.log)), daemon=True)
        self.process.start()

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return bool(self.process.is_alive())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, and wait for its end."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, how)
        self.process.join(30)
        assert not self.alive


def forking() -> ForkServerContext:
    """From here processes begin that have all that `warmed.py` has made."""
    found = os.environ.get("PYTHONPATH", "")
    if HERE not in found.split(os.pathsep):  # whoever they are forked from looks for modules there, and nowhere else
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (HERE, found)))
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["nodes", "warmed"])
    return context


def _serve(arguments: list[str], said: str, log: str) -> None:
    """What `kickdoor serve` does, with output to files."""
    from kickdoor.cli import main

    for number, path in ((1, said), (2, log)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.stdout = os.fdopen(1, "w", buffering=1)
    sys.stderr = os.fdopen(2, "w", buffering=1)
    sys.argv = ["kickdoor", *arguments]
    main()


@contextmanager
def serving(database: str, folder: Path, *more: str) -> Iterator[Server]:
    """A server for a while."""
    server = Server(database, folder, *more)
    try:
        yield server
    finally:
        server.stop()
