"""A deliberation is named in full, by its ending, or as the last; what is changed has been seen first."""

import os
import subprocess

import pytest

from tests.surfaces.office import Office
from tests.surfaces.program import QUORATE, environment
from tests.surfaces.terminal import Terminal, answer, ended


@pytest.fixture
def two(office: Office) -> tuple[str, str]:
    """Two deliberations, the older first."""
    first = office.decided("APPROVE", "APPROVE")
    return first, office.decided("APPROVE", "REJECT")


@pytest.mark.parametrize("said", ["last", "LAST", "2", "002"])
def test_a_command_that_looks_takes_last_and_endings(said: str, two: tuple[str, str], office: Office) -> None:
    assert office.json("show", said)["id"] == two[1]
    assert two[1] in office("report", said).out
    assert office("explain", said).status == 0
    assert office("retally", said, "--protocol", "magi").status == 0
    assert office("export", said, "-o", "out.jsonl").status == 0
    assert two[1] in (office.folder / "out.jsonl").read_text()


def test_an_id_is_found_in_any_case(two: tuple[str, str], office: Office) -> None:
    assert office.json("show", two[0].lower())["id"] == two[0]
    assert office("release", two[0].lower(), "--action", "action.txt").status == 0


def test_an_ending_that_fits_several_names_them(two: tuple[str, str], office: Office) -> None:
    for _ in range(9):
        office.opened()
    ended = office("show", "1")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("several deliberations end in '1': ")
    assert two[0] in ended.err


@pytest.mark.usefixtures("two")
def test_what_ends_no_id_is_refused(office: Office) -> None:
    ended = office("show", "queue")
    assert (ended.status, "no deliberation ends in 'queue'" in ended.err) == (2, True)


@pytest.mark.parametrize("said", ["last", "1"])
@pytest.mark.parametrize(
    "command",
    [
        ("release", "--action", "action.txt"),
        ("revoke", "--reason", "wrong"),
        ("vote", "--seat", "a", "--choice", "APPROVE", "--confidence", "80"),
        ("resolve", "--decline", "no"),
        ("close",),
        ("revise", "--subject", "Adopt it in May?"),
        ("redeliberate", "--reason", "news"),
        ("resume",),
        ("redact", "--text", "action.txt", "--reason", "x"),
        ("outcome", "--was", "right"),
        ("windows", "grant"),
    ],
)
def test_a_script_changes_nothing_by_a_short_name(
    command: tuple[str, ...], said: str, two: tuple[str, str], office: Office
) -> None:
    before = office("show", two[0], "--json").out
    ended = office(*_named(command, said))
    named = two[1] if said == "last" else two[0]
    assert (ended.status, f"{named}: a script has to name it in full" in ended.err) == (2, True)
    assert office("show", two[0], "--json").out == before


def _named(command: tuple[str, ...], said: str) -> list[str]:
    """The command with the id behind its name, or behind both of its names."""
    at = next((place for place, word in enumerate(command) if word.startswith("-")), len(command))
    return [*command[:at], said, *command[at:]]


def test_a_person_who_has_seen_which_one_it_is_may_change_it(
    two: tuple[str, str], terminal: Terminal, office: Office
) -> None:
    child = terminal("revoke", "1", "--reason", "wrong")
    child.expect_exact(f"{two[0]} Adopt the queue?")
    answer(child, ("Is this the one? [y/N]: ", "n"))
    assert ended(child)[0] == 2
    assert office.json("show", two[0])["status"] == "active"
    child = terminal("revoke", "1", "--reason", "wrong")
    answer(child, ("Is this the one? [y/N]: ", "y"))
    assert ended(child)[0] == 0
    assert office.json("show", two[0])["status"] == "revoked"


@pytest.mark.parametrize("command", ["show", "outcome", "export", "redact"])
def test_a_shell_completes_ids_with_their_subjects(command: str, two: tuple[str, str], office: Office) -> None:
    words = {"_QUORATE_COMPLETE": "zsh_complete", "COMP_WORDS": f"quorate {command} magi", "COMP_CWORD": "2"}
    seen = environment(**words, QUORATE_HOME=os.environ["QUORATE_HOME"])
    done = subprocess.run([QUORATE], env=seen, capture_output=True, text=True, check=False, cwd=office.folder)
    lines = done.stdout.splitlines()
    assert [one for one in lines if one.startswith("MAGI-")] == [two[1], two[0]]
    assert lines.count("Adopt the queue?") == 2


def test_completion_is_silent_where_there_is_no_record(office: Office) -> None:
    words = {"_QUORATE_COMPLETE": "bash_complete", "COMP_WORDS": "quorate show ", "COMP_CWORD": "2"}
    seen = environment(**words, QUORATE_HOME=str(office.folder / "nowhere"))
    done = subprocess.run([QUORATE], env=seen, capture_output=True, text=True, check=False, cwd=office.folder)
    assert (done.stdout.strip(), done.stderr) == ("", "")


@pytest.mark.parametrize("said", ["adr.md", "docs/x.md", "./deploy", "notes.txt", "src\\main.py"])
def test_the_name_of_a_file_is_never_asked_as_a_question(said: str, office: Office) -> None:
    ended = office("decide", said, "--seat", "a=person", "--seat", "b=person")
    assert (ended.status, f"did you mean --context {said}?" in ended.err) == (2, True)
    assert not (office.folder / "home").exists()


def test_a_file_that_is_there_is_no_question_whatever_it_is_called(office: Office) -> None:
    office.file("Shall we", "a note")
    assert office("decide", "Shall we", "--seat", "a=person", "--seat", "b=person").status == 2
    assert office("decide", "Shall we?", "--seat", "a=person", "--seat", "b=person").status == 0
    assert office("decide", "Is config.yaml right?", "--seat", "a=person", "--seat", "b=person").status == 0


def test_a_question_may_be_longer_than_the_name_of_any_file(office: Office) -> None:
    assert office("decide", f"Shall we {'really ' * 60}do it?", "--seat", "a=person", "--seat", "b=person").status == 0
