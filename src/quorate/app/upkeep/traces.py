"""Traces of what a process does, sent to an OpenTelemetry collector where one is configured.

Requests, use cases and calls, by name, kind and number. What went wrong is named by its class: the text of an error may
quote what somebody wrote.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from quorate.app.app import App
from quorate.core.span import ERROR_TYPE, Attribute, Note, Spans

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

_NAME = "quorate"
_LOG = logging.getLogger("quorate.traces")


@contextmanager
def traced(is_wanted: bool, app: App) -> Iterator[None]:
    """While the block runs. Where and how to send is said by the variables OTEL_*, which the exporter reads itself."""
    if not is_wanted:
        yield
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        _LOG.warning("no traces are sent: pip install 'quorate[telemetry]'")
        yield
        return
    own = Resource.create({"service.name": _NAME, "service.version": version(_NAME)})
    provider = TracerProvider(resource=own, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    app.surroundings = app.surroundings._replace(spans=spans_of(provider.get_tracer(_NAME, version(_NAME))))
    try:
        yield
    finally:
        provider.shutdown()


def spans_of(tracer: "Tracer") -> Spans:
    """Spans of a tracer, each within the one around it."""

    def span(name: str, attributes: Mapping[str, Attribute]) -> AbstractContextManager[Note]:
        return _span(tracer, name, attributes)

    return span


@contextmanager
def _span(tracer: "Tracer", name: str, attributes: Mapping[str, Attribute]) -> Iterator[Note]:
    from opentelemetry.trace import StatusCode

    with tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span.set_attribute
        except BaseException as error:
            span.set_status(StatusCode.ERROR)
            span.set_attribute(ERROR_TYPE, type(error).__name__)
            raise
