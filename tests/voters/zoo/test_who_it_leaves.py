"""Programs that do not end, and programs that leave others behind. Nobody is there when the call is over."""

import pytest

from quorate.voters.command import MOST_OUTPUT
from tests.patience import PATIENCE
from tests.voters.programs import privileged, python, shell
from tests.voters.zoo.cage import COUNTED, TIMEOUT, VOTE, Cage

# every one of them carries the cage's folder in its arguments, so that it is known even without an environment
PARTS = """
import os, signal, sys, time

def deaf():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)

def vote():
    print("position: REJECT\\nconfidence: 70\\nrationale: it bites", flush=True)

def closed():
    for descriptor in range(64):
        try:
            os.close(descriptor)
        except OSError:
            pass

def daemon(what):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            what()
            os._exit(0)
        os._exit(0)
    os.wait()

def sleep():
    time.sleep(300)
"""

DAEMON = "daemon(lambda: (deaf(), closed(), sleep()));"
# the keeper and the nursery: more would be whoever runs the tests
ANCESTORS = """
def end(process):
    try:
        os.kill(process, signal.SIGKILL)
    except PermissionError:
        return "refused"
    return "ended"

def parent(process):
    return int(open(f"/proc/{process}/stat").read().rpartition(")")[2].split()[1])

keeper = os.getppid()
nursery = parent(keeper)

def end_ancestors():
    print(", ".join(map(end, (nursery, keeper))), file=sys.stderr, flush=True)

"""


def wild(cage: Cage, script: str) -> list[str]:
    """A program of several processes."""
    return [*python(PARTS + script), str(cage.folder)]


@pytest.mark.parametrize(
    "script",
    [
        "sleep()",
        "deaf(); sleep()",
        "os.close(1); sleep()",
        "closed(); sleep()",
        "os.kill(os.getpid(), signal.SIGSTOP)",
        "sys.stdin.close(); signal.pause()",
        "while True: pass",
        "deaf()\nfor _ in range(200):\n    if os.fork() == 0: sleep()\nsleep()",
        "deaf(); daemon(lambda: (deaf(), closed(), sleep())); sleep()",
        "daemon(lambda: os.kill(os.getpid(), signal.SIGSTOP)); sleep()",
        "if os.fork() == 0:\n    deaf(); vote(); sleep()\nsleep()",
    ],
    ids=[
        "it hangs before it reads",
        "it will not be asked to end",
        "it closes its output",
        "it closes everything",
        "it stops itself",
        "it closes its input and waits for a signal",
        "it keeps a core busy",
        "it has two hundred children that will not be asked",
        "its daemon closes everything",
        "its daemon stops itself",
        "its child votes",
    ],
)
def test_who_does_not_end_is_a_timeout(cage: Cage, script: str) -> None:
    seen = cage.watched(wild(cage, script), TIMEOUT)
    assert (seen.kind, seen.detail.partition(": ")[0]) == ("timeout", "no answer within 1 s")


@pytest.mark.parametrize(
    "script",
    [
        "daemon(sleep); vote()",
        "daemon(lambda: (deaf(), sleep())); vote()",
        "daemon(lambda: (deaf(), closed(), sleep())); vote()",
        "daemon(lambda: os.execve('/bin/sleep', ['sleep', '300', sys.argv[1]], {})); vote()",
        "vote()\nif os.fork() == 0: deaf(); sleep()",
        "vote()\nfor _ in range(200):\n    if os.fork() == 0: os.setsid(); deaf(); sleep()",
        "vote()\nif os.fork() == 0:\n    while os.fork() == 0: os.setsid()\n    os._exit(0)",
    ],
    ids=[
        "a daemon",
        "a daemon that will not be asked",
        "a daemon that closes everything",
        "a daemon without an environment",
        "a child that holds the pipes",
        "two hundred sessions",
        "one that forks away from its end",
    ],
)
def test_a_vote_counts_and_who_is_left_behind_it_is_ended(cage: Cage, script: str) -> None:
    assert cage.watched(wild(cage, script)).kind == COUNTED


def test_who_keeps_talking_behind_a_program_that_ended_is_not_listened_to_for_long(cage: Cage) -> None:
    seen = cage.watched(wild(cage, "vote()\nif os.fork() == 0:\n    deaf()\n    while True: os.write(1, b'x' * 9999)"))
    too_much = ("error", "more than 1048576 bytes on standard output")
    assert (seen.kind, seen.detail) == too_much or len(seen.reply.output) <= MOST_OUTPUT
    assert seen.kind != "timeout"
    slow = "vote()\nif os.fork() == 0:\n    deaf()\n    while True: print('#', flush=True); time.sleep(0.01)"
    assert cage.watched(wild(cage, slow)).kind != "timeout"


def test_children_that_are_born_faster_than_they_die_are_ended(cage: Cage) -> None:
    storm = """
deaf()
def grow(depth):
    for _ in range(2):
        if depth and os.fork() == 0:
            os.setsid(); deaf(); grow(depth - 1)
    sleep()
grow(7)
"""
    assert cage.watched(wild(cage, storm), TIMEOUT).kind == "timeout"


@pytest.mark.parametrize("number", ["TERM", "KILL", "STOP"])
@pytest.mark.parametrize("left", ["", DAEMON], ids=["alone", "with a daemon"])
def test_a_program_that_may_turn_on_its_keeper_gains_nothing(cage: Cage, number: str, left: str) -> None:
    script = f"{left}vote(); os.kill(os.getppid(), signal.SIG{number}); sleep()"
    seen = cage.watched(privileged(cage.folder, wild(cage, script)), TIMEOUT if number == "STOP" else PATIENCE)
    said = {"STOP": ("timeout", "no answer within 1 s: it last printed rationale: it bites")}
    ended = ("error", "the call's keeper was stopped and left no result; ask again")
    assert (seen.kind, seen.detail) == said.get(number, ended)


@pytest.mark.parametrize("number", ["TERM", "KILL", "STOP"])
@pytest.mark.parametrize("left", ["", DAEMON], ids=["alone", "with a daemon"])
def test_since_linux_6_12_a_program_cannot_turn_on_its_keeper(cage: Cage, number: str, left: str) -> None:
    seen = cage.watched(wild(cage, f"{left}vote(); os.kill(os.getppid(), signal.SIG{number}); sleep()"))
    ended = "the program ended with status 1: PermissionError: [Errno 1] Operation not permitted"
    assert (seen.kind, seen.detail) == ("error", ended)


def test_since_linux_6_12_a_program_that_tries_to_end_all_above_it_leaves_no_daemon_behind(cage: Cage) -> None:
    seen = cage.watched(wild(cage, f"{ANCESTORS}{DAEMON}end_ancestors(); vote()"))
    assert (seen.kind, seen.reply.complaint) == (COUNTED, "refused, refused\n")


def test_since_linux_6_12_a_daemon_that_tries_the_same_later_gains_nothing_either(cage: Cage) -> None:
    seen = cage.watched(wild(cage, f"{ANCESTORS}daemon(lambda: (end_ancestors(), deaf(), closed(), sleep())); vote()"))
    assert seen.kind == COUNTED


def test_a_program_that_ends_its_group_ends_itself(cage: Cage) -> None:
    seen = cage.watched(shell(f"{VOTE}; sleep 300 & kill -TERM 0; wait"))
    assert (seen.kind, seen.detail) == ("error", "the program ended with signal 15")
