"""Write the report of a deliberation."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quorate.core.errors import InputError
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, id_argument, look_options_with, manner_of, store_option, with_help
from quorate.surfaces.cli.terminal.streams import STANDARD

if TYPE_CHECKING:
    from quorate.app.app import Deliberation

EXAMPLES = """\b
Examples:
  quorate report MAGI-2026-1115-001
  quorate report MAGI-2026-1115-001 --format html -o queue.html
  quorate report MAGI-2026-1115-001 --format madr -o docs/decisions/0042-queue.md
"""


@click.command("report", epilog=EXAMPLES)
@id_argument
@click.option("-o", "--output", metavar="FILE", help="Write it to this file (default: standard output).")
@store_option
@look_options_with("markdown")
@with_help
def command(deliberation: str, output: str | None, **manner: Any) -> int:
    """Writes the report of the deliberation ID."""
    from quorate.surfaces.cli.terminal.named_deliberation import to_read
    from quorate.surfaces.cli.terminal.output.deliberation_output import put_deliberation
    from quorate.surfaces.cli.terminal.runner import app_at

    if not manner["as_json"]:
        manner["form"] = manner["form"] or "markdown"
    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        found = at.run(at.app.whole(to_read(at, deliberation)))
    if output is None or output == STANDARD:
        put_deliberation(found, wanted.look)
    else:
        _write(Path(output), _text(found, wanted.look._replace(coloured=False)))
    return exit_status.WORKED


def _text(found: "Deliberation", look: Look) -> str:
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.output.deliberation_output import rendered
    from quorate.views.deliberation import in_full

    if look.form == "json":
        return json_line(in_full(found.session, found.history)) + "\n"
    return rendered(found, look)


def _write(file: Path, text: str) -> None:
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
