"""A group of commands, each of which shows those of the group's examples that are about it."""

import re

import click


class ExampleGroup(click.Group):
    """Examples are written once, in the epilog of the group."""

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Adds the command, with its own examples."""
        super().add_command(cmd, name)
        about = re.compile(rf"quorate {self.name} {name or cmd.name}(?![\w-])")
        own = [line for line in (self.epilog or "").splitlines() if about.search(line)]
        if own and not cmd.epilog:
            cmd.epilog = "\n".join(["\b", "Examples:", *own])
