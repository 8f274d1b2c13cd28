"""Blocks that carry the nonce and are not valid YAML or JSON: what their lines say, and what stays forbidden."""

from decimal import Decimal
from typing import Any

import pytest

from quorate.deliberation.events import BallotNote
from quorate.replies.reading import Expected, ReadVote, read_text
from tests.deliberation.reading.corpus import CHOICES, NONCE, asked

NOTE = BallotNote("repaired")
HEAD = {
    "magi": f"nonce: {NONCE}\nposition: APPROVE\nconfidence: 85\n",
    "judges": f"nonce: {NONCE}\noption: A\nconfidence: HIGH\n",
    "quorum": f"nonce: {NONCE}\nvote: resume\n",
    "evidence": f"nonce: {NONCE}\nvote: accept\nconfidence: 0.9\n",
}
REASON = {"magi": "rationale", "judges": "reasoning", "quorum": "reasoning", "evidence": "rationale"}
SLIPS = [
    "One thing: the rollback: works",
    '"The so-called "simple" path is "simple""',
    '"Quoted" in the beginning',
    "'it's only half quoted'",
    "`make test` passes",
    "#123 is closed by it",
    "it closes #123, and nothing is left",
    "**bold** and then plain",
    "*stressed* word",
    "&c. is no anchor",
    "!important is no tag",
    "*note that this is no alias",
    "@alice agrees with it",
    "%5 of users: nobody else",
    "> 50 % of users: all good",
    "[WIP] it is done",
    "{braces} are text: too",
    "- a dash: and a colon",
]


def fenced(body: str, tag: str = "yaml") -> str:
    return f"```{tag}\n{body}\n```\n"


def read(body: str, protocol: str = "magi", **more: Any) -> ReadVote:
    return read_text(fenced(body), asked(protocol)._replace(**more))


def vote(body: str, protocol: str = "magi") -> dict[str, Any]:
    found = read(body, protocol)
    assert found.vote is not None, found.why
    return found.vote


@pytest.mark.parametrize("protocol", sorted(CHOICES))
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_text_costs_nobody_the_vote(slip: str, protocol: str) -> None:
    found = read(f"{HEAD[protocol]}{REASON[protocol]}: {slip}\nrisks: [late]", protocol)
    assert found.vote is not None, found.why
    assert (found.repaired, found.inferred, found.notes) == (True, False, (NOTE,))
    assert found.vote["risks"] == ["late"]
    assert slip.split()[-1].strip("\"'") in found.vote[REASON[protocol]]


@pytest.mark.parametrize("slip", SLIPS)
def test_without_the_nonce_a_broken_block_is_inferred_or_unreadable(slip: str) -> None:
    body = f"position: APPROVE\nconfidence: 85\nrationale: {slip}"
    assert not read(body).repaired
    assert not read(f"nonce: other\n{body}").repaired
    assert not read_text(fenced(body), asked(nonce="")).repaired


def test_a_valid_block_is_not_repaired() -> None:
    found = read(HEAD["magi"] + "rationale: sound  # my reasons\nconcerns: []  # none")
    assert (found.repaired, found.notes) == (False, ())
    assert found.vote == {"position": "APPROVE", "confidence": 85, "rationale": "sound"}


def test_json_with_quotes_inside_quotes_is_read_by_its_lines_or_between_its_keys() -> None:
    lines = (
        f'{{\n  "nonce": "{NONCE}",\n  "position": "REJECT",\n  "confidence": 70,\n  "rationale": "the "old" way",\n'
    )
    lines += '  "concerns": [\n    {"kind": "safety", "text": "no "real" rollback"}\n  ]\n}'
    for body in (lines, " ".join(line.strip() for line in lines.splitlines())):
        found = read(body)
        assert found.repaired
        assert found.vote == {
            "position": "REJECT",
            "confidence": 70,
            "rationale": 'the "old" way',
            "concerns": [{"kind": "safety", "text": 'no "real" rollback'}],
            "repaired": True,
        }


