"""What holds for the explanation of any verdict."""

import json
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.analysis.explain import Explanation, explain
from quorate.analysis.flips import BallotChange, Search
from quorate.analysis.retally import Subject, subject_of_tally
from quorate.core.ballot import Answer, Ballot
from quorate.core.codec import shown_line
from quorate.core.confidence import Confidence
from quorate.core.verdict import Verdict
from quorate.documents.tally import read_tally
from quorate.protocols.weighted.rule import TABLE as WEIGHED
from quorate.reports import render_explanation
from quorate.reports.text import width_of
from quorate.views.analysis import shown_explanation
from tests.reports.hostile import japanese_documents
from tests.reports.test_languages import english_in
from tests.strategies import Document, documents

MOST = 30
RESULTS = {
    "magi": {
        "all_approve": "UNANIMOUS",
        "all_reject": "UNANIMOUS_REJECTION",
        "nobody": "INSUFFICIENT_INFORMATION",
        "too_few": "INSUFFICIENT_QUORUM",
        "approved": "MAJORITY",
        "rejected": "MAJORITY_REJECTION",
        "split": "SPLIT",
    },
    "weighted": {row.name: row.result for row in WEIGHED},
    "judges": {
        "too_few": "INSUFFICIENT_DATA",
        "unanimous": "UNANIMOUS",
        "majority": "MAJORITY",
        "none": "NONE",
    },
    "quorum": {"too_few": "NO_SUPERMAJORITY", "weightless": "NO_SUPERMAJORITY", "none": "NO_SUPERMAJORITY"},
    "evidence": {
        "refuted": "REFUTED",
        "insufficient": "INSUFFICIENT_EVIDENCE",
        "contested": "CONTESTED",
        "threshold": "INSUFFICIENT_EVIDENCE",
        "proven": "PROVEN",
        "otherwise": "INSUFFICIENT_EVIDENCE",
    },
}


def explained(document: Document) -> tuple[Subject, Explanation]:
    """A document's count, and why it is as it is."""
    subject = subject_of_tally(read_tally(document))
    return subject, explain(subject, MOST)


def recounted(subject: Subject, changes: tuple[BallotChange, ...]) -> Verdict:
    """The real count of the ballots with these changes."""
    changed = {change.seat: _ballot(change) for change in changes}
    answers = [changed.get(answer.seat.name, answer) for answer in subject.verdict.receipt.roster]
    return subject.protocol.verdict_of(subject.case._replace(answers=answers))


def _ballot(change: BallotChange) -> Answer:
    was = change.was if isinstance(change.was, Ballot) else Ballot(change.was.seat, change.choice)
    return was._replace(choice=change.choice, option=change.option, confidence=change.confidence or was.confidence)


@given(documents(5))
def test_a_flip_that_is_applied_to_the_ballots_changes_the_action_as_it_says(document: Document) -> None:
    subject, found = explained(document)
    if found.search and found.search.flip:
        flip = found.search.flip
        assert recounted(subject, flip.changes).action == flip.action != subject.verdict.action


@given(documents(5), st.fractions(0, 1, max_denominator=40))
def test_a_single_flip_holds_for_every_confidence_in_its_range(document: Document, part: Fraction) -> None:
    subject, found = explained(document)
    flip = found.search.flip if found.search else None
    if flip and len(flip.changes) == 1 and flip.changes[0].confidence:
        (change,) = flip.changes
        least, most = change.least or 0, change.most or 0
        percent = least + part * (most - least)
        other = change._replace(confidence=Confidence(percent, change.confidence.scale if change.confidence else ""))
        assert recounted(subject, (other,)).action == flip.action


@given(documents(5))
def test_the_flip_and_the_pivotal_seats_of_the_receipt_agree(document: Document) -> None:
    subject, found = explained(document)
    pivotal = sorted(subject.verdict.receipt.pivotal)
    assert pivotal[:1] == _alone_as_sure_as_before(found.search)


def _alone_as_sure_as_before(search: Search | None) -> list[str]:
    flip = search.flip if search else None
    return [change.seat for change in flip.changes] if flip and len(flip.changes) == 1 and not flip.points else []


@given(documents())
def test_the_rule_that_fits_is_the_one_that_gives_the_result(document: Document) -> None:
    subject, found = explained(document)
    verdict, rules = subject.verdict, [step for step in found.steps if not step.is_after]
    assert [step.fits for step in rules] == [False] * (len(rules) - 1) + [True]
    after = [step.rule for step in found.steps if step.is_after and step.fits]
    if verdict.protocol == "quorum" and rules[-1].rule == "two_thirds":
        assert verdict.result == ("NO_SUPERMAJORITY" if "absence" in after else str(rules[-1].values["choice"]).upper())
    else:
        assert RESULTS[verdict.protocol][rules[-1].rule] == verdict.result
    assert ("CONFIDENCE_OVERRIDE" in verdict.flags) == ("override" in after)
    assert ("HARD_LIMIT" in verdict.flags) == ("limit" in after)


@given(documents())
def test_every_flag_requirement_and_failure_is_spoken_of(document: Document) -> None:
    subject, found = explained(document)
    verdict = subject.verdict
    assert tuple(remark.code for remark in found.flags) == verdict.flags
    assert {remark.code.partition(".")[0] for remark in found.requires} == set(verdict.requires)
    assert bool(found.failures) == ("DEGRADED_PANEL" in verdict.flags)
    codes = {remark.code for remark in found.failures}
    if verdict.protocol != "evidence" and "falls" in codes | {"needs_more"} & codes:
        assert "RELIES_ON_ABSENCE" in verdict.flags
    if "stands" in codes and "RELIES_ON_INFERENCE" not in verdict.flags:
        assert "RELIES_ON_ABSENCE" not in verdict.flags


@settings(max_examples=100)
@given(documents(), st.sampled_from([20, 40, 80]), st.sampled_from(["en", "ja"]))
def test_every_explanation_can_be_said_and_fits(document: Document, width: int, lang: str) -> None:
    _, found = explained(document)
    text = render_explanation(found, lang=lang, width=width)
    assert max(map(width_of, text.splitlines())) <= width
    assert json.loads(shown_line(shown_explanation(found)))["verdict"]["result"] == found.verdict.result


@settings(max_examples=100)
@given(japanese_documents())
def test_a_japanese_explanation_of_japanese_text_holds_no_english(document: Document) -> None:
    _, found = explained(document)
    assert english_in(render_explanation(found, lang="ja")) == []
