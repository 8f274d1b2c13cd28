"""Any program as a voter: what it is given, what is taken from it, and how a call can fail."""

import asyncio
import json
from base64 import b64decode
from pathlib import Path

import pytest

from quorate.core.errors import InputError
from quorate.deliberation.events import Reply
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import MOST_OUTPUT, Command, voter_of
from quorate.voters.port import EngineSettings
from tests.voters.programs import USUAL, Place, answered, prompt, python, shell

TELL = "import json, os, sys; print(json.dumps([sys.argv, dict(os.environ), os.getcwd(), os.listdir('.')]))"


# --- what a program is given ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "Adopt?\n", "賛成か？ " * 40_000], ids=["none", "a line", "much"])
def test_the_prompt_arrives_whole_on_standard_input_which_then_ends(place: Place, text: str) -> None:
    assert place.ask(["cat"], text) == answered(text)


def test_the_prompt_stands_neither_in_the_arguments_nor_in_the_environment(place: Place) -> None:
    tell = "import os, sys; print(open('/dev/stdin').read() in ' '.join([*sys.argv, *os.environ.values()]))"
    assert place.ask(python(tell), "do not tell anybody").output == "False\n"


def test_only_what_is_on_the_list_is_seen_of_the_environment(tmp_path: Path) -> None:
    listed = {**USUAL, "LANG": "ja_JP.UTF-8", "LC_TIME": "C", "ASK_LEVEL": "for this program"}
    place = Place(tmp_path, {**listed, "OTHER_KEY": "secret", "TERM": "xterm", "PYTHONPATH": "/x", "TMPDIR": "/x"})
    _, seen, *_ = json.loads(place.ask(python(TELL), passes=["ASK_LEVEL", "NOT_SET"]).output)
    seen.pop("LC_CTYPE", None)  # Python itself may add it
    assert Path(seen.pop("TMPDIR")).parent.parent == place.calls.folder
    assert seen == {**listed, "TERM": "dumb", "NO_COLOR": "1"}


def test_arguments_arrive_as_they_are_written_without_a_shell(place: Place) -> None:
    assert place.ask(["printf", "%s|", "a b", "$HOME", "`id`", "*", ""]).output == "a b|$HOME|`id`|*||"


def test_all_calls_work_in_one_empty_folder(place: Place) -> None:
    told = [json.loads(place.ask(python(TELL)).output) for _ in range(2)]
    assert [files for *_, files in told] == [[], []]
    assert told[0][2] == told[1][2] == str(place.calls.working_directory())


def test_every_call_has_temporary_files_of_its_own_which_go_with_it(place: Place) -> None:
    leave = 'mkdir -p "$TMPDIR/shut" && echo x > "$TMPDIR/shut/file" && chmod 0 "$TMPDIR/shut" && echo "$TMPDIR"'
    first, second = (place.ask(shell(leave)).output.strip() for _ in range(2))
    assert first != second
    assert not Path(first).exists()
    assert not Path(second).exists()


# --- what is taken from it -----------------------------------------------------------------------------


def test_what_is_said_before_the_end_is_all_taken(place: Place) -> None:
    assert place.ask(["head", "-c", str(MOST_OUTPUT), "/dev/zero"]).output == "\0" * MOST_OUTPUT


def test_too_much_output_is_an_error_and_ends_the_program(place: Place) -> None:
    reply = place.ask(shell("yes no; echo not reached"), timeout=60)
    assert reply == Reply("error", detail="more than 1048576 bytes on standard output")


def test_one_byte_too_many_is_too_much(place: Place) -> None:
    assert place.ask(["head", "-c", str(MOST_OUTPUT + 1), "/dev/zero"]).outcome == "error"


def test_bytes_that_are_no_text_are_kept_as_they_are(place: Place) -> None:
    reply = place.ask(["printf", r"position: \377\000"])
    assert (reply.outcome, reply.encoding, b64decode(reply.output)) == ("answered", "base64", b"position: \xff\0")


def test_a_program_that_says_nothing_has_answered_nothing(place: Place) -> None:
    assert place.ask(["true"]) == answered("")


def test_a_program_may_close_its_output_before_it_ends(place: Place) -> None:
    assert place.ask(shell("echo yes; exec >&- 2>&-; sleep 0.2")) == answered("yes\n")


