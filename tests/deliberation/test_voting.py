"""From the opening to the count."""

import pytest

from quorate.core.ballot import Ballot, NonVote
from quorate.core.codec import to_json
from quorate.core.errors import DocumentError, InputError, Refused, UnknownName
from quorate.core.panel import Seat
from quorate.core.verdict import Verdict
from quorate.deliberation.events import Cast, Counted, Failed, Policy, Reply, RoundClosed, RoundOpened
from quorate.deliberation.moves import answered, close_round, open_session
from quorate.deliberation.people import revise
from quorate.deliberation.precondition import Seen
from quorate.deliberation.session import Session, replay
from quorate.deliberation.summary import summary_of
from quorate.documents.tally import tally
from quorate.replies.seat_reply import ballot_of
from tests.deliberation.playing import ANN, BEN, Play, approve, moment, people, reject


def kinds(play: Play) -> list[str]:
    return [type(stored.event).__name__ for stored in play.history]


def verdict_in(session: Session) -> Verdict:
    assert session.verdict
    return session.verdict


def test_a_round_is_counted_when_every_seat_has_voted() -> None:
    play = Play().votes(Logos=approve(), Pathos=approve())
    assert play.session.verdict is None
    play.vote("Sophia", reject(60))
    assert kinds(play) == ["Opened", "RoundOpened", "Cast", "Cast", "Cast", "RoundClosed", "Counted"]
    assert verdict_in(play.session).result == "MAJORITY"


def test_the_verdict_is_that_of_the_same_tally_document() -> None:
    play = Play(*(Seat(name, voter="person") for name in ("a", "b", "c"))).votes(
        a=approve(82), b=approve(78), c=reject(90)
    )
    document = {
        "question": {"subject": "Adopt the queue?", "action": "deploy queue 1.4"},
        "votes": [
            {"seat": "a", **approve(82), "answered_by": "ann"},
            {"seat": "b", **approve(78), "answered_by": "ben"},
            {"seat": "c", **reject(90), "answered_by": "cara"},
        ],
    }
    counted = to_json(verdict_in(play.session)).replace('"voter":"person"', '"voter":""')
    assert counted == to_json(tally(document))


def test_replaying_the_history_gives_the_same_session() -> None:
    play = Play().votes(Logos=approve(), Pathos=reject(), Sophia=approve())
    assert replay(play.history) == play.session


@pytest.mark.parametrize(
    ("protocol", "question", "votes", "result"),
    [
        (
            "judges",
            {"subject": "Which?", "options": ["A", "B"]},
            [{"option": "A", "confidence": "HIGH"}] * 3,
            "UNANIMOUS",
        ),
        ("quorum", "Resume?", [{"vote": "resume", "conditions": ["watch the load"]}] * 3, "RESUME"),
        ("evidence", "It leaks.", [{"vote": "accept", "confidence": 0.9}] * 3, "INSUFFICIENT_EVIDENCE"),
    ],
)
def test_every_protocol_deliberates(
    protocol: str, question: object, votes: list[dict[str, object]], result: str
) -> None:
    play = Play(*people("a", "b", "c"), protocol=protocol, question=question)
    for seat, vote in zip("abc", votes, strict=True):
        play.vote(seat, vote)
    assert verdict_in(play.session).result == result


def test_a_second_vote_is_refused_and_a_superseding_one_counts() -> None:
    play = Play().vote("Logos", approve())
    with pytest.raises(Refused, match="has already voted in this round"):
        play.vote("Logos", reject())
    play.vote("Logos", reject(), supersede=True).votes(Pathos=reject(), Sophia=reject())
    assert verdict_in(play.session).result == "UNANIMOUS_REJECTION"
    assert [e.event.supersedes for e in play.history if isinstance(e.event, Cast)] == [0, 3, 0, 0]


