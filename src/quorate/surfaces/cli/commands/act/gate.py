"""Propose rules for the gate from the calls on the record."""

from functools import cache
from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.example_group import ExampleGroup
from quorate.surfaces.cli.options import manner_of, store_option, table_options, with_help

EXAMPLES = """\b
Examples:
  quorate gate suggest
  quorate gate suggest --since 7d --json
"""


@click.group("gate", cls=ExampleGroup, epilog=EXAMPLES)
@with_help
def command() -> None:
    """Rules for the tool calls of agents. They are the table [gate] of your settings, which `quorate hook` applies."""


@command.command("suggest", short_help="Propose rules from the calls on the record.")
@click.option("--since", default="7d", show_default=True, metavar="DURATION", help="How far back, such as 12h or 30d.")
@store_option
@table_options
@with_help
def suggest_command(since: str, **manner: Any) -> int:
    """Proposes rules for calls that were asked or judged with --advise, and writes none of them.

    Every rule is shown with how many calls need it. All calls are replayed under the proposed rules: a rule that would
    let one pass that was refused, or that nobody has approved, is not shown, nor one that would stand before a rule of
    yours about paths or commands.
    """
    from quorate.app.gate.gate_terms import gate_terms
    from quorate.app.gate.suggestions import suggest_rules
    from quorate.app.machine.gate_preset import known_commands, rule_lines
    from quorate.app.question.time_spans import minutes_in
    from quorate.core.codec import json_line
    from quorate.deliberation.moments import later
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import put, put_json

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        moment = later(at.app.now, -60 * minutes_in(since, "--since"))
        terms_of = cache(lambda folder: gate_terms(folder, wanted.store))
        suggestions = at.run(suggest_rules(at.app, at.who, moment, terms_of, known_commands()))
    if wanted.look.form == "json":
        rules = [{"name": rule.name, **rule._asdict(), "pattern": rule.keys} for rule in suggestions.rules]
        tools = [{"tool": one.name, "calls": one.calls, "approved": one.approved} for one in suggestions.tools]
        put_json(json_line({**suggestions._asdict(), "rules": rules, "tools": tools}))
        return exit_status.WORKED
    words = Words(wanted.look.lang)
    lines = [words("gate.suggest.replayed" if suggestions.rules else "gate.suggest.none", **suggestions._asdict())]
    for rule in suggestions.rules:
        counts = words("gate.suggest.counts", calls=rule.calls, approved=rule.approved, name=rule.name)
        place = words("gate.suggest.before" if rule.before else "gate.suggest.end", rule=rule.before)
        lines += ["", f"# {counts}; {place}", *rule_lines(rule.name, {**rule.keys, "then": "pass"})]
    asked = [words("gate.suggest.any", tool=one.name, **one._asdict()) for one in suggestions.tools]
    put("\n".join([*lines, "", *(f"# {line}" for line in asked)] if asked else lines) + "\n")
    return exit_status.WORKED
