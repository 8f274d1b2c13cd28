"""Documents that are wrong in what they say: every problem at once, with line, field, found and allowed."""

import json
from textwrap import dedent

import pytest

from quorate import DocumentError, from_json, tally, to_json
from quorate.documents.findings import MOST_PROBLEMS
from quorate.documents.schemas import schema
from quorate.documents.tally import read_tally
from tests.documents.full_documents import DOCUMENTS, Document, Steps, at, paths_in, replaced, without

Found = tuple[int | None, str, str, str]
SEATS = "one of perspective, engine, seat"
POSITIONS = "APPROVE, REJECT, ABSTAIN, GO, GO WITH CONDITIONS, HOLD, NO-GO"
WEIGHTS = 'a number from 0 to 1000000000000, or a fraction such as "2/3"'
QUESTION_KEYS = (
    "action, action_for, constraints, context, decision_type, domain, options, reversibility, review_by, scores, "
    "subject, urgency"
)
MAGI_KEYS = (
    "alternatives, answered_by, concerns, conditions, confidence, detail, dissent_note, engine, error, inferred, "
    "key_evidence, perspective, position, priorities, rationale, reason, risks, seat, second_request, "
    "weight"
)


def refused(text: str) -> list[Found]:
    with pytest.raises(DocumentError) as caught:
        read_tally(text)
    return [(one.line, one.field, one.found, one.allowed) for one in caught.value.problems]


