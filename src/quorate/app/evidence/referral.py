"""A question that contributions leave open, as a question for a panel: research gives the evidence, votes decide."""

from typing import Any, NamedTuple

from quorate.app.evidence.contribution_files import check_source
from quorate.app.evidence.epic import EpicRequest, check_epic, readings_of
from quorate.core.errors import InputError, Refused, UnknownName
from quorate.evidence.contribution import Decision
from quorate.evidence.epic_consensus import EpicFold, QuestionResult, Source
from quorate.protocols import CONSENSUS
from quorate.reports.content.question_brief import PositionBrief, brief_of
from quorate.reports.language import language

MOST_POSITIONS = 40


class Referral(NamedTuple):
    """The question document, and the question as the contributions leave it."""

    document: dict[str, Any]
    question: QuestionResult


def refer_question(request: EpicRequest, question: str, lang: str = "en") -> Referral:
    """The document that puts an unresolved question to a panel. Raises Refused where contributions have resolved it."""
    if not question.strip():
        raise InputError("the question's id is missing; expected one such as CONS-001")
    check_source(request.source)
    fold, held = EpicFold(), dict[str, tuple[Source, Decision]]()
    for one in readings_of(request, []):
        fold.add(one.contribution)
        source = Source(one.contribution.agent, one.contribution.session, one.contribution.id)
        for decision in one.contribution.decisions:
            if decision.question_id == question:
                held.setdefault(source.agent, (source, decision))
    found = {one.id: one for one in fold.result(request.epic, "").questions}
    if not found:
        check_epic(request)
    if question not in found:
        raise UnknownName("question in the contributions to this epic", question, list(found)[:20])
    if found[question].is_resolved:
        raise Refused(f"{question} is resolved: {found[question].vote.winner}; only unresolved questions are referred")
    positions = [PositionBrief(source.agent, decision) for source, decision in held.values()]
    return Referral(_document(found[question], positions, request.epic, lang), found[question])


def _document(one: QuestionResult, positions: list[PositionBrief], epic: str, lang: str) -> dict[str, Any]:
    options = [{"id": _letter(index), "text": group.wording} for index, group in enumerate(one.vote.groups)]
    context = brief_of(epic, positions[:MOST_POSITIONS], len(positions), language(lang))
    question = {"subject": (one.question or one.id)[:1000], "options": options, "context": context}
    return {"protocol": CONSENSUS, "questionId": one.id, "question": question}


def _letter(index: int) -> str:
    return chr(ord("A") + index) if index < 26 else f"O{index + 1}"
