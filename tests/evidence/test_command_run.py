"""Commands of others: with permission they run, and cannot write outside, outlive their limit or see anything."""

import os
import tempfile
from pathlib import Path

import pytest

from quorate.checks.command_run import CommandRun, RunLimits, run_command
from tests.patience import comes_true

CAN_CONFINE = run_command("true", "/").why == "ran"
"""Where the system cannot confine a command, none is run: then that is what these tests find."""


def ran(command: str, root: Path, why: str, limits: RunLimits | None = None) -> CommandRun:
    found = run_command(command, str(root), limits)
    assert found.why == (why if CAN_CONFINE else "cannot_confine"), command
    return found


def holds(condition: str, root: Path) -> None:
    """A condition in the language of the shell."""
    ran(f"test {condition}", root, "ran")


def test_its_exit_status_and_the_hash_of_its_output_are_kept(tmp_path: Path) -> None:
    one, two = ran("echo hi", tmp_path, "ran"), ran("echo ho; exit 3", tmp_path, "command_failed")
    if CAN_CONFINE:
        assert (one.status, two.status) == (0, 3)
        assert one.output != two.output
        assert one.output == ran("echo hi", tmp_path, "ran").output


def test_it_starts_in_an_empty_folder_and_can_write_there(tmp_path: Path) -> None:
    holds('-z "$(ls -A)"', tmp_path)
    ran("echo x > file && test -s file", tmp_path, "ran")


@pytest.mark.parametrize(
    "command",
    [
        "echo x > {file}",
        "rm {file}",
        "truncate -s 0 {file}",
        "chmod 777 {file}",
        "mv {file} {file}.moved",
        "ln -s x {folder}/link",
        "mkdir {folder}/more",
        "touch -d 2000-01-01 {file}",
        "mount -o remount,rw / && echo x > {file}",
        "umount -a; echo x > {file}",
        "unshare -Ur chmod 777 {file}",
    ],
)
def test_it_changes_nothing_outside(tmp_path: Path, command: str) -> None:
    file = tmp_path / "file"
    file.write_text("kept")
    file.chmod(0o600)
    before = file.stat()
    run_command(command.format(file=file, folder=tmp_path), str(tmp_path))
    after = file.stat()
    assert (file.read_text(), after.st_mode, after.st_mtime) == ("kept", before.st_mode, before.st_mtime)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_it_sees_no_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUORATE_SECRET", "open sesame")
    holds('-z "$(env | grep -i sesame)"', tmp_path)
    holds('-z "$(cat /proc/*/environ 2>/dev/null | tr -d "\\0" | grep -ai sesame)"', tmp_path)


def test_it_reads_the_root_and_no_other_folder_of_anybody(tmp_path: Path) -> None:
    root, other = tmp_path / "root", tmp_path / "other"
    for folder in (root, other):
        folder.mkdir()
        (folder / "file").write_text("text")
    ran('grep -q text "$ROOT/file"', root, "ran")
    ran(f"cat {other}/file", root, "command_failed")


def test_it_has_no_network(tmp_path: Path) -> None:
    holds('"$(cat /sys/class/net/*/operstate 2>/dev/null | grep -c up)" = 0', tmp_path)
    ran("bash -c 'echo x > /dev/tcp/127.0.0.1/22'", tmp_path, "command_failed")


def test_it_ends_at_its_limit_with_all_that_it_started(tmp_path: Path) -> None:
    mark = f"quorate-{os.getpid()}"
    limits = RunLimits(seconds=1.0)
    ran(f"(setsid bash -c 'exec -a {mark} sleep 600' &); sleep 600", tmp_path, "timeout", limits)
    ran(f"(setsid sh -c ': {mark}; sleep 600' &); true", tmp_path, "ran")
    assert comes_true(lambda: not _running(mark))


def _running(mark: str) -> list[str]:
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            said = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in said and int(name) != os.getpid():
            found.append(name)
    return found


def test_it_prints_no_more_than_its_limit(tmp_path: Path) -> None:
    ran("yes", tmp_path, "too_much_output", RunLimits(output=10_000))


def test_it_has_no_more_memory_than_its_limit(tmp_path: Path) -> None:
    hungry = "head -c 600000000 /dev/zero | tail"
    ran(f"sh -c '{hungry}' || exit 3", tmp_path, "command_failed" if CAN_CONFINE else "", RunLimits(memory=200_000_000))


def test_its_folder_is_gone_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ran("mkdir -p a/b; chmod 0 a", tmp_path, "ran")
    assert list(tmp_path.iterdir()) == []
