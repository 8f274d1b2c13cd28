"""Writes the report of a deliberation, to a file where one is named."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from quorate.core.codec import json_line
from quorate.core.errors import InputError
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.desk import desk
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.terminal.deliberation_output import put_deliberation, rendered
from quorate.surfaces.cli.terminal.streams import STANDARD
from quorate.views.deliberation import in_full


def report_deliberation(deliberation: str, output: str | None, manner: Manner) -> int:
    """The report on standard output, or in a file that is whole or not there."""
    look = manner.look
    with desk(manner.store) as at:
        found = at.whole(deliberation)
    if output is None or output == STANDARD:
        put_deliberation(found, look)
    elif look.form == "json":
        _write(Path(output), json_line(in_full(found.session, found.history)) + "\n")
    else:
        _write(Path(output), rendered(found, look._replace(coloured=False)))
    return exit_status.WORKED


def _write(file: Path, text: str) -> None:
    data, target = text.encode("utf-8", "replace"), file.resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)  # a pipe or a device is written to, never replaced; a directory refuses
        else:
            _replace(target, data)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"{file}: {why}; allowed: a file that can be written") from None


def _replace(target: Path, data: bytes) -> None:
    """The file has the old content or the new one, whatever happens in between."""
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
