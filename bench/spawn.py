"""Runs the command that is given and prints its exit status, processor time in seconds and peak memory in MiB."""

import os
import sys


def main(command: list[str]) -> None:
    """Throws the command's output away."""
    silence = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=silence)
    _, status, usage = os.wait4(child, 0)
    unit = 2**20 if sys.platform == "darwin" else 2**10
    print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


main(sys.argv[1:])
