"""Citations are looked up below a root, at a commit: moved passages are found, changed ones do not hold."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from quorate.checks.evidence_check import CheckRequest, check_items
from quorate.core.ballot import Evidence
from quorate.core.errors import InputError
from quorate.deliberation.events import ItemCheck
from quorate.files.confined_folder import ConfinedFolder

TEXT = "# Bench\n\n## Writes\n\nThe p99 was 41 ms\nat 2,000 writes per second.\n"


def git(folder: Path, *arguments: str) -> None:
    named = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *named, "-C", str(folder), *arguments], check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "bench.md").write_text(TEXT)
    (tmp_path / "secret.txt").write_text("The p99 was 41 ms")
    (folder / "link.md").symlink_to("docs/bench.md")
    git(tmp_path, "init", "-q", "root")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    return folder


def check(root: Path, item: Evidence, commit: str = "", run: bool = False) -> ItemCheck:
    return check_items([item], CheckRequest(str(root), commit, run))[0]


BENCH = Evidence(file="docs/bench.md")


@pytest.mark.parametrize("commit", ["", "HEAD"])
@pytest.mark.parametrize(
    ("item", "outcome", "why", "line"),
    [
        (BENCH, "held", "found", 0),
        (BENCH._replace(line=5), "held", "found", 5),
        (BENCH._replace(line=99), "failed", "line_missing", 0),
        (BENCH._replace(section="Writes"), "held", "found", 3),
        (BENCH._replace(section="Reads"), "failed", "section_missing", 0),
        (BENCH._replace(quote="p99 was 41 ms"), "held", "found", 5),
        (BENCH._replace(quote="p99 was  41 ms\nat 2,000 writes"), "held", "found", 5),
        (BENCH._replace(quote="p99 was 41 ms", line=2), "held", "moved", 5),
        (BENCH._replace(quote="p99 was 14 ms", line=5), "failed", "passage_changed", 0),
        (Evidence(file="docs/none.md"), "failed", "missing_file", 0),
        (Evidence(file="docs/Bench.md"), "failed", "missing_file", 0),
        (Evidence(file="../secret.txt"), "failed", "parent_path", 0),
        (Evidence(file="/etc/hostname"), "failed", "absolute_path", 0),
        (Evidence(file="link.md"), "failed", "path_through_link", 0),
        (Evidence(file=".git/config"), "failed", "path_of_git", 0),
        (Evidence(file="docs"), "failed", "not_a_file", 0),
        (Evidence(address="https://example.org/report?x=1"), "claimed", "not_fetched", 0),
        (Evidence(address="javascript:alert(1)"), "failed", "not_an_address", 0),
        (Evidence(address="https://"), "failed", "not_an_address", 0),
        (Evidence(quote="hearsay"), "claimed", "no_place", 0),
    ],
)
def test_what_is_cited_is_looked_up(root: Path, item: Evidence, outcome: str, why: str, line: int, commit: str) -> None:
    found = check(root, item, commit)
    assert (found.outcome, found.why, found.line) == (outcome, why, line)
    assert bool(found.hash) == (outcome == "held")


def test_a_commit_is_checked_as_it_was_and_not_as_files_lie_there(root: Path) -> None:
    (root / "docs" / "bench.md").write_text("The p99 was 80 ms\n")
    item = BENCH._replace(quote="p99 was 41 ms", line=5)
    assert check(root, item, "HEAD").outcome == "held"
    assert check(root, item).why == "passage_changed"


def test_a_passage_that_moved_to_another_file_is_found(root: Path) -> None:
    git(root, "mv", "docs/bench.md", "docs/old-bench.md")
    git(root, "commit", "-qam", "second")
    found = check(root, BENCH._replace(quote="The p99 was 41 ms", line=5), "HEAD")
    assert (found.outcome, found.why) == ("held", "moved_to_another_file")
    assert check(root, BENCH._replace(quote="The p99 was 41 ms"), "HEAD~1").why == "found"


def test_the_hash_of_a_passage_does_not_depend_on_its_place(root: Path) -> None:
    one = check(root, BENCH._replace(quote="p99 was 41 ms", line=5)).hash
    (root / "docs" / "bench.md").write_text("\n\n\n" + TEXT)
    assert check(root, BENCH._replace(quote="p99 was 41 ms", line=5)).hash == one


def test_a_submodule_is_no_file(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(tmp_path, "init", "-q", "other")
    git(other, "commit", "-q", "--allow-empty", "-m", "x")
    git(root, "submodule", "--quiet", "add", str(other), "sub")
    git(root, "commit", "-qm", "submodule")
    assert check(root, Evidence(file="sub"), "HEAD").why == "path_of_submodule"


def test_a_huge_file_and_a_pipe_are_refused(root: Path) -> None:
    with (root / "huge").open("wb") as file:
        file.truncate(17 * 1024 * 1024)
    os.mkfifo(root / "pipe")
    assert check(root, Evidence(file="huge")).why == "too_large"
    assert check(root, Evidence(file="pipe")).why == "not_a_file"


@pytest.mark.parametrize("commit", ["nothing", "--help", "-x", "HEAD:docs", "HEAD^{tree}"])
def test_what_is_no_commit_is_refused(root: Path, commit: str) -> None:
    with pytest.raises(InputError):
        check(root, BENCH, commit)


def test_files_that_a_repository_lacks_are_not_fetched_by_an_older_git_either(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(root, "config", "uploadpack.allowFilter", "true")
    partial, ran = tmp_path / "partial", tmp_path / "ran"
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{root}", str(partial))
    for key, value in {
        "protocol.file.allow": "always",
        "remote.origin.uploadpack": f"touch {ran}; git-upload-pack",
    }.items():
        git(partial, "config", key, value)
    start = subprocess.run

    def older(command: list[str], *, env: dict[str, str], **options: Any) -> subprocess.CompletedProcess[bytes]:
        env.pop("GIT_NO_LAZY_FETCH")
        return start(command, env=env, **options)

    monkeypatch.setattr(subprocess, "run", older)
    found = check(partial, BENCH, "HEAD")
    assert (found.outcome, found.why, ran.exists()) == ("failed", "missing_file", False)


def test_without_git_there_is_no_commit(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        check(tmp_path, BENCH, "HEAD")


def test_a_command_is_never_run_without_permission(root: Path) -> None:
    item = Evidence(file="docs/bench.md", reproducible=True, command="touch ran; exit 1")
    found = check(root, item)
    assert (found.outcome, found.why, found.status) == ("claimed", "command_not_run", None)
    assert not (root / "ran").exists()


def test_a_file_that_many_items_cite_is_read_once(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, reading = list[str](), ConfinedFolder.read

    def counted(folder: ConfinedFolder, path: str, *, exact_case: bool = False) -> bytes:
        read.append(path)
        return reading(folder, path, exact_case=exact_case)

    monkeypatch.setattr(ConfinedFolder, "read", counted)
    items = [BENCH._replace(line=number) for number in range(1, 8)] + [Evidence(file="./docs//bench.md", quote="41 ms")]
    found = check_items(items, CheckRequest(str(root)))
    assert [one.outcome for one in found] == ["held"] * 6 + ["failed", "held"]
    assert found[-1].line == 5
    assert read == ["docs/bench.md"]
