"""`quorate init`: a settings file to begin with."""

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import language_option

EXAMPLES = """\b
Examples:
  quorate init
  quorate init --print
  quorate init --force
"""


@click.command("init", epilog=EXAMPLES)
@click.option("--force", is_flag=True, help="Write over a quorate.toml that is there.")
@click.option("--print", "printed", is_flag=True, help="Print it, and write nothing.")
@language_option
@with_help
def command(force: bool, printed: bool, lang: str | None) -> int:
    """Writes quorate.toml into this folder: panels of the engines that are here, and every key with what it means.

    What is not used yet stands there commented out. A file that is there already is kept, unless --force is said.
    """
    from quorate.surfaces.cli.founding import found_settings

    return found_settings(force=force, printed=printed, lang=lang)
