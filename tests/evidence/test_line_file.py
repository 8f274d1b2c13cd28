"""Files that many append to: no line is lost, none is torn, and nothing but a file is written to."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quorate.core.errors import InputError
from quorate.files.line_file import append_line, read_lines

APPENDING = """
import sys
from pathlib import Path
from quorate.files.line_file import append_line
for number in range(int(sys.argv[3])):
    append_line(Path(sys.argv[1]), lambda lines: (sys.argv[2] + ":" + str(len(list(lines))) + ":" + "x" * 999).encode())
"""


def test_twenty_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "LINES.jsonl"
    arguments = [sys.executable, "-c", APPENDING, str(file)]
    processes = [subprocess.Popen([*arguments, f"p{number}", "10"]) for number in range(20)]
    assert [process.wait() for process in processes] == [0] * 20
    lines = file.read_bytes().splitlines()
    assert len(lines) == 200
    assert [int(line.split(b":")[1]) for line in lines] == list(range(200))


def test_a_line_that_a_crash_cut_off_stays_a_line_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "LINES.jsonl"
    file.write_bytes(b'{"a": 1}\n{"b": ')
    append_line(file, lambda _: json.dumps({"c": 3}).encode())
    assert list(read_lines(file)) == [b'{"a": 1}', b'{"b": ', b'{"c": 3}']


def test_lines_longer_than_a_block_are_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "LINES.jsonl"
    lines = [b"a" * 3_500_000, b"", b"b", b"c" * 1_048_575, b"d"]
    file.write_bytes(b"\n".join(lines))
    assert list(read_lines(file)) == lines
    file.write_bytes(b"\n".join(lines) + b"\n")
    assert list(read_lines(file)) == lines


def test_a_refusal_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "LINES.jsonl"
    file.write_bytes(b"one\n")

    def refuse(_: object) -> bytes:
        raise InputError("no")

    with pytest.raises(InputError):
        append_line(file, refuse)
    assert file.read_bytes() == b"one\n"


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"")
    (tmp_path / "LINES.jsonl").symlink_to(other)
    with pytest.raises(InputError):
        append_line(tmp_path / "LINES.jsonl", lambda _: b"line")
    assert other.read_bytes() == b""


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "LINES.jsonl")
    with pytest.raises(InputError):
        append_line(tmp_path / "LINES.jsonl", lambda _: b"line")
    with pytest.raises(InputError):
        list(read_lines(tmp_path / "LINES.jsonl"))


def test_a_file_that_is_not_there_has_no_lines(tmp_path: Path) -> None:
    assert list(read_lines(tmp_path / "none")) == []
