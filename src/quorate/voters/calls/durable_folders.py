"""Folders that are still there after a power failure: the name of a new one is in the folder above it, on disk."""

import os
from pathlib import Path


def make_folders(path: Path) -> None:
    """Makes a folder and those above it that are missing, for their owner alone, on disk for good."""
    missing = list[Path]()
    for folder in (path, *path.parents):
        if folder.is_dir():
            break
        missing.append(folder)
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)  # somebody else may be as fast
        sync_folder(folder.parent)


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Has the names in a folder on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