BAD: list[tuple[str, str, list[Found]]] = [
    # --- magi ---
    (
        "a vote without a seat",
        """\
        votes:
          - seat: a
            position: APPROVE
            confidence: 50
          - position: APPROVE
            confidence: 50
        """,
        [(5, "votes[1].seat", "nothing", SEATS)],
    ),
    (
        "a vote with two seats",
        """\
        votes:
          - seat: a
            position: APPROVE
            perspective: Logos
            confidence: 50
        """,
        [(2, "votes[0].seat", "perspective and seat together", SEATS)],
    ),
    (
        "a vote of nothing",
        "votes: [{}]\n",
        [
            (1, "votes[0].position", "nothing", "position and confidence, or error"),
            (1, "votes[0].seat", "nothing", SEATS),
        ],
    ),
    (
        "a position without a confidence",
        """\
        votes:
          - seat: a
            position: REJECT
        """,
        [(2, "votes[0].confidence", "nothing", "position and confidence, or error")],
    ),
    (
        "a confidence without a position",
        "votes:\n- {seat: a, confidence: 50}\n",
        [(2, "votes[0].position", "nothing", "position and confidence, or error")],
    ),
    (
        "a failure that voted",
        """\
        votes:
          - engine: Codex
            position: APPROVE
            confidence: 50
            error: timeout
        """,
        [(5, "votes[0].error", "error and position together", "one of the two")],
    ),
    (
        "the same seat twice, under two keys, and a third time",
        """\
        votes:
          - perspective: Logos
            position: APPROVE
            confidence: 50
          - position: APPROVE
            confidence: 60
            engine: Logos
          - {seat: Logos, error: absent}
        """,
        [
            (7, "votes[1].engine", "'Logos' a second time", "each seat once"),
            (8, "votes[2].seat", "'Logos' a second time", "each seat once"),
        ],
    ),
    (
        "confidences on other scales",
        """\
        votes:
          - {seat: a, position: APPROVE, confidence: HIGH}
          - {seat: b, position: APPROVE, confidence: 820}
          - {seat: c, position: APPROVE, confidence: -0.1}
          - {seat: d, position: APPROVE, confidence: "82"}
          - {seat: e, position: APPROVE, confidence: .nan}
          - {seat: f, position: APPROVE, confidence: 1e999999999}
          - {seat: g, position: APPROVE, confidence: yes}
        """,
        [
            (2, "votes[0].confidence", "'HIGH'", "a number from 0 to 100"),
            (3, "votes[1].confidence", "the number 820", "a number from 0 to 100"),
            (4, "votes[2].confidence", "the number -0.1", "a number from 0 to 100"),
            (5, "votes[3].confidence", "'82'", "a number from 0 to 100"),
            (6, "votes[4].confidence", "'.nan'", "a number from 0 to 100"),
            (7, "votes[5].confidence", "'1e999999999'", "a number from 0 to 100"),
            (8, "votes[6].confidence", "'yes'", "a number from 0 to 100"),
        ],
    ),
    (
        "words in the wrong case",
        "votes:\n- {seat: a, position: approve, confidence: 1}\n",
        [(2, "votes[0].position", "'approve'", POSITIONS)],
    ),
    ("no votes", "id: 1\nvotes: []\n", [(2, "votes", "an empty list", "a list of 1 to 1000 items")]),
    ("a voter's own will as error", "votes: [{seat: a, error: abstained}]", [
        (1, "votes[0].error", "'abstained'", "timeout, error, unreadable, absent, recused"),
    ]),
    (
        "a negative weight",
        "votes:\n- {seat: a, error: error, weight: -1}\n",
        [(2, "votes[0].weight", "the number -1", WEIGHTS)],
    ),
    (
        "an item twice in one ballot",
        """\
        votes:
          - seat: a
            position: APPROVE
            confidence: 50
            priorities:
              - {item: queue, score: 5}
              - {item: map, score: 5}
              - {item: queue, score: 10}
        """,
        [(8, "votes[0].priorities[2].item", "'queue' a second time", "each item once")],
    ),
    (
        "a fraction that is too fine",
        "votes:\n- {seat: a, error: absent, weight: 1/10007}\n",
        [(2, "votes[0].weight", "'1/10007'", f"{WEIGHTS}; denominators are below 10000")],
    ),
    (
        "many problems of many kinds",
        """\
        protocol: magi
        question:
          subjekt: Which?
          reversibility: none
        votes:
          - {perspective: Logos, position: MAYBE, confidence: 50}
          - {perspective: Logos, position: APPROVE, confidence: 101, rational: x}
        quesion: x
        """,
        [
            (2, "question.subject", "nothing", "text that is not empty"),
            (3, "question.subjekt", "an unknown key", f"subject (nearest); {QUESTION_KEYS}"),
            (4, "question.reversibility", "'none'", "high, medium, low"),
            (6, "votes[0].position", "'MAYBE'", POSITIONS),
            (7, "votes[1].confidence", "the number 101", "a number from 0 to 100"),
            (7, "votes[1].rational", "an unknown key", f"rationale (nearest); {MAGI_KEYS}"),
            (7, "votes[1].perspective", "'Logos' a second time", "each seat once"),
            (8, "quesion", "an unknown key", "question (nearest); id, protocol, question, votes"),
        ],
    ),
    # --- judges ---
    (
        "judges with a scale of their own",
        """\
        protocol: judges
        recommendations:
          - {judge: risk, option: A, confidence: 0.8}
          - {judge: value, option: A, confidence: high}
          - {judge: effort, option: A, confidence: REQUIRES_INPUT}
        """,
        [
            (3, "recommendations[0].confidence", "the number 0.8", "HIGH, MEDIUM or LOW"),
            (4, "recommendations[1].confidence", "'high'", "HIGH, MEDIUM or LOW"),
            (5, "recommendations[2].confidence", "'REQUIRES_INPUT'", "HIGH, MEDIUM or LOW"),
        ],
    ),
    (
        "a judge that failed and recommends",
        "protocol: judges\nrecommendations:\n- {judge: risk, option: A, error: timeout}\n",
        [(3, "recommendations[0].error", "error and option together", "one of the two")],
    ),
    (
        "options twice, empty, and called ABSTAIN",
        """\
        protocol: judges
        options:
          - A
          - {id: A, text: again}
          - abstain
          - ""
          - {text: without an id}
        recommendations: [{judge: risk, option: A}]
        """,
        [
            (4, "options[1]", "'A' a second time", "each option once"),
            (5, "options[2]", "ABSTAIN", "any other id: ABSTAIN is an abstention"),
            (6, "options[3]", "''", "text that is not empty"),
            (7, "options[4].id", "nothing", "text that is not empty"),
        ],
    ),
    (
        "options twice inside the question",
        """\
        protocol: judges
        question:
          subject: Which?
          options:
            - A
            - A
            - Abstain
        recommendations: [{judge: risk, option: A}]
        """,
        [
            (6, "question.options[1]", "'A' a second time", "each option once"),
            (7, "question.options[2]", "ABSTAIN", "any other id: ABSTAIN is an abstention"),
        ],
    ),
    (
        "options in two places",
        """\
        protocol: judges
        question: {subject: Which?,
          options: [A, B]}
        options: [A, B]
        recommendations: [{judge: risk, option: A}]
        """,
        [(3, "question.options", "a second list of options", "options in one place")],
    ),
    ("no options at all", "protocol: judges\noptions: []\nrecommendations: [{judge: risk}]\n", [
        (2, "options", "an empty list", "a list with at least one item"),
    ]),
    # --- quorum ---
    (
        "a roster that does not fit the votes",
        """\
        protocol: quorum
        roster:
          - {agent_id: r1, authority_weight: 0.5}
          - {agent_id: r2, authority_weight: 1/3}
          - {agent_id: r1, authority_weight: 0.5}
        votes:
          - {agent_id: r1, vote: resume, authority_weight: 0.6}
          - {agent_id: stranger, vote: block}
          - {agent_id: r2, vote: resume, authority_weight: 2/6}
          - {agent_id: r2, vote: block}
        """,
        [
            (5, "roster[2].agent_id", "'r1' a second time", "each seat once"),
            (10, "votes[3].agent_id", "'r2' a second time", "each seat once"),
        ],
    ),
    (
        "a stranger, and another weight than the roster's",
        """\
        protocol: quorum
        roster:
          - {agent_id: r1, authority_weight: 0.5}
          - {agent_id: r2, authority_weight: 1/3}
        votes:
          - {agent_id: r1, vote: resume, authority_weight: 0.6}
          - {agent_id: stranger, vote: block}
          - {agent_id: r2, vote: resume, authority_weight: 2/6}
        """,
        [
            (6, "votes[0].authority_weight", "3/5", "the roster's 1/2"),
            (7, "votes[1].agent_id", "'stranger', who is not on the roster", "r1, r2"),
        ],
    ),
    (
        "bad weights",
        """\
        protocol: quorum
        votes:
          - {agent_id: a, vote: resume, authority_weight: -0.1}
          - {agent_id: b, vote: resume, authority_weight: .inf}
          - {agent_id: c, vote: resume, authority_weight: 1/0}
          - {agent_id: d, vote: resume, authority_weight: true}
          - {agent_id: e, vote: resume}
          - {agent_id: f, error: timeout}
        """,
        [
            (3, "votes[0].authority_weight", "the number -0.1", WEIGHTS),
            (4, "votes[1].authority_weight", "'.inf'", WEIGHTS),
            (5, "votes[2].authority_weight", "'1/0'", WEIGHTS),
            (6, "votes[3].authority_weight", "true", WEIGHTS),
            (7, "votes[4].authority_weight", "nothing", "a weight, because there is no roster"),
            (8, "votes[5].authority_weight", "nothing", "a weight, because there is no roster"),
        ],
    ),
    ("an empty roster", "protocol: quorum\nroster: []\nvotes: []\n", [
        (2, "roster", "an empty list", "a list of 1 to 1000 items"),
    ]),
    ("neither vote nor error", "protocol: quorum\nvotes:\n- {agent_id: a, authority_weight: 1}\n", [
        (3, "votes[0].vote", "nothing", "vote, or error"),
    ]),
    ("a broken roster, said once", "protocol: quorum\nroster: none\nvotes: [{agent_id: a, vote: block}]\n", [
        (2, "roster", "'none'", "a list of 1 to 1000 items"),
    ]),
    # --- evidence ---
    (
        "options that are not listed",
        """\
        protocol: evidence
        options: [Single file, {option: Split files}]
        votes:
          - {agentId: a, option: Database, vote: accept}
          - {agentId: b, vote: reject}
          - {agentId: c, vote: abstain}
          - {agentId: d, option: " single  FILE ", vote: accept}
          - {agentId: a, option: Split files, vote: accept}
        """,
        [
            (4, "votes[0].option", "'Database'", "Single file, Split files"),
            (5, "votes[1].option", "nothing", "one of the options: Single file, Split files"),
            (8, "votes[4].agentId", "'a' a second time", "each seat once"),
        ],
    ),
    (
        "an option of a claim",
        "protocol: evidence\nquestion: It holds\nvotes:\n- {agentId: a, option: X, vote: accept}\n",
        [(4, "votes[0].option", "'X'", "no option: without options the question is the claim")],
    ),
    (
        "the same option in other words",
        """\
        protocol: evidence
        options:
          - Single file
          - option: SINGLE   file
        votes: [{agentId: a, option: Single file, vote: accept}]
        """,
        [(4, "options[1]", "'SINGLE   file', the same name as 'Single file'", "each option once")],
    ),
    ("neither claim nor options", "protocol: evidence\nvotes: [{agentId: a, vote: accept}]\n", [
        (1, "question", "nothing", "the claim as the question, or options"),
    ]),
    ("nobody votes", "protocol: evidence\nquestion: x\noptions: [A]\n", [
        (1, "votes", "nothing", "votes, or a vote in at least one option"),
    ]),
    (
        "votes in two places",
        """\
        protocol: evidence
        options:
          - option: A
            vote: accept
            evidence: [{file: a.py}]
        votes: [{agentId: a, option: A, vote: accept}]
        """,
        [
            (4, "options[0].vote", "vote in an option, beside votes", "the agents' votes in votes only"),
            (5, "options[0].evidence", "evidence in an option, beside votes", "the agents' votes in votes only"),
        ],
    ),
    (
        "counter-proofs without a name, twice, and answers to nothing",
        """\
        protocol: evidence
        question: It holds
        votes:
          - agentId: a
            vote: reject
            evidence:
              - {file: x, counter: true}
              - {id: c1, counter: true}
              - {id: c1, counter: true}
          - {agentId: b, vote: accept, evidence: [{answers: c1}]}
        """,
        [
            (7, "votes[0].evidence[0].id", "nothing", "an id, because it is a counter-proof or answers one"),
            (9, "votes[0].evidence[2].id", "'c1' a second time", "each counter-proof once"),
            (10, "votes[1].evidence[0].id", "nothing", "an id, because it is a counter-proof or answers one"),
        ],
    ),
    (
        "an answer to a counter-proof that there is not",
        """\
        protocol: evidence
        question: It holds
        votes:
          - {agentId: a, vote: reject, evidence: [{id: c1, counter: true}]}
          - agentId: b
            vote: accept
            evidence:
              - id: e1
                answers: c2
        """,
        [(9, "votes[1].evidence[0].answers", "'c2'", "c1")],
    ),
    (
        "an answer where there is no counter-proof",
        """\
        protocol: evidence
        options:
          - {option: A, vote: accept, evidence: [{file: x}]}
          - {option: B, vote: reject, evidence: [{id: e, answers: c}]}
        """,
        [(4, "options[1].evidence[0].answers", "'c'", "no answer: there is no counter-proof")],
    ),
    (
        "confidence in percent",
        "protocol: evidence\nquestion: x\nvotes:\n- {agentId: a, vote: accept, confidence: 85}\n",
        [(4, "votes[0].confidence", "the number 85", "a number from 0 to 1")],
    ),
    (
        "a conflict twice, and one with two states",
        """\
        protocol: evidence
        question: It holds
        votes: [{agentId: a, vote: accept}]
        conflicts:
          - {conflictId: c1, status: accepted}
          - {conflictId: c1, severity: critical}
          - conflictId: c2
            status: accepted
            resolution:
              status: rejected
        """,
        [
            (6, "conflicts[1].conflictId", "'c1' a second time", "each conflict once"),
            (10, "conflicts[2].resolution.status", "'rejected'", "accepted, as the conflict's status says"),
        ],
    ),
    (
        "rounds that are no whole numbers",
        "protocol: evidence\nquestion: x\nchallengeRounds: 1.5\nexchanges: -1\nvotes: [{agentId: a, vote: accept}]\n",
        [
            (3, "challengeRounds", "the number 1.5", "a whole number from 0 to 1000"),
            (4, "exchanges", "the number -1", "a whole number from 0 to 1000000"),
        ],
    ),
    ("broken options, said once", "protocol: evidence\noptions: A\nvotes: [{agentId: a, option: A, vote: accept}]\n", [
        (1, "question", "nothing", "the claim as the question, or options"),
        (2, "options", "'A'", "a list with at least one item"),
    ]),
    ("a vote that is no mapping, said once", "protocol: evidence\nquestion: x\nvotes:\n- accept\n", [
        (4, "votes[0]", "'accept'", "a mapping"),
    ]),
    ("seats that are no mappings, said once", "protocol: quorum\nroster:\n- r1\nvotes:\n- r1\n", [
        (3, "roster[0]", "'r1'", "a mapping"),
        (5, "votes[0]", "'r1'", "a mapping"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "problems"), [pytest.param(*row[1:], id=row[0]) for row in BAD])
def test_a_bad_document_is_answered_with_every_problem(text: str, problems: list[Found]) -> None:
    assert refused(dedent(text)) == problems


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("0", "the number 0"),
        ("1.0001", "the number 1.0001"),
        ("-1", "the number -1"),
        ("67", "the number 67"),
        ("0/1", "'0/1'"),
        ("1/0", "'1/0'"),
        ("0/0", "'0/0'"),
        ("5/4", "'5/4'"),
        ("-2/3", "'-2/3'"),
        ("2/ 3", "'2/ 3'"),
        ("67%", "'67%'"),
        ("'0.0'", "'0.0'"),
        ("null", "nothing (null)"),
        ("true", "true"),
        (".nan", "'.nan'"),
        ("two thirds", "'two thirds'"),
        (f"1/{'3' * 21}", f"'1/{'3' * 21}'"),
        ("9" * 50, f"'{'9' * 50}'"),
        ("9" * 40, f"the number {'9' * 40}"),
    ],
)
def test_a_threshold_is_above_zero_and_at_most_one(written: str, found: str) -> None:
    allowed = 'a number above 0 up to 1, or a fraction such as "2/3"'
    judges = f"protocol: judges\nthreshold: {written}\nrecommendations: [{{judge: risk, option: A}}]\n"
    assert refused(judges) == [(2, "threshold", found, allowed)]
    evidence = (
        f"protocol: evidence\nquestion: x\nconsensusThreshold: {written}\nvotes: [{{agentId: a, vote: accept}}]\n"
    )
    assert refused(evidence) == [(3, "consensusThreshold", found, allowed)]