def test_only_who_cast_a_ballot_may_change_it() -> None:
    play = Play().vote("Logos", approve(), author=ANN)
    with pytest.raises(Refused, match="the ballot of Logos was cast by ann; only they may change it"):
        play.vote("Logos", reject(), author=BEN, supersede=True)


def test_somebody_off_the_panel_is_refused_with_the_seats() -> None:
    with pytest.raises(Refused, match="'Thomas' is not on the panel; seats: Logos, Pathos, Sophia"):
        Play().vote("Thomas", approve())


def test_a_seat_of_a_named_person_takes_no_other_author() -> None:
    play = Play(Seat("ops", voter="person:ben"), Seat("dev", voter="person"))
    with pytest.raises(Refused, match="the seat ops belongs to ben; you are ann"):
        play.vote("ops", approve(), author=ANN)
    play.vote("ops", approve(), author=BEN)


def test_people_cannot_vote_for_an_engine() -> None:
    with pytest.raises(Refused, match="is answered by scorecard"):
        Play(Seat("Logos", voter="scorecard"), *people("a")).vote("Logos", approve())


def test_a_ballot_after_the_close_is_refused_with_the_time() -> None:
    play = Play().votes(Logos=approve(), Pathos=approve(), Sophia=approve())
    with pytest.raises(Refused, match="round 1 was closed at 2026-11-15 09:00:0"):
        play.vote("Logos", reject())


def test_a_ballot_that_the_protocol_cannot_read_leaves_the_session_as_it_was() -> None:
    play = Play()
    before = play.session
    with pytest.raises(DocumentError, match="confidence: found the number 120") as error:
        play.vote("Logos", approve(120))
    assert error.value.problems[0].path == ("confidence",)
    assert play.session == before


def test_a_judge_is_told_of_an_option_that_does_not_exist() -> None:
    play = Play(*people("a", "b"), protocol="judges", question={"subject": "Which?", "options": ["A", "B"]})
    with pytest.raises(DocumentError, match="option: found 'C'; allowed: A, B, ABSTAIN"):
        play.vote("a", {"option": "C", "confidence": "HIGH"})
    play.vote("a", {"option": "abstain"})


@pytest.mark.parametrize("stated", [{"error": "timeout"}, {"error": "absent"}])
def test_a_voter_cannot_say_that_it_failed(stated: dict[str, object]) -> None:
    with pytest.raises(Refused, match="not for voters to state"):
        Play().vote("Logos", stated)


def test_a_voter_may_recuse_itself() -> None:
    play = Play().votes(Logos={"error": "recused"}, Pathos=approve(), Sophia=approve())
    assert verdict_in(play.session).receipt.total_heads == 2


def test_a_ballot_cannot_name_another_seat_or_weight() -> None:
    with pytest.raises(DocumentError, match="seat: found 'Pathos'; allowed: Logos"):
        Play().vote("Logos", approve(seat="Pathos"))
    with pytest.raises(DocumentError, match="weight: found the number 5"):
        Play().vote("Logos", approve(weight=5))


def test_an_edited_question_makes_earlier_ballots_outdated() -> None:
    play = Play().votes(Logos=approve(), Pathos=approve())
    stale = play.session.question.content_hash
    play.take(*revise(play.session, {"context": "It must run offline."}, by=ANN)).settle()
    assert play.session.question.revision == 2
    assert play.session.rounds[-1].purpose == "revision"
    assert play.session.rounds[-1].missing == ("Logos", "Pathos", "Sophia")
    with pytest.raises(Refused, match="which is outdated; the question is at revision 2"):
        play.vote("Sophia", approve(), seen=Seen(stale))
    play.votes(Logos=reject(), Pathos=reject(), Sophia=reject())
    verdict = verdict_in(play.session)
    assert verdict.result == "UNANIMOUS_REJECTION"
    assert verdict.receipt.question == play.session.question.content_hash


