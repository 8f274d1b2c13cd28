"""What is to be decided. Every edit is a new revision with a new content hash."""

import json
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from quorate.core.exact import Exact, plain

REVERSIBILITIES = ("high", "medium", "low")
URGENCIES = ("low", "medium", "high", "critical")
DECISION_TYPES = ("approval", "go_no_go", "priority")


def _exactly(value: Fraction) -> int | str:
    """A number of the same value is written the same way, whichever type holds it."""
    number = plain(value)
    return number if isinstance(number, int) else str(number)


_ENCODER = json.JSONEncoder(
    ensure_ascii=True, sort_keys=True, separators=(",", ":"), check_circular=False, default=_exactly
)


class Option(NamedTuple):
    """One thing that can be chosen."""

    id: str
    text: str = ""


class Score(NamedTuple):
    """What the question itself says of one of its options, or of the proposal as a whole, by one criterion."""

    criterion: str
    value: Exact
    option: str = ""


class Question(NamedTuple):
    """Subject, domain, context, options, constraints, urgency, reversibility, and the action to release.

    `asked_as` is the content hash that it was asked under, where a text was redacted since. `review_by` is the day, in
    ISO 8601, by which somebody should look at the decision again. `action_for` is the option that the action carries
    out: where another one wins, the action is not released.
    """

    subject: str
    domain: str = ""
    context: str = ""
    options: tuple[Option, ...] = ()
    constraints: tuple[str, ...] = ()
    urgency: str = ""
    reversibility: str = ""
    action: str = ""
    decision_type: str = ""
    id: str = ""
    revision: int = 1
    scores: tuple[Score, ...] = ()
    reversible: tuple[str, ...] = ()
    asked_as: str = ""
    review_by: str = ""
    action_for: str = ""

    @property
    def is_hard_to_reverse(self) -> bool:
        """Only where low reversibility was stated; unstated counts as medium."""
        return self.reversibility == "low"

    @property
    def content_hash(self) -> str:
        """Names this revision's content; a ballot carries the hash of the question that it answers."""
        return self.asked_as or _content_hash(self)

    def revised(self, **changes: object) -> "Question":
        """The edited question as the next revision."""
        return self._replace(**{"asked_as": "", **changes, "revision": self.revision + 1})  # type: ignore[arg-type]


@lru_cache(maxsize=32)  # a context may be of megabytes, and the hash is asked for again by every reader
def _content_hash(question: Question) -> str:
    import hashlib  # costs more than the rest of this module

    # only what is stated is hashed
    stated = {name: value for name, value in zip(question._fields, question, strict=True) if value}
    content = _ENCODER.encode(stated)
    return "sha256:" + hashlib.sha256(content.encode()).hexdigest()
