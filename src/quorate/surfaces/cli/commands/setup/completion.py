"""Print a shell completion script."""

import click

from quorate.surfaces.cli.options import with_help
from quorate.surfaces.cli.terminal.streams import put

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = """\b
Examples:
  quorate completion bash > ~/.local/share/bash-completion/completions/quorate
  quorate completion zsh > ~/.zfunc/_quorate
  quorate completion fish > ~/.config/fish/completions/quorate.fish
"""


@click.command("completion", epilog=EXAMPLES)
@click.argument("shell", type=click.Choice(SHELLS))
@with_help
def command(shell: str) -> None:
    """Prints the completion script for a shell."""
    from click.shell_completion import ShellComplete, get_completion_class

    from quorate.surfaces.cli.command_table import program

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"this version of click does not support completion for {shell}")
    # not kind.source: that of bash starts a bash to ask for its version
    put(ShellComplete.source(kind(program, {}, "quorate", "_QUORATE_COMPLETE")))
