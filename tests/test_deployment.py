"""What is in deploy/: the container file passes its linter. It is not built by the tests."""

import re
import subprocess
import sys
from pathlib import Path

LINTER = Path(sys.executable).with_name("hadolint")
DEPLOY = Path(__file__).parents[1] / "deploy"


def test_the_container_file_passes_its_linter() -> None:
    ended = subprocess.run([LINTER, DEPLOY / "Containerfile"], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "")


def test_the_base_of_the_container_is_pinned() -> None:
    bases = re.findall(r"^FROM (\S+)", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert [bool(re.fullmatch(r"[a-z]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}", base)) for base in bases] == [True]


def test_the_units_differ_in_what_they_run_and_not_in_what_they_may() -> None:
    texts = [(DEPLOY / name).read_text() for name in ("quorate.service", "quorate-worker.service")]
    kept = [text[text.index("NoNewPrivileges") :] for text in texts]
    assert kept[0] == kept[1]
    assert "CapabilityBoundingSet=\n" in kept[0]
