"""What the command line says to people about a deliberation: its own phrases, and those that it shares with reports."""

from collections.abc import Sequence

from quorate.reports.language import language

__all__ = ["SHARED", "Words"]

# what reports say by another code
SHARED = {
    **{f"state.{state}": f"stage.{state}" for state in ("voting", "decided", "released")},
    **{f"status.{status}": f"tracked.{status}" for status in ("open", "mitigated", "accepted", "closed", "vindicated")},
    **{f"seat.{kind}": f"kind.{kind}" for kind in ("timeout", "error", "unreadable", "absent", "recused")},
    **{f"title.{title}": f"column.{title}" for title in ("confidence", "severity", "owner", "status", "due", "item")},
    "title.id": "head.id",
    "title.date": "field.date",
    "title.domain": "field.domain",
    "domain": "field.domain",
    "urgency": "field.urgency",
    "reversibility": "field.reversibility",
    "review_by": "field.review_by",
    "action_for": "field.action_for",
    "context": "heading.context",
    "may": "act.yes",
    **{code: code for code in ("list.comma", "list.or", "list.and", "list.groups")},
    **{f"need.signatures{end}": f"need.signatures{end}" for end in ("", ".all", ".group", ".group.all")},
    "ask.watch": "deadlock.watch",
    "engines.unknown": "usage.unknown",
}


class Words:
    """The phrases of one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._say = language(lang)

    def __call__(self, code: str, /, **values: object) -> str:
        """The phrase with its values."""
        return self._say(self._key(code), **values)

    def knows(self, code: str) -> bool:
        """True where there is such a phrase."""
        return self._say.knows(self._key(code))

    def word(self, kind: str, code: str) -> str:
        """The word for a code; a code that nobody foresaw is shown as it is."""
        key = self._key(f"{kind}.{code}")
        return self._say(key) if self._say.knows(key) else code

    def named(self, names: Sequence[str]) -> str:
        """Some names as a sentence lists them."""
        *some, last = names
        return self("and", some=", ".join(some), last=last) if some else last

    def _key(self, code: str) -> str:
        own = f"cli.{code}"
        return own if self._say.knows(own) else SHARED.get(code, code)
