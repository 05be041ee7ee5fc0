"""The laboratory: cards of drafts are probed in processes of their own, one after the other, within limits.

Whoever asks gets the number of their probe and looks for it again; a probe that nobody looks for any more is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from kickdoor.probe.errand import ProbeErrand, Progress
from kickdoor.server import processes
from kickdoor.server.errors import NotThere, TooMuch
from kickdoor.server.protocol.workshop import ProbeInfo, ProbeState

log = logging.getLogger("kickdoor.laboratory")

MOST_WAITING = 8
"""So many probes may wait or be under way; who comes later is told to come back."""

KEPT = 64
"""So many that are done are kept."""

UNSEEN_SECONDS = 30.0
"""A probe that nobody has looked for so long is ended."""

SPARE_SECONDS = 60.0
"""So much longer than it may play a process is waited for, on a busy machine."""


class Assay:
    """A probe that somebody has asked for."""

    def __init__(self, by: str, errand: ProbeErrand, now: float) -> None:
        self.id = secrets.token_urlsafe(12)
        self.by = by
        self.errand = errand
        self.seen = now
        self.state: ProbeState = "waiting"
        self.progress = Progress()
        self.unwanted = False
        self.process: asyncio.subprocess.Process | None = None

    def end(self) -> None:
        """Nobody wants it any more. What is being started cannot be called off: it is ended once it is there."""
        self.unwanted = True
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    def info(self) -> ProbeInfo:
        """How it stands."""
        return ProbeInfo(
            id=self.id,
            state=self.state,
            games=self.progress.games,
            most=self.errand.limits.games,
            chance=self.progress.chance,
            found=self.progress.found,
            problem=self.progress.refused,
        )


class Laboratory:
    """Keeps the probes of a server: one is under way, others wait, some are done."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._assays: OrderedDict[str, Assay] = OrderedDict()
        self._turn = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def order(self, errand: ProbeErrand, by: str) -> ProbeInfo:
        """Probe a card when its turn comes; raises TooMuch where too many wait, or one of the same visitor does."""
        waiting = [each for each in self._assays.values() if each.state in ("waiting", "running")]
        if len(waiting) >= MOST_WAITING or any(each.by == by for each in waiting):
            raise TooMuch("table.busy")
        assay = Assay(by, errand, self._now())
        self._assays[assay.id] = assay
        while len(self._assays) > KEPT:
            self._forget(next(iter(self._assays)))
        self._tasks[assay.id] = asyncio.get_running_loop().create_task(self._run(assay))
        return assay.info()

    def look(self, id: str) -> ProbeInfo:
        """How a probe stands; raises NotThere."""
        assay = self._assays.get(id)
        if assay is None:
            raise NotThere("table.probe_gone")
        assay.seen = self._now()
        return assay.info()

    def end(self, id: str) -> None:
        """Nobody wants it any more."""
        self._forget(id)

    def _forget(self, id: str) -> None:
        if (assay := self._assays.pop(id, None)) is not None:
            assay.end()

    async def _run(self, assay: Assay) -> None:
        try:
            async with self._turn:
                if not assay.unwanted:
                    assay.state = "running"
                    await self._probe(assay)
            assay.state = "failed" if assay.progress.found is None else "done"
        except (OSError, ValueError) as error:
            log.warning("a probe came to nothing", extra={"reason": repr(error)})
            assay.state = "failed"
        finally:
            self._tasks.pop(assay.id, None)

    async def _probe(self, assay: Assay) -> None:
        process = assay.process = await processes.start("kickdoor.probe.errand")
        assert process.stdin is not None
        assert process.stdout is not None
        timer = asyncio.get_running_loop().call_later(assay.errand.limits.seconds + SPARE_SECONDS, assay.end)
        try:
            if assay.unwanted:
                assay.end()
            process.stdin.write(msgspec.json.encode(assay.errand))
            process.stdin.close()
            while line := await process.stdout.readline():
                assay.progress = msgspec.json.decode(line, type=Progress)
                if self._now() - assay.seen > UNSEEN_SECONDS:
                    self._forget(assay.id)
        finally:
            timer.cancel()
            assay.end()
            while await process.stdout.read(1 << 16):  # whatever it still had to say
                pass
            await process.wait()

    async def close(self) -> None:
        """End what is under way, and what waits."""
        for assay in self._assays.values():
            assay.end()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
