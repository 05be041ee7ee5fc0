"""A share of a core for a process, by the control groups of Linux: what is too much in a period waits for the next."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

PERIOD = 10_000
"""Microseconds. The shorter, the more a share of a core is like a slower core."""

HEAVIER = 10
"""By so much more than anybody else's do its processes weigh: others are not to take what is within its share."""

MOUNTS = Path("/proc/mounts")


class NoShares(Exception):
    """This machine cannot give a process a share of a core."""


class Share:
    """A control group whose processes together have a share of a core."""

    def __init__(self, folder: Path, *, unified: bool, share: float) -> None:
        self.share = share
        self._folder = folder
        self._unified = unified
        self._quota = round(share * PERIOD)

    def take(self, process: int) -> None:
        """Have a process in it, with all of its threads and all that it starts from now on."""
        (self._folder / "cgroup.procs").write_text(str(process))

    def hold(self) -> None:
        """From now on there is this share and no more."""
        name, normal = ("cpu.weight", 100) if self._unified else ("cpu.shares", 1024)
        (self._folder / name).write_text(str(HEAVIER * normal))
        self._allow(self._quota)

    def let_go(self) -> None:
        """From now on there is as much as the machine has."""
        self._allow(None)

    def _allow(self, quota: int | None) -> None:
        if self._unified:
            (self._folder / "cpu.max").write_text(f"{'max' if quota is None else quota} {PERIOD}")
            return
        (self._folder / "cpu.cfs_period_us").write_text(str(PERIOD))
        (self._folder / "cpu.cfs_quota_us").write_text(str(-1 if quota is None else quota))

    def held(self) -> tuple[int, int]:
        """Periods in which there was something to do until now, and those of them in which it had to wait."""
        found = dict(line.split() for line in (self._folder / "cpu.stat").read_text().splitlines())
        return int(found.get("nr_periods", 0)), int(found.get("nr_throttled", 0))


def _controller() -> tuple[Path, bool]:
    """Where control groups share out the processor, and whether that is version 2."""
    with suppress(OSError):
        for line in MOUNTS.read_text().splitlines():
            _, place, kind, options, *_ = line.split()
            folder = Path(place)
            if kind == "cgroup" and "cpu" in options.split(","):
                return folder, False
            if kind == "cgroup2" and "cpu" in (folder / "cgroup.controllers").read_text().split():
                return folder, True
    raise NoShares("this machine has no control groups (cgroups) of Linux that share out the processor")


@contextmanager
def share_of_core(share: float) -> Iterator[Share]:
    """A control group of its own. Its processes must have ended when it is left."""
    root, unified = _controller()
    folder = root / f"kickdoor-{uuid4().hex}"
    try:
        if unified:
            (root / "cgroup.subtree_control").write_text("+cpu")
        folder.mkdir()
    except OSError as error:
        raise NoShares(f"the control groups of this machine cannot be written ({error})") from error
    try:
        found = Share(folder, unified=unified, share=share)
        try:
            found.hold()
            found.let_go()
        except OSError as error:
            raise NoShares(f"the control groups of this machine give no share of a core ({error})") from error
        yield found
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    """A group whose last process has just ended is still busy for a moment."""
    for _ in range(50):
        with suppress(OSError):
            os.rmdir(folder)
            return
        time.sleep(0.02)