def test_between_an_edit_and_its_round_nobody_votes_or_closes_but_is_shown_the_question_again() -> None:
    play = Play().votes(Logos=approve())
    play.take(*revise(play.session, {"context": "It must run offline."}, by=ANN))
    edited = "the question was just edited; vote again"
    with pytest.raises(Refused, match=edited):
        play.vote("Sophia", approve())
    with pytest.raises(Refused, match=edited):
        close_round(play.session, play.now, ANN)


def test_an_edit_that_changes_nothing_is_refused() -> None:
    play = Play()
    with pytest.raises(Refused, match="this would not change the question"):
        revise(play.session, {"subject": "Adopt the queue?"}, by=ANN)


def test_at_the_deadline_the_policy_counts_what_is_there() -> None:
    policy = Policy(ballots_by=moment(100), at_ballots_by="count")
    play = Play(policy=policy).votes(Logos=approve(), Pathos=approve())
    assert play.later(100).settle().session.verdict
    assert [type(stored.event) for stored in play.history[4:8]][1:3] == [Failed, RoundClosed]
    verdict = verdict_in(play.session)
    assert verdict.flags[0] == "DEGRADED_PANEL"
    assert [note.kind for note in play.session.rounds[0].answers.values() if isinstance(note, Failed)] == ["absent"]


def test_a_ballot_between_the_deadline_and_its_event_is_refused() -> None:
    play = Play(policy=Policy(ballots_by=moment(100), at_ballots_by="count")).vote("Logos", approve()).later(100)
    with pytest.raises(Refused, match="was closed at its deadline, 2026-11-15 09:01:40Z"):
        play.vote("Pathos", approve())


def test_without_a_policy_a_deadline_changes_nothing() -> None:
    play = Play(policy=Policy(ballots_by=moment(100))).vote("Logos", approve()).later(1000).settle()
    assert play.session.verdict is None
    assert play.vote("Pathos", approve()).session.rounds[0].missing == ("Sophia",)


def test_a_person_may_close_the_round() -> None:
    play = Play().votes(Logos=approve(), Pathos=approve())
    play.take(*close_round(play.session, play.now, ANN))
    assert play.session.rounds[0].closed_for == "person"
    assert verdict_in(play.session).flags[0] == "DEGRADED_PANEL"


def test_quorum_does_not_wait_for_ballots_that_cannot_matter() -> None:
    play = Play(*people("a", "b", "c", "d", "e", "f"), protocol="quorum", question="Resume?")
    for seat in "abcd":
        play.vote(seat, {"vote": "block"})
    assert play.session.rounds[0].closed_for == "settled"
    kept = [answer for answer in verdict_in(play.session).receipt.roster if answer.seat.name in "ef"]
    assert [one.kind for one in kept if isinstance(one, NonVote)] == ["not_needed", "not_needed"]


def test_a_reply_that_cannot_be_read_is_a_failure_with_its_reason() -> None:
    play = Play(Seat("Logos", voter="scripted"), *people("a"))
    play.take(*answered(play.session, "Logos", 1, Reply("answered", "I think so"), ballot_of)).settle()
    failed = play.session.rounds[0].answers["Logos"]
    assert isinstance(failed, Failed)
    assert failed.kind == "unreadable"


@pytest.mark.parametrize("outcome", ["timeout", "error"])
def test_a_failed_call_is_a_failure_of_its_kind(outcome: str) -> None:
    play = Play(Seat("Logos", voter="scripted"), *people("a"))
    play.take(*answered(play.session, "Logos", 1, Reply(outcome, detail="60 s"), ballot_of)).settle()
    assert play.session.rounds[0].answers["Logos"] == Failed(1, "Logos", outcome, "60 s")


