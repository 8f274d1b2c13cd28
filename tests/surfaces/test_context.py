"""Background for voters: files, folders, standard input and what git shows; nothing is left out unsaid."""

import subprocess
from pathlib import Path

import pytest

from quorate.surfaces.cli.terminal import context_material
from tests.surfaces.office import Office

ASKED = ("decide", "Merge it?", "--seat", "a=person", "--seat", "b=person")


def context_of(office: Office, *options: str) -> str:
    return str(office.json(*ASKED, *options)["question"]["context"])


def git(*arguments: str) -> None:
    who = ("-c", "user.name=ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True)


def test_one_file_is_taken_as_it_is_and_several_have_their_names(office: Office) -> None:
    one, other = office.file("facts.md", "It is fast.\n"), office.file("risks.md", "It is new.\n")
    assert context_of(office, "--context", one) == "It is fast.\n"
    both = context_of(office, "--context", one, "--context", other)
    assert both == f"=== {one} ===\nIt is fast.\n\n=== {other} ===\nIt is new.\n"


def test_a_folder_gives_its_text_files_in_order_and_what_is_left_out_is_named(office: Office) -> None:
    folder = Path("notes")
    (folder / "deep").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for name, data in {"b.md": b"two", "a.md": b"one", "deep/c.md": b"three", "x.png": b"\x89PNG\xff"}.items():
        (folder / name).write_bytes(data)
    (folder / ".hidden" / "secret").write_text("hidden")
    (folder / "link").symlink_to("/etc/hostname")
    ended = office(*ASKED, "--context", "notes")
    assert "left out of notes (not text, a link, hidden, or larger than 4 MiB): notes/.hidden/, notes/link" in ended.err
    text = context_of(office, "--context", "notes")
    assert text == "=== notes/a.md ===\none\n\n=== notes/b.md ===\ntwo\n\n=== notes/deep/c.md ===\nthree\n"


def test_what_git_shows_is_background_too(office: Office) -> None:
    git("init", "-q", ".")
    office.file("code.py", "old\n")
    git("add", "code.py")
    git("commit", "-q", "-m", "first")
    nothing = office(*ASKED, "--diff")
    assert (nothing.status, "nothing differs" in nothing.err) == (2, True)
    office.file("code.py", "new\n")
    office.file("untracked.py", "x\n")
    ended = office(*ASKED, "--diff")
    assert "git does not show untracked files" in ended.err
    text = context_of(office, "--diff", "HEAD")
    assert text.startswith("=== git diff HEAD ===\ndiff --git a/code.py b/code.py\n")
    assert "-old\n+new\n" in text


@pytest.mark.parametrize("ref", ["nonsense", "--output=stolen", "HEAD; touch stolen"])
def test_a_ref_that_is_none_is_wrong_input_and_runs_nothing(office: Office, ref: str) -> None:
    git("init", "-q", ".")
    assert office(*ASKED, f"--diff={ref}").status == 2
    assert not Path("stolen").exists()
    assert office.json("log")["lines"] == []


def test_limits_are_errors_before_anybody_is_asked(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("empty").mkdir()
    Path("many").mkdir()
    for number in range(4):
        Path(f"many/{number}.md").write_text("x" * 10)
    refused = office(*ASKED, "--context", "empty")
    assert (refused.status, "no text files" in refused.err) == (2, True)
    monkeypatch.setattr(context_material, "LONGEST", 30)
    assert "found 40 characters; allowed: at most 30" in office(*ASKED, "--context", "many").err
    monkeypatch.setattr(context_material, "MOST_FILES", 3)
    assert "more than 3 files" in office(*ASKED, "--context", "many").err
    assert office.json("log")["lines"] == []
