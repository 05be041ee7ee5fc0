"""Figures for those who watch a server, as Prometheus reads them."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """All figures of one server."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.tables = Gauge("kickdoor_tables", "Tables in memory", registry=registry)
        self.sockets = Gauge("kickdoor_sockets", "Connections", registry=registry)
        self.games = Counter("kickdoor_games", "Games begun", registry=registry)
        self.finished = Counter("kickdoor_games_finished", "Games finished", registry=registry)
        self.answers = Counter("kickdoor_answers", "Answers taken", registry=registry)
        self.messages = Counter("kickdoor_messages", "Messages received", registry=registry)
        self.dropped = Counter("kickdoor_dropped", "Connections closed by the server", ["reason"], registry=registry)
        self.errors = Counter("kickdoor_errors", "Failures of the server itself", registry=registry)
        self.handling = Histogram(
            "kickdoor_message_seconds",
            "From the arrival of a message to the end of its handling, storage included",
            buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
            registry=registry,
        )
        self.commits = Gauge("kickdoor_commits", "Transactions committed", registry=registry)
        self.commit_seconds = Gauge("kickdoor_commit_seconds", "Time spent committing", registry=registry)

    def text(self) -> bytes:
        """All of it."""
        return generate_latest(self.registry)
