"""What a deliberation adds to its verdict, in the reader's words and ready to be placed."""

from typing import NamedTuple

CHOSEN, OVERRIDDEN, REFUSED, OVERDUE = "chosen", "overridden", "refused", "overdue"
PROPOSED, ACCEPTED, REJECTED, DEPRECATED = "proposed", "accepted", "rejected", "deprecated"


class Decision(NamedTuple):
    """What a person made of a verdict: `how` is chosen, overridden, refused, or overdue where nobody answered."""

    how: str
    by: str
    choice: str = ""


class Entry(NamedTuple):
    """One line of the audit trail. The hash is shortened, or says that it is sealed."""

    position: str
    at: str
    author: str
    proof: str
    what: str
    hash: str


class Account(NamedTuple):
    """Head, standing, answers, rounds and trail. `status` is that of a decision record, `state` that of the banner."""

    head: tuple[tuple[str, str], ...]
    status: str
    state: str
    last_word: str
    decision: Decision | None = None
    todo: str = ""
    asking: str = ""
    answers: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    trail: tuple[Entry, ...] = ()
