"""What a gate says in English."""

from quorate.reports.language import headings

PHRASES = {
    "gate.rule": "denied by a rule of your settings",
    "gate.default": "denied, because no rule of your settings is about this call",
    "gate.no_gate": "denied, because {file} has no rules in a table [gate]; `quorate init --print` shows one",
    "gate.opaque": "denied, because only a shell can say what this command does",
    "gate.nobody_to_ask": "denied, because your settings name nobody to ask",
    "gate.own_path": "denied, because it touches Quorate's own files (settings, record, keys, program) or hooks",
    "gate.own_name": "denied, because it may touch Quorate's own files (settings, record, keys, program) or hooks",
    "gate.own_program": "denied, because it runs quorate other than to read",
    "gate.key_in_environment": "denied, because QUORATE_KEY is in the environment of the agent; remove it",
    "gate.window": "allowed by the window {where}",
    "gate.approved": "approved in {where}",
    "gate.pending": "waiting for approval in {where}; repeat the call once it is approved (`quorate show {where}`)",
    "gate.refused": "refused in {where}",
    "gate.used": "the approval in {where} was used by another call",
    "gate.title.id": "Window",
    **headings("gate.title", "tool session folder until"),
    "gate.title.left": "Uses left",
}
