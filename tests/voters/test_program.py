"""What stands around a program: files, fixed settings, a furnished room, secrets, and limits before anybody is paid."""

import asyncio
import json
import resource
import stat
from pathlib import Path

import pytest

from quorate.deliberation.events import Reply
from quorate.voters.command import MOST_FILE, MOST_OUTPUT, Command, Program
from tests.patience import ends, timeouts
from tests.voters.programs import USUAL, Place, answered, prompt, python, shell

KEY = 'sk-0123/456"789'
ROOM = {"AGENTS.md": b"vote\n", ".tool/settings.json": b"{}"}
SHOW = "find . -mindepth 1 | sort; cat AGENTS.md .tool/settings.json"
SHOWN = "./.tool\n./.tool/settings.json\n./AGENTS.md\nvote\n{}"


# --- files and settings --------------------------------------------------------------------------------


def test_files_of_the_call_are_its_own_and_named_by_its_folder(place: Place) -> None:
    show = 'cat "$1" "$POLICY"; stat -c %a "$1" "$POLICY"'
    argv = (*shell(show), "sh", "{call}/schema.json")
    program = Program(
        argv, fixed={"POLICY": "{call}/policy/deny.toml"}, files={"schema.json": b"1\n", "policy/deny.toml": b"2\n"}
    )
    assert place.ask(program) == answered("1\n2\n600\n600\n")
    assert not list(place.calls.folder.glob("call-*"))


def test_what_is_fixed_wins_over_what_is_passed(tmp_path: Path) -> None:
    place = Place(tmp_path, {**USUAL, "RETRIES": "9", "LEVEL": "high"})
    program = Program(
        shell("echo $RETRIES $LEVEL $TERM"), passes=["RETRIES", "LEVEL"], fixed={"RETRIES": "1", "TERM": "x"}
    )
    assert place.ask(program).output == "1 high x\n"


def test_a_room_is_shared_by_all_calls_with_the_same_files(place: Place) -> None:
    told = [place.ask(Program(shell(f"pwd; {SHOW}"), directory=ROOM)).output for _ in range(2)]
    assert told[0] == told[1] == f"{place.calls.working_directory(ROOM)}\n{SHOWN}"
    assert place.calls.working_directory({**ROOM, "AGENTS.md": b"do not\n"}) != place.calls.working_directory(ROOM)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in place.calls.working_directory(ROOM).rglob("*")}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o400}
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o500}


SPOIL = "chmod -R u+w .; echo more >> AGENTS.md; rm -r .tool; mkdir -p a/b; echo x > a/b/c; ln -s / root; exit 0"


@pytest.mark.parametrize("files", [ROOM, {}], ids=["a room", "the empty one"])
def test_what_a_program_does_to_its_room_does_not_stay(place: Place, files: dict[str, bytes]) -> None:
    place.ask(Program(shell(SPOIL), directory=files))
    left = {path.name for path in place.calls.working_directory(files).parent.glob(".*/*")}
    assert left <= {"AGENTS.md", ".tool"}
    assert place.ask(Program(shell(SHOW), directory=ROOM)).output == SHOWN
    assert place.ask(Program(["ls", "-A"])).output == ""


def test_two_who_furnish_one_room_get_the_same(place: Place) -> None:
    voter = Command(Program(shell(SHOW), directory=ROOM), place.calls)

    async def all_of_them() -> list[Reply]:
        for number in range(6):
            voter.reserve(f"c{number}")
        return await asyncio.gather(*(voter.answer(prompt(f"c{number}")) for number in range(6)))

    assert {reply.output for reply in asyncio.run(all_of_them())} == {SHOWN}
    assert len(list(place.calls.folder.glob(".room-*"))) == 1


# --- secrets -------------------------------------------------------------------------------------------


def secretly(tmp_path: Path, script: str, key: str = KEY) -> Reply:
    """A program that sees a secret and one that is none."""
    place = Place(tmp_path, {**USUAL, "API_KEY": key, "REGION": "north-east-1"})
    program = Program(python(script), passes=["API_KEY", "REGION"], secrets=["API_KEY", "NOT_SET"], is_quoted=True)
    voter = Command(program, place.calls)
    voter.reserve("c1")
    reply = asyncio.run(voter.answer(prompt("c1")))
    kept = [file for file in place.folder.rglob("*") if file.is_file() and key.encode() in file.read_bytes()]
    assert not kept or len(key) < 8
    return reply


