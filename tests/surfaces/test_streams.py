"""Pipes, terminals and full disks."""

import os
import re
import subprocess
import threading
from pathlib import Path

import pexpect
import pytest

from tests.patience import PATIENCE
from tests.surfaces.program import MAGI, QUORATE, environment, quorate

BATCH = str(Path(MAGI).parent / "batch" / "questions.jsonl")


def shell(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment(), timeout=PATIENCE)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    document = tmp_path / "many.jsonl"
    document.write_text(Path(BATCH).read_text() * 400)
    return document


def test_a_named_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(Path(MAGI).read_bytes()))
    writer.start()
    ended = quorate("tally", str(pipe), "--json")
    writer.join()
    assert ended == quorate("tally", MAGI, "--json")


def test_a_named_pipe_with_too_much_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ended = shell(f"(yes > {pipe}) & {QUORATE} tally {pipe}")
    assert ended.returncode == 2
    assert "a document that is too large" in ended.stderr


@pytest.mark.parametrize("arguments", [f"tally {MAGI}", f"tally {MAGI} --json", "demo", "--help"])
def test_a_reader_that_went_away_is_no_reason_to_complain(arguments: str) -> None:
    ended = shell(f"set -o pipefail; {QUORATE} {arguments} | true")
    assert ended.stderr == ""
    assert ended.returncode in (0, 1)


def test_a_batch_stops_quietly_when_its_reader_goes_away(many: Path) -> None:
    ended = shell(f"{QUORATE} tally --batch {many} | head -n 1; echo ${{PIPESTATUS[0]}}")
    assert ended.stderr == ""
    first, status = ended.stdout.splitlines()
    assert first.startswith('{"id":"queue"')
    assert status == "1"


def test_nobody_reading_errors_changes_nothing_but_that(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("votes: 1")
    ended = shell(f"{QUORATE} tally {bad} 2> >(true); echo $?; {QUORATE} tally {bad} 2>&-; echo $?")
    assert ended.stdout.split() == ["2", "2"]


@pytest.mark.parametrize("arguments", [f"tally {MAGI}", f"tally --batch {BATCH}"])
def test_output_that_cannot_be_written_is_a_failure(arguments: str) -> None:
    full, closed = shell(f"{QUORATE} {arguments} > /dev/full"), shell(f"{QUORATE} {arguments} >&-")
    assert (full.returncode, closed.returncode) == (1, 1)
    assert full.stderr == "quorate: input or output: No space left on device\n"
    assert closed.stderr == "quorate: standard output: it is closed\n"


def test_closed_standard_input_is_wrong_input() -> None:
    ended = shell(f"{QUORATE} tally - <&-")
    assert ended.returncode == 2
    assert ended.stderr.startswith("standard input is closed")


def test_what_was_counted_before_a_failure_is_delivered() -> None:
    ended = shell(f"{QUORATE} tally --batch - < <(cat {BATCH}; echo '{{')")
    assert ended.returncode == 2
    assert len(ended.stdout.splitlines()) == 3


def on_a_terminal(command: str, columns: int = 80, **variables: str) -> str:
    variables = environment(TERM="xterm", **variables)
    child = pexpect.spawn("bash", ["-c", command], env=variables, dimensions=(40, columns), timeout=PATIENCE)
    child.expect(pexpect.EOF)
    child.close()
    text: bytes = child.before
    return text.decode()


def test_a_report_is_as_wide_as_the_terminal() -> None:
    narrow = on_a_terminal(f"{QUORATE} tally {MAGI} --no-color --full", columns=50).replace("\r\n", "\n")
    last = "Approved by majority (2 of 3 votes). May not be\nacted on: needs mitigation plan.\n"
    assert narrow == quorate("tally", MAGI, "--width", "50").out.rpartition("\n\n")[0] + "\n\n" + last


def test_only_a_terminal_is_shown_colours_for_votes_outcome_and_last_words() -> None:
    seen = on_a_terminal(f"{QUORATE} tally {MAGI} --full").replace("\r\n", "\n")
    green, red, yellow = ("\x1b[32mAPPROVE\x1b[0m", "\x1b[31mREJECT\x1b[0m", "\x1b[33mApproved by majority")
    assert [seen.count(one) for one in (green, red, yellow)] == [4, 2, 1]
    assert re.sub(r"\x1b\[\d*m", "", seen).startswith(quorate("tally", MAGI).out.rpartition("\n\n")[0])
    assert "\x1b" not in quorate("tally", MAGI).out


def test_colours_can_be_declined() -> None:
    command = f"{QUORATE} tally {MAGI}"
    assert "\x1b" not in on_a_terminal(command, NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(f"{command} --no-color")
    assert "\x1b" not in on_a_terminal(f"{command} --json")
    assert "\x1b" not in on_a_terminal(f"{command} --format markdown")


def test_progress_is_shown_on_a_terminal_and_ends_with_a_summary(many: Path) -> None:
    seen = on_a_terminal(f"{QUORATE} tally --batch {many} > /dev/null")
    assert " a second" in seen
    assert "% read" in seen
    assert "1,200 verdicts in " in seen.splitlines()[-1]
    assert seen.count("% read") < 1200  # not with every verdict


def test_no_progress_is_shown_where_nobody_looks(many: Path) -> None:
    assert quorate("tally", "--batch", str(many)).err == ""


def test_problems_do_not_run_into_the_progress(many: Path) -> None:
    with many.open("a") as file:
        file.write("{}\n")
    seen = on_a_terminal(f"{QUORATE} tally --batch {many} > /dev/null")
    assert f"\x1b[K{many}:1201: votes: missing; expected a list of 1 to 1000 items" in seen
    assert "1,200 verdicts, 1 refused in " in seen


def test_an_interrupt_ends_a_batch_without_a_traceback() -> None:
    child = pexpect.spawn(QUORATE, ["tally", "--batch", "-"], env=environment(), timeout=PATIENCE)
    child.sendline('{"id": 1}')
    child.expect("missing")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert b"Traceback" not in child.before
