"""What another protocol would have said of the same ballots."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.analysis.retally import Retally, RetallyTerms, retally, subject_of_tally
from quorate.core.ballot import Ballot, NonVote
from quorate.core.codec import json_line, shown_line, to_plain
from quorate.core.errors import InputError, Refused
from quorate.core.exact import Exact
from quorate.documents.tally import read_tally
from quorate.protocols import protocol_named
from quorate.reports import render_retally
from quorate.reports.text import width_of
from quorate.views.analysis import shown_retally
from tests.strategies import Document, documents

Vote = dict[str, Any]


def counted(document: Document, protocol: str, threshold: Exact | None = None, strict: bool = False) -> Retally:
    """The ballots of a document, counted by another protocol."""
    wanted = RetallyTerms(protocol_named(protocol), threshold, strict)
    return retally(subject_of_tally(read_tally(document)), wanted)


def magi(*positions: str, confidence: int = 80) -> Document:
    """A document of magi."""
    votes = [{"seat": f"s{n}", "position": one, "confidence": confidence} for n, one in enumerate(positions)]
    return {"protocol": "magi", "question": "Shall we?", "votes": votes}


def quorum(*votes: str) -> Document:
    """A document of quorum with equal weights."""
    entries = [{"agent_id": f"s{n}", "vote": one, "authority_weight": 1} for n, one in enumerate(votes)]
    return {"protocol": "quorum", "question": "Shall we?", "votes": entries}


def judges(*options: str, **more: Any) -> Document:
    """A document of judges."""
    entries = [{"judge": f"s{n}", "option": one, "confidence": "HIGH"} for n, one in enumerate(options)]
    return {"protocol": "judges", "question": "Which?", "recommendations": entries, **more}


def evidence(*votes: str | tuple[str, str], **more: Any) -> Document:
    """A document of evidence, on a claim or on options."""
    entries: list[Vote] = [
        {"agentId": f"s{n}", "vote": one, "confidence": Fraction(3, 4)}
        if isinstance(one, str)
        else {"agentId": f"s{n}", "vote": one[0], "option": one[1], "confidence": Fraction(3, 4)}
        for n, one in enumerate(votes)
    ]
    return {"protocol": "evidence", "question": "Is it so?", "votes": entries, **more}


def choices(found: Retally) -> list[str]:
    """What the seats chose in the words of the other protocol."""
    return [one.choice if isinstance(one, Ballot) else one.kind for one in found.other.receipt.roster]


def test_approve_resume_and_accept_correspond_and_so_do_their_opposites() -> None:
    approving = magi("APPROVE", "GO WITH CONDITIONS", "REJECT")
    assert choices(counted(approving, "quorum")) == ["resume", "resume", "block"]
    assert choices(counted(approving, "evidence")) == ["accept", "accept", "reject"]
    assert choices(counted(quorum("resume", "block"), "magi")) == ["APPROVE", "REJECT"]
    assert choices(counted(quorum("resume", "block"), "evidence")) == ["accept", "reject"]
    assert choices(counted(evidence("accept", "reject", "abstain"), "magi")) == ["APPROVE", "REJECT", "ABSTAIN"]
    assert choices(counted(evidence("accept", "reject"), "quorum")) == ["resume", "block"]


def test_two_of_three_pass_both_rules_and_the_verdicts_are_those_of_the_protocols() -> None:
    found = counted(magi("APPROVE", "APPROVE", "REJECT"), "quorum")
    assert to_plain(found.original) == to_plain(read_tally(magi("APPROVE", "APPROVE", "REJECT")).verdict())
    assert (found.other.protocol, found.other.result, found.other.action) == ("quorum", "RESUME", "proceed")
    assert found.other.receipt.question == found.original.receipt.question


def test_a_judges_option_is_accepted_under_evidence_and_an_accepted_option_is_recommended() -> None:
    found = counted(judges("A", "B", "ABSTAIN"), "evidence")
    said = [(one.choice, one.option) for one in found.other.receipt.roster if isinstance(one, Ballot)]
    assert said == [("accept", "A"), ("accept", "B"), ("abstain", "")]
    back = counted(evidence(("accept", " red "), ("accept", "Blue"), options=["Red", "Blue"]), "judges")
    assert choices(back) == ["Red", "Blue"]
    assert back.other.result == "NONE"


def test_confidences_are_carried_over_by_the_shared_scale() -> None:
    (first,) = counted(magi("APPROVE", confidence=75), "evidence").other.receipt.roster
    assert isinstance(first, Ballot)
    assert first.confidence is not None
    assert (first.confidence.written, first.confidence.scale) == ("3/4", "unit")
    listed = {"options": ["Red"]}
    (second,) = counted(evidence(("accept", "Red"), **listed), "judges").other.receipt.roster
    assert isinstance(second, Ballot)
    assert second.confidence is not None
    assert (second.confidence.written, second.confidence.percent) == ("HIGH", 80)


def test_a_reviewer_without_a_confidence_is_taken_at_the_middle_and_named() -> None:
    found = counted(quorum("resume", "resume", "block"), "magi")
    assert found.assumed == ("s0", "s1", "s2")
    assert (found.other.result, found.other.confidence, found.other.flags) == ("MAJORITY", 50, ())
    assert counted(magi("APPROVE"), "quorum").assumed == ()


@pytest.mark.parametrize(
    ("document", "protocol", "why"),
    [
        (
            quorum("resume", "cooldown"),
            "magi",
            r"the ballot of s1 \(cooldown under quorum\) .* magi knows only APPROVE",
        ),
        (quorum("cooldown"), "evidence", r"the ballot of s0 \(cooldown under quorum\) has no counterpart"),
        (magi("ABSTAIN"), "quorum", r"the ballot of s0 \(ABSTAIN under magi\) .* quorum knows only resume, block"),
        (magi("APPROVE"), "judges", "under judges a ballot names one of several options"),
        (evidence("accept"), "judges", "under judges a ballot names one of several options"),
        (judges("A"), "magi", r"the ballot of s0 \(A under judges\) has no counterpart: magi knows no options"),
        (judges("A"), "quorum", "quorum knows no options"),
        (
            evidence(("accept", "Red"), options=["Red"]),
            "magi",
            r"\(accept Red under evidence\) .* magi knows no options",
        ),
        (evidence(("reject", "Red"), options=["Red"]), "judges", "recommends an option and cannot reject one"),
    ],
)
def test_a_ballot_without_a_counterpart_is_refused_by_name_and_with_the_reason(
    document: Document, protocol: str, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        counted(document, protocol)


def test_a_seat_that_was_not_asked_is_refused_because_the_other_protocol_would_have_asked_it() -> None:
    subject = subject_of_tally(read_tally(quorum("block", "block", "block")))
    receipt = subject.verdict.receipt
    left_out = NonVote(receipt.roster[0].seat._replace(name="s9"), "not_needed")
    verdict = subject.verdict._replace(receipt=receipt._replace(roster=(*receipt.roster, left_out)))
    with pytest.raises(Refused, match="s9 was not asked, because quorum was settled without it; magi would have asked"):
        retally(subject._replace(verdict=verdict), RetallyTerms(protocol_named("magi")))


@pytest.mark.parametrize("kind", ["timeout", "error", "unreadable", "absent", "recused"])
def test_failures_stay_failures(kind: str) -> None:
    document = magi("APPROVE", "APPROVE")
    document["votes"].append({"seat": "s2", "error": kind})
    assert choices(counted(document, "quorum")) == ["resume", "resume", kind]


def test_a_recommendation_that_nobody_could_read_is_a_failure_under_evidence_too() -> None:
    assert choices(counted(judges("A", "Z", options=["A", "B"]), "evidence")) == ["accept", "unreadable"]


def test_options_that_magi_only_lists_make_no_options_of_a_claim() -> None:
    document = {**magi("APPROVE", "APPROVE"), "question": {"subject": "Shall we?", "options": ["now", "later"]}}
    assert dict(counted(document, "evidence").other.receipt.heads) == {"accept": 2}


def test_another_threshold_of_the_same_protocol() -> None:
    found = counted(judges("A", "A", "B"), "judges", Fraction(3, 4))
    assert (found.original.result, found.other.result) == ("MAJORITY", "NONE")
    assert counted(judges("A", "A", "B"), "judges", Fraction(67, 100)).differences == ()


def test_the_terms_of_the_original_count_hold_where_the_protocol_is_the_same() -> None:
    assert counted(judges("A", "A", "B", threshold="3/4"), "judges").differences == ()


@pytest.mark.parametrize(
    ("protocol", "settings", "why"),
    [
        ("magi", {"threshold": Fraction(1, 2)}, "under magi more than half of the votes decide"),
        ("quorum", {"threshold": Fraction(1, 2)}, "under quorum two thirds of the weight decide"),
        ("magi", {"strict": True}, "strict is for evidence"),
    ],
)
def test_settings_that_a_protocol_does_not_have_are_refused(protocol: str, settings: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        counted(magi("APPROVE"), protocol, **settings)


def test_strict_evidence_needs_four_fifths() -> None:
    found = counted(evidence("accept", "accept"), "evidence", strict=True)
    assert [one.field for one in found.differences] == ["receipt.threshold"]


def test_differences_name_the_field_and_both_values() -> None:
    found = counted(magi("APPROVE", "REJECT", "APPROVE", confidence=40), "quorum")
    said = {one.field: (one.original, one.other) for one in found.differences}
    assert said["action"] == ("redeliberate", "proceed")
    assert said["may_be_acted_on"] == (False, True)
    assert "choice" not in said, "APPROVE and resume mean the same"


@given(documents())
def test_the_same_protocol_says_the_same(document: Document) -> None:
    found = counted(document, document["protocol"])
    assert found.differences == ()
    assert json_line(to_plain(found.original)) == json_line(to_plain(found.other))


@given(documents(4), st.sampled_from(["magi", "judges", "quorum", "evidence"]), st.sampled_from(["en", "ja"]))
def test_every_pair_is_counted_or_refused_and_can_be_shown(document: Document, protocol: str, lang: str) -> None:
    try:
        found = counted(document, protocol)
    except Refused:
        return
    said = json.loads(shown_line(shown_retally(found)))
    assert said["original"]["protocol"] == document["protocol"]
    assert said["other"]["protocol"] == protocol
    for width in (20, 80):
        text = render_retally(found, lang=lang, width=width)
        assert max(map(width_of, text.splitlines())) <= width


def test_an_option_that_is_called_like_a_meaning_is_an_option_all_the_same() -> None:
    found = counted(judges("against", "against", "for"), "evidence").other
    assert [(one.choice, one.option) for one in found.receipt.roster if isinstance(one, Ballot)] == [
        ("accept", "against"),
        ("accept", "against"),
        ("accept", "for"),
    ]
