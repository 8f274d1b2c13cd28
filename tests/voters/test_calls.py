"""The folders of calls: who may start one, who holds it, and when it is lost."""

import asyncio
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from quorate.core.errors import InputError, Refused, StoreError
from quorate.deliberation.events import Reply
from quorate.voters.calls.call_folders import Calls
from quorate.voters.calls.keeper import TEMPORARY
from quorate.voters.command import Command
from quorate.voters.port import LOST, PaidVoter, Voter
from tests.patience import comes_true
from tests.voters.programs import Place, prompt, shell

HOLD = """
import sys
from quorate.voters.calls.call_folders import Calls
Calls(sys.argv[1], {}).reserve("theirs")
print("reserved", flush=True)
sys.stdin.read()
"""

RESULT = Reply("answered", "yes")._asdict()
FORGED = (
    *(json.dumps({**RESULT, **wrong}) for wrong in ({"outcome": "approved"}, {"output": 1}, {"status": "0"})),
    json.dumps({**RESULT, "attempts": True}),
    json.dumps({**RESULT, "output": "x" * (16 << 20)}),
)


def test_a_command_is_a_voter_that_is_paid(place: Place) -> None:
    voter: PaidVoter = Command(["cat"], place.calls)
    asked: Voter = voter
    assert isinstance(asked, PaidVoter)


def test_a_reserved_call_is_known_and_not_lost(place: Place) -> None:
    assert not place.calls.knows("c1")
    place.calls.reserve("c1")
    assert place.calls.knows("c1")
    assert place.calls.is_held("c1")
    assert not place.calls.is_lost("c1")
    place.calls.release("c1")


def test_a_reservation_that_is_given_back_leaves_nothing(place: Place) -> None:
    place.calls.reserve("c1")
    place.calls.release("c1")
    assert not place.calls.knows("c1")
    assert not place.calls.is_lost("c1")
    place.calls.reserve("c1")
    place.calls.release("c1")


def test_a_call_is_reserved_once(place: Place) -> None:
    place.calls.reserve("c1")
    with pytest.raises(Refused, match="the call c1 was reserved before"):
        Calls(place.calls.folder, {}).reserve("c1")
    assert place.calls.is_held("c1")
    place.calls.release("c1")


def test_the_reservation_of_another_process_holds_until_that_process_ends(place: Place) -> None:
    command = [sys.executable, "-c", HOLD, str(place.calls.folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"reserved\n"
        place.calls.release("theirs")
        assert place.calls.knows("theirs")
        assert not place.calls.is_lost("theirs")
        other.kill()
    assert place.calls.is_lost("theirs")
    assert asyncio.run(Command(["cat"], place.calls).answer(prompt("theirs"))) == Reply("error", detail=LOST)


def test_a_call_that_is_not_known_here_is_not_lost_and_has_no_answer(place: Place) -> None:
    assert not place.calls.is_lost("elsewhere")
    assert asyncio.run(Command(["cat"], place.calls).answer(prompt("elsewhere"))) == Reply("error", detail=LOST)
    place.calls.forget("elsewhere")


def test_a_result_that_cannot_be_read_is_an_error(place: Place) -> None:
    for text in ("", "[]", '{"outcome": "answered"}', "\udcff", *FORGED):
        place.calls.reserve("c1")
        (place.calls.path("c1") / "result.json").write_text(text, errors="surrogateescape")
        assert place.calls.reply("c1") == Reply("error", detail="the result of the call cannot be read")
        place.calls.forget("c1")


def test_a_result_that_a_keeper_left_is_read(place: Place) -> None:
    place.calls.reserve("c1")
    (place.calls.path("c1") / "result.json").write_text(json.dumps(RESULT))
    assert place.calls.reply("c1") == Reply("answered", "yes")


def test_prompts_and_results_are_their_owners_alone(place: Place) -> None:
    voter = Command(shell("umask 0; cat"), place.calls)
    voter.reserve("c1")
    asyncio.run(voter.answer(prompt("c1", "secret")))
    folder = place.calls.path("c1")
    assert comes_true(lambda: not (folder / TEMPORARY).exists())  # the result is there before this is gone
    assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, place.calls.folder)} == {0o700}
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert modes.keys() == {"lock", "prompt", "result.json"}
    assert set(modes.values()) == {0o600}
    assert not os.access(place.calls.working_directory(), os.W_OK) or os.geteuid() == 0


@pytest.mark.parametrize("name", ["", ".", "..", ".empty", "a/b", "../x", "a\nb", "a b", "x" * 201, "賛成", "-f"])
def test_a_name_that_could_lead_elsewhere_is_refused(place: Place, name: str) -> None:
    for use in (place.calls.reserve, place.calls.knows, place.calls.forget, place.calls.is_lost):
        with pytest.raises(InputError, match="call: found "):
            use(name)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "calls").write_text("a file")
    for folder in (tmp_path / "calls", tmp_path / "calls" / "deeper"):
        with pytest.raises(StoreError, match=f"{folder}, where calls are kept, cannot be written: "):
            Calls(folder, {}).reserve("c1")


def test_what_a_program_links_to_outside_is_left_alone(place: Place) -> None:
    outside = place.folder / "outside"
    outside.mkdir(mode=0o755)
    (outside / "file").write_text("kept")
    place.ask(shell(f'ln -s {outside} "$TMPDIR/link"'))
    assert (outside / "file").read_text() == "kept"
    assert stat.S_IMODE(outside.stat().st_mode) == 0o755
