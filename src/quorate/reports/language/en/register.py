"""English for the register over time."""

from quorate.reports.language import same

PHRASES = {
    **same("tracked", "open mitigated accepted closed vindicated"),
    "tracked.earlier": "{status} (of an earlier verdict)",
    "came_true": "VINDICATED: {what} ({by}, {at})",
    "came_true.link": "VINDICATED: {what} (see {link}; {by}, {at})",
    "register.item": "{id} [{state}] {text}",
    "register.item.of": "{id} [{state}] {text} ({source})",
    "register.state": "{severity}, {status}",
    "register.turn": "{at}, {author}: {item}: {what}",
    "register.last": "The last {count} of {n} changes; the Markdown report has all.",
    "register.nothing": "The verdict left no risks, dissents or conditions.",
    "register.sealed": "There is no verdict on the current question, so there is no register yet.",
    "turn.join": "; ",
    "turn.status": "status {text}",
    "turn.owner": "owner {text}",
    "turn.mitigation": "mitigation: {text}",
    "turn.monitor": "monitor: {text}",
    "turn.due": "due {text}",
    "turn.note": "note: {text}",
    "turn.what_happened": "came true: {text}",
    "turn.link": "see {text}",
}
