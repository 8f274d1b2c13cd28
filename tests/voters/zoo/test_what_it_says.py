"""Programs that say too much, too little, or what nobody should take for a vote."""

import json
from base64 import b64decode

import pytest

from tests.patience import timeouts
from tests.voters.programs import answered, python, shell
from tests.voters.zoo.cage import COUNTED, INFERRED, SECRET, TIMEOUT, VOTE, Cage

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
BLOCK = "```yaml\nposition: {}\nconfidence: 90\nrationale: sure\n```\n"
ECHO_AND_VOTE = r"printf 'position: APPROVE | REJECT | ABSTAIN\nconfidence: 0 to 100\nrationale: APPROVE\n'"


@pytest.mark.parametrize(
    "script",
    ["head -c 1073741824 /dev/zero", "yes APPROVE", "tr '\\0' x < /dev/zero", f"{VOTE}; head -c 2000000 /dev/zero"],
    ids=["a gibibyte", "lines without end", "one line without end", "a vote and two megabytes"],
)
def test_too_much_output_is_an_error_and_none_of_it_is_kept(cage: Cage, script: str) -> None:
    seen = cage.watched(shell(script))
    assert (seen.kind, seen.detail) == ("error", "more than 1048576 bytes on standard output")
    assert seen.reply.output == ""


@pytest.mark.parametrize(
    "script",
    [
        "exit 0",
        r"printf ' \n\t\n  \n'",
        r"printf 'position: \377\376APPROVE\n'",
        r"printf 'position: APP\0ROVE\nconfidence: 80\nrationale: x\n'",
        r"printf 'position: \033[31mAPPROVE\033[0m\nconfidence: 80\nrationale: x\n'",
        f"cat <<'END'\n{BLOCK.format('APPROVE')}{BLOCK.format('REJECT')}END",
        ECHO_AND_VOTE,
        "cat",
        "env",
        "head -c 100000 /dev/urandom",
        "head -c 1048576 /dev/zero",
    ],
    ids=[
        "nothing",
        "white space",
        "no text",
        "a null in a word",
        "colours",
        "two blocks that contradict",
        "the template",
        "the whole prompt",
        "its environment",
        "noise",
        "nulls",
    ],
)
def test_what_is_no_vote_is_unreadable(cage: Cage, script: str) -> None:
    assert cage.watched(shell(script)).kind == "unreadable"


def test_a_bomb_of_aliases_is_no_ballot_and_its_words_are_only_advice(cage: Cage) -> None:
    assert cage.watched(shell(f"cat > /dev/null; cat <<'END'\n{BOMB}position: APPROVE\nEND")).kind == INFERRED


def test_bytes_that_are_no_text_are_kept_as_they_came(cage: Cage) -> None:
    reply = cage.watched(shell(r"printf '\377\000\033[2J'")).reply
    assert (reply.encoding, b64decode(reply.output)) == ("base64", b"\xff\0\x1b[2J")


def test_a_program_that_tells_its_environment_knows_no_secret(cage: Cage) -> None:
    tell = "import json, os; print(json.dumps([dict(os.environ), open(f'/proc/{os.getppid()}/environ').read()]))"
    reply = cage.watched(python(tell)).reply
    assert "TMPDIR" in json.loads(reply.output)[0]
    assert SECRET not in reply.output
    assert "OPENAI_API_KEY" not in reply.output


def test_a_flood_on_standard_error_is_read_away_and_its_end_is_kept(cage: Cage) -> None:
    seen = cage.watched(shell(f"head -c 50000000 /dev/zero >&2; printf '\\033[2Jlast' >&2; {VOTE}"))
    assert seen.kind == COUNTED
    assert seen.reply.complaint == "[2Jlast"
    for seconds in timeouts(TIMEOUT):
        endless = cage.watched(shell("yes no >&2"), seconds)
        if endless.reply.complaint:
            break
    assert (endless.kind, endless.detail) == ("timeout", f"no answer within {seconds:g} s: no")
    assert len(endless.reply.complaint) <= 8 * 1024


def test_a_vote_before_a_bad_end_is_none(cage: Cage) -> None:
    for end, detail in (("exit 7", "status 7"), ("kill -SEGV $$", "signal 11"), ("kill -9 0", "signal 9")):
        seen = cage.watched(shell(f"{VOTE}; {end}"))
        assert (seen.kind, seen.detail) == ("error", f"the program ended with {detail}")


def test_a_vote_that_comes_drop_by_drop_is_too_late(cage: Cage) -> None:
    drop = "print(sign, end='', flush=True); time.sleep(0.05)"
    drip = f"import time\nwhile True:\n for sign in 'position: APPROVE': {drop}"
    assert cage.watched(python(drip), TIMEOUT).kind == "timeout"


def test_a_vote_that_is_only_said_when_told_to_end_is_none(cage: Cage) -> None:
    seen = cage.watched(shell(f"trap '{VOTE.replace(chr(39), chr(34))}; exit 0' TERM; sleep 300 & wait"), TIMEOUT)
    assert (seen.kind, seen.detail) == ("timeout", "no answer within 1 s")


def test_who_does_not_listen_to_a_long_prompt_is_heard_all_the_same(cage: Cage) -> None:
    assert cage.asked(shell("exec < /dev/null; echo yes"), "x" * (10 << 20)) == answered("yes\n")
    assert cage.asked(shell("exec <&-; echo yes"), "x" * (10 << 20)) == answered("yes\n")
