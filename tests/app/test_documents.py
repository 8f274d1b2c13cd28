"""Documents that are counted, read and checked without a record."""

import json
from io import BytesIO

import pytest

from quorate.app.documents.ballot_count import check_consensus, count_document
from quorate.app.documents.batch_count import BatchTerms, batch_format, count_stream
from quorate.app.documents.demonstration import demonstrate, example
from quorate.app.documents.reply_check import Answered, ReplyTerms, check_replies, check_reply
from quorate.batch.outcome import CountedQuestion
from quorate.core.errors import DocumentError, UnknownName
from quorate.protocols import built_in_names
from quorate.views.documents import closed_gate_plain, shown_reply
from tests.app.house import ANN, House
from tests.surfaces.program import EXAMPLES

CONSENSUS = EXAMPLES / "validate" / "consensus.yaml"
LINE = {"id": 7, "question": "Adopt it?", "votes": [{"perspective": "a", "position": "APPROVE", "confidence": 80}]}
NONCE = "n5f0c2a9d11e84b37"
REPLY = f"```yaml\nnonce: {NONCE}\nposition: APPROVE\nconfidence: 80\nrationale: It was measured\n```\n"


@pytest.mark.parametrize("protocol", built_in_names())
async def test_a_demonstration_ends_with_the_verdict_of_its_document(house: House, protocol: str) -> None:
    text = example(protocol)
    session = await demonstrate(house.app, ANN, text, pause=0.001)
    assert session.verdict == count_document(text.encode(), protocol).verdict
    assert session.opened_by == ANN.author


def test_a_protocol_can_be_named_for_a_document_that_names_none() -> None:
    document = {"question": "Adopt it?", "votes": []}
    with pytest.raises(UnknownName, match="coin"):
        count_document(json.dumps(document).encode(), "ballots.json", "coin")


def test_strict_thresholds_are_those_of_evidence_alone() -> None:
    assert count_document(example("evidence").encode(), "evidence.yaml", strict=True).verdict.protocol == "evidence"
    with pytest.raises(DocumentError) as refused:
        count_document(example("magi").encode(), "magi.yaml", strict=True)
    assert refused.value.source == "magi.yaml"


def test_a_bad_line_of_a_batch_does_not_stop_the_others() -> None:
    lines = [json.dumps(LINE), "no json", json.dumps({**LINE, "id": 8})]
    found = list(count_stream(BytesIO("\n".join(lines).encode()), "jsonl", BatchTerms()))
    assert [one.id if isinstance(one, CountedQuestion) else one.problems[0].line for one in found] == [7, 2, 8]


def test_a_batch_of_a_protocol_that_is_none_is_refused_before_anything_is_counted() -> None:
    with pytest.raises(UnknownName, match="coin"):
        next(count_stream(BytesIO(b""), "jsonl", BatchTerms("coin")))


@pytest.mark.parametrize(
    ("file", "form"), [("a.csv", "csv"), ("A.PQ", "parquet"), ("a.parquet", "parquet"), ("-", "jsonl"), ("a", "jsonl")]
)
def test_a_file_says_by_its_name_what_it_holds(file: str, form: str) -> None:
    assert batch_format(file) == form


def test_a_reply_comes_to_the_same_ballot_alone_and_in_a_batch() -> None:
    alone = check_reply(REPLY.encode(), ReplyTerms(nonce=NONCE))
    line = json.dumps({"id": "x", "reply": REPLY}).encode()
    (answer,) = check_replies(BytesIO(line), ReplyTerms(nonce=NONCE))
    assert isinstance(answer, Answered)
    assert shown_reply(answer.heard, []) == shown_reply(alone, [])
    assert (alone.choice, alone.confidence) == ("APPROVE", 80)


def test_what_a_voter_was_asked_is_checked() -> None:
    for terms in (ReplyTerms("coin"), ReplyTerms(engine="oracle")):
        with pytest.raises(UnknownName):
            check_reply(b"yes", terms)
    with pytest.raises(UnknownName, match="coin"):
        next(check_replies(BytesIO(b""), ReplyTerms("coin")))


def test_a_consensus_document_that_is_not_valid_keeps_a_gate_closed() -> None:
    document = CONSENSUS.read_bytes().replace(b"agent_type: analysis", b"agent_type: research")
    assert check_consensus(CONSENSUS.read_bytes(), "consensus.yaml", "evidence")["valid"]
    answer = check_consensus(document, "consensus.yaml")
    assert not answer["valid"]
    error = closed_gate_plain("evidence", "T1", answer)["error"]
    assert (error["code"], error["taskId"]) == ("E_PROTOCOL_VALIDATION", "T1")
    assert error["violations"] == answer["violations"]


def test_only_documents_of_evidence_are_checked() -> None:
    with pytest.raises(UnknownName, match="magi"):
        check_consensus(b"{}", "consensus.json", "magi")
    with pytest.raises(DocumentError) as refused:
        check_consensus(b"[", "consensus.json")
    assert refused.value.source == "consensus.json"