def test_a_secret_is_not_kept_whatever_the_program_says(tmp_path: Path) -> None:
    tell = "import os, sys, json; key = os.environ['API_KEY']; print(key, json.dumps(key), os.environ['REGION']);"
    reply = secretly(tmp_path, tell + "sys.exit('bad key ' + key)")
    assert reply.output == '[API_KEY] "[API_KEY]" north-east-1\n'
    assert reply.complaint == "bad key [API_KEY]\n"
    assert reply.detail == "the program ended with status 1: bad key [API_KEY]"


SPELLINGS = {
    "as JSON escapes": "''.join(f'\\\\u{ord(c):04x}' for c in key)",
    "as JSON escapes in capitals": "''.join(f'\\\\u{ord(c):04X}' for c in key)",
    "as JSON in JSON": "json.dumps(''.join(f'\\\\u{ord(c):04x}' for c in key))",
    "with some escapes": "key[:4] + f'\\\\u{ord(key[4]):04x}' + key[5:]",
    "in an address": "''.join(f'%{ord(c):02x}' for c in key)",
    "in an address as it has to be": "urllib.parse.quote(key, safe='')",
    "in HTML": "''.join(f'&#{ord(c)};' for c in key)",
    "in HTML by hexadecimal": "''.join(f'&#x{ord(c):X};' for c in key)",
    "as bytes": "''.join(f'\\\\x{ord(c):02x}' for c in key)",
    "in hexadecimal": "key.encode().hex()",
    "in base64": "base64.b64encode(b'user:' + key.encode() + b'@').decode()",
    "in base64 over several lines": "re.sub('(.{16})', '\\\\1\\n', base64.b64encode(key.encode()).decode())",
    "as long escapes": "''.join(f'\\\\U{ord(c):08x}' for c in key)",
    "as escapes in braces": "''.join(f'\\\\u{{{ord(c):x}}}' for c in key)",
    "in octal": "''.join(f'\\\\{ord(c):03o}' for c in key)",
    "over two lines": "key[:6] + '\\n    ' + key[6:]",
    "over two lines of a shell": "key[:6] + '\\\\\\n' + key[6:]",
    "over two lines of JSON": "json.dumps(key[:6] + '\\n' + key[6:])",
    "with a colour in it": "key[:6] + '\\x1b[1m' + key[6:]",
    "with invisible characters": "'\\u200b'.join(key)",
    "with a soft hyphen": "key[:6] + '\\xad' + key[6:]",
}


