"""A question may say by when somebody should look at the decision again."""

import re

import pytest

from quorate import Question, tally
from quorate.core.errors import DocumentError
from quorate.surfaces.cli.terminal.output.deliberation_lines import question_lines
from quorate.surfaces.cli.terminal.phrases import Words
from tests.surfaces.office import Office

DAY = "2027-05-31"


def test_it_is_part_of_the_questions_content_only_where_it_is_given() -> None:
    asked = Question("Adopt the queue?")
    assert asked._replace(review_by="").content_hash == asked.content_hash
    assert asked._replace(review_by=DAY).content_hash != asked.content_hash


@pytest.mark.parametrize("said", ["2027-02-30", "31.05.2027", "1027-05-31", "9999-05-31", "soon", 20270531])
def test_what_is_no_day_to_live_to_is_refused(said: object) -> None:
    votes = [{"seat": "a", "position": "APPROVE", "confidence": 80}]
    with pytest.raises(DocumentError, match="a day from 2000-01-01 to 2199-12-31"):
        tally({"question": {"subject": "Adopt?", "review_by": said}, "votes": votes})


def test_it_is_read_from_a_document_and_shown_wherever_the_question_is(office: Office) -> None:
    file = office.file("question.yaml", f"question:\n  subject: Adopt the queue?\n  review_by: {DAY}\n")
    said = office.json("decide", file, "--seat", "dev=person")
    assert said["question"]["review_by"] == DAY
    assert len(re.findall(rf"Review by +{DAY}", office("show", said["id"]).out)) == 1
    assert DAY in office("show", said["id"], "--format", "markdown").out
    assert re.search(f"見直し期日 +{DAY}", office("show", said["id"], "--lang", "ja").out)


def test_an_option_sets_it_and_a_revision_moves_it_or_takes_it_away(office: Office) -> None:
    opened = office.json("decide", "Adopt the queue?", "--seat", "dev=person", "--review-by", DAY)
    moved = office.json("revise", opened["id"], "--review-by", "2028-01-31")
    assert (moved["question"]["review_by"], moved["revision"]) == ("2028-01-31", 2)
    assert moved["question_hash"] != opened["question_hash"]
    assert "review_by" not in office.json("revise", opened["id"], "--review-by", "")["question"]


def test_an_option_that_is_no_day_is_refused_before_anybody_is_asked(office: Office) -> None:
    ended = office("decide", "Adopt the queue?", "--seat", "dev=person", "--review-by", "in May")
    assert (ended.status, "review_by" in ended.err, "such as 2027-05-31" in ended.err) == (2, True, True)


@pytest.mark.parametrize(("lang", "label"), [("en", "Review by"), ("ja", "見直し期日")])
def test_a_person_who_votes_is_shown_it(lang: str, label: str) -> None:
    lines = question_lines(Question("Adopt the queue?", review_by=DAY), Words(lang), 80)
    assert f"{label}: {DAY}" in "\n".join(lines)
