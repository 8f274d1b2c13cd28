"""`quorate demo`: ballots that come with the package, counted."""

from typing import Any

import click

from quorate.surfaces.cli.eager import with_help
from quorate.surfaces.cli.options import look_of, look_options
from quorate.surfaces.cli.showing import show
from quorate.surfaces.cli.streams import put

EXAMPLES = """\b
Examples:
  quorate demo
  quorate demo --protocol judges --lang ja
  quorate demo --document > ballots.yaml && quorate tally ballots.yaml
"""
PROTOCOLS = ("magi", "judges", "quorum", "evidence")
SAID = {
    "en": (
        "Ballots that come with Quorate, counted by {protocol}: no network, no store.",
        "Next, change one and count again:",
    ),
    "ja": (
        "Quorate に付属する投票を {protocol} で集計します。ネットワークも保存先も使いません。",
        "次は、票を一つ変えて集計し直してみてください:",
    ),
}


@click.command("demo", epilog=EXAMPLES)
@click.option("--protocol", type=click.Choice(PROTOCOLS), default="magi", show_default=True, help="Which rule to show.")
@click.option("--document", is_flag=True, help="Print the ballots themselves, as a tally document.")
@look_options
@with_help
def command(protocol: str, document: bool, **look: Any) -> None:
    """Counts the ballots that come with Quorate and shows the verdict: no network, no store, no set-up."""
    from quorate.documents.tally import read_tally

    text = example(protocol)
    if document:
        put(text)
        return
    wanted = look_of(**look)
    tally = read_tally(text)
    before, after = SAID[wanted.lang]
    is_read = wanted.form == "text"
    if is_read:
        put(before.format(protocol=protocol) + "\n\n")
    show(tally.case.question, tally.verdict(), wanted)
    if is_read:
        which = "" if protocol == "magi" else f" --protocol {protocol}"
        put(f"\n{after}\n  quorate demo{which} --document > ballots.yaml\n  quorate tally ballots.yaml\n")


def example(protocol: str) -> str:
    """The tally document that shows a protocol."""
    from pkgutil import get_data

    return (get_data("quorate", f"examples/{protocol}.yaml") or b"").decode()
