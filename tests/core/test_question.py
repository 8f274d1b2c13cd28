"""Every edit of a question is a new revision with a new hash."""

from quorate import Option, Question
from quorate.core.question import Score


def test_the_same_content_has_the_same_hash() -> None:
    assert (
        Question("Adopt?", domain="architecture").content_hash == Question("Adopt?", domain="architecture").content_hash
    )


def test_the_hash_is_a_sha256_and_stays_what_it_is_from_release_to_release() -> None:
    question = Question("Adopt Postgres for the queue?", options=(Option("A", "yes"),), constraints=("c",))
    assert question.content_hash == "sha256:b33f642e3e58444284cabda10806ca3664b2f0b866c36593f94cf15c77aa035e"


def test_every_field_is_part_of_the_hash() -> None:
    asked = Question("Adopt?")
    edits: dict[str, object] = {
        "subject": "Adopt it?",
        "domain": "d",
        "context": "c",
        "options": (Option("A"),),
        "constraints": ("x",),
        "urgency": "high",
        "reversibility": "low",
        "action": "deploy",
        "decision_type": "go_no_go",
        "id": "Q-1",
        "revision": 2,
        "scores": (Score("risk", 3),),
        "reversible": ("A",),
    }
    edits |= {"asked_as": "sha256:0", "review_by": "2027-05-31", "action_for": "A"}
    assert set(edits) == set(Question._fields)
    hashes = {asked._replace(**{field: value}).content_hash for field, value in edits.items()}  # type: ignore[arg-type]
    assert len(hashes | {asked.content_hash}) == len(edits) + 1


def test_an_edit_makes_the_next_revision() -> None:
    first = Question("Adopt?")
    second = first.revised(context="more")
    assert (first.revision, second.revision, second.context, second.subject) == (1, 2, "more", "Adopt?")
    assert second.content_hash != first.content_hash


def test_going_back_to_an_earlier_wording_is_still_a_new_revision() -> None:
    first = Question("Adopt?")
    third = first.revised(subject="Adopt it?").revised(subject="Adopt?")
    assert third.content_hash != first.content_hash
    assert third.revision == 3


def test_only_a_stated_low_reversibility_is_hard_to_reverse() -> None:
    assert Question("?", reversibility="low").is_hard_to_reverse
    assert not Question("?", reversibility="medium").is_hard_to_reverse
    assert not Question("?").is_hard_to_reverse
