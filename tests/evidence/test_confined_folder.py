"""Paths that lead out of a folder are refused, whatever trick they use."""

import os
import socket
from pathlib import Path

import pytest

from quorate.files.confined_folder import LARGEST_FILE, ConfinedFolder, RefusedPath


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "Plan.md").write_text("the plan")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("secret")
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "out").symlink_to(tmp_path)
    (folder / "link.md").symlink_to("docs/Plan.md")
    os.mkfifo(folder / "pipe")
    with (folder / "huge").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    return folder


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/etc/passwd", "absolute_path"),
        ("//etc/passwd", "absolute_path"),
        ("\\etc\\passwd", "absolute_path"),
        ("C:/secret.txt", "absolute_path"),
        ("~/secret.txt", "absolute_path"),
        ("../secret.txt", "parent_path"),
        ("docs/../../secret.txt", "parent_path"),
        ("docs\\..\\..\\secret.txt", "parent_path"),
        ("./docs/./../Plan.md", "parent_path"),
        ("out/secret.txt", "path_through_link"),
        ("link.md", "path_through_link"),
        (".git/config", "path_of_git"),
        (".GIT/config", "path_of_git"),
        ("docs", "not_a_file"),
        ("pipe", "not_a_file"),
        ("huge", "too_large"),
        ("docs/plan.md", "missing_file"),
        ("docs/none.md", "missing_file"),
        ("docs/Plan.md/more", "path_through_link"),
        ("", "not_a_path"),
        (".", "not_a_path"),
        ("docs/Plan.md\0.txt", "not_a_path"),
        ("a/" * 3000, "not_a_path"),
    ],
)
def test_tricks_are_refused(root: Path, path: str, code: str) -> None:
    with ConfinedFolder(root) as folder, pytest.raises(RefusedPath) as refused:
        folder.read(path, exact_case=True)
    assert refused.value.code == code


def test_a_device_is_no_file(root: Path) -> None:
    with ConfinedFolder("/dev") as folder, pytest.raises(RefusedPath) as refused:
        folder.read("zero")
    assert refused.value.code == "not_a_file"
    assert root.is_dir()


def test_a_socket_is_no_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX) as listener, ConfinedFolder(root) as folder:
        monkeypatch.chdir(root)
        listener.bind("sock")
        with pytest.raises(RefusedPath) as refused:
            folder.read("sock")
    assert refused.value.code == "not_a_file"


@pytest.mark.parametrize("path", ["docs/Plan.md", "./docs//Plan.md", "docs/./Plan.md"])
def test_files_below_the_root_are_read(root: Path, path: str) -> None:
    with ConfinedFolder(root) as folder:
        assert folder.read(path, exact_case=True) == b"the plan"
        assert folder.read(str(root / "docs" / "Plan.md")) == b"the plan"
