"""Who besides us may write or read the files of a record.

Whoever can write the file, a file beside it or its folder can forge all of it; whoever can read the file sees sealed
ballots. In a folder such as /tmp the file itself cannot be replaced, but SQLite believes a log that lies beside it,
whoever put it there: so such a folder is refused too.
"""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote

from quorate.record.faults import OutOfReach


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A file beside it, its owner's alone, that takes its name once it is complete and on the disk."""
    handle, name = tempfile.mkstemp(".part", f".{file.name}.", file.parent)
    part = Path(name)
    try:
        keep_private(handle)
        yield part
        os.fsync(handle)
        try:
            os.link(part, file)  # unlike a rename, it never replaces a file
        except FileExistsError:
            raise
        except OSError:  # a file system that knows no links
            part.rename(file)
        _sync_directory(file.parent)
    finally:
        os.close(handle)
        for leftover in (part, Path(f"{part}-journal")):
            leftover.unlink(missing_ok=True)


def _sync_directory(directory: Path) -> None:
    with suppress(PermissionError):  # Windows does not open directories
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


PRIVATE = 0o600
_BESIDE = ("", "-wal", "-shm", "-journal")
_ROOT = 0
_MOST_LINKS = 40
_LISTED = "system.posix_acl_access"


def check_access(file: Path, *, is_named: bool) -> Iterator[str]:
    """Refuses a record that somebody else may have written, and warns of what only root may use.

    A record of somebody else's is opened for root alone, and only where it was named. Raises OutOfReach.
    """
    check_writers(file)
    if os.name != "posix":
        return
    for place, owner in _owners(file).items():
        if owner in (_ROOT, os.geteuid()):
            continue
        if os.geteuid() != _ROOT or not is_named:
            raise OutOfReach(_owned(place, owner))
        yield f"{place} belongs to {_name(owner)}, who can change the record"


def check_writers(file: Path) -> None:
    """Refuses a file that anybody but its owner and root may write, or a folder on the way to it. Raises OutOfReach."""
    for folder in _folders(file):
        if _is_open(folder):
            raise OutOfReach(_open_folder(folder, "the folder of the record"))
    for folder in dict.fromkeys(folder for folder, _ in _steps(file)):
        if _is_open(folder) and not _is_sticky(folder):
            raise OutOfReach(_open_folder(folder, "a folder above the record"))
    for one in _files(file):
        if _may(one, stat.S_IWGRP, stat.S_IWOTH):
            raise OutOfReach(
                f"{one} can be written by others, who may have forged it; if you know that nobody has, "
                f"run `chmod go-w {quote(str(one))}`; or name another record"
            )


def check_links(file: Path) -> None:
    """Refuses a way through a link that somebody else put where everybody may put one. Raises OutOfReach."""
    for folder, place in _steps(file):
        if _is_sticky(folder) and _is_open(folder) and place.is_symlink():
            owner = place.lstat().st_uid
            if owner not in (_ROOT, os.geteuid()):
                raise OutOfReach(f"{place} is a link that belongs to {_name(owner)}; name the file itself")


def is_read_by_others(file: Path) -> bool:
    """True where anybody but the owner and root may read it."""
    return _may(file, stat.S_IRGRP, stat.S_IROTH)


def keep_private(handle: int) -> None:
    """A file that is new is its owner's alone, whatever the umask."""
    with suppress(PermissionError):  # a file system without permissions
        os.fchmod(handle, PRIVATE)


def make_private(file: Path) -> None:
    """A new file is its owner's alone, and SQLite gives the files beside it the same permissions."""
    there = Path(os.path.realpath(file))
    try:
        handle = os.open(there, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE)
    except OSError:  # it is there; or SQLite says better what is wrong
        return
    try:
        keep_private(handle)
    finally:
        os.close(handle)
    if is_read_by_others(there):
        there.unlink()
        raise OutOfReach(f"{file} cannot be created for you alone: this file system lets others read it; name another")


def refuse_new(file: Path) -> None:
    """Refuses to make a record in a file that others may read. Raises OutOfReach."""
    if is_read_by_others(file):
        raise OutOfReach(
            f"{file} can be read by others, and a new record would show them sealed ballots; "
            f"run `chmod 600 {quote(str(file))}`, or name another record"
        )


