"""`quorate redact`: what it says, when it refuses, and its exit status."""

import json
import re
from pathlib import Path

import pytest

from tests.surfaces.office import APPROVE, Office
from tests.surfaces.program import Ended

SECRET = "Grünwald & Söhne, account 4711"
PARTS = (b"nwald", b"account")


def redacted(office: Office, deliberation: str, text: str | bytes, *more: str, reason: str = "a customer") -> Ended:
    """The command with a text from a file."""
    (office.folder / "text.txt").write_bytes(text.encode() if isinstance(text, str) else text)
    return office("redact", deliberation, "--text", "text.txt", "--reason", reason, *more)


def with_rationale(office: Office, rationale: str = SECRET, *more: str) -> str:
    """The id of a decided deliberation in which one ballot says this."""
    found: str = office.json("decide", "Adopt?", "--seat", "a=person", "--seat", "b=person", *more)["id"]
    assert office.vote(found, "a", "APPROVE", 80, "--rationale", rationale).status == 0
    assert office.vote(found, "b", "APPROVE", 80).status == 0
    return found


def test_nothing_of_a_sealed_ballot_is_told(office: Office) -> None:
    found = office.opened()
    assert office.vote(found, "a", "REJECT", 80, "--rationale", SECRET).status == 0
    answers = {
        redacted(office, found, text, *more) for text in ("REJECT", SECRET, "x") for more in ((), ("--dry-run",))
    }
    (answer,) = answers
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("a round is still open, and its ballots are sealed, so no text is searched for; ")
    fields = ("vote.rationale", "vote.position", "vote.risks[0]")
    wishes = (("redact", found, "--event", "3", "--field", field, "--reason", SECRET) for field in fields)
    assert len({office(*wish, *more) for wish in wishes for more in ((), ("--dry-run",))}) == 1


def test_a_question_of_before_loses_a_text_and_what_is_sealed_is_said_not_to_be_looked_at(office: Office) -> None:
    found = office.opened(context=office.file("context.txt", SECRET))
    assert office("revise", found, "--context", office.file("other.txt", "None")).status == 0
    assert office.vote(found, "a", "APPROVE", 80, "--rationale", SECRET).status == 0
    ended = office("redact", found, "--event", "1", "--field", "question.context", "--reason", "a name")
    assert ended.status == 1
    assert re.fullmatch(r"event 1, question\.context: redacted \(sha256:[0-9a-f]{64}\)\n", ended.out)
    assert ended.err.startswith("sealed ballots were not searched; search again once the round is closed, or, ")
    for seat in "abc":
        office.vote(found, seat, "APPROVE", 80)
    assert redacted(office, found, SECRET).status == 0
    assert office("verify").status == 0


def program(office: Office, name: str, lines: str) -> str:
    """A voter in Python, which has its prompt as `prompt`."""
    (office.folder / name).write_text(f"#!/usr/bin/env python3\nimport json, sys\nprompt = sys.stdin.read()\n{lines}")
    (office.folder / name).chmod(0o755)
    return f"command:./{name}"


QUOTES_ITS_PROMPT = """
said = json.dumps({"prompt": prompt}, ensure_ascii=False).replace("&", "\\\\u0026")
print("log: " + said)
print(json.dumps({"position": "APPROVE", "confidence": 75, "rationale": "it was measured"}))
"""
SAYS_IT_TWICE = """
text = "Gr\\u00fcnwald & S\\u00f6hne, account 4711"
print("Thinking about " + text)
upper = json.dumps(text).replace("u00fc", "u00FC").replace("u00f6", "u00F6")
print('```json\\n{"position": "APPROVE", "confidence": 75, "rationale": ' + upper + '}\\n```')
"""
FOLDS_ITS_LINES = """
print("position: APPROVE\\nconfidence: 75\\nrationale: >\\n  Gr\\u00fcnwald &\\n  S\\u00f6hne,\\n  account 4711")
"""


@pytest.mark.parametrize("lines", [QUOTES_ITS_PROMPT, SAYS_IT_TWICE, FOLDS_ITS_LINES], ids=["Go", "NET", "YAML"])
def test_what_programs_printed_goes_in_every_spelling(lines: str, office: Office) -> None:
    voter = program(office, "ask", lines)
    context = office.file("context.txt", f"The customer is {SECRET}.\nAll else is known.")
    found: str = office.json("decide", "Go?", "--context", context, "--seat", f"x={voter}", "--seat", f"y={voter}")[
        "id"
    ]
    assert SECRET in office("report", found).out
    ended = redacted(office, found, SECRET + "\n")
    assert (ended.status, ended.err) == (0, "")
    assert len([line for line in ended.out.splitlines() if "reply.output: redacted" in line]) >= 2
    assert office("backup", "saved.db").status == 0
    assert office("export", found, "-o", "out.jsonl").status == 0
    for form in ("text", "markdown", "madr", "json"):
        (office.folder / f"report.{form}").write_text(office("report", found, "--format", form).out)
    written = [file for file in office.folder.rglob("*") if file.is_file() and file.name not in _OWN]
    assert not [file.name for file in written if _holds(file)]
    assert office("verify").status == 0


_OWN = ("ask", "context.txt", "text.txt")


def _holds(file: Path) -> bool:
    return any(part in file.read_bytes() for part in PARTS)


