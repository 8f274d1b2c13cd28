"""Which programs are let run without confinement, because they could not start in it."""

from pathlib import Path

import pytest

from quorate.voters.calls.keeper import gains_privileges
from tests.voters.programs import privileged


def script(folder: Path, name: str, text: str) -> str:
    """A file that can be started."""
    file = folder / name
    file.write_text(text)
    file.chmod(0o755)
    return str(file)


def test_an_ordinary_program_or_script_gains_none(tmp_path: Path) -> None:
    names = ("sh", "/bin/sh", script(tmp_path, "a", "#!/bin/sh\n"), script(tmp_path, "b", "#!/usr/bin/env sh\n"))
    assert not any(gains_privileges(name, "/usr/bin:/bin") for name in names)


def test_what_is_not_there_or_cannot_be_read_gains_none(tmp_path: Path) -> None:
    assert not any(gains_privileges(name, "/nowhere") for name in ("nothing", str(tmp_path), str(tmp_path / "x"), ""))


def test_a_setuid_program_gains_some(tmp_path: Path) -> None:
    (starter,) = privileged(tmp_path, [])
    assert gains_privileges(starter, "")
    assert gains_privileges("starter", f"/nowhere:{tmp_path}")
    assert gains_privileges(script(tmp_path, "a", f"#!{starter}\n"), "")


@pytest.mark.parametrize("line", ["#!/usr/bin/env node\n", "#!/usr/bin/env -S node --no-warnings=DEP0040\n"])
def test_a_script_whose_interpreter_is_a_snap_gains_some(tmp_path: Path, line: str) -> None:
    (tmp_path / "node").symlink_to(script(tmp_path, "snap", ""))
    assert gains_privileges("gemini", str(tmp_path)) is False
    assert gains_privileges(script(tmp_path, "gemini", line), str(tmp_path))
    assert gains_privileges("node", str(tmp_path))