@pytest.mark.parametrize("spelt", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_a_secret_in_another_spelling_is_not_kept_either(tmp_path: Path, spelt: str) -> None:
    tell = f"import base64, json, os, re, sys, urllib.parse; key = os.environ['API_KEY']; said = {spelt};"
    reply = secretly(tmp_path, tell + " print('<' + said + '>'); sys.stderr.write(said)")
    assert "[API_KEY]" in reply.output
    assert "[API_KEY]" in reply.complaint
    assert len(reply.output) <= len("<[API_KEY]>\n") + 20


def test_not_even_half_a_secret_is_kept_where_the_complaint_is_cut(tmp_path: Path) -> None:
    reply = secretly(tmp_path, "import os, sys; sys.stderr.write(os.environ['API_KEY'] * 5000)")
    assert set(reply.complaint.split("[API_KEY]")) <= {
        "",
        "API_KEY]",
        "PI_KEY]",
        "I_KEY]",
        "_KEY]",
        "KEY]",
        "EY]",
        "Y]",
        "]",
    }
    assert len(reply.complaint) <= 8 * 1024


def test_what_is_too_short_to_be_a_secret_is_left(tmp_path: Path) -> None:
    assert secretly(tmp_path, "print('yes or no')", key="yes").output == "yes or no\n"


# --- limits --------------------------------------------------------------------------------------------


def test_a_prompt_that_is_too_long_is_known_before_anybody_is_paid(place: Place) -> None:
    voter = Command(Program(["/usr/bin/cat"], most_prompt=10, prepare=lambda text: f"> {text}"), place.calls)
    assert voter.problem_with(prompt("c1", "賛成")) == ""
    problem = voter.problem_with(prompt("c1", "賛成です"))
    assert problem == "the prompt has 14 bytes, 4 more than cat accepts; shorten the question's context"
    voter.reserve("c1")
    reply = asyncio.run(voter.answer(prompt("c1", "賛成です")))
    assert reply == Reply("error", detail=f"the call could not be started: {problem}", attempts=0)


def test_half_a_character_is_known_before_anybody_is_paid(place: Place) -> None:
    problem = Command(["cat"], place.calls).problem_with(prompt("c1", "half of \ud83d"))
    assert problem == "the prompt contains half a character at 8, which cannot be sent; remove it"


def test_the_prompt_is_prepared_for_the_program_alone(place: Place) -> None:
    asked = prompt("c1", "see @file")
    voter = Command(Program(["cat"], prepare=lambda text: text.replace("@", "@\u200b")), place.calls)
    voter.reserve("c1")
    assert asyncio.run(voter.answer(asked)).output == "see @\u200bfile"
    assert asked.text == "see @file"


def test_ten_mebibytes_arrive_on_standard_input(place: Place) -> None:
    assert place.ask(["wc", "-c"], "0123456789abcdef" * (10 << 16)).output.strip() == str(10 << 20)


def test_a_program_of_the_users_own_writes_no_huge_file_and_no_core(place: Place) -> None:
    limits = "import json, resource as r; print(json.dumps([r.getrlimit(r.RLIMIT_FSIZE), r.getrlimit(r.RLIMIT_CORE)]))"
    assert json.loads(place.ask(python(limits)).output) == [[MOST_FILE, MOST_FILE], [0, 0]]
    reply = place.ask(shell('head -c 200000000 /dev/zero > "$TMPDIR/huge"; exit 0'))
    assert reply.outcome == "answered"
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    assert json.loads(place.ask(Program(python(limits))).output)[0] == list(unlimited)


def test_only_of_the_users_own_programs_the_last_words_are_the_reason(place: Place) -> None:
    program = Program(shell("echo the whole prompt >&2; exit 2"))
    reply = place.ask(program)
    assert (reply.detail, reply.complaint) == ("the program ended with status 2", "the whole prompt\n")


def test_keepers_need_nothing_of_the_environment(place: Place) -> None:
    assert Place(place.folder / "bare", {}).ask(["/bin/echo", "yes"]) == answered("yes\n")


# --- a file as standard output -----------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 65_536, 900_000, MOST_OUTPUT])
def test_a_program_may_be_given_a_file_and_what_it_says_arrives_whole(place: Place, length: int) -> None:
    said = python(f"import os, stat; assert stat.S_ISREG(os.fstat(1).st_mode); print('x' * {length}, end='')")
    assert place.ask(Program(said, is_filed=True)) == answered("x" * length)


@pytest.mark.parametrize("script", ["head -c 1048577 /dev/zero", "head -c 20000000 /dev/zero; sleep 300", "yes"])
def test_too_much_into_a_file_is_an_error_too(place: Place, script: str) -> None:
    reply = place.ask(Program(shell(script), is_filed=True, most_file=MOST_FILE))
    assert (reply.outcome, reply.output) == ("error", "")
    assert reply.detail == f"more than {MOST_OUTPUT} bytes on standard output"


def test_what_was_said_into_a_file_before_the_time_was_up_is_kept_and_a_second_attempt_begins_anew(
    place: Place,
) -> None:
    for seconds in timeouts(1):
        reply = place.ask(Program(shell("echo half; sleep 300"), timeout=seconds, attempts=2, is_filed=True))
        if reply.output:
            break
    assert (reply.outcome, reply.output, reply.attempts) == ("timeout", "half\n", 2)


def test_who_holds_the_file_behind_a_program_that_ended_is_not_waited_for(place: Place) -> None:
    script = f"echo yes; sleep 300 & echo $! > {place.folder}/pids"
    assert place.ask(Program(shell(script), is_filed=True)) == answered("yes\n")
    assert all(map(ends, place.processes()))
