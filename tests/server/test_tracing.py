"""Traces: what is told of a server where they are asked for, and that nothing is where they are not."""

import subprocess
import sys

import pytest

from kickdoor.server import tracing
from kickdoor.server.protocol import Chat
from kickdoor.server.socket import _heard


def test_a_message_and_its_commit_are_spans_of_which_one_is_within_the_other(play):
    memory = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")
    exporter = memory.InMemorySpanExporter()
    provider = tracing.turn_on("node", exporter)
    try:

        async def test(inn):
            table, _ = await inn.seat("me", "me", "me")
            guest = await inn.greet(table, 0)
            guest.lobby, guest.closing = inn.lobby, False
            exporter.clear()
            await table.ask(_heard(guest, table, Chat(text="hello")))
            spans = {span.name: span for span in exporter.get_finished_spans()}
            assert spans["message"].attributes == {"kickdoor.table": table.id, "kickdoor.kind": "Chat"}
            assert spans["commit"].parent.span_id == spans["message"].context.span_id
            assert spans["commit"].resource.attributes["service.instance.id"] == "node"

        play(test)
    finally:
        tracing.turn_off(provider)
    assert tracing.span("message") is tracing.NOTHING


def test_nothing_of_it_is_imported_where_nobody_asks():
    code = (
        "import sys; from kickdoor.server import running; from kickdoor.server.settings import Settings;"
        "running.make_server(Settings(database='sqlite://')); print('opentelemetry.sdk' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"
