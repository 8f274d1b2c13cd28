"""Exit statuses."""

from quorate.core.verdict import BLOCK, Verdict

WORKED, FAILED, WRONG = 0, 1, 2
BLOCKED, PERSON_NEEDED = 3, 4
CONSENSUS_VIOLATED, UNKNOWN_PROTOCOL = 61, 67
INTERRUPTED = 130


def gate(verdict: Verdict) -> int:
    """What a script that would act on the verdict has to know."""
    if verdict.may_be_acted_on:
        return WORKED
    return BLOCKED if verdict.action == BLOCK else PERSON_NEEDED