def test_while_the_text_stands_somewhere_the_status_says_so(office: Office) -> None:
    voter = office.program("ask-4711", APPROVE)
    found: str = office.json("decide", "Use ask-4711 or not?", "--seat", f"x={voter}", "--seat", "y=person")["id"]
    assert office.vote(found, "y", "APPROVE", 80).status == 0
    ended = redacted(office, found, "ask-4711")
    assert ended.status == 1
    assert "event 1, seats[0].voter: the text is still there: seats[0].voter of Opened is not free text" in ended.out
    assert "; change any secret in it\n" in ended.out
    assert ended.err == "the text is still in the places listed; nothing was redacted there\n"


def test_linked_deliberations_are_named_until_they_have_lost_the_text_too(office: Office) -> None:
    first = with_rationale(office)
    second = with_rationale(office, SECRET, "--supersedes", first)
    ended = redacted(office, second, SECRET, "--json")
    assert ended.status == 1
    ((one),) = json.loads(ended.out)["linked"]
    assert (one["id"], one["unseen"]) == (first, None)
    assert [place["field"] for place in one["standing"]] == ["vote.rationale", "verdict"]
    ended = redacted(office, first, SECRET)
    assert (ended.status, ended.err) == (0, "")
    third = with_rationale(office)
    office.json(
        "decide", "Now?", "--seat", "a=person", "--supersedes", third, "--context", office.file("c.txt", SECRET)
    )
    ended = redacted(office, third, SECRET)
    assert ended.status == 1
    assert ", which is linked to it, also contains the text: event 1 question.context; redact it there" in ended.out
    assert ", was not fully searched: it has ballots that are sealed\n" in ended.out
    assert "the text is still in the places listed" in ended.err
    assert "some places could not be searched and may still contain the text" in ended.err


def test_what_was_only_not_looked_at_is_not_said_to_hold_the_text(office: Office) -> None:
    first = with_rationale(office)
    office.json("decide", "Now?", "--seat", "a=person", "--supersedes", first)
    ended = redacted(office, first, SECRET)
    assert ended.status == 1
    assert ", was not fully searched: it has ballots that are sealed\n" in ended.out
    assert ended.err == (
        "some places could not be searched and may still contain the text; search again once they can be read\n"
    )


@pytest.mark.parametrize(
    "text",
    [b"\xef\xbb\xbfGr\xc3\xbcnwald\r\nand Sons\r\n", "Grünwald\nand Sons\n\n", "Grünwald and Sons"],
    ids=["Windows", "Unix", "one line"],
)
def test_how_lines_end_in_the_file_is_no_matter(text: str | bytes, office: Office) -> None:
    found = with_rationale(office, "It is Grünwald\nand Sons, as we know")
    ended = redacted(office, found, text)
    assert (ended.status, ended.err) == (0, "")
    assert not _holds(office.folder / "home" / "quorate.db")
    shown = office.json("show", found)["verdict"]["receipt"]["roster"][0]["rationale"]
    assert re.fullmatch(r"It is \[redacted sha256:[0-9a-f]{64}\], as we know", shown)


def test_a_redaction_is_not_redacted(office: Office) -> None:
    found = with_rationale(office)
    assert redacted(office, found, SECRET).status == 0
    before = office("show", found, "--json").out
    for text in ("redacted sha256", "[redacted sha256:"):
        ended = redacted(office, found, text)
        assert (ended.status, ended.err) == (2, f"the text does not occur in {found}\n")
    assert office("show", found, "--json").out == before


@pytest.mark.parametrize("reason", [SECRET, f"it named {SECRET} twice", "account  4711", "grünwald"])
def test_a_reason_that_would_tell_it_is_refused(reason: str, office: Office) -> None:
    found = with_rationale(office)
    wishes = [("--event", "3", "--field", "vote.rationale"), ("--text", office.file("text.txt", SECRET))]
    for wish in wishes:
        ended = office("redact", found, *wish, "--reason", reason)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith("the reason contains the text to redact, or a part of it; use other words")


@pytest.mark.parametrize("wish", [("--event", "3", "--field", "vote.rationale"), ("--text", "text.txt")])
def test_the_same_key_redacts_once_and_answers_the_same(wish: tuple[str, ...], office: Office) -> None:
    found = with_rationale(office)
    office.file("text.txt", SECRET)
    asked = ("redact", found, *wish, "--reason", "a customer", "--key", "k")
    first, again = office(*asked), office(*asked)
    assert (first.status, first.err, again.status, again.err) == (0, "", 0, "already redacted with this key\n")
    assert (first.out, office.json(*asked)["repeated"]) == (again.out, True)
    assert [one["kind"] for one in office.json("show", found)["history"]].count("Redacted") == 2
    assert "was used for another request" in office(*asked[:-4], "--reason", "another", "--key", "k").err
    assert office("redact", "--sweep", "--key", "k").status == 2
    assert office("verify").status == 0


def test_what_still_stands_is_said_again_with_the_same_key(office: Office) -> None:
    found = with_rationale(office, "APPROVE")
    asked = ("redact", found, "--event", "3", "--field", "vote.rationale", "--reason", "it says nothing", "--key", "k")
    first, again = office(*asked), office(*asked)
    assert (first.status, again.status, first.out) == (1, 1, again.out)
    assert "event 3, vote.position: the text is still there" in again.out
