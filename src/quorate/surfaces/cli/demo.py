"""`quorate demo`: a deliberation on ballots that come with the package."""

from typing import Any

import click

from quorate.protocols import DEFAULT, built_in_names
from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import look_of, look_options
from quorate.surfaces.cli.terminal.streams import finish, put

EXAMPLES = """\b
Examples:
  quorate demo
  quorate demo --protocol judges --lang ja
  quorate demo --document > ballots.yaml && quorate tally ballots.yaml
  quorate demo --store demo.db && quorate log --store demo.db
"""
SAID = {
    "en": (
        "A deliberation on ballots that come with Quorate, counted by {protocol}: no network, no engine.",
        "Next, change one and count again:",
    ),
    "ja": (
        "Quorate に付属する投票で審議を行い、{protocol} で集計します。ネットワークもエンジンも使いません。",
        "次は、票を一つ変えて集計し直してみてください:",
    ),
}


@click.command("demo", epilog=EXAMPLES)
@click.option(
    "--protocol", type=click.Choice(built_in_names()), default=DEFAULT, show_default=True, help="Which rule to show."
)
@click.option("--document", is_flag=True, help="Print the ballots themselves, as a tally document.")
@click.option("--store", metavar="ADDRESS", help="Keep it in this record, else it is forgotten; passwords: ~/.pgpass.")
@look_options
@with_help
def command(protocol: str, document: bool, store: str | None, **look: Any) -> None:
    """Runs a complete deliberation on the ballots that come with Quorate and shows the verdict: no set-up needed."""
    text = example(protocol)
    if document:
        put(text)
        return
    from quorate.surfaces.cli.demonstrating import demonstrate

    wanted = look_of(**look)
    before, after = SAID[wanted.lang]
    is_read = wanted.form == "text"
    if is_read:
        put(before.format(protocol=protocol) + "\n\n")
        finish()
    demonstrate(text, store, wanted)
    if is_read:
        which = "" if protocol == DEFAULT else f" --protocol {protocol}"
        put(f"\n{after}\n  quorate demo{which} --document > ballots.yaml\n  quorate tally ballots.yaml\n")


def example(protocol: str) -> str:
    """The tally document that shows a protocol."""
    from pkgutil import get_data

    return (get_data("quorate", f"examples/{protocol}.yaml") or b"").decode()
