"""A file that a user named, written as a whole or not at all."""

import os
from pathlib import Path

from quorate.core.errors import InputError


def write_file(file: Path, text: str) -> None:
    """The text in a file, which is replaced as a whole."""
    data, target = text.encode("utf-8", "replace"), file.resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)  # a pipe or a device is written to, never replaced; a directory refuses
        else:
            _replace(target, data)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"{file}: {why}; expected a file that can be written") from None


def _replace(target: Path, data: bytes) -> None:
    """The file has the old content or the new one, whatever happens in between."""
    from tempfile import NamedTemporaryFile

    with NamedTemporaryFile("wb", dir=target.parent, prefix=f".{target.name}.", delete=False) as part:
        try:
            part.write(data)
            part.flush()
            os.chmod(part.name, 0o666 & ~_umask())
            os.replace(part.name, target)
        finally:
            Path(part.name).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
