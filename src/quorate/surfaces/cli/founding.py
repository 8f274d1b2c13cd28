"""Writes the first settings file of a folder: whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path

from quorate import config
from quorate.core.errors import InputError
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.first_settings import settings_text
from quorate.surfaces.cli.terminal.hints import engine_names
from quorate.surfaces.cli.terminal.streams import complain, put
from quorate.surfaces.cli.terminal.wording import Words
from quorate.voters.programs.discovery import Found, is_usable


def found_settings(*, force: bool, printed: bool, lang: str | None) -> int:
    """Puts the settings on standard output, or into the folder with a word on what to do next."""
    file = Path(config.PROJECT_FILE)
    if not printed and not force and os.path.lexists(file):
        raise InputError(f"{file} is here already and is kept; --force writes over it, --print only shows the new one")
    found = config.engines()
    if printed:
        put(settings_text(found))
        return exit_status.WORKED
    _write(file, settings_text(found))
    _say_what_next(file, found, Words(lang or config.language()))
    return exit_status.WORKED


def _say_what_next(file: Path, found: list[Found], words: Words) -> None:
    there = [one.engine for one in found if is_usable(one)]
    missing = [one.engine for one in found if not is_usable(one)]
    if there:
        complain(words("init.wrote", file=file, engines=engine_names(there, words)))
    else:
        complain(words("init.wrote.none", file=file))
    if missing:
        complain(words("init.missing", engines=engine_names(missing, words)))
    complain(words("init.try") if there else words("init.try.none"))


def _write(file: Path, text: str) -> None:
    """Beside the file first, then in its place."""
    target = os.path.realpath(file)  # a link stays one
    beside = f"{target}.{os.getpid()}.new"
    try:
        with open(beside, "x", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, target)
    except OSError as error:
        with suppress(OSError):
            os.unlink(beside)
        raise InputError(f"{file} cannot be written here: {(error.strerror or str(error)).lower()}") from None