@pytest.mark.parametrize("written", ["1", "1.0", "2/3", "0.67", "4/6", "'1'", "1e-3", "1/1000000000", "0.0000001"])
def test_a_threshold_may_be_written_as_a_number_or_a_fraction(written: str) -> None:
    assert read_tally(f"protocol: judges\nthreshold: {written}\nrecommendations: [{{judge: risk, option: A}}]\n")


def test_an_option_that_does_not_exist_is_unreadable_under_judges() -> None:
    text = "protocol: judges\noptions: [A, B]\nrecommendations: [{judge: risk, option: C}, {judge: value, option: A}]\n"
    risk, value = tally(text).receipt.roster
    assert (getattr(risk, "kind", ""), getattr(value, "choice", "")) == ("unreadable", "A")


@pytest.mark.parametrize("written", ["", "null", "''", "'  '"])
def test_no_recommendation_is_unreadable_under_judges(written: str) -> None:
    text = f"protocol: judges\nrecommendations:\n- {{judge: risk, option: {written}}}\n- {{judge: value}}\n"
    assert [getattr(answer, "kind", "") for answer in tally(text).receipt.roster] == ["unreadable", "unreadable"]


@pytest.mark.parametrize(
    ("protocol", "votes", "row"),
    [
        ("magi", "votes", '{{"seat": "s{0}", "position": "APPROVE", "confidence": 50}}'),
        ("judges", "recommendations", '{{"judge": "s{0}", "option": "A"}}'),
        ("quorum", "votes", '{{"agent_id": "s{0}", "vote": "resume", "authority_weight": 1}}'),
        ("evidence", "votes", '{{"agentId": "s{0}", "vote": "accept"}}'),
    ],
)
def test_a_panel_has_at_most_a_thousand_seats(protocol: str, votes: str, row: str) -> None:
    def document(seats: int) -> str:
        rows = ",\n".join(row.format(number) for number in range(seats))
        return f'{{"protocol": "{protocol}", "question": "x", "{votes}": [\n{rows}]}}'

    assert len(read_tally(document(1000)).case.answers) == 1000
    ((line, field, found, allowed),) = refused(document(1001))
    assert (line, field, found, allowed[-13:]) == (1, votes, "1001 items", "to 1000 items")


