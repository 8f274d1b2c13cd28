"""`quorate review conditions` and `quorate agents authority`: answers about documents, with nothing stored."""

import json
from pathlib import Path

import pytest

from tests.surfaces.program import Here, quorate

CONDITIONS = "monitor everything for 24h\n\nDisable monitoring until Friday\n  Set the risk threshold to 0.95\n"
CONDITIONS += "No alerts at night\nRename the index\n"


def saved(folder: Path, text: str | bytes, name: str = "document") -> str:
    file = folder / name
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(file)


def test_each_line_is_answered_with_the_limit_that_it_crosses(tmp_path: Path, here: Here) -> None:
    ended = here("review", "conditions", saved(tmp_path, CONDITIONS))
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "1: allowed: monitor everything for 24h",
        "  read as: monitor everything for 24 h",
        "2: not allowed: Disable monitoring until Friday",
        "  may not remove monitoring (found: disable monitoring)",
        "3: not allowed: Set the risk threshold to 0.95",
        "  may not set a risk threshold above 0.90 (found: set risk threshold to 0.95)",
        "4: waits for a person: No «alerts» at night",
        "  a note, which nothing applies",
        "5: allowed: Rename the index",
        "  a note, which nothing applies",
    ]


def test_lines_of_json_keep_their_ids_and_bad_ones_do_not_stop_the_rest(tmp_path: Path, here: Here) -> None:
    lines = ['{"id": "a", "condition": "Skip the safety check"}', "{", '{"id": 7, "condition": "read only for 2h"}']
    ended = here("review", "conditions", saved(tmp_path, "\n".join(lines)), "--json")
    assert ended.status == 2
    assert ":2:" in ended.err
    first, second = map(json.loads, ended.out.splitlines())
    assert (first["id"], first["allowed"], [one["limit"] for one in first["crosses"]]) == ("a", False, ["checks"])
    read = {"becomes": "structured", "structured": {"kind": "read_only", "for": "2h"}}
    assert second == {"id": 7, "condition": "read only for 2h", "allowed": True, **read, "crosses": []}


def test_conditions_are_read_from_standard_input_and_in_japanese() -> None:
    ended = quorate("review", "conditions", "-", "--lang", "ja", stdin="監視を無効にする\n")
    assert (ended.status, ended.out.splitlines()) == (
        *(0, ["1：人の確認を待つ：«監視を無効にする»", "  注記（適用されない）"]),
    )


@pytest.mark.parametrize("text", [b"", b"\n \n"])
def test_no_condition_is_no_answer(text: bytes, tmp_path: Path, here: Here) -> None:
    ended = here("review", "conditions", saved(tmp_path, text))
    assert (ended.status, ended.out, ended.err) == (0, "", "")


def test_lines_that_are_not_utf_8_are_refused_by_their_number(tmp_path: Path, here: Here) -> None:
    ended = here("review", "conditions", saved(tmp_path, b"read only for 2h\n\xff\xfe\n"))
    assert (ended.status, ended.out) == (2, "1: allowed: read only for 2h\n  read as: read only for 2 h\n")
    assert ":2: " in ended.err


AGENTS = """
now: 2026-11-16T12:00:00Z
paused_agent: {agent_id: p, tags: [db]}
agents:
  - {agent_id: a, risk_score: 0.05, reviews: 10, held_up: 9, tags: [db], last_update: "2026-11-16T09:00:00"}
  - {agent_id: b, tags: [net]}
"""


def test_authority_is_shown_part_by_part(tmp_path: Path, here: Here) -> None:
    ended = here("agents", "authority", saved(tmp_path, AGENTS))
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        "Agent  Authority  Health  Track record  Domain  Freshness",
        "a      0.9510     0.9526  0.9000        1.0000  1.0000",
        "b      0.4000     0.5000  0.5000        0.0000  0.5000",
    ]


def test_authority_as_json(here: Here, tmp_path: Path) -> None:
    (found,) = json.loads(here("agents", "authority", saved(tmp_path, '[{"agent_id": "a"}]'), "--json").out)
    parts = {"health": 0.5, "track_record": 0.5, "domain": 0.5, "freshness": 0.5}
    assert found == {"agent_id": "a", "authority": 0.5, "parts": parts}


WRONG = [
    ("[]", "found 0 entries|found an empty list|at least"),
    ("[{}]", r"\[0\]\.agent_id"),
    ("[{agent_id: a}, {agent_id: a}]", "a second time"),
    ("[{agent_id: a, reviews: 1, held_up: 2}]", "held_up"),
    ("[{agent_id: a, risk_score: 1.5}]", "risk_score"),
    ("[{agent_id: a, last_update: yesterday}]", "a moment such as"),
    ("{agents: [{agent_id: a}], when: now}", "when"),
    ("agents", "document"),
]


@pytest.mark.parametrize(("text", "says"), WRONG)
def test_agents_that_are_described_wrongly_are_refused(text: str, says: str, tmp_path: Path, here: Here) -> None:
    import re

    ended = here("agents", "authority", saved(tmp_path, text))
    assert (ended.status, ended.out) == (2, "")
    assert re.search(says, ended.err)