def readable_warning(file: Path) -> str:
    """What to say of a record that others may read."""
    return f"{file} can be read by others, sealed ballots included; run `chmod 600 {quote(str(file))}`"


def _folders(file: Path) -> list[Path]:
    """Where the file is, and where every link on the way to it is that others could replace."""
    links = [folder for folder, place in _steps(file) if os.path.islink(place) and not _is_sticky(folder)]
    return list(dict.fromkeys([Path(os.path.realpath(file)).parent, *links]))


def _steps(file: Path) -> Iterator[tuple[Path, Path]]:
    """The way to the file: each folder, and what is next in it. Links are followed as the system does."""
    at, links = Path(file.anchor or os.sep), 0
    ahead = [*reversed(file.absolute().parts)]
    while ahead and links <= _MOST_LINKS:
        part = ahead.pop()
        if part in (os.pardir, at.anchor):
            at = at.parent if part == os.pardir else Path(at.anchor)
            continue
        yield at, (place := at / part)
        try:
            ahead += reversed(Path(os.readlink(place)).parts)
            links += 1
        except OSError:  # no link; or not there, which whoever opens it says better
            at = place


def _owners(file: Path) -> dict[Path, int]:
    """Whose the files and their folders are; and, where everybody may create something, what is next on the way."""
    owners = {place: found.st_uid for place in (*_folders(file), *_files(file)) if (found := _found(place))}
    for folder, place in _steps(file):
        if _is_sticky(folder) and _is_open(folder):
            with suppress(OSError):
                owners.setdefault(place, place.lstat().st_uid)
    return owners


def _files(file: Path) -> list[Path]:
    there = os.path.realpath(file)
    return [Path(f"{there}{end}") for end in _BESIDE]


def _found(place: Path) -> os.stat_result | None:
    """None where it is not there, or gone again: a log goes with the last process that used it."""
    try:
        return place.stat()
    except OSError:
        return None


def _is_open(folder: Path) -> bool:
    return _may(folder, stat.S_IWGRP, stat.S_IWOTH)


def _is_sticky(folder: Path) -> bool:
    """True where nobody may replace or remove what is another's, as in /tmp."""
    found = _found(folder)
    return bool(found and found.st_mode & stat.S_ISVTX)


def _may(place: Path, group: int, others: int) -> bool:
    found = _found(place)
    if os.name != "posix" or not found:
        return False
    return bool(found.st_mode & others) or (bool(found.st_mode & group) and not _is_own_group(place, found))


def _is_own_group(place: Path, found: os.stat_result) -> bool:
    """True for the group that many systems give to each user, with nobody else in it."""
    import grp
    import pwd

    try:
        owner, group = pwd.getpwuid(found.st_uid), grp.getgrgid(found.st_gid)
    except KeyError:
        return False
    is_theirs = owner.pw_gid == group.gr_gid and owner.pw_name == group.gr_name
    members = {*group.gr_mem} | {one.pw_name for one in pwd.getpwall() if one.pw_gid == group.gr_gid}
    return is_theirs and members <= {owner.pw_name} and not _has_list(place)


def _has_list(place: Path) -> bool:
    """True where an access list lets others in; the bits of the group then stand for all of them."""
    if not hasattr(os, "listxattr"):
        return False
    try:
        return _LISTED in os.listxattr(place)
    except OSError:  # a file system that knows no such lists
        return False


def _open_folder(folder: Path, which: str) -> str:
    what = f"{folder}, {which}, can be written by others, who could replace what is in it"
    if folder.stat().st_mode & stat.S_ISVTX:
        return f"{what}; make one of your own: `mkdir -m 700 {quote(str(folder / 'quorate'))}`"
    return f"{what}; run `chmod go-w {quote(str(folder))}`, or keep the record in a folder of your own"


def _owned(place: Path, owner: int) -> str:
    what = f"{place} belongs to {_name(owner)}, who may have written anything into it"
    if os.geteuid() == _ROOT:
        return f"{what}; name it with --store to use it anyway"
    return f"{what}; name a record of your own"


def _name(owner: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(owner).pw_name
    except KeyError:
        return f"user {owner}"
