"""Run a complete deliberation, offline."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from quorate.protocols import DEFAULT, built_in_names
from quorate.surfaces.cli.options import Look, look_of, look_options, with_help
from quorate.surfaces.cli.terminal.streams import complain, error_is_terminal, finish, put

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from quorate.app.app import Deliberation
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import Runner

EXAMPLES = """\b
Examples:
  quorate demo
  quorate demo --protocol judges --lang ja
  quorate demo --document > ballots.yaml && quorate tally ballots.yaml
  quorate demo --store demo.db && quorate log --store demo.db
"""
_SLOWLY, _AT_ONCE = 0.5, 0.005
REPORT = "quorate-demo.html"


@click.command("demo", epilog=EXAMPLES)
@click.option("--protocol", type=click.Choice(built_in_names()), help="Count this protocol's sample ballots instead.")
@click.option("--document", is_flag=True, help="Print sample ballots as a tally document.")
@click.option("--report", metavar="FILE", default=REPORT, show_default=True, help="Where the HTML report is written.")
@click.option(
    "--store", metavar="ADDRESS", help="Save it in this record (default: not saved); put passwords in ~/.pgpass."
)
@look_options
@with_help
def command(protocol: str | None, document: bool, report: str, store: str | None, **look: Any) -> None:
    """Runs a complete deliberation: a question with scores, which three seats of the scorecard vote on.

    No model, no account, no network: the scorecard votes by the scores. You see sealed votes come in, the verdict, what
    a person would be asked, and where the HTML report is.
    """
    from quorate.app.documents.demonstration import example

    if document:
        put(example(protocol or DEFAULT))
    elif protocol:
        _count_samples(protocol, store, look_of(**look))
    else:
        _decide_question(report, store, look_of(**look))


def _decide_question(report: str, store: str | None, look: Look) -> None:
    from quorate.app.documents.demonstration import demonstrate_question
    from quorate.surfaces.cli.terminal.live.live_rows import watching
    from quorate.surfaces.cli.terminal.output.verdict_output import show
    from quorate.surfaces.cli.terminal.phrases import Words

    words = Words(look.lang)
    is_read = look.form == "text"
    if is_read:
        put(words("demo.before") + "\n\n")
        finish()
    with _opened(store) as at, watching(look, quiet=True) as watcher:
        found = at.run(demonstrate_question(at.app, at.who, _pause(), watcher))
    session = found.session
    assert session.verdict
    show(session.question, session.verdict, look)
    if is_read:
        _say_what_next(found, report, look, words)
    _say_saved(session.id, store)


def _say_what_next(found: "Deliberation", report: str, look: Look, words: "Words") -> None:
    from quorate.app.machine.first_settings import survey_engines
    from quorate.surfaces.cli.terminal.hints import engine_names
    from quorate.surfaces.cli.terminal.output.deliberation_output import rendered
    from quorate.surfaces.cli.terminal.output.written_file import write_file
    from quorate.surfaces.cli.terminal.runner import run
    from quorate.voters.programs.discovery import is_usable

    write_file(Path(report), rendered(found, look._replace(form="html")))
    there = [one.engine for one in run(survey_engines()).engines if is_usable(one)]
    engine = words("demo.engine", engine=engine_names(there[:1], words)) if there else words("demo.no.engine")
    question = quote(found.session.question.subject)
    put(f"\n{words('demo.report', file=report)}\n{engine}\n  quorate decide {question}\n")


def _count_samples(protocol: str, store: str | None, look: Look) -> None:
    from quorate.app.documents.demonstration import demonstrate, example
    from quorate.surfaces.cli.terminal.live.live_rows import watching
    from quorate.surfaces.cli.terminal.output.verdict_output import show
    from quorate.surfaces.cli.terminal.phrases import Words

    words, is_read = Words(look.lang), look.form == "text"
    if is_read:
        put(words("demo.samples", protocol=protocol) + "\n\n")
        finish()
    with _opened(store) as at, watching(look, quiet=True) as watcher:
        session = at.run(demonstrate(at.app, at.who, example(protocol), _pause(), watcher))
    assert session.verdict
    show(session.question, session.verdict, look)
    if is_read:
        commands = f"  quorate demo --protocol {protocol} --document > ballots.yaml\n  quorate tally ballots.yaml\n"
        put(f"\n{words('demo.change')}\n{commands}")
    _say_saved(session.id, store)


def _opened(store: str | None) -> "AbstractContextManager[Runner]":
    from quorate.surfaces.cli.terminal.runner import app_at, app_in_memory

    return app_in_memory() if store is None else app_at(store, may_make=True)


def _pause() -> float:
    """People see votes come in; a program waits for nothing."""
    return _SLOWLY if error_is_terminal() else _AT_ONCE


def _say_saved(deliberation: str, store: str | None) -> None:
    from quorate.surfaces.cli.terminal.output.record_line import shown_address

    if store is not None:
        complain(f"saved: quorate show {deliberation} --store {quote(shown_address(store))}")
