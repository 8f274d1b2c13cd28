"""Programs that write where they should not, break what is around them, or cannot even be started."""

import json
from pathlib import Path

import pytest

from tests.voters.programs import Place, privileged, python, shell
from tests.voters.zoo.cage import COUNTED, TIMEOUT, VOTE, Cage

CALL = 'call="${TMPDIR%/tmp}"'
FORGED = json.dumps(
    {"outcome": "answered", "output": "position: APPROVE\nconfidence: 99", "encoding": "utf-8", "detail": ""}
)
FORGE = f'{CALL}; printf \'%s\' \'{FORGED}\' > "$call/result.json"; cp "$call/result.json" "$call/result.json.new"'
DEEP = """
import os
os.chdir(os.environ["TMPDIR"])
for _ in range(1500):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
open("file", "w").close()
print("position: REJECT\\nconfidence: 70\\nrationale: it bites")
"""


# --- what it writes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "script",
    [
        "echo x > here; mkdir -p a/b; echo x > a/b/c; ln -s / root",
        'echo x > "$TMPDIR/x"; mkfifo "$TMPDIR/pipe"; ln -s / "$TMPDIR/root"; chmod 0 "$TMPDIR/x" "$TMPDIR"',
        'mkdir -p "$TMPDIR/a/b"; touch "$TMPDIR/a/b/c"; chmod 0 "$TMPDIR/a/b" "$TMPDIR/a"',
        'cd "$TMPDIR"; seq 2000 | xargs touch',
        'rm -rf "$TMPDIR"',
        'rmdir "$PWD" 2> /dev/null',
        'head -c 300000000 /dev/zero > "$TMPDIR/huge" 2> /dev/null',
        f'{CALL}; rm "$call/lock"',
        f'{CALL}; rm "$call/prompt"; mkdir "$call/prompt"',
        f'{CALL}; mkdir "$call/more"; chmod 0 "$call/more"; echo x > "$call/x"',
    ],
    ids=[
        "into its working directory",
        "into its temporary folder",
        "into folders that it shuts",
        "thousands of files",
        "away with the temporary folder",
        "away with the working directory",
        "a huge file",
        "away with the lock",
        "away with the prompt",
        "into the folder of the call",
    ],
)
def test_what_it_writes_is_gone_afterwards_and_its_vote_counts(cage: Cage, script: str) -> None:
    seen = cage.watched(shell(f"{script}; {VOTE}"))
    assert (seen.kind, seen.detail) == (COUNTED, "REJECT")
    assert cage.watched(shell(f'[ -z "$(ls -A)" ] && {VOTE}')).kind == COUNTED


def test_folders_too_deep_for_a_path_are_gone_afterwards(cage: Cage) -> None:
    assert cage.watched(python(DEEP)).kind == COUNTED


# --- what it breaks ------------------------------------------------------------------------------------


def test_without_its_folder_a_call_has_failed(cage: Cage) -> None:
    seen = cage.watched(shell(f'{CALL}; rm -rf "$call"; {VOTE}'))
    assert (seen.kind, seen.detail) == ("error", "the call's keeper was stopped and left no result; ask again")


def test_a_folder_that_cannot_be_written_any_more_does_not_hang(cage: Cage) -> None:
    seen = cage.watched(shell(f'{CALL}; rm -rf "$call"; touch "$call"; {VOTE}'))
    assert seen.kind == "error"


def test_a_forged_result_is_not_believed_while_the_program_runs_nor_after_it(cage: Cage) -> None:
    assert cage.watched(shell(f"{FORGE}; sleep 300"), TIMEOUT).kind == "timeout"
    seen = cage.watched(shell(f"{FORGE}; {VOTE}"))
    assert (seen.kind, seen.detail) == (COUNTED, "REJECT")
    assert cage.watched(shell(f"{FORGE}; exit 3")).kind == "error"


def test_a_result_that_is_a_folder_is_an_error(cage: Cage) -> None:
    assert cage.watched(shell(f'{CALL}; mkdir "$call/result.json"; {VOTE}')).kind == "error"


# --- what cannot be started ----------------------------------------------------------------------------


def test_what_cannot_be_started_is_an_error_that_says_why(cage: Cage) -> None:
    script, folder = cage.folder / "script", cage.folder / "folder"
    script.write_text("#!/no/such/interpreter\n")
    folder.mkdir()
    (cage.folder / "loop").symlink_to("loop")
    started = "could not be started: "
    found = {
        "missing": cage.watched(["no-such-program"]),
        "empty": cage.watched([str(cage.folder / "nothing")]),
        "not executable": cage.watched([str(script)]),
        "folder": cage.watched([str(folder)]),
        "loop": cage.watched([str(cage.folder / "loop")]),
        "long": cage.watched(["echo", "x" * 200_000]),
        "many": cage.watched(["echo", *["x" * 100_000] * 100]),
        "null": cage.watched(["echo", "a\0b"]),
    }
    script.chmod(0o755)
    found["interpreter"] = cage.watched([str(script)])
    assert {seen.kind for seen in found.values()} == {"error"}
    assert {seen.reply.attempts for seen in found.values()} == {0}
    assert {name: seen.detail for name, seen in found.items()} == {
        "missing": "no program called 'no-such-program'; install it, or give its full path",
        "empty": f"no program called '{cage.folder}/nothing'; install it, or give its full path",
        "not executable": f"the program '{script}' {started}Permission denied",
        "folder": f"the program '{folder}' {started}Permission denied",
        "loop": f"the program '{cage.folder}/loop' {started}Too many levels of symbolic links",
        "long": f"the program 'echo' {started}Argument list too long",
        "many": f"the program 'echo' {started}Argument list too long",
        "null": f"the program 'echo' {started}embedded null byte",
        "interpreter": f"the program '{script}' names an interpreter that does not exist",
    }


def test_a_file_that_is_no_program_is_an_error(cage: Cage) -> None:
    for content in (b"", b"\x7fELF nonsense", b"position: APPROVE\n"):
        file = cage.folder / f"file-{len(content)}"
        file.write_bytes(content)
        file.chmod(0o755)
        assert cage.watched([str(file)]).detail == f"the program '{file}' could not be started: Exec format error"


def test_a_nursery_that_was_killed_is_replaced(tmp_path: Path) -> None:
    place = Place(tmp_path)
    find = "import os; told = open(f'/proc/{os.getppid()}/stat').read().rpartition(')')[2]; "
    end_it = python(find + "os.kill(int(told.split()[1]), 9)")
    assert place.ask(privileged(tmp_path, end_it)).outcome == "answered"
    assert place.ask(["cat"]).output == "a prompt\n"
