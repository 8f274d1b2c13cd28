"""Traces: what was done and how it ended, and nothing that anybody wrote."""

import json
import subprocess
import sys
from pathlib import Path

from tests.patience import comes_true
from tests.surfaces.http.collector import attributes_of, collecting
from tests.surfaces.http.running import running

SECRET = "sk-planted-4711"
VOTE = {"position": "APPROVE", "confidence": 82, "rationale": f"reason {SECRET}"}


def _program(folder: Path) -> str:
    file = folder / "voter"
    file.write_text(f"#!/bin/sh\ncat > /dev/null\nprintf '%s' '{json.dumps(VOTE)}'\n")
    file.chmod(0o755)
    return f"command:{file}"


def test_a_deliberation_is_traced_from_the_request_to_the_call_without_what_was_said(tmp_path: Path) -> None:
    with (
        collecting() as collector,
        running(tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=collector.address, SOME_KEY=SECRET) as server,
    ):
        panel = [{"seat": f"seat {SECRET}", "voter": _program(tmp_path)}, {"seat": "b", "voter": "scorecard"}]
        opened = server.opened(question=f"Adopt {SECRET}?", panel=panel)
        assert comes_true(lambda: server.shown(opened["id"]).get("verdict"))
        assert server.client.get(f"/v1/deliberations/{SECRET}").status_code == 404
        assert server.stop() == 0
    spans = {span.name: span for span in collector.spans}
    request, use_case, call = spans["POST /v1/deliberations"], spans["open_deliberation"], spans["call"]
    assert use_case.parent_span_id == request.span_id
    assert attributes_of(request)["http.response.status_code"] == 202
    assert call.parent_span_id == spans["resume"].span_id
    said = attributes_of(call)
    assert said.pop("quorate.deliberation") == opened["id"]
    assert said == {
        "quorate.round": 1,
        "quorate.voter.kind": "command",
        "quorate.call.fence": 1,
        "quorate.call.outcome": "answered",
    }
    failed = [attributes_of(one) for one in collector.spans if one.status.code == one.status.STATUS_CODE_ERROR]
    assert {one["error.type"] for one in failed} == {"UnknownDeliberation"}
    assert not [body for body in collector.bodies if SECRET.encode() in body]


def test_without_a_collector_nothing_of_opentelemetry_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys, quorate.surfaces.http.server\n"
        "from quorate import config\n"
        "from quorate.app.upkeep.traces import traced\n"
        "with traced(config.wants_traces({'OTEL_SDK_DISABLED': 'true', 'OTEL_EXPORTER_OTLP_ENDPOINT': 'x'}), None):\n"
        "    print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert ended.stdout == "[]\n", ended.stderr
