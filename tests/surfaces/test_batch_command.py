"""`quorate tally --batch`."""

import json
from pathlib import Path

import pytest

from quorate import tally, to_json
from quorate.batch.table import COLUMNS
from tests.surfaces.program import EXAMPLES, Here, quorate

QUESTIONS = EXAMPLES / "batch" / "questions.jsonl"
VOTES = EXAMPLES / "batch" / "votes.csv"


def test_each_verdict_is_the_one_that_tally_gives_with_the_id_first(here: Here) -> None:
    documents = [json.loads(line) for line in QUESTIONS.read_text().splitlines()]
    ended = here("tally", "--batch", str(QUESTIONS))
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.splitlines() == [to_json(tally(one), one["id"]) for one in documents]
    assert ended.out.startswith('{"id":"queue","version":1,"protocol":"magi",')


def test_a_table_gives_the_same_bytes_as_documents_of_the_same_votes(here: Here) -> None:
    counted = here("tally", "--batch", str(VOTES)).out.splitlines()
    questions = [json.loads(line)["id"] for line in counted]
    assert questions == ["Adopt Postgres for the queue?", "Drop the staging environment?"]
    approvals = [("Logos", 82), ("Pathos", 78), ("Sophia", 85)]
    votes = [{"seat": seat, "position": "APPROVE", "confidence": sure} for seat, sure in approvals]
    assert counted[0] == to_json(tally({"question": questions[0], "votes": votes}), questions[0])


@pytest.mark.parametrize(
    ("stdin", "options"),
    [(QUESTIONS.read_bytes(), []), (VOTES.read_bytes(), ["--input-format", "csv"])],
    ids=["jsonl", "csv"],
)
def test_standard_input_is_counted_like_a_file(stdin: bytes, options: list[str]) -> None:
    file = VOTES if options else QUESTIONS
    assert quorate("tally", "--batch", "-", *options, stdin=stdin) == quorate("tally", "--batch", str(file))


def test_bad_lines_are_reported_with_their_numbers_and_do_not_stop_the_rest(tmp_path: Path) -> None:
    good = QUESTIONS.read_text().splitlines()
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n".join([good[0], "", "{", '{"id": 1, "votes": []}', good[1].replace('"id"', '"di"'), good[2]]))
    ended = quorate("tally", "--batch", str(batch))
    assert ended.status == 2
    assert [json.loads(line)["id"] for line in ended.out.splitlines()] == ["queue", "sessions"]
    said = ended.err.splitlines()
    assert said[0].startswith(f"{batch}:3: document: found a syntax error at column 2")
    assert said[1] == f"{batch}:4: votes: found an empty list; allowed: a list of 1 to 1000 items"
    assert said[2].startswith(f"{batch}:5: di: found an unknown key; allowed: id (nearest)")
    assert len(said) == 3


def test_a_line_without_an_id_is_refused(tmp_path: Path, here: Here) -> None:
    batch = tmp_path / "batch.jsonl"
    batch.write_text('{"question": "x", "votes": [{"seat": "a", "position": "APPROVE", "confidence": 1}]}\n')
    ended = here("tally", "--batch", str(batch))
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == f"{batch}:1: id: missing; expected an id, which a batch needs\n"


def test_a_wrong_header_is_answered_with_the_columns(tmp_path: Path, here: Here) -> None:
    table = tmp_path / "votes.csv"
    table.write_text("question,seats,choice,choice\n")
    ended = here("tally", "--batch", str(table))
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.splitlines() == [
        f"{table}:1: seats: found an unknown column; allowed: seat (nearest); {', '.join(COLUMNS)}",
        f"{table}:1: choice: found a second column of that name; allowed: each column once",
        f"{table}:1: seat: missing; expected this column",
        f"{table}:1: confidence: missing; expected this column",
    ]


def test_a_bad_row_is_reported_with_its_line_and_column_and_its_question_gets_no_verdict(
    tmp_path: Path, here: Here
) -> None:
    table = tmp_path / "votes.csv"
    table.write_text(VOTES.read_text().replace("Sophia,APPROVE,85", "Sophia,MAYBE,185"))
    ended = here("tally", "--batch", str(table))
    assert ended.status == 2
    assert [json.loads(line)["id"] for line in ended.out.splitlines()] == ["Drop the staging environment?"]
    assert f"{table}:6: choice: found 'MAYBE'; allowed: APPROVE" in ended.err
    assert f"{table}:6: confidence: found the number 185; allowed: a number from 0 to 100" in ended.err


def test_the_format_is_known_by_the_suffix_or_said(tmp_path: Path, here: Here) -> None:
    table = tmp_path / "votes.txt"
    table.write_bytes(VOTES.read_bytes())
    assert here("tally", "--batch", str(table)).status == 2
    assert here("tally", "--batch", str(table), "--input-format", "csv").out == here("tally", "--batch", str(VOTES)).out


def test_parquet_from_standard_input_is_refused(here: Here) -> None:
    ended = here("tally", "--batch", "-", "--input-format", "parquet")
    assert (ended.status, ended.out) == (2, "")
    assert "parquet is read from a file" in ended.err


def test_strict_is_for_evidence_in_a_batch_too(tmp_path: Path, here: Here) -> None:
    table = tmp_path / "votes.csv"
    rows = [f"The cache is stale,{name},accept,0.9" for name in "ab"]
    table.write_text("question,seat,choice,confidence\n" + "\n".join(rows))
    assert here("tally", "--batch", str(table), "--protocol", "evidence", "--strict").status == 0
    refused = here("tally", "--batch", str(QUESTIONS), "--strict")
    assert refused.err.count("allowed: evidence, as --strict asks for") == 3


def test_a_missing_package_for_parquet_is_named_with_what_to_install(
    tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    table = tmp_path / "votes.parquet"
    table.write_bytes(b"PAR1")
    ended = here("tally", "--batch", str(table))
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == "quorate: Parquet needs an optional package: pip install 'quorate[parquet]'\n"