def test_a_roster_has_at_most_a_thousand_seats() -> None:
    rows = [{"agent_id": f"s{number}", "authority_weight": 1} for number in range(1001)]
    text = json.dumps({"protocol": "quorum", "roster": rows, "votes": []})
    assert refused(text) == [(1, "roster", "1001 items", "a list of 1 to 1000 items")]


# --- keys --------------------------------------------------------------------------------------------

RECORDS: list[tuple[str, Document, Steps]] = [
    (name, document, path)
    for name, document in DOCUMENTS
    for path in [(), *paths_in(document)]
    if isinstance(at(document, path), dict)
]


@pytest.mark.parametrize(("name", "document", "path"), RECORDS)
def test_an_unknown_key_is_refused_in_every_mapping_and_the_nearest_known_one_named(
    name: str, document: Document, path: Steps
) -> None:
    for known in at(document, path):
        if known == "consensus_check_input":
            continue
        wrong = f"{known}s" if not known.endswith("s") else known[:-1]
        text = json.dumps(replaced(document, (*path, wrong), "x"), indent=1)
        problems = refused(text)
        line = next(number for number, one in enumerate(text.splitlines(), 1) if one.endswith(f'"{wrong}": "x"'))
        assert [(problem[0], problem[2]) for problem in problems] == [(line, "an unknown key")], name
        assert problems[0][1].endswith(wrong)
        assert problems[0][3].startswith(f"{known} (nearest); ")
        assert known in problems[0][3].split("; ")[1].split(", ")


