"""Background for voters from files, folders, standard input and git: nothing is left out without being named."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from quorate.core.errors import InputError
from quorate.surfaces.cli.terminal.streams import STANDARD, complain, named, read_text

MOST_FILES = 1_000
LARGEST_FILE = 4 * 1024 * 1024
LONGEST = 12 * 1024 * 1024
_MOST_NAMED = 3


def read_context(sources: Iterable[str], ref: str | None) -> str | None:
    """Return the background in these files and folders, and what git shows since REF; None if nothing is named.

    A single file is taken as it is. Of several, each has a line with its name above it.
    """
    parts = [part for source in sources for part in _parts_of(source)]
    if ref is not None:
        parts.append((f"git diff {ref}", _diff(ref)))
    total = sum(len(text) for _, text in parts)
    if total > LONGEST:
        raise InputError(f"context: found {total} characters; allowed: at most {LONGEST}; name fewer files")
    if not parts:
        return None
    if len(parts) == 1 and ref is None and not os.path.isdir(next(iter(sources))):
        return parts[0][1]
    complain(f"context: {len(parts)} parts, {total} characters: {_some([name for name, _ in parts])}")
    return "\n\n".join(f"=== {name} ===\n{text.rstrip()}" for name, text in parts) + "\n"


def _parts_of(source: str) -> Iterator[tuple[str, str]]:
    if source == STANDARD or not os.path.isdir(source):
        yield named(source), read_text(source)
        return
    files, left_out = [], []
    for folder, folders, names in os.walk(source):
        hidden = [name for name in folders if name.startswith(".") or os.path.islink(os.path.join(folder, name))]
        left_out += [os.path.join(folder, name, "") for name in hidden]
        folders[:] = sorted(set(folders) - set(hidden))
        files += [os.path.join(folder, name) for name in names]
        if len(files) > MOST_FILES:
            raise InputError(f"{source}: more than {MOST_FILES} files; name a smaller folder, or the files")
    empty = True
    for file in sorted(files):
        text = _text_in(Path(file))
        if text is None:
            left_out.append(file)
        else:
            empty = False
            yield file, text
    if left_out:
        what = "not text, a link, hidden, or larger than 4 MiB"
        complain(f"context: left out of {source} ({what}): {_some(left_out)}")
    if empty:
        raise InputError(f"{source}: no text files in this folder; expected a folder with some")


def _text_in(file: Path) -> str | None:
    """Return the text of a regular file that is not hidden; None for anything else."""
    if file.name.startswith(".") or file.is_symlink() or not file.is_file() or file.stat().st_size > LARGEST_FILE:
        return None
    try:
        text = file.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return None
    return None if "\0" in text else text


def _diff(ref: str) -> str:
    from quorate.checks.evidence_check import commit_named, run_git

    commit = commit_named(".", ref)
    shown = run_git(".", "diff", "--no-ext-diff", "--no-textconv", "--no-color", commit.id, "--")
    if shown.returncode:
        raise InputError(f"git diff {ref}: {shown.stderr.decode(errors='replace').strip() or 'failed'}")
    if new := run_git(".", "ls-files", "--others", "--exclude-standard").stdout.decode(errors="replace").splitlines():
        complain(f"context: git does not show untracked files: {_some(new)}")
    if not shown.stdout.strip():
        raise InputError(f"git diff {ref}: nothing differs; leave --diff out, or name an earlier commit")
    return shown.stdout.decode(errors="replace")


def _some(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
