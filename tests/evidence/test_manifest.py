"""The manifest: what is written is strict, what is found is read, and every deviation is named."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from quorate.app.evidence.manifest_file import NewReport, entry_of
from quorate.core.errors import InputError, Refused
from quorate.evidence.manifest import (
    ManifestEntry,
    ManifestFilter,
    check_entry,
    check_new,
    entry_plain,
    read_line,
    slug_of,
)

ENTRY = ManifestEntry(
    "map-2026-01-26", "2026-01-26_map.md", "Consensus: Map", "2026-01-26", "complete", ("Architecture",)
)


def line(**more: Any) -> bytes:
    return json.dumps({**entry_plain(ENTRY), **more}).encode()


def test_a_line_that_was_written_deviates_in_nothing() -> None:
    read = read_line(line(linked_tasks=["T1"], audit={"by": "x"}), 1)
    assert read.deviations == ()
    assert read.entry == ENTRY._replace(linked_tasks=("T1",))


def test_the_day_of_a_report_is_that_of_its_file_unless_it_is_stated() -> None:
    now = datetime(2026, 11, 19, tzinfo=UTC)
    report = NewReport("Consensus: Map", file="2026-01-26_map.md")
    assert entry_of(report, now).date == "2026-01-26"
    assert entry_of(report._replace(date="2026-01-27"), now).date == "2026-01-27"
    assert entry_of(report._replace(file=""), now).date == "2026-11-19"


@pytest.mark.parametrize(
    ("more", "note"),
    [
        ({"status": "completed"}, "status"),
        ({"status": "Accepted"}, "status"),
        ({"status": 3}, "status"),
        ({"task": "T1"}, "task"),
        ({"taskId": "T1"}, "taskId"),
        ({"task_id": "T1"}, "task_id"),
        ({"key_findings": "One thing"}, "key_findings"),
        ({"key_findings": {"a": 1}}, "key_findings"),
        ({"file": "notes/Map.MD"}, "file"),
        ({"date": "26.1.2026"}, "date"),
        ({"date": "2026-13-26"}, "date"),
        ({"topics": None}, "topics"),
        ({"actionable": "yes"}, "actionable"),
        ({"mood": "good"}, "mood"),
    ],
)
def test_every_deviation_is_named_and_the_line_is_read(more: dict[str, Any], note: str) -> None:
    read = read_line(line(**more), 7)
    assert [said for said in read.deviations if said.startswith(f"{note}:")], read.deviations
    assert read.entry
    assert read.entry.id == ENTRY.id
    assert json.loads(read.text) == json.loads(line(**more))


@pytest.mark.parametrize("key", ["id", "file", "title", "date", "status", "topics", "key_findings", "actionable"])
def test_a_missing_key_is_named(key: str) -> None:
    said = json.loads(line())
    del said[key]
    assert [note for note in read_line(json.dumps(said).encode(), 1).deviations if note.startswith(f"{key}:")]


@pytest.mark.parametrize("other", ["output", "outputFile", "output_file"])
def test_other_names_of_the_file(other: str) -> None:
    said = json.loads(line())
    said[other] = said.pop("file")
    read = read_line(json.dumps(said).encode(), 1)
    assert read.entry
    assert read.entry.file == ENTRY.file


@pytest.mark.parametrize("text", [b"{", b"[]", b"3", b"\xff", b"[" * 9000])
def test_what_is_no_object_is_kept_and_named(text: bytes) -> None:
    read = read_line(text, 3)
    assert read.entry is None
    assert read.deviations in (("malformed_line",), ("not_an_object",))


@pytest.mark.parametrize(
    "wrong",
    [
        {"file": "map.md"},
        {"status": "done"},
        {"title": " "},
        {"date": "today"},
        {"date": "2026-02-31"},
        {"file": "../2026-01-26_a.md"},
    ],
)
def test_only_the_strict_form_is_written(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        check_entry(ENTRY._replace(**wrong))


def test_an_id_and_a_file_stand_there_once() -> None:
    check_new(ENTRY, [b"{", line(id="other", file="2026-01-26_other.md")])
    with pytest.raises(Refused, match="line 1 has the id"):
        check_new(ENTRY, [line(file="2026-01-27_other.md")])
    with pytest.raises(Refused, match="line 2 has the file"):
        check_new(ENTRY, [b"{}", line(id="other")])
    with pytest.raises(Refused, match="line 1 has the id"):
        check_new(ENTRY, [line(file="2026-01-27_other.md").replace(b"map-2026", b"\\u006dap-2026")])


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (ManifestFilter(topic="ARCHI"), True),
        (ManifestFilter(topic="map"), False),
        (ManifestFilter(status="partial"), False),
        (ManifestFilter(pending=True), False),
        (ManifestFilter(agent_type="analysis"), False),
        (ManifestFilter(), True),
    ],
)
def test_filters(wanted: ManifestFilter, fits: bool) -> None:
    assert wanted.fits(ENTRY) is fits


def test_a_title_gives_a_name() -> None:
    assert slug_of("Consensus: Codebase Map / ../../etc") == "consensus-codebase-map-etc"
    assert slug_of("地図").startswith("report-")
    assert slug_of("地図") != slug_of("都市")