def test_a_key_that_is_near_to_nothing_is_answered_with_the_known_ones() -> None:
    assert refused("xyzzy: 1\nvotes: [{seat: a, error: absent}]\n") == [
        (1, "xyzzy", "an unknown key", "id, protocol, question, votes")
    ]


def test_a_long_unknown_key_is_shortened_and_keeps_its_line() -> None:
    text = json.dumps({"votes": [{"seat": "a", "error": "absent"}], "x" * 5000: 1}, indent=1)
    ((line, field, found, _),) = refused(text)
    assert (line, field, found) == (8, "x" * 59 + "…", "an unknown key")


REQUIRED: dict[str, set[str]] = {
    "tally-magi": {"votes", "question.subject", "question.options[].id", "votes[].priorities[].item",
                   "votes[].priorities[].score"},
    "tally-judges": {"recommendations", "recommendations[].judge", "question.subject", "options[].id",
                     "question.options[].id"},
    "tally-quorum": {"votes", "votes[].agent_id", "question.subject", "question.options[].id", "roster[].agent_id",
                     "roster[].authority_weight",
                     *(f"votes[].conditions[].{key}" for key in ("kind", "name", "at", "at_most", "per", "only", "by",
                                                                 "after", "text"))},
    "tally-evidence": {"votes[].agentId", "question.subject", "options[].option", "conflicts[].conflictId",
                       "conflicts[].positions[].agentId", "question.options[].id"},
}  # fmt: skip


