"""Wrong input and wrong usage: exit status 2, nothing on standard output, a line per problem, never a traceback."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.surfaces.program import MAGI, Here, quorate

BAD = """\
question: Adopt?
votes:
  - {seat: a, position: MAYBE, confidence: 120}
  - {seat: b, positon: APPROVE, confidence: 80}
"""


def test_every_problem_has_a_line_of_its_own_with_file_line_and_field(tmp_path: Path) -> None:
    document = tmp_path / "bad.yaml"
    document.write_text(BAD)
    ended = quorate("tally", str(document))
    assert (ended.status, ended.out) == (2, "")
    said = ended.err.splitlines()
    assert f"{document}:3: votes[0].position: found 'MAYBE'; allowed: APPROVE, REJECT, ABSTAIN" in said[0]
    assert said[1] == f"{document}:3: votes[0].confidence: found the number 120; allowed: a number from 0 to 100"
    assert said[2].startswith(f"{document}:4: votes[1].positon: found an unknown key; allowed: position (nearest)")


def test_problems_of_standard_input_say_so() -> None:
    ended = quorate("tally", "-", stdin=BAD)
    assert ended.status == 2
    assert ended.err.startswith("standard input:3: votes[0].position: found 'MAYBE'")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Usage: quorate"),
        (("taly",), "no command called 'taly'; nearest: tally; there are: decide,"),
        (("tally",), "quorate tally: missing argument 'FILE|-'"),
        (("tally", MAGI, "more"), "unexpected extra argument"),
        (("tally", MAGI, "--formt", "text"), "no such option"),
        (("tally", MAGI, "--format", "pdf"), "'pdf' is not one of"),
        (("tally", MAGI, "--width", "3"), "not in the range"),
        (("tally", MAGI, "--width", "3x"), "'3x' is not a whole number from 20 to 1000."),
        (("serve", "--rate", "x"), "'x' is not a number from 0 to 100000."),
        (("redact", "x", "--event", "first"), "'first' is not a whole number of at least 1."),
        (("tally", MAGI, "--lang", "fr"), "'fr' is not one of"),
        (("tally", MAGI, "--input-format", "csv"), "--input-format needs --batch"),
        (("tally", "--batch", MAGI, "--format", "madr"), "--batch prints JSON lines"),
        (
            ("tally", MAGI, "--protocol", "magii"),
            "no protocol called 'magii'; there are: approval, evidence, judges, magi",
        ),
        (("tally", "--batch", MAGI, "--protocol", "magii"), "no protocol called 'magii'"),
        (("tally", MAGI, "--protocol", "judges"), "found 'magi'; allowed: judges, which was requested"),
        (("schema", "magii"), "no schema called 'magii'; there are:"),
        (("completion", "tcsh"), "'tcsh' is not one of"),
    ],
)
def test_wrong_usage_is_answered_with_what_is_possible(arguments: tuple[str, ...], said: str, here: Here) -> None:
    ended = here(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err


@pytest.mark.parametrize("command", [("tally",), ("tally", "--batch"), ("validate",)])
def test_a_file_that_is_not_there_or_is_a_directory_is_named(
    command: tuple[str, ...], tmp_path: Path, here: Here
) -> None:
    missing, folder = here(*command, str(tmp_path / "none.yaml")), here(*command, str(tmp_path))
    assert (missing.status, folder.status) == (2, 2)
    assert missing.err == f"{tmp_path}/none.yaml: no such file or directory; expected a readable file, or -\n"
    assert folder.err == f"{tmp_path}: is a directory; expected a readable file, or -\n"


def test_a_file_that_may_not_be_read_is_named(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: str, *_: str) -> None:  # the tests may run as root, who may read everything
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("builtins.open", refused)
    ended = here("tally", "secret.yaml")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "secret.yaml: permission denied; expected a readable file, or -\n"


def test_a_file_that_fails_while_it_is_read_is_named(here: Here) -> None:
    ended = here("tally", "/proc/self/mem")
    assert (ended.status, ended.err) == (1, "quorate: /proc/self/mem: Input/output error\n")


def test_a_path_with_a_nul_is_refused(here: Here) -> None:
    assert here("tally", "a\0b").status == 2


def test_a_file_of_100_megabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    document = tmp_path / "large.yaml"
    with document.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    ended = quorate("tally", str(document))
    assert (ended.status, ended.out) == (2, "")
    assert "found a document that is too large; allowed: at most 16777216 bytes" in ended.err


def test_an_endless_stream_is_refused(here: Here) -> None:
    assert "a document that is too large" in here("tally", "/dev/zero").err


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"votes: [", b'{"votes": [}', b"a: 1\na: 2\n", b"- 1", b"x: &a 1\ny: *a\n", b"\0", b"[" * 10000],
)
def test_what_is_no_document_is_refused_in_words(content: bytes, tmp_path: Path, here: Here) -> None:
    document = tmp_path / "bad.yaml"
    document.write_bytes(content)
    ended = here("tally", str(document))
    assert (ended.status, ended.out) == (2, "")
    said = ended.err.splitlines()
    assert all(line.startswith(f"{document}:") and re.search("; (allowed:|expected) ", line) for line in said)


def test_escapes_in_a_document_do_not_reach_the_terminal_through_errors(tmp_path: Path, here: Here) -> None:
    document = tmp_path / "bad.json"
    text = {"question": "x", "votes": [], "\x1b]0;title\x07\x1b[31mred\nline\u202e": 1, "protocol": "\x1b[2J"}
    document.write_text(json.dumps(text))
    said = here("tally", str(document)).err
    assert said.endswith("\n")
    assert all(char.isprintable() or char == "\n" for char in said)


def test_escapes_in_arguments_do_not_reach_the_terminal_through_errors(here: Here) -> None:
    said = [here("tally", "\x1b[31mno").err, here("\x1b[31m").err, here("tally", MAGI, "--protocol", "\x1b[2J").err]
    assert all("\x1b" not in one for one in said)


def test_a_file_name_that_is_no_text_is_named_all_the_same() -> None:
    ended = quorate("tally", os.fsdecode(b"/none\xff"))
    assert ended.status == 2
    assert "no such file" in ended.err


def test_an_unexpected_error_is_one_line_and_its_place_is_shown_only_on_demand(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quorate.app.documents.ballot_count.read_tally", lambda *_: 1 // 0)
    ended = here("tally", MAGI)
    assert (ended.status, ended.out) == (1, "")
    assert (
        ended.err
        == "quorate: unexpected ZeroDivisionError: integer division or modulo by zero (QUORATE_DEBUG=1 shows where)\n"
    )
    monkeypatch.setenv("QUORATE_DEBUG", "1")
    assert "Traceback" in here("tally", MAGI).err
