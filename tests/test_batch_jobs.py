"""Several processes count what one does: the same bytes in the same order, with the same refusals."""

import os
import random
import signal
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.app.documents.batch_count import BatchTerms, Written, write_parquet_file, write_stream
from quorate.batch.json_lines import NumberedLine
from quorate.batch.parallel_table import is_whole_record
from tests.patience import PATIENCE, comes_true
from tests.surfaces.program import QUORATE, environment, quorate

ROWS = (
    "broken row",
    '"two\nlines",s1,APPROVE,50',
    'que"st"ion,"sea"t1,APPROVE,50',
    '"question 7",s9,APPROVE,50',
    '"question ""8""",s1,APPROVE,50',
    ",,,",
    "",
    "question 3,s1,REJECT,50",
    "question 4,zz,REJECT,500",
    "quest\x00ion,s1,REJECT,50",
)


def table(folder: Path, questions: int, seed: int = 1) -> Path:
    """Votes, with rows that are torn, quoted, doubled, empty and out of order."""
    chance = random.Random(seed)
    rows = []
    for number in range(questions):
        for seat in range(5):
            choice = chance.choice(["APPROVE", "REJECT", "ABSTAIN", "timeout"])
            rows.append(f"question {number},s{seat},{choice},{chance.randint(1, 99)}")
        if number % 40 == 3:
            rows.append(chance.choice(ROWS))
    rows += [f"question {number},late,APPROVE,60" for number in range(0, questions, 9)]
    file = folder / "votes.csv"
    file.write_text("question,seat,choice,confidence\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return file


def counted(file: Path, form: str, jobs: int) -> list[Written]:
    with file.open("rb") as stream:
        return list(write_stream(stream, form, BatchTerms(jobs=jobs)))


@pytest.mark.parametrize("jobs", [2, 3])
def test_a_table_is_counted_alike_by_any_number_of_processes(tmp_path: Path, jobs: int) -> None:
    file = table(tmp_path, 4_000)
    assert counted(file, "csv", jobs) == counted(file, "csv", 1)


@pytest.mark.parametrize("last", ['"never closed', '"never closed\n' * 3, 'a"b,"c\n', "\xff", "q,s1,APPROVE,5"])
def test_a_table_that_ends_badly_is_refused_alike(tmp_path: Path, last: str) -> None:
    file = table(tmp_path, 30)
    with file.open("ab") as added:
        added.write(last.encode("latin-1"))
    assert counted(file, "csv", 2) == counted(file, "csv", 1)


def test_json_lines_are_counted_alike(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for number in range(4_000):
            vote = f'{{"seat":"a","position":"APPROVE","confidence":{number % 100}}}'
            second = vote.replace('"a"', '"b"')
            lines.write(f'{{"id":{number},"question":"Adopt it?","votes":[{vote},{second}]}}\n')
            lines.write("no json\n" if number % 500 == 7 else "\n" if number % 300 == 1 else "")
    assert counted(file, "jsonl", 2) == counted(file, "jsonl", 1)


def test_parquet_is_counted_alike(tmp_path: Path) -> None:
    import duckdb

    source, file = table(tmp_path, 300), tmp_path / "votes.parquet"
    text = "".join(line for line in source.read_text().splitlines(True) if line.count(",") == 3 and '"' not in line)
    source.write_text(text)
    duckdb.sql(f"copy (from read_csv('{source}', all_varchar=true)) to '{file}' (format parquet)")
    both = [list(write_parquet_file(str(file), BatchTerms(jobs=jobs))) for jobs in (1, 2)]
    assert both[0] == both[1]


@settings(max_examples=200)
@given(st.text('a,"\n\r', max_size=12))
def test_a_line_that_is_taken_for_a_whole_record_is_one(text: str) -> None:
    import csv

    line = text.replace("\n", "") + "\n"
    if is_whole_record(NumberedLine(1, line.encode())) and "\r" not in line:
        assert len(list(csv.reader(iter([line, "x\n"]), strict=True))) == 2


def test_the_command_says_the_same_and_names_the_same_lines(tmp_path: Path) -> None:
    file = str(table(tmp_path, 200))
    one, two = quorate("tally", "--batch", file), quorate("tally", "--batch", file, "--jobs", "2")
    assert (one.status, one.out, one.err) == (two.status, two.out, two.err)
    assert one.status == 2
    assert "--jobs needs --batch" in quorate("tally", file, "--jobs", "2").err


def test_no_process_outlives_the_one_that_started_it() -> None:
    reading, writing = os.pipe()
    command = [QUORATE, "tally", "--batch", "-", "--input-format", "csv", "--jobs", "2"]
    with subprocess.Popen(command, stdin=reading, stdout=subprocess.DEVNULL, env=environment()) as running:
        os.close(reading)
        os.write(writing, b"question,seat,choice,confidence\n" + b"q,s,APPROVE,5\n" * 40_000)
        assert comes_true(lambda: bool(_children(running.pid)))
        workers = _children(running.pid)
        running.send_signal(signal.SIGKILL)
        running.wait(PATIENCE)
    os.close(writing)
    assert workers
    assert comes_true(lambda: not any(map(_is_alive, workers)))


def _children(process: int) -> list[int]:
    file = Path(f"/proc/{process}/task/{process}/children")
    return [int(one) for one in file.read_text().split()] if file.exists() else []


def _is_alive(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"