@pytest.mark.parametrize("name", REQUIRED)
def test_the_schema_requires_what_the_table_says(name: str) -> None:
    assert set(_required(schema(name))) == REQUIRED[name]


@pytest.mark.parametrize(("name", "document", "path"), [row for row in RECORDS if row[0] in REQUIRED])
def test_a_required_key_that_is_missing_is_named(name: str, document: Document, path: Steps) -> None:
    for key in at(document, path):
        place = "".join("[]" if isinstance(step, int) else f".{step}" for step in (*path, key)).lstrip(".")
        if place in REQUIRED[name]:
            problems = refused(json.dumps(without(document, (*path, key)), indent=1))
            assert problems[0][2] == "nothing"


def _required(part: Document, path: str = "") -> list[str]:
    keys = []
    for one in [part, *part.get("anyOf", [])]:
        keys += [f"{path}.{key}".lstrip(".") for key in one.get("required", []) if "properties" in one]
        keys += _required(one["items"], f"{path}[]") if "items" in one else []
        for key, inner in one.get("properties", {}).items():
            keys += _required(inner, f"{path}.{key}".lstrip("."))
    return keys


# --- amounts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "document",
    [
        {"votes": [{"seat": "a", "error": "absent", "risks": [1] * 1_000_000}]},
        {"votes": [{"seat": "a", "error": "absent", **{f"key{number}": 1 for number in range(200_000)}}]},
        {"votes": [{} for _ in range(1000)]},
        {"protocol": "judges", "options": ["A"] * 1_000_000, "recommendations": [{"judge": "risk"}]},
    ],
    ids=["values", "keys", "votes", "options"],
)
def test_of_many_problems_the_first_hundred_are_listed(document: Document) -> None:
    problems = refused(json.dumps(document))
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1] == (None, "document", "more problems", "none; only the first 100 are listed")