@pytest.mark.parametrize(
    "reply",
    [
        '{"position": "APPROVE", "confidence": 80, "rationale": "ok"}',
        "position: APPROVE\nconfidence: 80\nrationale: ok\n",
        "Here it is:\n```yaml\nposition: APPROVE\nconfidence: 80\nrationale: ok\n```\n",
    ],
)
def test_a_reply_is_one_mapping_alone_or_in_a_fence(reply: str) -> None:
    play = Play(Seat("Logos", voter="scripted"), *people("a"))
    play.take(*answered(play.session, "Logos", 1, Reply("answered", reply), ballot_of))
    assert play.session.rounds[0].answers["Logos"] == Cast(
        1, "Logos", play.session.question.content_hash, {"position": "APPROVE", "confidence": 80, "rationale": "ok"}
    )


def test_evidence_ids_that_two_sealed_ballots_share_are_told_apart_by_seat() -> None:
    proof = {"id": "c1", "file": "a.py", "reproducible": True, "command": "make", "counter": True}
    play = Play(*people("a", "b", "c"), protocol="evidence", question="It leaks.")
    play.votes(
        a={"vote": "reject", "confidence": 0.9, "evidence": [proof]},
        b={"vote": "reject", "confidence": 0.9, "evidence": [proof, proof | {"id": "c2"}]},
        c={"vote": "accept", "confidence": 0.9},
    )
    cited = [
        item.id for one in verdict_in(play.session).receipt.roster if isinstance(one, Ballot) for item in one.evidence
    ]
    assert cited == ["c1", "b/c1", "c2"]


def test_a_ballot_that_refers_to_what_nobody_said_is_unreadable_and_never_helps() -> None:
    answer = {"id": "a1", "file": "a.py", "answers": "c9"}
    play = Play(*people("a", "b", "c"), protocol="evidence", question="It leaks.")
    with pytest.raises(DocumentError, match="there is no counter-proof"):
        play.vote("a", {"vote": "accept", "evidence": [answer]})


def test_before_the_close_the_log_says_nothing_of_a_ballot() -> None:
    one = Play().vote("Logos", approve(82))
    other = Play().vote("Logos", reject(12))
    assert summary_of(one.session) == summary_of(other.session)


def test_nobody_is_asked_where_the_opening_is_refused() -> None:
    with pytest.raises(UnknownName, match="no protocol called 'magii'"):
        open_session("magii", "Adopt?", people("a", "b"))
    with pytest.raises(InputError, match="an empty panel"):
        open_session("magi", "Adopt?", ())
    with pytest.raises(InputError, match="found 'a' a second time; allowed: each seat once"):
        open_session("magi", "Adopt?", (*people("A"), *people("a")))
    with pytest.raises(DocumentError, match="a second time"):
        open_session("judges", {"subject": "Which?", "options": ["A", "A"]}, people("a", "b"))
    with pytest.raises(InputError, match=r"question\.context: found 12582913 characters"):
        open_session("magi", {"subject": "Adopt?", "context": "x" * 12_582_913}, people("a"))
    with pytest.raises(DocumentError, match="an unknown key"):
        open_session("magi", "Adopt?", people("a"), terms={"treshold": 1})
    with pytest.raises(DocumentError, match=r"question\.subject: found 1001 characters; allowed: at most 1000"):
        open_session("magi", "x" * 1001, people("a"))
    with pytest.raises(DocumentError, match="options, because judges chooses between them"):
        open_session("judges", "Which?", people("a"))
    for said, most in ((Seat("x" * 201), 200), (Seat("a", lens="x" * 2001), 2000), (Seat("a", voter="x" * 4001), 4000)):
        with pytest.raises(DocumentError, match=f"found {most + 1} characters; allowed: at most {most}"):
            open_session("magi", "Adopt?", (said,))


def test_the_first_event_after_the_opening_opens_the_first_round() -> None:
    play = Play()
    opened = play.history[1].event
    assert opened == RoundOpened(1, ("Logos", "Pathos", "Sophia"), play.session.question.content_hash)
    assert not any(isinstance(stored.event, Counted) for stored in play.history)
