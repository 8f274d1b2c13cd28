"""Citations and indexes that try to lead out of their folder, through every way in: each is refused by name."""

import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from quorate.checks.evidence_check import CheckRequest, check_items
from quorate.core.ballot import Evidence
from quorate.files.confined_folder import ConfinedFolder, RefusedPath

SECRET = "open sesame"


def git(folder: Path, *arguments: str) -> None:
    named = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *named, "-C", str(folder), *arguments], check=True, capture_output=True)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A repository with everything in it that could lead elsewhere."""
    outer = tmp_path_factory.mktemp("outer")
    folder, other = outer / "root", outer / "other"
    for place in (folder, other):
        place.mkdir()
        git(outer, "init", "-q", place.name)
        (place / "secret.txt").write_text(SECRET)
        git(place, "add", ".")
        git(place, "commit", "-qm", "first")
    (outer / "secret.txt").write_text(SECRET)
    (folder / "docs").mkdir()
    (folder / "docs" / "plan.md").write_text("the plan\n")
    git(folder, "submodule", "--quiet", "add", str(other), "sub")
    links = {"file": "../secret.txt", "folder": "..", "absolute": str(outer), "inner": "docs", "self": "self"}
    for name, target in {**links, "proc": "/proc/self/environ", "gone": "nowhere"}.items():
        (folder / f"to-{name}").symlink_to(target)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "second")
    os.mkfifo(folder / "pipe")
    (folder / "nested").mkdir()
    git(folder, "init", "-q", "nested")
    (folder / "nested" / "file").write_text(SECRET)
    (folder / "closed").write_text(SECRET)
    (folder / "huge").touch()
    os.truncate(folder / "huge", 1 << 40)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "sock"))
        yield folder


TRICKS = [
    "/etc/passwd",
    "//etc/passwd",
    "///etc//passwd",
    "\\etc\\passwd",
    "\\\\server\\share",
    "C:/secret.txt",
    "c:secret.txt",
    "~/secret.txt",
    "~root/.bashrc",
    "../secret.txt",
    "docs/../../secret.txt",
    "docs\\..\\..\\secret.txt",
    "./../secret.txt",
    "docs/..",
    "..",
    "...",
    ".",
    "",
    " ",
    "\t",
    "docs/plan.md\0.txt",
    "docs/plan.md/x",
    "docs",
    "docs/",
    "docs/Plan.md",
    "DOCS/plan.md",
    "docs/plan.md ",
    "docs/plan.md.",
    "docs/pla\u0301n.md",
    "docs/plan\u202e.md",
    "file:///etc/passwd",
    "file:docs/plan.md",
    "http://127.0.0.1/",
    "%2e%2e/secret.txt",
    "docs/*.md",
    ":(top)docs/plan.md",
    ":/docs/plan.md",
    "HEAD:docs/plan.md",
    "-docs/plan.md",
    "--help",
    "to-file",
    "to-folder/secret.txt",
    "to-absolute/secret.txt",
    "to-inner/plan.md",
    "to-self",
    "to-proc",
    "to-gone",
    ".git/config",
    ".GIT/config",
    ".git",
    "docs/.git/../plan.md",
    "sub",
    "sub/secret.txt",
    "sub/.git",
    "nested/file",
    "nested/.git/config",
    "pipe",
    "sock",
    "huge",
    "a/" * 3000 + "b",
    "a" * 300,
    "docs/plan.md\n",
]


@pytest.mark.parametrize("commit", ["", "HEAD"])
@pytest.mark.parametrize("path", TRICKS)
def test_a_citation_does_not_lead_out(root: Path, path: str, commit: str) -> None:
    for item in (Evidence(file=path), Evidence(file=path, quote=SECRET[:4]), Evidence(file=path, line=1)):
        found = check_items([item], CheckRequest(str(root), commit))[0]
        assert (found.outcome, found.hash) == ("failed" if path else "claimed", ""), found.why


def test_a_quotation_is_looked_for_in_no_submodule(root: Path) -> None:
    found = check_items([Evidence(file="docs/none.md", quote="x" + SECRET)], CheckRequest(str(root), "HEAD"))[0]
    assert found.outcome == "failed"


def test_a_device_is_refused_without_being_opened() -> None:
    with ConfinedFolder("/dev") as folder:
        for name in ("zero", "null", "tty", "random", "full"):
            with pytest.raises(RefusedPath) as refused:
                folder.read(name, exact_case=True)
            assert refused.value.code == "not_a_file"


def test_who_changes_the_file_between_check_and_reading_reads_nothing_else(tmp_path: Path) -> None:
    """A file, a link out of the root and a pipe take turns under one name, while it is read."""
    root, name = tmp_path / "root", tmp_path / "root" / "name"
    root.mkdir()
    (tmp_path / "secret").write_text(SECRET)
    name.write_text("mine")
    over = threading.Event()

    def swap() -> None:
        place = root / "next"
        while not over.is_set():
            place.symlink_to("../secret")
            place.rename(name)
            os.mkfifo(place)
            place.rename(name)
            place.write_text("mine")
            place.rename(name)

    swapping = threading.Thread(target=swap)
    swapping.start()
    seen = set()
    try:
        with ConfinedFolder(root) as folder:
            for _ in range(3000):
                try:
                    seen.add(folder.read("name", exact_case=True))
                except RefusedPath as refused:
                    seen.add(refused.code.encode())
    finally:
        over.set()
        swapping.join()
    assert SECRET.encode() not in seen
    assert seen <= {b"mine", b"", b"path_through_link", b"not_a_file", b"missing_file"}


def test_a_folder_that_becomes_a_link_is_not_followed(tmp_path: Path) -> None:
    root, out = tmp_path / "root", tmp_path / "out"
    for place in (root / "docs", out):
        place.mkdir(parents=True)
        (place / "file").write_text(SECRET if place == out else "mine")
    over = threading.Event()

    def swap() -> None:
        while not over.is_set():
            (root / "docs").rename(root / "kept")
            (root / "docs").symlink_to(out)
            (root / "docs").unlink()
            (root / "kept").rename(root / "docs")

    swapping = threading.Thread(target=swap)
    swapping.start()
    seen = set()
    try:
        with ConfinedFolder(root) as folder:
            for _ in range(3000):
                try:
                    seen.add(folder.read("docs/file"))
                except RefusedPath as refused:
                    seen.add(refused.code.encode())
    finally:
        over.set()
        swapping.join()
    assert SECRET.encode() not in seen
