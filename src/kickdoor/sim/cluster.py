"""Playing many games on a Ray cluster: on that which RAY_ADDRESS names, or one that is begun on this machine."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from kickdoor.play.record import VERSION
from kickdoor.sim.runner import Plan, Played, no_collection

SHARE = 8
"""So many games are one task of the cluster."""

TASKS_PER_JOB = 3
"""So many tasks are given out for each core, that none waits for work."""


class NoCluster(Exception):
    """Ray is not installed, or there is no cluster to be reached."""


def play_share(plan: Plan, play: Callable[[Plan, int], Played], numbers: range) -> list[Played]:
    """Play games on a machine of the cluster."""
    if plan.header.version != VERSION:
        raise NoCluster(f"a machine of the cluster has kickdoor {VERSION}, not {plan.header.version}. Install the same")
    plan.header.at_hand()  # it plays with its own copy of them
    with no_collection():
        return [play(plan, number) for number in numbers]


def spread_on_cluster(
    plan: Plan, jobs: int, play: Callable[[Plan, int], Played], numbers: range | None = None
) -> Iterator[Played]:
    """Play games on a cluster, so many at once; jobs 0: one for each of its cores."""
    numbers = range(plan.games) if numbers is None else numbers
    try:
        import ray
    except ImportError as error:
        raise NoCluster('Ray is not installed: pip install "kickdoor[ray]"') from error
    began = not ray.is_initialized()
    if began:
        try:
            # "local", for otherwise Ray looks for one that was begun on this machine, be it gone or not.
            address = os.environ.get("RAY_ADDRESS", "local")
            ray.init(address, log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise NoCluster(f"no Ray cluster is to be reached ({error}). See to RAY_ADDRESS, or unset it") from error
    try:
        cores = jobs or int(ray.cluster_resources().get("CPU", 1))
        task = ray.remote(play_share)
        kept = ray.put(plan)
        shares = deque(range(at, min(at + SHARE, numbers.stop)) for at in range(numbers.start, numbers.stop, SHARE))
        under_way: deque[Any] = deque()
        while shares or under_way:
            while shares and len(under_way) < cores * TASKS_PER_JOB:
                under_way.append(task.remote(kept, play, shares.popleft()))
            yield from ray.get(under_way.popleft())
    finally:
        if began:
            ray.shutdown()
