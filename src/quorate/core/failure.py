"""A failure never helps a proposal: one rule over all protocols.

A verdict that proceeds is counted again with every failed seat against it. If it would not stand, or would
need more, it relies on an absence and a person has to verify it. Ballots that were only inferred from free text
are treated the same way, and also as if they had not come: a guessed ballot must not make up the quorum either.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot
from quorate.core.question import Question
from quorate.core.verdict import PROCEED

DEGRADED, ON_ABSENCE, ON_INFERENCE = "DEGRADED_PANEL", "RELIES_ON_ABSENCE", "RELIES_ON_INFERENCE"


class Outcome(NamedTuple):
    """The part of a verdict that a recount can change."""

    result: str
    choice: str | None
    action: str
    requires: frozenset[str] = frozenset()

    def stands_like(self, first: "Outcome") -> bool:
        """Proceeds with the same choice and requires nothing that the first count does not."""
        return self.action == PROCEED and self.choice == first.choice and self.requires <= first.requires


class Doubt(NamedTuple):
    """Which seats failed, and which ballots were only inferred."""

    failed: tuple[str, ...]
    inferred: tuple[str, ...]


Recount = Callable[[frozenset[str], frozenset[str]], Outcome]
NOBODY: frozenset[str] = frozenset()
NO_DOUBT = Doubt((), ())


def doubt_about(answers: Iterable[Answer]) -> Doubt:
    """The seats whose voice is missing or only guessed."""
    failed, inferred = [], []
    for answer in answers:
        if isinstance(answer, Ballot):
            if answer.inferred:
                inferred.append(answer.seat.name)
        elif answer.failed:
            failed.append(answer.seat.name)
    return Doubt(tuple(failed), tuple(inferred)) if failed or inferred else NO_DOUBT


def reliance(first: Outcome, doubt: Doubt, recount: Recount) -> tuple[str, ...]:
    """The flags of a proceed that would not stand otherwise. `recount` takes who is against and who is silent."""
    if first.action != PROCEED or doubt == NO_DOUBT:
        return ()
    failed, inferred = frozenset(doubt.failed), frozenset(doubt.inferred)

    def stands(against: frozenset[str], silent: frozenset[str]) -> bool:
        return recount(against, silent).stands_like(first)

    flags = []
    if failed and not stands(failed, NOBODY):
        flags.append(ON_ABSENCE)
    if inferred and not (stands(inferred, NOBODY) and stands(NOBODY, inferred)):
        flags.append(ON_INFERENCE)
    if flags or not (failed and inferred) or (stands(failed | inferred, NOBODY) and stands(failed, inferred)):
        return tuple(flags)
    return ON_ABSENCE, ON_INFERENCE


def needs_verification(question: Question, doubt: Doubt, reliance_flags: tuple[str, ...]) -> bool:
    """True when a person has to verify before anyone acts."""
    return bool(reliance_flags) or (question.is_hard_to_reverse and doubt != NO_DOUBT)
