"""Run a complete deliberation on sample ballots."""

from shlex import quote
from typing import Any

import click

from quorate.protocols import DEFAULT, built_in_names
from quorate.surfaces.cli.options import Look, look_of, look_options, with_help
from quorate.surfaces.cli.terminal.streams import complain, error_is_terminal, finish, put

EXAMPLES = """\b
Examples:
  quorate demo
  quorate demo --protocol judges --lang ja
  quorate demo --document > ballots.yaml && quorate tally ballots.yaml
  quorate demo --store demo.db && quorate log --store demo.db
"""
_SLOWLY, _AT_ONCE = 0.5, 0.005
SAID = {
    "en": (
        "A deliberation on sample ballots, counted by {protocol}: no network, no engine.",
        "Next: change a ballot and count again:",
    ),
    "ja": (
        "Quorate に付属する投票で審議を行い、{protocol} で集計します。ネットワークもエンジンも使いません。",
        "次は、票を一つ変えて集計し直してみてください:",
    ),
}


@click.command("demo", epilog=EXAMPLES)
@click.option(
    "--protocol", type=click.Choice(built_in_names()), default=DEFAULT, show_default=True, help="The protocol to show."
)
@click.option("--document", is_flag=True, help="Print the ballots as a tally document.")
@click.option(
    "--store", metavar="ADDRESS", help="Save it in this record (default: not saved); put passwords in ~/.pgpass."
)
@look_options
@with_help
def command(protocol: str, document: bool, store: str | None, **look: Any) -> None:
    """Runs a complete deliberation on sample ballots and shows the verdict: no setup needed."""
    from quorate.app.documents.demonstration import example

    text = example(protocol)
    if document:
        put(text)
        return
    wanted = look_of(**look)
    before, after = SAID[wanted.lang]
    is_read = wanted.form == "text"
    if is_read:
        put(before.format(protocol=protocol) + "\n\n")
        finish()
    _demonstrate(text, store, wanted)
    if is_read:
        which = "" if protocol == DEFAULT else f" --protocol {protocol}"
        put(f"\n{after}\n  quorate demo{which} --document > ballots.yaml\n  quorate tally ballots.yaml\n")


def _demonstrate(text: str, store: str | None, look: Look) -> None:
    from quorate.app.documents.demonstration import demonstrate
    from quorate.surfaces.cli.terminal.live.live_rows import watching
    from quorate.surfaces.cli.terminal.output.record_line import shown_address
    from quorate.surfaces.cli.terminal.output.verdict_output import show
    from quorate.surfaces.cli.terminal.runner import app_at, app_in_memory

    pause = _SLOWLY if error_is_terminal() else _AT_ONCE
    opening = app_in_memory() if store is None else app_at(store, may_make=True)
    with opening as at, watching(look, quiet=True) as watcher:
        session = at.run(demonstrate(at.app, at.who, text, pause, watcher))
    assert session.verdict
    show(session.question, session.verdict, look)
    if store is not None:
        complain(f"saved: quorate show {session.id} --store {quote(shown_address(store))}")
