"""A program of our own is a copy of its keeper, and has nothing of it but what a new program would have."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

PROGRAM = """
import json, os, signal, sys
def main():
    told = sys.stdin.read()
    if told == "fail":
        raise RuntimeError("secret words")
    print(json.dumps({
        "told": told,
        "environment": dict(os.environ),
        "directory": os.getcwd(),
        "leads": os.getsid(0) == os.getpid(),
        "open": [int(name) for name in os.listdir("/proc/self/fd")],
        "usual": [signal.getsignal(one) == signal.SIG_DFL for one in (signal.SIGTERM, signal.SIGCHLD)],
    }))
    sys.stderr.write("a line\\n")
    return 3
"""
KEEPER = """
import json, os, sys, time
from quorate.voters.calls.output_watch import EXITED, WakePipe, Watch
from quorate.voters.calls.own_program import OwnProgram
folder = sys.argv[1]
sys.path.append(folder)
bell = WakePipe()
lock = os.open(f"{folder}/lock", os.O_RDWR | os.O_CREAT)
with open(f"{folder}/prompt", "rb") as prompt:
    program = OwnProgram("told", prompt.fileno(), folder, {"ONLY": "this"}, lambda: None)
watch = Watch(program, bell, 60, 1 << 20)
assert watch.wait() == EXITED
print(json.dumps([program.returncode, watch.output.decode(), watch.complaint.decode()]))
"""


def run_with(folder: Path, prompt: str) -> tuple[int, str, str]:
    (folder / "told.py").write_text(PROGRAM)
    (folder / "prompt").write_text(prompt)
    done = subprocess.run(
        [sys.executable, "-c", KEEPER, str(folder)], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    status, output, complaint = json.loads(done.stdout)
    return status, output, complaint


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is started as any program")
def test_it_has_its_own_streams_environment_and_session_and_nobodys_lock(tmp_path: Path) -> None:
    status, output, complaint = run_with(tmp_path, "a prompt")
    said = json.loads(output)
    assert (status, complaint, said["told"]) == (3, "a line\n", "a prompt")
    assert said["environment"] == {"ONLY": "this"}
    assert os.path.samefile(said["directory"], tmp_path)
    assert said["leads"]
    assert said["usual"] == [True, True]
    listing = max(said["open"])
    assert set(said["open"]) - {listing} == {0, 1, 2}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is started as any program")
def test_one_that_breaks_has_failed_and_says_nothing(tmp_path: Path) -> None:
    assert run_with(tmp_path, "fail") == (1, "", "")
