"""Why a verdict is as it is: rules, flags, requirements, failures, and the smallest change that would flip it."""

from collections.abc import Iterable
from typing import NamedTuple

from quorate.analysis.failures import failures_of
from quorate.analysis.flips import Search, smallest_flip
from quorate.analysis.life import requirements_in_life
from quorate.analysis.meanings import flags_of, requirements_of
from quorate.analysis.steps import Remark, Step, steps_of
from quorate.analysis.subject import Subject
from quorate.core.errors import Refused
from quorate.core.question import Question
from quorate.core.verdict import Verdict

_MUST_AGREE = ("result", "choice", "action", "requires", "flags")


class Explanation(NamedTuple):
    """A verdict taken apart. Everything in it is codes and numbers; `reports` says it in words."""

    question: Question
    verdict: Verdict
    steps: tuple[Step, ...]
    flags: tuple[Remark, ...]
    requires: tuple[Remark, ...]
    failures: tuple[Remark, ...]
    search: Search | None


def explain(subject: Subject, most: int | None = None) -> Explanation:
    """Takes a verdict apart; `most` bounds the search for the smallest flip."""
    case, verdict = subject.case, subject.verdict
    _counted_the_same(subject)
    return Explanation(
        case.question,
        verdict,
        tuple(steps_of(case, verdict)),
        tuple(flags_of(case, verdict)),
        tuple(_requirements(subject)),
        tuple(failures_of(case, verdict)),
        smallest_flip(case, verdict, most),
    )


def _requirements(subject: Subject) -> Iterable[Remark]:
    stated = requirements_of(subject.case, subject.verdict)
    return requirements_in_life(subject.session, subject.verdict, stated) if subject.session else stated


def _counted_the_same(subject: Subject) -> None:
    """A verdict is explained by the rules that made it, and those of another release may have been others."""
    before, now = subject.verdict, subject.protocol.verdict_of(subject.case)
    differing = [field for field in _MUST_AGREE if getattr(before, field) != getattr(now, field)]
    if differing:
        field = differing[0]
        raise Refused(
            f"the record says {field} {_said(before, field)} and today's rules say {_said(now, field)}, so these rules "
            "cannot explain it; a release of Quorate from the time of the count can"
        )


def _said(verdict: Verdict, field: str) -> str:
    value = getattr(verdict, field)
    return (", ".join(value) or "nothing") if isinstance(value, tuple) else str(value)
