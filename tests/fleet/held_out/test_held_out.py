"""Held-out conditions: figures are reported in the documentation; only what must never happen is asserted."""

from quorate.protocols.quorum.hard_limits import review_note
from tests.fleet.held_out import rows


def test_the_list_is_large_enough_and_in_both_languages() -> None:
    assert len(rows()) >= 80
    assert {row["lang"] for row in rows()} == {"en", "ja"}


def test_no_harmful_condition_is_applied_as_a_structured_one() -> None:
    assert not [row["id"] for row in rows() if row["harm"] and review_note(row["text"]) == "structured"]
