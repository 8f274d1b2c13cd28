"""Standard input, output and error, and files: bytes in with a limit, clean text and JSON out."""

import errno
import os
import sys
from typing import BinaryIO

from quorate import config
from quorate.core.errors import DocumentError, InputError
from quorate.core.text import says_something
from quorate.core.wording import worded
from quorate.surfaces.cli.terminal.option_names import as_option

STANDARD = "-"
WIDTH = 80
_BOXES = "═║╔╝─│┌┘█…"


def opened(file: str) -> BinaryIO:
    """A file, or standard input for `-`."""
    if file == STANDARD:
        if sys.stdin is None:
            raise InputError("standard input is closed; expected a file, or ballots on standard input")
        return sys.stdin.buffer
    try:
        return open(file, "rb")
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: {_reason(error)}; expected a readable file, or -") from None


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)


def read_document(file: str) -> bytes:
    """The bytes of a document; of one that is too large, just enough to tell."""
    from quorate.documents.container import LARGEST  # the help reads none

    stream = opened(file)
    try:
        return stream.read(LARGEST + 1)
    except OSError as error:
        raise OSError(error.errno, error.strerror, named(file)) from None
    finally:
        if file != STANDARD:
            stream.close()


def read_text(file: str) -> str:
    """The text of a file."""
    from quorate.documents.container import decoded

    try:
        return decoded(read_document(file))
    except DocumentError as error:
        raise error.in_source(named(file)) from None


def read_action(file: str) -> str:
    """The text of a file, character for character: what is released is compared with what was voted on."""
    from quorate.documents.container import decoded

    data = read_document(file)
    try:
        if not says_something(decoded(data)):
            raise InputError(f"{named(file)}: missing; expected the action itself")
    except DocumentError as error:
        raise error.in_source(named(file)) from None
    return data.decode()


def named(file: str) -> str:
    """How messages name the file."""
    return "standard input" if file == STANDARD else file


def counted(number: int, what: str) -> str:
    """So many of something, in words."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def names_a_file(target: str) -> bool:
    """A name with a dot or a slash is a file; ids have neither."""
    return target == STANDARD or "." in target or "/" in target


def put_json(line: str) -> None:
    """One line of JSON on standard output: UTF-8, whatever the terminal speaks."""
    binary_output().write(line.encode() + b"\n")


def put_page(text: str) -> None:
    """A page of HTML on standard output: it says of itself that it is UTF-8, and so it is."""
    binary_output().write(text.encode("utf-8", "replace"))


def put(text: str) -> None:
    """Text on standard output; what its encoding lacks is replaced."""
    binary_output().write(text.encode(_encoding(), "replace"))


def complain(line: str) -> None:
    """One line on standard error, without anything that could steer a terminal."""
    from quorate.reports.text import one_line  # only an error needs it

    say(one_line(worded(line, as_option)))


def say(text: str) -> None:
    """The same where the text may have several lines."""
    from quorate.reports.text import clean

    if sys.stderr is None:
        return
    try:
        sys.stderr.write(clean(worded(text, as_option)) + "\n")
        sys.stderr.flush()
    except OSError:
        _discard(2)  # nobody reads it: the exit status has to do


def finish() -> None:
    """Everything that was put is on its way."""
    if sys.stdout is not None:
        sys.stdout.flush()


def give_up_output() -> None:
    """Nobody reads any more: what is still buffered goes nowhere, quietly."""
    _discard(1)


def _discard(descriptor: int) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


def draws_boxes() -> bool:
    """True where standard output can show box characters."""
    try:
        _BOXES.encode(_encoding())
    except UnicodeEncodeError:
        return False
    return True


def is_terminal() -> bool:
    """True where a person sees standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


def error_is_terminal() -> bool:
    """True where a person sees standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


def width() -> int:
    """How wide a report may be: as wide as the terminal."""
    if not is_terminal():
        return WIDTH
    try:
        return config.columns() or os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH
    except OSError:
        return WIDTH


def _encoding() -> str:
    return (sys.stdout and sys.stdout.encoding) or "utf-8"


def binary_output() -> BinaryIO:
    """Standard output, for bytes."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed", "standard output")
    return sys.stdout.buffer
