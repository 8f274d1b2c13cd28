"""A collector of OpenTelemetry on a port of this machine: takes traces over HTTP, as protobuf, and keeps them."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span


class Collector:
    """What has come, as bytes and as spans."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.address = ""

    @property
    def spans(self) -> list[Span]:
        """All of them, in the order in which they ended."""
        requests = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        scopes = (scope for one in requests for sent in one.resource_spans for scope in sent.scope_spans)
        return [span for scope in scopes for span in scope.spans]


def attributes_of(span: Span) -> dict[str, str | int]:
    """By name."""
    return {one.key: one.value.string_value or one.value.int_value for one in span.attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    """Until the block ends."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            is_packed = self.headers.get("Content-Encoding") == "gzip"
            collector.bodies.append(gzip.decompress(body) if is_packed else body)
            self.send_response(200 if self.path == "/v1/traces" else 404)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that it has there
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        collector.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield collector
        finally:
            server.shutdown()
            thread.join()