def test_standard_error_is_no_part_of_an_answer(place: Place) -> None:
    assert place.ask(shell("head -c 300000 /dev/zero >&2; echo yes")) == answered("yes\n")


# --- how it can fail -----------------------------------------------------------------------------------


def test_a_status_other_than_zero_is_an_error_and_is_not_tried_again(place: Place) -> None:
    reply = place.ask(shell(f"echo run >> {place.folder}/runs; echo APPROVE; exit 3"))
    assert reply == Reply("error", "APPROVE\n", detail="the program ended with status 3", status=3)
    assert place.lines("runs") == ["run"]


def test_an_error_carries_the_end_of_standard_error_without_control_characters(place: Place) -> None:
    reply = place.ask(shell(r"printf 'first\n\tnot \033[31mlogged\007\0  in\342\200\256\n\302\205\n' >&2; exit 1"))
    assert reply.detail == "the program ended with status 1: not [31mlogged in"
    assert reply.complaint == "first\n\tnot [31mlogged  in\u202e\n\n"
    assert place.ask(shell("yes words | head -c 5000 | tr '\\n' ' ' >&2; exit 1")).detail.endswith("words w…")


def test_a_signal_is_an_error(place: Place) -> None:
    reply = place.ask(shell("kill -SEGV $$"))
    assert (reply.detail, reply.status) == ("the program ended with signal 11", -11)


def test_a_program_that_does_not_exist_is_named(place: Place) -> None:
    reply = place.ask(["no-such-voter", "--key", "x"])
    assert reply == Reply(
        "error", detail="no program called 'no-such-voter'; install it, or give its full path", attempts=0
    )


def test_a_program_that_cannot_be_started_is_named(place: Place) -> None:
    file = place.folder / "ask"
    file.write_text("#!/no/such/interpreter\n")
    assert place.ask([str(file)]).detail == f"the program '{file}' could not be started: Permission denied"
    file.chmod(0o755)
    assert place.ask([str(file)]).detail == f"the program '{file}' names an interpreter that does not exist"
    assert "null byte" in place.ask(["cat", "a\0b"]).detail


def test_a_text_that_cannot_be_written_down_is_an_error_that_stays(place: Place) -> None:
    assert place.ask(["cat"], "half of \ud83d").detail.startswith("the call could not be started: ")


def test_a_command_without_a_program_is_refused(place: Place) -> None:
    for argv in ([], [""]):
        with pytest.raises(InputError, match="command: missing"):
            Command(argv, place.calls)


def test_a_lease_is_longer_than_all_attempts_together(place: Place) -> None:
    assert Command(["cat"], place.calls).lease > 2 * 60
    assert Command(["cat"], place.calls, timeout=5, attempts=1).lease > 5


def test_settings_say_how_long_it_may_take_how_often_and_what_it_sees(tmp_path: Path) -> None:
    settings = {"command": EngineSettings(timeout=5, attempts=1, passes=("ASK_LEVEL", "ASK_TOKEN"))}
    calls = Calls(tmp_path, {**USUAL, "ASK_LEVEL": "high", "ASK_TOKEN": "t0p-secret-token"}, settings)
    own = voter_of("./ask --fast", calls).program
    assert (own.timeout, own.attempts, own.passes, own.secrets) == (5, 1, ("ASK_LEVEL", "ASK_TOKEN"), ("ASK_TOKEN",))
    voter = voter_of("sh -c 'echo $ASK_LEVEL $ASK_TOKEN'", calls)
    voter.reserve("c1")
    told = asyncio.run(voter.answer(prompt("c1")))
    assert told.output.startswith("high ")
    assert "t0p-secret-token" not in told.output


def test_many_calls_go_on_at_the_same_time(place: Place) -> None:
    meeting = (
        f'echo here >> {place.folder}/met; while [ "$(wc -l < {place.folder}/met)" -lt 4 ]; do sleep 0.02; done; cat'
    )
    voter = Command(shell(meeting), place.calls)

    async def all_of_them() -> list[Reply]:
        for number in range(4):
            voter.reserve(f"c{number}")
        return await asyncio.gather(*(voter.answer(prompt(f"c{number}", str(number))) for number in range(4)))

    assert [reply.output for reply in asyncio.run(all_of_them())] == ["0", "1", "2", "3"]
