"""What a gate says in English."""

from quorate.reports.language import headings

PHRASES = {
    "gate.rule": "denied by {rule}",
    "gate.default": "denied by the default of {file}: no rule covers this call ({call}); `quorate gate suggest` helps",
    "gate.no_gate": "denied: {file} has no rules in a table [gate]; write some by `quorate init --gate developer`",
    "gate.nobody_to_ask": "denied, because {rule} asks about this call, and your settings name nobody to ask",
    "gate.own_path": "denied by a built-in rule: it touches Quorate's files (settings, record, keys) or hooks: {part}",
    "gate.own_program": "denied by a built-in rule: it runs quorate other than to read: {part}",
    "gate.key_in_environment": "denied, because QUORATE_KEY is in the environment of the agent; remove it",
    "gate.too_many_words": "denied: the call has too many different words to be looked through",
    "gate.too_large": "denied: {rule} asks about this call, and it is too large to be shown to anybody",
    "gate.window": "allowed by the window {where}",
    "gate.approved": "approved in {where}",
    "gate.pending": "waiting for approval in {where}; repeat the call once it is approved (`quorate show {where}`); "
    "asked by {rule}",
    "gate.refused": "refused in {where}; asked by {rule}",
    "gate.reasons": "{reason}; {said}",
    "gate.used": "the approval in {where} was used by another call; asked by {rule}",
    "gate.named.rule": "rule {rule} of {file}",
    "gate.named.delicate": "the built-in rule for what the gate runs on and for folders with something of Quorate's",
    "gate.named.default": "the default of {file}",
    "gate.suggest.none": "{calls} calls are on the record, and no rule can be proposed from them",
    "gate.suggest.any": "{tool}: asked {calls} times, approved {approved}; a rule for it would pass any input",
    "gate.suggest.replayed": "Of {calls} recorded calls {pass_now} pass by your rules; with these {pass_then} would, "
    "and none that nobody approved; {not_plain} can pass by none, because they are no plain commands",
    "gate.suggest.counts": "{name}: {calls} calls, {approved} approved",
    "gate.suggest.before": "belongs before rule {rule}",
    "gate.suggest.end": "belongs behind your other rules",
    "gate.title.id": "Window",
    **headings("gate.title", "tool session folder until"),
    "gate.title.left": "Uses left",
}
