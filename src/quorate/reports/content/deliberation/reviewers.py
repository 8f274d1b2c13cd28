"""Who reviews a paused agent by what, in words: an agent, a person, or an engine and its model."""

from quorate.deliberation.session import Session
from quorate.fleet.reviewer_provenance import ReviewerProvenance, provenance_of
from quorate.reports.content.authors import name_of
from quorate.reports.content.deliberation.panel_notice import names_in_words
from quorate.reports.language import Language
from quorate.reports.text import one_line


def reviewers_in_words(session: Session, say: Language) -> str:
    """All reviewers of a quorum, in the order of their authority."""
    return names_in_words([_reviewer(one, say) for one in provenance_of(session)], say)


def _reviewer(one: ReviewerProvenance, say: Language) -> str:
    code = "key" if one.kind == "agent" and one.has_key else "model" if one.model else one.kind
    known = {"name": name_of(one.agent_id), "backend": one_line(one.backend), "model": one_line(one.model)}
    return say(f"fleet.reviewer.{code}", **known)
