"""List the engines that can be asked, and what is missing."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, manner_of, table_options, with_help

if TYPE_CHECKING:
    from quorate.app.machine.first_settings import EngineSurvey
    from quorate.surfaces.cli.terminal.output.tables import Row
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.voters.programs.discovery import FoundEngine

EXAMPLES = """\b
Examples:
  quorate engines
  quorate engines --refresh
  quorate engines --json
"""
_TITLES = ("engine", "version", "logged_in", "program")


@click.command("engines", epilog=EXAMPLES)
@click.option("--refresh", is_flag=True, help="Look again instead of using the cached result.")
@table_options
@with_help
def command(refresh: bool, **look: Any) -> int:
    """Lists Claude, Codex, Gemini and the programs that your settings declare: their versions, and what is missing.

    No model is asked and nothing is spent. The result is cached in QUORATE_HOME for a few minutes. The exit status is 0
    even if something is missing.
    """
    from quorate.app.machine.first_settings import survey_engines
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.runner import run
    from quorate.surfaces.cli.terminal.streams import put_json

    wanted = manner_of(store=None, **look).look
    survey = run(survey_engines(refresh=refresh))
    if wanted.form == "json":
        put_json(f"[{','.join(json_line(one._asdict()) for one in survey.engines)}]")
    else:
        _put_table(survey, wanted)
    return exit_status.WORKED


def _put_table(survey: "EngineSurvey", look: Look) -> None:
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.output.tables import table
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import is_terminal, put

    words = Words(look.lang)
    titles, rows = [words(f"title.{title}") for title in _TITLES], [_row(one, words) for one in survey.engines]
    put(table(titles, rows, look, drawn=is_terminal()))
    lines = [*_incomplete(survey.engines, words), *survey.hints]
    put("".join(f"{one_line(line)}\n" for line in (["", *lines] if lines else [])))


def _row(found: "FoundEngine", words: "Words") -> "Row":
    known = {True: words("engines.yes"), False: words("engines.no"), None: words("engines.unknown")}
    logged_in = known[found.logged_in] if found.program else ""
    return found.engine, found.version, logged_in, found.program


def _incomplete(found: Iterable["FoundEngine"], words: "Words") -> Iterator[str]:
    for one in found:
        if one.missing:
            yield words("engines.missing", **one._asdict())
        elif one.logged_in is None:
            yield words("engines.unclear", **one._asdict())
        if one.offers_tools:
            code = "engines.tools.older" if one.no_tools_from else "engines.tools"
            yield words(code, **one._asdict())
