"""What holds for every protocol, whatever the ballots are."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from quorate import from_json, tally, to_json
from tests.casebook import in_any_order
from tests.exhaustive.comparing import differences
from tests.naive import evidence, judges, magi, quorum, weighted
from tests.strategies import Document, documents, judges_documents, seat_key, votes_key

NAIVE = {"magi": magi, "judges": judges, "quorum": quorum, "evidence": evidence, "weighted": weighted}


@given(documents())
def test_agrees_with_the_naive_count(document: Document) -> None:
    naive = NAIVE[document["protocol"]].count(document)
    assert not differences(naive, tally(document), pivotal=True)


@given(documents(), st.randoms(use_true_random=False))
def test_the_order_of_ballots_changes_nothing_but_the_order_of_lists_in_native(document: Document, random: Any) -> None:
    shuffled = list(document[votes_key(document)])
    random.shuffle(shuffled)
    again, verdict = tally({**document, votes_key(document): shuffled}), tally(document)
    assert to_json(again._replace(native={})) == to_json(verdict._replace(native={}))
    assert in_any_order(again.native) == in_any_order(verdict.native)


@given(documents(), st.randoms(use_true_random=False))
def test_who_sits_where_does_not_matter(document: Document, random: Any) -> None:
    """Anonymity: exchanging names exchanges names in the verdict, and nothing else."""
    rows, key = document[votes_key(document)], seat_key(document)
    names = [row[key] for row in rows]
    others = list(names)
    random.shuffle(others)
    renamed = [{**row, key: other} for row, other in zip(rows, others, strict=True)]
    before, after = tally(document), tally({**document, votes_key(document): renamed})
    new_name = dict(zip(names, others, strict=True))
    for field in ("result", "action", "requires", "confidence", "flags"):
        assert getattr(before, field) == getattr(after, field)
    assert {new_name[seat] for seat in before.receipt.pivotal} == set(after.receipt.pivotal)
    assert {new_name[one.seat] for one in before.dissents} == {one.seat for one in after.dissents}


@given(judges_documents(), st.permutations(["A", "B", "C"]))
def test_judges_treat_all_options_alike(document: Document, names: list[str]) -> None:
    new_name = dict(zip(["A", "B", "C"], names, strict=True))
    rows = [
        {**row, "option": new_name.get(row["option"], row["option"])} if "option" in row else row
        for row in document["recommendations"]
    ]
    before, after = tally(document), tally({**document, "recommendations": rows})
    assert after.choice == (new_name.get(before.choice, before.choice) if before.choice else None)
    assert (before.result, before.action, before.requires) == (after.result, after.action, after.requires)
    assert before.receipt.pivotal == after.receipt.pivotal


@given(documents())
def test_a_verdict_survives_json(document: Document) -> None:
    verdict = tally(document)
    again = from_json(to_json(verdict))
    assert to_json(again) == to_json(verdict)
    # conflicts show confidences as decimals
    assert again._replace(native={}, conflicts=()) == verdict._replace(native={}, conflicts=())
    assert json.loads(to_json(verdict))["native"] == json.loads(json.dumps(verdict.native))


@given(documents())
def test_only_a_proceed_that_requires_nothing_may_be_acted_on(document: Document) -> None:
    verdict = tally(document)
    assert verdict.may_be_acted_on == (verdict.action == "proceed" and verdict.requires == ())
    assert verdict.action in ("proceed", "block", "ask", "redeliberate", "cooldown")


@given(documents())
def test_the_receipt_accounts_for_every_seat(document: Document) -> None:
    receipt = json.loads(to_json(tally(document)))["receipt"]
    roster = [row["seat"] for row in receipt["roster"]]
    assert sorted(roster) == sorted(row[seat_key(document)] for row in document[votes_key(document)])
    not_counted = [row["seat"] for row in receipt["non_votes"]]
    assert sorted([*receipt["counted"], *not_counted]) == sorted(roster)


@given(documents())
def test_a_question_to_a_person_fits_what_surfaces_can_show(document: Document) -> None:
    verdict = tally(document)
    assert (verdict.ask is not None) == (verdict.action == "ask")
    if verdict.ask:
        assert len(verdict.ask.header) <= 12
        assert 2 <= len(verdict.ask.options) <= 4


@given(documents())
def test_a_failed_seat_is_flagged_first(document: Document) -> None:
    failed = [row for row in document[votes_key(document)] if row.get("error") not in (None, "recused")]
    if failed:
        assert tally(document).flags[0] == "DEGRADED_PANEL"
