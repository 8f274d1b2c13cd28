"""Proposed rules of the gate on standard output: counts, what replaying says, and the rules as text for settings."""

from quorate.app.machine.gate_preset import rule_lines
from quorate.core.codec import json_line
from quorate.gate.suggestion import Suggestions
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.streams import put, put_json
from quorate.views.gate import suggestions_plain


def put_suggestions(found: Suggestions, file: str, look: Look) -> None:
    """Print suggestions; the text for settings has the counts as comments."""
    if look.form == "json":
        put_json(json_line(suggestions_plain(found)))
        return
    words = Words(look.lang)
    lines = [words("gate.suggest.replayed" if found.rules else "gate.suggest.none", **found._asdict())]
    lines += [words("gate.suggest.not_plain", count=found.not_plain)] if found.not_plain else []
    for rule in found.rules:
        counts = words("gate.suggest.counts", calls=rule.calls, approved=rule.approved, name=rule.name)
        place = words("gate.suggest.before" if rule.before else "gate.suggest.end", rule=rule.before, file=file)
        lines += ["", f"# {counts}; {place}", *rule_lines(rule.name, {**rule.keys, "then": "pass"})]
    put("\n".join(lines))
