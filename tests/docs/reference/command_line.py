"""The command line: what every command says of itself."""

from click.testing import CliRunner

from quorate.surfaces.cli.command_table import program
from quorate.surfaces.cli.commands import summaries

INTRODUCTION = """# The command line

What `quorate --help` and the help of every command say. How the commands are used is shown in the
tutorials ([counting](../tutorial.md), [deciding](../tutorial-decide.md)) and in the how-to pages; exit statuses are
listed in [Words](words.md#exit-statuses), the environment in [Settings](settings.md).
"""


def command_line() -> str:
    """Every command with its help."""
    return INTRODUCTION + "".join(_section(name) for name in ("", *summaries()))


def _section(name: str) -> str:
    title = f"quorate {name}".strip()
    answer = CliRunner().invoke(program, [*([name] if name else []), "--help"], prog_name="quorate", terminal_width=80)
    return f"\n## {title}\n\n```text\n{answer.output}```\n"
