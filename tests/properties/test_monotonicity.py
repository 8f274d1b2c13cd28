"""More support does not hurt - where that holds.

It holds for quorum without conditions, and for judges while the panel stays the same.

It does not hold for magi's action as a whole, by design: an approval at a low confidence added to sure approvals
lowers the majority's mean, and a mean below 60 lets a sure dissenter stop the decision (the confidence override).
With that rule out of reach (no dissenter at 90 or more, somebody sure) it holds, and that is what is tested.

It does not hold for evidence either, by design: one more agent on the leading side without reproducible evidence
changes nothing in what is proven, but one more very sure agent on either side can open a critical conflict.
"""

from hypothesis import given

from quorate import tally
from tests.strategies import Document, judges_documents, magi_documents, quorum_documents


@given(quorum_documents())
def test_a_block_turned_into_a_resume_never_stops_a_resume(document: Document) -> None:
    rows = [{key: value for key, value in row.items() if key != "conditions"} for row in document["votes"]]
    before = tally({**document, "votes": rows})
    for place, row in enumerate(rows):
        if row.get("vote") in ("block", "cooldown") and not row.get("inferred"):
            after = tally({**document, "votes": [*rows[:place], {**row, "vote": "resume"}, *rows[place + 1 :]]})
            assert after.may_be_acted_on or not before.may_be_acted_on
            assert after.result == "RESUME" or before.result != "RESUME"


@given(judges_documents())
def test_a_judge_who_joins_the_winner_never_unseats_it(document: Document) -> None:
    before, rows = tally(document), document["recommendations"]
    for place, row in enumerate(rows):
        if before.choice and row.get("option") in ("A", "B", "C"):
            changed = [*rows[:place], {**row, "option": before.choice}, *rows[place + 1 :]]
            assert tally({**document, "recommendations": changed}).choice == before.choice


@given(magi_documents())
def test_a_rejection_turned_into_a_sure_approval_never_stops_an_approval(document: Document) -> None:
    capped = [{**row, "confidence": min(row["confidence"], 89)} if _rejects(row) else row for row in document["votes"]]
    before = tally({**document, "votes": capped})
    for place, row in enumerate(capped):
        if before.may_be_acted_on and _rejects(row) and not row.get("inferred"):
            approval = {**row, "position": "APPROVE", "confidence": 90}
            after = tally({**document, "votes": [*capped[:place], approval, *capped[place + 1 :]]})
            assert after.may_be_acted_on


def _rejects(row: Document) -> bool:
    return row.get("position") in ("REJECT", "NO-GO", "HOLD")


def test_an_unsure_approval_can_stop_a_sure_majority_which_is_why_magi_is_not_monotone() -> None:
    sure = [{"seat": name, "position": "APPROVE", "confidence": 60} for name in ("a", "b")]
    against = {"seat": "c", "position": "REJECT", "confidence": 95}
    unsure = {"seat": "d", "position": "APPROVE", "confidence": 30}
    assert tally({"votes": [*sure, against]}).action == "proceed"
    assert tally({"votes": [*sure, against, unsure]}).action == "ask"
