"""What has to be said is not said with characters that nobody sees."""

from collections.abc import Callable

import pytest

from quorate.core.errors import DocumentError, InputError
from quorate.deliberation.events import Event, Resolved, Tracked, Vindicated
from quorate.deliberation.framing import read_opening
from quorate.deliberation.people import decline, override, resolve, revise, revoke
from quorate.deliberation.register.follow_up import track, vindicate
from quorate.deliberation.rounds.redeliberation import Again, redeliberate
from quorate.deliberation.session import Session
from quorate.documents.tally import read_value
from tests.deliberation.playing import ANN, Play, approve, moment, people, reject

NOW = moment(0)
UNSEEN = ("\u200b", "\ufeff", "\u2060", "\u3164", "\u2800", "\u00ad", "\U000e0041", "\u202e", "\x1b")
Doing = Callable[[Session, str], tuple[Event, ...]]


def dissent() -> Play:
    return Play().votes(Logos=approve(), Pathos=approve(), Sophia=reject(95, concerns=["safety: it may burn"]))


def plan(session: Session, text: str = "a plan", owner: str = "ann", monitor: str = "errors") -> tuple[Event, ...]:
    return resolve(session, Resolved("mitigation_plan", text, owner=owner, monitor=monitor), ANN, NOW)


DOINGS: dict[str, Doing] = {
    "the text of a plan": lambda session, said: plan(session, said),
    "the owner of a plan": lambda session, said: plan(session, owner=said),
    "what a plan monitors": lambda session, said: plan(session, monitor=said),
    "a reason not to go ahead": lambda session, said: decline(session, said, ANN, NOW),
    "a reason to revoke": lambda session, said: revoke(session, said, ANN),
    "a reason to edit": lambda session, said: revise(session, {"context": "more"}, said, by=ANN),
    "an edited subject": lambda session, said: revise(session, {"subject": said}, by=ANN),
    "an edited action": lambda session, said: revise(session, {"action": said}, by=ANN),
    "a reason to ask again": lambda session, said: redeliberate(
        session, Again("false_assumption", said, seats=("Logos",)), ANN
    ),
    "new evidence": lambda session, said: redeliberate(
        session, Again("new_evidence", "a benchmark", said, ("Logos",), points=30), ANN
    ),
    "the owner of a risk": lambda session, said: track(session, Tracked("R1", owner=said)),
    "what came true": lambda session, said: vindicate(session, Vindicated("D1", said)),
}


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
@pytest.mark.parametrize("doing", DOINGS.values(), ids=DOINGS.keys())
def test_what_cannot_be_seen_is_refused(doing: Doing, unseen: str) -> None:
    with pytest.raises(InputError):
        doing(dissent().session, unseen)


@pytest.mark.parametrize("doing", DOINGS.values(), ids=DOINGS.keys())
def test_the_same_is_taken_where_it_can_be_seen(doing: Doing) -> None:
    assert doing(dissent().session, "安全")


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_an_override_needs_words_that_can_be_seen(unseen: str) -> None:
    session = Play().votes(Logos=reject(), Pathos=reject(), Sophia=reject()).session
    with pytest.raises(InputError, match="needs a written risk acceptance"):
        override(session, unseen, "ann", ANN, NOW)
    with pytest.raises(InputError, match=r"owner: found .* which is invisible"):
        override(session, "we take the risk", unseen, ANN, NOW)
    assert override(session, "we take the risk", "", ANN, NOW)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
@pytest.mark.parametrize(
    ("key", "document"),
    [
        ("question.subject", lambda said: {"question": {"subject": said}}),
        ("question.action", lambda said: {"question": {"subject": "Adopt?", "action": said}}),
        ("question.options[0].id", lambda said: {"question": {"subject": "Which?", "options": [{"id": said}]}}),
        ("panel[0].seat", lambda said: {"question": "Adopt?", "panel": [{"seat": said}]}),
        ("panel[0].voter", lambda said: {"question": "Adopt?", "panel": [{"seat": "Logos", "voter": said}]}),
        ("policy.people[0]", lambda said: {"question": "Adopt?", "policy": {"people": [said]}}),
    ],
)
def test_a_question_document_says_something_wherever_it_has_to(
    key: str, document: Callable[[str], dict[str, object]], unseen: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        read_opening(document(unseen))
    assert [problem.field for problem in refused.value.problems] == [key]


def test_a_ballot_says_something_wherever_it_has_to() -> None:
    play = Play(*people("Logos"))
    with pytest.raises(DocumentError, match=r"priorities\[0\].item: found '\\u200b'"):
        play.votes(Logos=approve(priorities=[{"item": "\u200b", "score": 5}]))


@pytest.mark.parametrize("nothing", ["\u2800", "", " ", "\u200b", "\u3164"])
def test_a_condition_that_says_nothing_is_none(nothing: str) -> None:
    vote = {"vote": "resume", "reasoning": "It is ready", "conditions": [nothing]}
    seats = people("a", "b", "c")
    play = Play(*seats, protocol="quorum", question="Resume build-7?").votes(a=vote, b=vote, c=vote)
    assert play.session.verdict
    assert play.session.verdict.conditions == ("monitor everything for 24h",)
    votes = [{**vote, "agent_id": seat.name, "authority_weight": 1} for seat in seats]
    verdict = read_value({"protocol": "quorum", "question": "Resume?", "votes": votes}).verdict()
    assert verdict.conditions == ("monitor everything for 24h",)
