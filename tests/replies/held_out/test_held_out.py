"""Held-out replies: figures are reported in the documentation; only what must never happen is asserted."""

from tests.replies.held_out import FIRST, SECOND, results, rows


def test_the_list_is_large_enough_and_of_every_kind() -> None:
    listed = rows()
    assert len(listed) >= 200
    assert {row["protocol"] for row in listed} == {"magi", "judges", "quorum", "evidence"}
    assert {row["lang"] for row in listed} == {"en", "ja"}


def test_no_ballot_of_a_block_or_a_structured_answer_states_another_choice_than_was_meant() -> None:
    """Four hostile rows end with a valid block that the text before it disowns: by the rule the block is the ballot."""
    read = [result for result in results() if result.found_in in (FIRST, SECOND)]
    assert not [result.id for result in read if result.meant is not None and not result.is_right]
    assert [result.id for result in read if result.meant is None] == ["r185", "r188", "r206", "r214"]