@pytest.mark.parametrize("protocol", ["magi", "quorum"])
def test_sums_of_the_finest_fractions_can_be_written_out(protocol: str) -> None:
    finest = [f"1/{number}" for number in range(9000, 10_000)]
    if protocol == "magi":
        ballot = {"position": "APPROVE", "confidence": 50}
        rows = [
            {"seat": one, **ballot, "weight": one, "priorities": [{"item": "x", "score": one, "urgency": one}]}
            for one in finest
        ]
    else:
        rows = [{"agent_id": one, "vote": "resume", "authority_weight": one} for one in finest]
    verdict = tally({"protocol": protocol, "votes": rows})
    assert from_json(to_json(verdict)).receipt == verdict.receipt


def test_of_many_options_only_some_are_named() -> None:
    options = [f"option number {number}" for number in range(10_000)]
    votes = [{"agentId": f"a{number}", "option": "none of them", "vote": "accept"} for number in range(50)]
    problems = refused(json.dumps({"protocol": "evidence", "options": options, "votes": votes}))
    assert len(problems) == 50
    assert problems[0][3].endswith("option number 19 and 9980 more")


def test_a_long_value_is_shortened() -> None:
    text = json.dumps({"votes": [{"seat": "a", "position": "APPROVE" * 1000, "confidence": 5}]})
    ((_, _, found, _),) = refused(text)
    assert found == "'" + "APPROVE" * 8 + "AP…"


@pytest.mark.parametrize("value", ["\x1b[31mred", "\u202eleft", "\x07", "a\nb"])
def test_a_value_cannot_steer_the_terminal(value: str) -> None:
    document = {"protocol": value, "votes": []}
    with pytest.raises(DocumentError) as caught:
        tally(document)
    assert all(line.isprintable() for line in str(caught.value).splitlines())
    assert len(str(caught.value).splitlines()) == 1


def _magi(seat: str) -> dict[str, object]:
    return {"seat": seat, "position": "APPROVE", "confidence": 80}


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"votes": [_magi("Logos"), _magi(" logos")]}, "votes[1].seat"),
        ({"votes": [_magi("a"), {"seat": "b", "error": "timeout", "concerns": ["safety"]}]}, "votes[1].error"),
        ({"votes": [_magi("a")], "id": ""}, "id"),
        (
            {
                "protocol": "evidence",
                "question": "?",
                "options": ["A", "B"],
                "votes": [{"agentId": "a", "vote": "abstain", "evidence": [{"id": "c", "counter": True}]}],
            },
            "votes[0].option",
        ),
    ],
)
def test_what_would_be_lost_or_counted_twice_is_refused(document: dict[str, object], field: str) -> None:
    with pytest.raises(DocumentError) as caught:
        tally(document)
    assert [problem.field for problem in caught.value.problems] == [field]


def test_what_is_wrong_with_the_container_and_with_what_stands_in_it_is_reported_together() -> None:
    text = dedent(
        """\
        question: A
        question: B
        votes:
          - {seat: a, position: NOPE, confidence: 180}
        """
    )
    with pytest.raises(DocumentError) as caught:
        tally(text)
    assert [(problem.line, problem.field) for problem in caught.value.problems] == [
        (2, "question"),
        (4, "votes[0].position"),
        (4, "votes[0].confidence"),
    ]
    with pytest.raises(DocumentError) as caught:
        tally('{"votes":\n[{"seat": "a", "position": "NOPE",\n"confidence": NaN}]}')
    assert [(problem.line, problem.field) for problem in caught.value.problems] == [
        (2, "votes[0].position"),
        (3, "votes[0].confidence"),
    ]


@pytest.mark.parametrize(
    ("protocol", "votes", "vote", "said"),
    [
        ("magi", "votes", {"seat": "a", "position": "APPROVE", "confidence": 80}, "position"),
        ("judges", "recommendations", {"judge": "a", "option": "A"}, "option"),
        ("quorum", "votes", {"agent_id": "a", "vote": "block", "authority_weight": 1}, "vote"),
        ("evidence", "votes", {"agentId": "a", "vote": "accept"}, "vote"),
    ],
)
def test_no_seat_both_failed_and_chose(protocol: str, votes: str, vote: dict[str, object], said: str) -> None:
    document = {"protocol": protocol, "question": "?", votes: [{**vote, "error": "timeout"}]}
    with pytest.raises(DocumentError) as error:
        tally(document)
    assert [problem.sentence() for problem in error.value.problems] == [
        f"{votes}[0].error: found error and {said} together; allowed: one of the two"
    ]
