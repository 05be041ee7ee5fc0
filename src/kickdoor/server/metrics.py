"""Figures for those who watch a server, as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from kickdoor.server.session.outcome import Counted

if TYPE_CHECKING:
    from kickdoor.server.store import Store

REASONS = ("told", "slow", "size", "rate", "nonsense", "hello", "token", "refused")
"""Why the server closes connections."""

disable_created_metrics()  # type: ignore[no-untyped-call]


class Commits(Collector):
    """What the store has done."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Its figures now."""
        yield CounterMetricFamily("kickdoor_commits", "Transactions committed", self._store.writer.commits)
        yield CounterMetricFamily("kickdoor_promised", "Changes written to the journal", self._store.promised)
        yield CounterMetricFamily("kickdoor_commit_seconds", "Time spent committing", self._store.writer.seconds)


class Metrics:
    """All figures of one server."""

    def __init__(self, store: Store) -> None:
        registry = self.registry = CollectorRegistry()
        self.tables = Gauge("kickdoor_tables", "Tables in memory", registry=registry)
        self.unreadable = Gauge(
            "kickdoor_tables_unreadable", "Tables that cannot be brought back; the log says why", registry=registry
        )
        self.moved = Counter("kickdoor_tables_moved", "Tables that changed servers", ["way"], registry=registry)
        for way in ("taken", "given", "lost"):
            self.moved.labels(way)
        self.sockets = Gauge("kickdoor_sockets", "Connections", registry=registry)
        self.games = Counter("kickdoor_games", "Games begun", registry=registry)
        self.finished = Counter("kickdoor_games_finished", "Games finished", registry=registry)
        self.answers = Counter("kickdoor_answers", "Answers taken", registry=registry)
        self.messages = Counter("kickdoor_messages", "Messages received", registry=registry)
        self.dropped = Counter("kickdoor_dropped", "Connections closed by the server", ["reason"], registry=registry)
        for reason in REASONS:
            self.dropped.labels(reason)
        self.errors = Counter("kickdoor_errors", "Failures of the server itself", registry=registry)
        self.handling = Histogram(
            "kickdoor_message_seconds",
            "From the arrival of a message to the end of its handling, storage included",
            buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
            registry=registry,
        )
        registry.register(Commits(store))
        ProcessCollector(registry=registry)

    def count(self, what: Iterable[Counted]) -> None:
        """Count what happened at a table."""
        counters = {"games": self.games, "answers": self.answers, "finished": self.finished}
        for each in what:
            counters[each].inc()

    def text(self) -> bytes:
        """All of it."""
        return generate_latest(self.registry)