def test_braces_with_the_nonce_and_without_a_fence_are_read_by_their_lines_too() -> None:
    body = f'{{\n  "nonce": "{NONCE}",\n  "option": "B",\n  "confidence": "LOW",\n  "reasoning": "a "b" c"\n}}'
    found = read_text(f"Here it is.\n\n{body}\n", asked("judges"))
    assert found.repaired
    assert found.vote == {"option": "B", "confidence": "LOW", "reasoning": 'a "b" c', "repaired": True}


@pytest.mark.parametrize(
    ("written", "concerns"),
    [
        (
            "\n  - kind: safety\n    text: one: two: three\n  - other: plain",
            [("safety", "one: two: three"), ("other", "plain")],
        ),
        ("\n  - kind: security\n    text: the `key` is `open`", [("security", "the `key` is `open`")]),
        ("\n- safety: nobody is: on call\n- too dear", [("safety", "nobody is: on call"), ("other", "too dear")]),
        (' [{kind: safety, text: no "rollback": none}]', [("safety", 'no "rollback": none')]),
        (" safety: no way: back", [("safety", "no way: back")]),
        ("\n  - **safety**: at night: alone", [("safety", "at night: alone")]),
    ],
)
def test_no_concern_is_lost_where_its_list_is_broken(written: str, concerns: list[tuple[str, str]]) -> None:
    found = vote(f"{HEAD['magi']}rationale: a: b\nconcerns:{written}")["concerns"]
    assert [(one["kind"], one["text"]) for one in found] == concerns


def test_items_of_evidence_are_kept_by_their_keys() -> None:
    item = "evidence:\n  - file: a.py\n    line: 12\n    reproducible: true\n    command: make test: all\n"
    found = vote(f"{HEAD['evidence']}rationale: a: b\n{item}", "evidence")
    kept = {"file": "a.py", "line": 12, "reproducible": True, "command": "make test: all"}
    assert (found["evidence"], found["confidence"]) == ([kept], Decimal("0.9"))


BROKEN = "rationale: a: b"
FORBIDDEN = [
    "a: &x 1\nb: *x",
    "a: &x {b: 1}\nc:\n  <<: *x",
    "<<: {position: REJECT}",
    "---\nposition: APPROVE",
    "...\nrisks: [late]",
    "position: APPROVE",
    "Position: APPROVE",
    "confidence: 85",
    "rationale: more",
    "risks: " + "[" * 9 + "]" * 9,
    "risks:\n" + "".join(f"{'  ' * level}- a:\n" for level in range(1, 10)),
    "risks:\n  - - - - - - - - - - x",
    "dissent_note: !!python/object/apply:os.system [ls]",
    "dissent_note: " + "x" * 65_536,
    "\n".join(f"k{number}: v" for number in range(6_000)),
    '"\\u0070osition": REJECT',
    "роsition: REJECT",
    "position : REJECT",
]


@pytest.mark.parametrize("more", FORBIDDEN, ids=range(len(FORBIDDEN)))
def test_what_is_forbidden_in_a_valid_block_is_forbidden_in_a_broken_one(more: str) -> None:
    for body in (f"{HEAD['magi']}{BROKEN}\n{more}", f"{HEAD['magi']}{more}\n{BROKEN}"):
        found = read_text(f"I approve.\n\n{fenced(body)}\nVerdict: APPROVE\n", asked())
        assert found.vote is None, body[:200]
        assert found.why


@pytest.mark.parametrize("confidence", ["850", "banana", "", "-1", "8.5e1"])
def test_a_repaired_ballot_has_an_allowed_confidence(confidence: str) -> None:
    assert read(f"nonce: {NONCE}\nposition: APPROVE\nconfidence: {confidence}\n{BROKEN}").vote is None


