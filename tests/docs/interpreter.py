"""Types examples into a Python interpreter and writes down what it answers."""

from contextlib import redirect_stdout
from doctest import DocTestParser, Example
from io import StringIO
from traceback import format_exception_only
from typing import Any


def session(text: str, names: dict[str, Any]) -> str:
    """The session with the answers that the interpreter gives now."""
    parts = DocTestParser().parse(text)
    return "".join(_typed(part.source) + _answer(part, names) if isinstance(part, Example) else part for part in parts)


def _typed(source: str) -> str:
    first, *more = source.splitlines()
    return "".join(f"{line}\n" for line in (f">>> {first}", *(f"... {line}".rstrip() for line in more)))


def _answer(example: Example, names: dict[str, Any]) -> str:
    said = StringIO()
    try:
        with redirect_stdout(said):
            exec(compile(example.source, "<example>", "single"), names)
    except Exception as error:  # noqa: BLE001 - an example may show any error
        last = "".join(format_exception_only(error))
        return f"{said.getvalue()}Traceback (most recent call last):\n    ...\n{last}"
    return "".join(f"{line or '<BLANKLINE>'}\n" for line in said.getvalue().splitlines())
