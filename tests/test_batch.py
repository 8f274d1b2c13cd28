"""Batches: order, exact numbers, refusals, and memory that does not grow."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate import DocumentError, tally, to_json
from quorate.batch.csv_table import count_csv
from quorate.batch.json_lines import count_json_lines, lines_of
from quorate.batch.outcome import CountedQuestion, Outcome, RefusedQuestion
from quorate.batch.spool import QuestionRows, Spool
from quorate.documents.container import LARGEST
from tests.patience import PATIENCE

HEADER = "question,seat,choice,confidence,weight\n"
TINY = 2000


def csv(text: str | bytes, protocol: str | None = None, budget: int = 10**9) -> list[Outcome]:
    data = text.encode() if isinstance(text, str) else text
    return list(count_csv(io.BytesIO(data), protocol, budget=budget))


def json_lines(*documents: Any) -> list[Outcome]:
    data = "".join(one if isinstance(one, str) else json.dumps(one) + "\n" for one in documents)
    return list(count_json_lines(io.BytesIO(data.encode())))


def written(outcomes: Iterable[Outcome]) -> list[str]:
    return [to_json(one.verdict, one.id) for one in outcomes if isinstance(one, CountedQuestion)]


def ids(outcomes: Iterable[Outcome]) -> list[str | int]:
    return [one.id for one in outcomes if isinstance(one, CountedQuestion)]


def said(outcomes: Iterable[Outcome]) -> list[str]:
    return [problem.sentence() for one in outcomes if isinstance(one, RefusedQuestion) for problem in one.problems]


def document(number: int, position: str = "APPROVE") -> dict[str, Any]:
    votes = [{"seat": seat, "position": position, "confidence": 80} for seat in "ab"]
    return {"id": number, "question": f"Question {number}?", "votes": votes}


# --- JSON lines --------------------------------------------------------------------------------


def test_verdicts_come_in_the_order_of_the_lines_with_their_ids() -> None:
    assert ids(json_lines(document(2), document(1), {**document(3), "id": "three"})) == [2, 1, "three"]


def test_a_verdict_of_a_batch_is_the_verdict_of_the_library_with_the_id_first() -> None:
    one = document(7)
    assert written(json_lines(one)) == [to_json(tally(one), 7)]
    assert written(json_lines(one))[0] == '{"id":7,' + to_json(tally(one))[1:]


def test_empty_lines_and_a_byte_order_mark_are_no_problem() -> None:
    assert ids(json_lines("\ufeff" + json.dumps(document(1)) + "\r\n", "\n", "  \n", document(2))) == [1, 2]


def test_a_last_line_without_an_end_is_counted() -> None:
    assert ids(json_lines(json.dumps(document(1)))) == [1]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("{\n", "2: document: found a syntax error at column 2"),
        ("[1]\n", "2: document: found a list"),
        ('{"id": 1}\n', "2: votes: missing"),
        ('{"id": 1, "id": 2}\n', "2: document: found the key 'id' a second time"),
        ('{"id": 1, "votes": NaN}\n', "2: document: found NaN"),
        (
            '{"id": 1, "protocol": "magii"}\n',
            "2: protocol: found 'magii'; allowed: approval, evidence, judges, magi, quorum",
        ),
        (json.dumps({**document(2), "id": None}) + "\n", "2: id: found nothing (null)"),
        (json.dumps({**document(2), "id": True}) + "\n", "2: id: found true"),
        (json.dumps({**document(2), "id": 1.5}) + "\n", "2: id: found the number 1.5"),
    ],
)
def test_a_bad_line_is_reported_with_its_number_and_skipped(line: str, found: str) -> None:
    outcomes = json_lines(document(1), line, document(3))
    assert ids(outcomes) == [1, 3]
    assert said(outcomes)[0].startswith(found)


def test_a_line_that_is_not_utf_8_is_skipped() -> None:
    good = json.dumps(document(1)).encode() + b"\n"
    outcomes = list(count_json_lines(io.BytesIO(good + b'{"id": "\xff"}\n' + good)))
    assert said(outcomes) == ["2: document: found the byte 0xff, which is not UTF-8; allowed: UTF-8 text"]
    assert len(ids(outcomes)) == 2


def test_yaml_is_no_json_line() -> None:
    assert ids(json_lines("{id: 1, votes: []}\n")) == []


def test_a_line_over_the_limit_is_skipped_and_the_next_one_counted() -> None:
    long = json.dumps({**document(1), "question": "x" * LARGEST}) + "\n"
    outcomes = json_lines(long, document(2))
    assert said(outcomes) == ["1: document: found a longer line; allowed: at most 16777216 bytes"]
    assert ids(outcomes) == [2]


@given(st.lists(st.binary(max_size=12).filter(lambda line: b"\n" not in line and b"\r" not in line)), st.booleans())
def test_lines_are_split_whole_or_cut_at_the_limit(parts: list[bytes], ended: bool) -> None:
    data = b"\n".join(parts) + (b"\n" if ended else b"")
    found = list(lines_of(io.BytesIO(data), limit=5))
    expected = data.split(b"\n")[:-1] if data.endswith(b"\n") or not data else data.split(b"\n")
    assert [line.number for line in found] == list(range(1, len(expected) + 1))
    assert [line.data.rstrip(b"\n") for line in found] == [line[:5] for line in expected]
    assert [line.is_whole for line in found] == [len(line) <= 5 for line in expected]


# --- CSV ---------------------------------------------------------------------------------------


def test_rows_of_one_question_may_stand_apart_and_verdicts_follow_first_appearance() -> None:
    rows = ["B?,x,APPROVE,80,", "A?,x,REJECT,80,", "B?,y,APPROVE,80,", "A?,y,REJECT,80,"]
    assert ids(csv(HEADER + "\n".join(rows))) == ["B?", "A?"]


MAGI_ROWS = [("Logos", "APPROVE", "82.5", "2"), ("Pathos", "NO-GO", "1e1", "1/3"), ("Sophia", "timeout", "", "")]
MAGI_VOTES = [
    {"seat": "Logos", "position": "APPROVE", "confidence": 82.5, "weight": 2},
    {"seat": "Pathos", "position": "NO-GO", "confidence": 10, "weight": "1/3"},
    {"seat": "Sophia", "error": "timeout"},
]
JUDGES_ROWS = [("risk", "A", "HIGH", ""), ("value", "ABSTAIN", "", "2"), ("effort", "", "LOW", ""), ("x", "A", "", "")]
JUDGES_VOTES = [
    {"judge": "risk", "option": "A", "confidence": "HIGH"},
    {"judge": "value", "option": "ABSTAIN", "weight": 2},
    {"judge": "effort", "option": "", "confidence": "LOW"},
    {"judge": "x", "option": "A"},
]
QUORUM_ROWS = [
    ("a", "resume", "", "0.49"),
    ("b", "resume", "", "0.49"),
    ("c", "block", "", "0.49"),
    ("d", "absent", "", "0.1"),
]
QUORUM_VOTES = [
    {"agent_id": "a", "vote": "resume", "authority_weight": 0.49},
    {"agent_id": "b", "vote": "resume", "authority_weight": 0.49},
    {"agent_id": "c", "vote": "block", "authority_weight": 0.49},
    {"agent_id": "d", "error": "absent", "authority_weight": 0.1},
]
EVIDENCE_ROWS = [("a", "accept", "0.7", "1"), ("b", "reject", "", ""), ("c", "recused", "", "")]
EVIDENCE_VOTES = [
    {"agentId": "a", "vote": "accept", "confidence": 0.7},
    {"agentId": "b", "vote": "reject"},
    {"agentId": "c", "error": "recused"},
]


@pytest.mark.parametrize("budget", [10**9, 0], ids=["in memory", "in files"])
@pytest.mark.parametrize(
    ("protocol", "rows", "key", "votes"),
    [
        ("magi", MAGI_ROWS, "votes", MAGI_VOTES),
        ("judges", JUDGES_ROWS, "recommendations", JUDGES_VOTES),
        ("quorum", QUORUM_ROWS, "votes", QUORUM_VOTES),
        ("evidence", EVIDENCE_ROWS, "votes", EVIDENCE_VOTES),
    ],
)
def test_a_table_gives_the_same_bytes_as_a_document_of_the_same_votes(
    protocol: str, rows: list[tuple[str, ...]], key: str, votes: list[dict[str, Any]], budget: int
) -> None:
    table = HEADER + "".join(",".join(("Adopt it?", *row)) + "\n" for row in rows)
    alone = tally({"protocol": protocol, "question": "Adopt it?", key: votes})
    assert written(csv(table, protocol, budget)) == [to_json(alone, "Adopt it?")]


def test_columns_may_stand_in_any_order_and_be_left_out() -> None:
    table = "confidence,choice,question,seat\n80,APPROVE,A?,x\n70,APPROVE,A?,y\n"
    assert written(csv(table)) == written(csv(HEADER + "A?,x,APPROVE,80,\nA?,y,APPROVE,70,\n"))
    assert ids(csv("question,seat,choice\nA?,x,B\nA?,y,B\n", "judges")) == ["A?"]


def test_reviewers_without_a_weight_column_weigh_the_same() -> None:
    rows = [f"A?,{seat},{choice}" for seat, choice in zip("abc", ("resume", "resume", "block"), strict=True)]
    verdict = csv("question,seat,choice\n" + "\n".join(rows), "quorum")[0]
    assert isinstance(verdict, CountedQuestion)
    assert (verdict.verdict.result, verdict.verdict.receipt.total_weight) == ("RESUME", 3)


def test_an_empty_weight_is_refused_where_weights_decide() -> None:
    table = HEADER + "A?,a,resume,,1\nA?,b,resume,,\n"
    assert said(csv(table, "quorum")) == ["3: weight: found an empty cell; allowed: a weight"]


def test_a_weight_that_would_not_be_counted_is_refused() -> None:
    outcomes = csv(HEADER + "A?,a,accept,1,1\nA?,b,accept,1,2\nB?,a,accept,1,1.0\n", "evidence")
    assert said(outcomes) == ["3: weight: found '2'; allowed: 1 or an empty cell: evidence counts no weights"]
    assert ids(outcomes) == ["B?"]


def test_cells_may_be_quoted_hold_commas_and_line_ends_and_spaces_around_them() -> None:
    table = HEADER + '"Adopt ""it"",\nnow?",x,APPROVE,80,\r\n  "Plain?" , x , APPROVE , 80 ,\r\n'
    assert ids(csv(table.replace('  "Plain?" ', " Plain? "))) == ['Adopt "it",\nnow?', "Plain?"]


def test_rows_without_any_cell_are_skipped_and_a_byte_order_mark_too() -> None:
    assert ids(csv("\ufeff\n" + HEADER + "\n,,,,\nA?,x,APPROVE,80,\n   \n")) == ["A?"]


@pytest.mark.parametrize("table", ["", "\n\n"])
def test_a_table_without_a_header_is_refused(table: str) -> None:
    with pytest.raises(DocumentError, match="missing; expected a header with the columns question, seat"):
        csv(table)


@pytest.mark.parametrize("header", [b"question,\xff\n", b'"question\n', b"question,se\0at,choice,confidence\n"])
def test_a_header_that_cannot_be_read_is_refused(header: bytes) -> None:
    with pytest.raises(DocumentError):
        csv(header)


def test_confidence_is_required_only_under_magi() -> None:
    for protocol in ("judges", "quorum", "evidence"):
        assert csv("question,seat,choice\n", protocol) == []
    with pytest.raises(DocumentError, match="1: confidence: missing"):
        csv("question,seat,choice\n")


GOOD = "Good?,x,APPROVE,80,\nGood?,y,APPROVE,80,\n"


@pytest.mark.parametrize("budget", [10**9, 0], ids=["in memory", "in files"])
@pytest.mark.parametrize(
    ("row", "found"),
    [
        (b"Bad?,y,APPROVE", "4: row: found 3 cells; allowed: 5 cells, as in the header"),
        (b"Bad?,y,APPROVE,80,1,1", "4: row: found 6 cells; allowed: 5 cells, as in the header"),
        (b"Bad?,y,APPR\xffVE,80,", "4: row: found the byte 0xff, which is not UTF-8; allowed: UTF-8 text"),
        (b"Bad?,y\0,APPROVE,80,", "4: row: found a NUL character; allowed: text without it"),
        (b'Bad?,"y,APPROVE,80,', "4: row: found an unclosed quote; allowed: CSV"),
        (b'Bad?,"y"y,APPROVE,80,', "4: row: found ',' expected after '\"'; allowed: CSV"),
        (b"Bad?,y\ry,APPROVE,80,", "4: row: found new-line character seen in unquoted field"),
        (b"Bad?,y,MAYBE,80,", "4: choice: found 'MAYBE'; allowed: APPROVE, REJECT, ABSTAIN"),
        (b"Bad?,y,,80,", "4: choice: found an empty cell; allowed: a choice"),
        (b"Bad?,y,APPROVE,,", "4: confidence: found an empty cell; allowed: a confidence"),
        (b"Bad?,y,APPROVE,101,", "4: confidence: found the number 101; allowed: a number from 0 to 100"),
        (b"Bad?,y,APPROVE,80%,", "4: confidence: found '80%'; allowed: a number from 0 to 100"),
        (b"Bad?,y,APPROVE,nan,", "4: confidence: found 'nan'; allowed: a number from 0 to 100"),
        (b"Bad?,y,APPROVE,1e999999,", "4: confidence: found the number 1E+999999; allowed: a number"),
        (b"Bad?,y,APPROVE,80,-1", "4: weight: found the number -1; allowed: a number from 0"),
        (b"Bad?,,APPROVE,80,", "4: seat: found an empty cell; allowed: a seat"),
        (b"Bad?,x,APPROVE,80,", "4: seat: found 'x' a second time; allowed: each seat once"),
        ("Bad?,\u200b,APPROVE,80,".encode(), "4: seat: found '\\u200b'; allowed: text that is not empty"),
        (
            "Bad?,X\u200b,APPROVE,80,".encode(),
            "4: seat: found 'X\\u200b', the same name as 'x'; allowed: each seat once",
        ),
        ("Bad?,х,APPROVE,80,".encode(), "4: seat: found 'х' (cyrillic), which looks like 'x' (latin)"),
        (b"Bad?,y\x1b,APPROVE,80,", "4: seat: found a name with U+001B"),
        (b"Bad?,y,abstained,80,", "4: choice: found 'abstained'; allowed: APPROVE"),
    ],
)
def test_a_bad_row_costs_its_question_the_verdict_and_no_other(row: bytes, found: str, budget: int) -> None:
    table = HEADER.encode() + b"Bad?,x,APPROVE,80,\nGood?,x,APPROVE,80,\n" + row + b"\nBad?,z,APPROVE,80,\n"
    outcomes = csv(table + b"Good?,y,APPROVE,80,\n", budget=budget)
    assert ids(outcomes) == ["Good?"]
    (problem,) = said(outcomes)
    assert problem.startswith(found)


def test_a_question_that_was_split_at_its_own_comma_gets_no_verdict() -> None:
    rows = '"Adopt it, now?",x,APPROVE,80,\n"Adopt it, now?",y,APPROVE,80,\nAdopt it, now?,z,REJECT,99,\n'
    outcomes = csv(HEADER + rows + GOOD)
    assert ids(outcomes) == ["Good?"]
    assert said(outcomes) == ["4: row: found 6 cells; allowed: 5 cells, as in the header"]


def test_a_row_without_a_question_is_reported() -> None:
    outcomes = csv(HEADER + " ,x,APPROVE,80,\n" + GOOD)
    assert said(outcomes) == ["2: question: found an empty cell; allowed: the question that this vote answers"]
    assert ids(outcomes) == ["Good?"]


def test_a_quote_that_is_never_closed_swallows_only_its_own_line() -> None:
    after = "".join(GOOD.replace("Good?", f"After {number}?") for number in range(4000))
    outcomes = csv(HEADER + '"Open?,x,APPROVE,80,\n' + after)
    assert said(outcomes) == ["2: row: found a cell that is too long, or an unclosed quote; allowed: CSV"]
    assert ids(outcomes) == [f"After {number}?" for number in range(4000)]


def test_a_line_over_the_limit_costs_only_its_question() -> None:
    table = HEADER + "Bad?,x,APPROVE,80,\nBad?," + "y" * LARGEST + ",APPROVE,80,\n" + GOOD
    outcomes = csv(table)
    assert ids(outcomes) == ["Good?"]
    assert said(outcomes) == ["3: document: found a longer line; allowed: at most 16777216 bytes"]


@pytest.mark.parametrize("budget", [10**9, TINY], ids=["in memory", "in files"])
def test_a_thousand_seats_are_counted_and_more_are_refused(budget: int) -> None:
    full = [f"Full?,s{n},APPROVE,80,\n" for n in range(1000)]
    over = [f"Over?,s{n},APPROVE,80,\n" for n in range(1001)]
    outcomes = csv(HEADER + "".join(full) + "".join(over) + GOOD, budget=budget)
    assert ids(outcomes) == ["Full?", "Good?"]
    assert said(outcomes) == [
        "1002: question: found a question with more rows; allowed: at most 1000 rows and 16777216 characters"
    ]


# --- grouping ----------------------------------------------------------------------------------

ENTRY = st.tuples(st.sampled_from("ABCDEFGHIJ"), st.text(max_size=3), st.integers(0, 9))


def groups(entries: list[tuple[str, str, int]], budget: int) -> list[tuple[Any, ...]]:
    with Spool(budget) as spool:
        for line, (question, cell, chance) in enumerate(entries, 1):
            if chance:
                spool.add(line, question, [cell])
            else:
                spool.refuse(line, question)
        found = [
            (one.question, [tuple(row) for row in one.rows], one.is_refused, one.is_overfull) for one in spool.groups()
        ]
    return [one for one in found if not one[2]]


@settings(max_examples=40)
@given(st.lists(ENTRY, max_size=60))
def test_grouping_in_files_and_in_memory_give_the_same(entries: list[tuple[str, str, int]]) -> None:
    assert groups(entries, budget=TINY) == groups(entries, budget=10**9) == groups(entries, budget=0)


def test_a_group_that_cannot_be_counted_keeps_no_rows() -> None:
    group = QuestionRows(1, "A?", [(1, "x")], 1)
    group.take(QuestionRows(2, "A?", [(2, "y")], LARGEST))
    assert (group.rows, group.is_overfull, group.first) == ([], True, 1)


def test_temporary_files_are_gone_after_a_batch_that_was_left_half_way(tmp_path: Path) -> None:
    script = (
        "import io, os, sys, tempfile\n"
        "from quorate.batch.csv_table import count_csv\n"
        "rows = ''.join(f'Q{n % 50}?,s{n},APPROVE,80,\\n' for n in range(500))\n"
        f"outcomes = count_csv(io.BytesIO(({HEADER!r} + rows).encode()), budget={TINY})\n"
        "next(outcomes)\n"
        "print(len(os.listdir('/proc/self/fd')) > 30, os.listdir(tempfile.gettempdir()))\n"
        "outcomes.close()\n"
        "print(len(os.listdir('/proc/self/fd')) < 20)\n"
    )
    ended = child(script, TMPDIR=str(tmp_path))
    assert ended.stdout.split("\n")[:2] == ["True []", "True"], ended.stderr


# --- memory ------------------------------------------------------------------------------------


def child(script: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **variables},
    )


PEAK = """
import resource, sys
from quorate.surfaces.cli.command_table import program
from quorate.surfaces.cli.entry import run
status = run(program, ["tally", "--batch", *sys.argv[1:]])
print(status, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def peak_of_batch(*arguments: str) -> int:
    """The most memory, in kilobytes, that a batch took."""
    ended = child(PEAK, *arguments)
    status, kilobytes = ended.stderr.split()
    assert status == "0"
    return int(kilobytes)


def test_memory_does_not_grow_with_the_number_of_json_lines(tmp_path: Path) -> None:
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    line = json.dumps(document(1)) + "\n"
    few.write_text(line * 100)
    many.write_text(line * 5_000)
    assert peak_of_batch(str(many)) < peak_of_batch(str(few)) + 8_000


def test_memory_does_not_grow_with_a_table_whose_rows_are_scattered(tmp_path: Path) -> None:
    script = (
        "import io, sys, tracemalloc\n"
        "from quorate.batch.spool import Spool\n"
        "tracemalloc.start()\n"
        "with Spool(500_000) as spool:\n"
        "    for line in range(1, int(sys.argv[1]) + 1):\n"
        "        spool.add(line, f'Question {line % (int(sys.argv[1]) // 5)}?', ('seat', 'APPROVE', '80', ''))\n"
        "    count = sum(len(group.rows) == 5 for group in spool.groups())\n"
        "print(count, tracemalloc.get_traced_memory()[1])\n"
    )
    for rows in ("3000", "15000"):
        count, peak = child(script, rows, TMPDIR=str(tmp_path)).stdout.split()
        assert int(count) == int(rows) // 5
        assert int(peak) < 3_000_000


# --- Parquet -----------------------------------------------------------------------------------


@pytest.fixture
def duckdb() -> Any:
    return pytest.importorskip("duckdb")


def parquet(path: Path, protocol: str | None = None, budget: int = 10**9) -> list[Outcome]:
    from quorate.batch.parquet import count_parquet

    return list(count_parquet(str(path), protocol, budget=budget))


@pytest.mark.parametrize("kind", ["integer", "double", "float", "decimal(5, 2)", "varchar"])
def test_parquet_gives_the_same_bytes_as_csv(kind: str, tmp_path: Path, duckdb: Any) -> None:
    table, rows = tmp_path / "votes.csv", tmp_path / "votes.parquet"
    table.write_text(HEADER + "B?,x,APPROVE,80,0.5\nA?,x,REJECT,70,\nB?,y,timeout,,2\nA?,y,REJECT,60,1\n")
    select = f"select question, seat, choice, cast(confidence as {kind}) as confidence, weight from read_csv('{table}')"
    duckdb.execute(f"copy ({select}) to '{rows}' (format parquet)")
    assert written(parquet(rows)) == written(csv(table.read_bytes()))
    assert ids(parquet(rows)) == ["B?", "A?"]


def test_numbers_of_parquet_are_taken_as_they_are_written(tmp_path: Path, duckdb: Any) -> None:
    rows = tmp_path / "votes.parquet"
    seats = "values ('a', 0.1::float), ('b', 0.2::float)"
    select = f"select 'A?' as question, seat, 'accept' as choice, sure as confidence from ({seats}) as t(seat, sure)"
    duckdb.execute(f"copy ({select}) to '{rows}' (format parquet)")
    votes = [
        {"agentId": "a", "vote": "accept", "confidence": 0.1},
        {"agentId": "b", "vote": "accept", "confidence": 0.2},
    ]
    alone = tally({"protocol": "evidence", "question": "A?", "votes": votes})
    assert written(parquet(rows, "evidence")) == [to_json(alone, "A?")]


def test_rows_of_parquet_are_named_by_their_number(tmp_path: Path, duckdb: Any) -> None:
    rows = tmp_path / "odd[1]*.parquet"
    pairs = "values ('A?', 'x', 'APPROVE'), ('A?', 'y', 'MAYBE'), (null, 'z', 'APPROVE')"
    select = f"select *, 80 as confidence from ({pairs}) as t(question, seat, choice)"
    duckdb.execute(f"copy ({select}) to '{rows}' (format parquet)")
    assert [line.split(";")[0] for line in said(parquet(rows))] == [
        "3: question: found an empty cell",
        "2: choice: found 'MAYBE'",
    ]


def test_a_file_that_is_no_parquet_is_refused(tmp_path: Path, duckdb: Any) -> None:
    rows = tmp_path / "votes.parquet"
    rows.write_text("question,seat\n")
    with pytest.raises(DocumentError, match="allowed: a Parquet file"):
        parquet(rows)
    duckdb.execute(f"copy (select 1 as question, 2 as seat) to '{rows}' (format parquet)")
    with pytest.raises(DocumentError, match="choice: missing"):
        parquet(rows)


def test_a_large_parquet_file_goes_through_files(tmp_path: Path, duckdb: Any) -> None:
    rows = tmp_path / "votes.parquet"
    select = "select 'Q' || (i % 400) as question, 's' || i as seat, 'B' as choice from range(2000) as t(i)"
    duckdb.execute(f"copy ({select}) to '{rows}' (format parquet)")
    assert ids(parquet(rows, "judges", budget=TINY)) == [f"Q{n}" for n in range(400)]


@pytest.mark.parametrize("other", ["Q\u200b1", "q1", "Ｑ1"])
@pytest.mark.parametrize("budget", [10**9, TINY])
def test_two_spellings_of_one_question_are_refused_and_not_counted_apart(other: str, budget: int) -> None:
    rows = f"Q1,a,APPROVE,80\n{other},b,REJECT,80\nQ2,a,APPROVE,80\n"
    refused, counted = csv("question,seat,choice,confidence\n" + rows, budget=budget)
    assert isinstance(refused, RefusedQuestion)
    assert isinstance(counted, CountedQuestion)
    assert (refused.problems[0].path, refused.problems[0].line) == (("question",), 3)
    assert "the same name as 'Q1'" in refused.problems[0].sentence()
