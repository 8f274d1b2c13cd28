"""What messages call arguments at the command line: options, by their own names."""

from collections.abc import Mapping

from quorate.core.wording import ArgumentName, TerminalHint

_OTHERS: Mapping[str, str] = {
    "approvers": "approver",
    "accept_notes": "accept-note",
    "go: false": "hold",
    "options": "option",
    "seats": "seat",
    "seats NAME=VOTER": "seat NAME=VOTER",
    "strike_notes": "strike-note",
}


def as_option(part: ArgumentName | TerminalHint) -> str:
    """`--convinced-by` for `convinced_by`; hints are for exactly these readers."""
    return str(part) if isinstance(part, TerminalHint) else "--" + _OTHERS.get(part, part.replace("_", "-"))
