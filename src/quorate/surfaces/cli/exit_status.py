"""Exit statuses."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quorate.batch.outcome import WrittenVerdict
    from quorate.core.verdict import Verdict
    from quorate.deliberation.session import Session

WORKED, FAILED, WRONG = 0, 1, 2
BLOCKED, PERSON_NEEDED = 3, 4
CONSENSUS_VIOLATED, UNKNOWN_PROTOCOL = 61, 67
INTERRUPTED = 130


def gate(verdict: "Verdict | WrittenVerdict") -> int:
    """What a script that would act on the verdict has to know."""
    if verdict.may_be_acted_on:
        return WORKED
    from quorate.core.verdict import BLOCK  # the help does without verdicts

    return BLOCKED if verdict.action == BLOCK else PERSON_NEEDED


def gate_of(session: "Session") -> int:
    """The same of a deliberation, with all that people have answered. What was used up or taken back blocks."""
    from quorate.core.verdict import BLOCK
    from quorate.deliberation.permission import chosen_instead, may_be_acted_on, person_refused

    if may_be_acted_on(session):
        return WORKED
    verdict = session.verdict if session.is_current else None
    refused = person_refused(session) or bool(session.lapsed_at) or bool(chosen_instead(session))
    against = verdict is not None and (verdict.action == BLOCK or refused)
    return BLOCKED if against or session.endings else PERSON_NEEDED
