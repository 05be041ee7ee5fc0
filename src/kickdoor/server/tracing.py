"""Traces by OpenTelemetry, where they are asked for; while they are not, nothing of it is imported.

There is a span for each request, each message at a table, each commit and each table that is taken. Spans tell of kinds
and ids, and of nobody's token, name, address or words.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from kickdoor.play.record import VERSION

NAME = "kickdoor"
NOTHING: AbstractContextManager[Any] = nullcontext()

_tracer: Any = None  #: of OpenTelemetry, once traces are turned on


def turn_on(node: str = "", exporter: Any = None) -> Any:
    """Trace from now on, and send it by OTLP to where OTEL_EXPORTER_OTLP_ENDPOINT says; what is to be shut down."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

    about = {"service.name": NAME, "service.version": VERSION, "service.instance.id": node}
    # `create` lets OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES have their way.
    provider = TracerProvider(resource=Resource.create({name: value for name, value in about.items() if value}))
    if exporter is None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    else:
        provider.add_span_processor(SimpleSpanProcessor(exporter))
    global _tracer
    _tracer = provider.get_tracer(NAME, VERSION)
    return provider


def turn_off(provider: Any) -> None:
    """Send what is left, and trace no more."""
    global _tracer
    _tracer = None
    provider.shutdown()


def span(name: str, **about: str | int) -> AbstractContextManager[Any]:
    """Something that takes time, from the beginning to the end of a `with`."""
    if _tracer is None:
        return NOTHING
    found: AbstractContextManager[Any] = _tracer.start_as_current_span(
        name, attributes={f"{NAME}.{key}": value for key, value in about.items()}
    )
    return found