def test_a_repaired_ballot_states_its_confidence_where_the_protocol_asks_for_one() -> None:
    assert read(f"nonce: {NONCE}\noption: A\nreasoning: a: b", "judges").vote is None
    assert read(f"nonce: {NONCE}\nvote: resume\nreasoning: a: b", "quorum").repaired
    assert read(f"nonce: {NONCE}\nposition: APPROVE\n{BROKEN}").inferred


@pytest.mark.parametrize(
    "position", ["APPROVE, I think", "&a APPROVE", "!x APPROVE", "*a", "APPROVE: yes", "maybe", ""]
)
def test_a_repaired_ballot_has_an_allowed_choice(position: str) -> None:
    assert read(f"nonce: {NONCE}\nposition: {position}\nconfidence: 85\n{BROKEN}").vote is None


@pytest.mark.parametrize(
    "line",
    [
        *("  REJECT is what I mean", "  position: REJECT", "  - Vote: reject", "- **REJECT**", "Decision - REJECT"),
        *("  decision = NO-GO", "  APPROVE or rather REJECT", "  ＲＥＪＥＣＴ this"),
    ],
)
def test_another_line_that_begins_like_a_choice_and_names_another_makes_it_unreadable(line: str) -> None:
    assert read(f"{HEAD['magi']}{BROKEN}\n{line}").vote is None


@pytest.mark.parametrize(
    "line", ["  APPROVE is what I mean", "  to reject it would be wrong", "  the board may REJECT it"]
)
def test_another_line_that_names_no_other_choice_or_begins_with_a_text_is_a_text(line: str) -> None:
    assert line.strip() in vote(f"{HEAD['magi']}{BROKEN}\n{line}")["rationale"]


def test_only_lines_at_the_outermost_indentation_are_keys() -> None:
    found = vote(f"{HEAD['judges']}reasoning: one: two\n  note: three\nrisks:\n  - late: very", "judges")
    assert found["reasoning"] == "one: two note: three"
    indented = "\n".join(f"    {line}" for line in f"{HEAD['judges']}reasoning: one: two".splitlines())
    assert vote(indented, "judges")["option"] == "A"


def test_a_sound_ballot_that_agrees_is_taken_before_a_repaired_one() -> None:
    sound = fenced(HEAD["magi"] + "rationale: sound")
    broken = fenced(HEAD["magi"] + "rationale: a: b\nconcerns:\n  - safety: late: very")
    found = read_text(broken + sound, asked())
    assert found.vote is not None
    assert (found.repaired, found.vote["rationale"]) == (False, "sound")
    assert found.vote["concerns"] == [{"kind": "safety", "text": "late: very"}]
    assert read_text(broken + sound.replace("APPROVE", "REJECT"), asked()).vote is None


def test_lines_without_a_key_may_take_the_ballot_back() -> None:
    assert read(f"{HEAD['magi']}{BROKEN}\nCorrection: I reject it").vote is None


def test_a_literal_text_is_kept_whole_in_a_broken_block() -> None:
    found = vote(f"{HEAD['magi']}rationale: |\n  one: two\n  three\ndissent_note: a: b")
    assert (found["rationale"], found["dissent_note"]) == ("one: two\nthree", "a: b")


def test_a_seat_of_any_protocol_keeps_the_further_keys_of_a_debate() -> None:
    expected = Expected("judges", ("A", "B", "ABSTAIN"), NONCE, also=("challenge",))
    found = read_text(fenced(f"{HEAD['judges']}reasoning: x\nchallenge: B forgets: the nights"), expected)
    assert (found.repaired, found.also) == (True, {"challenge": "B forgets: the nights"})


def test_a_number_sign_in_quotes_is_no_comment_and_nothing_is_repaired() -> None:
    body = (
        f'nonce: {NONCE}\nposition: APPROVE\nconfidence: 80\nrationale: x\nkey_evidence:\n  - "issues #311 and #340"\n'
    )
    read = read_text(f"```yaml\n{body}```\n", asked())
    assert (read.repaired, read.notes) == (False, ())
