"""Starts the programs of `child`."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 24, 1, 2
_LIBC = ctypes.CDLL(None)


def start(*arguments: str | Path, bound: bool = False) -> "subprocess.Popen[str]":
    """A program that is running; with `bound`, permissions bind it even if it belongs to root."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.record.child", *arguments],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
        preexec_fn=_give_up_privileges if bound else None,
    )


def lines(process: "subprocess.Popen[str]") -> list[str]:
    """What a program said until it ended."""
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    return said.splitlines()


def _give_up_privileges() -> None:
    if os.geteuid() == 0:
        for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
            if _LIBC.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0):
                raise OSError("the privileges of root cannot be given up")
