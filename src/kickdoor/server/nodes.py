"""One of several servers on one PostgreSQL: gives signs of life, and hears what the others want.

A thread with a connection of its own does both, so that neither waits for whatever the event loop is at.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy.engine import Engine

from kickdoor.server.claims import CHANNEL, LEASE_SECONDS, Note, beat

log = logging.getLogger("kickdoor.nodes")

BEAT_SECONDS = 0.5
AGAIN_SECONDS = 0.5
"""After a lost connection another is tried so soon."""

WAIT_SECONDS = 0.25
"""So long a thread that is to end may take to see it."""


def new_node() -> str:
    """A name for a server: every start has one of its own, so what an earlier one had is not taken for its own."""
    return secrets.token_hex(6)


class Node:
    """This server among several; `heard` is called in the event loop with what another one tells.

    `overslept` is called there after a sign of life that came later than others wait for one.
    """

    def __init__(
        self,
        engine: Engine,
        name: str,
        address: str,
        heard: Callable[[Note], None],
        overslept: Callable[[], None],
    ) -> None:
        self.name = name
        self.address = address
        self.doubtful = False  #: what it has may have been taken while it was silent
        self._alive = time.monotonic()  # its last sign of life was not given before
        self._engine = engine
        self._heard = heard
        self._overslept = overslept
        self._loop = asyncio.get_running_loop()
        self._over = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._live, name="node", daemon=True)

    async def start(self) -> None:
        """Give the first sign of life."""
        self._thread.start()
        await asyncio.to_thread(self._ready.wait, 30)

    async def stop(self) -> None:
        """Give no more signs of life."""
        self._over.set()
        await asyncio.to_thread(self._thread.join, 10)

    @property
    def is_sure(self) -> bool:
        """Whether nobody else can have taken what this server has."""
        return not self.doubtful and time.monotonic() - self._alive < LEASE_SECONDS

    def _live(self) -> None:
        while not self._over.is_set():
            connection: Any = None
            try:
                connection = self._engine.raw_connection()
                driver = connection.driver_connection
                driver.autocommit = True
                self._attend(driver)
            except Exception as error:  # the database is gone for a while, or whatever it is: others go on
                log.warning("a node has no connection to the database", extra={"reason": str(error).partition("\n")[0]})
                self._over.wait(AGAIN_SECONDS)
            finally:
                if connection is not None:
                    with suppress(Exception):
                        connection.invalidate()

    def _attend(self, driver: Any) -> None:
        """Beat and listen on one connection, as long as it stands."""
        channel = driver.execute(f"SELECT {CHANNEL}").fetchone()[0]
        driver.execute(f"LISTEN {channel}")
        due = time.monotonic()
        while not self._over.is_set():
            if time.monotonic() >= due:
                self._beat(driver)
                due = time.monotonic() + BEAT_SECONDS
                self._ready.set()
            for told in driver.notifies(timeout=WAIT_SECONDS, stop_after=1):
                self._hear(told.payload)

    def _beat(self, driver: Any) -> None:
        """Give a sign of life; the lease of the one before may have expired."""
        now = time.monotonic()
        beat(driver, self.name, self.address)
        if self._ready.is_set() and time.monotonic() - self._alive >= LEASE_SECONDS:
            self.doubtful = True
            log.warning("no sign of life for longer than the lease", extra={"seconds": round(now - self._alive, 1)})
            self._in_loop(self._overslept)
        self._alive = now

    def _hear(self, words: str) -> None:
        note = msgspec.json.decode(words, type=Note)
        if note.to in ("", self.name):
            self._in_loop(self._heard, note)

    def _in_loop(self, what: Callable[..., None], *about: Any) -> None:
        with suppress(RuntimeError):  # the loop may have ended meanwhile
            self._loop.call_soon_threadsafe(what, *about)
