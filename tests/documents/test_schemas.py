"""The JSON Schemas: shipped as generated, fulfilled by what is read and written, and of one mind with the readers."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from quorate import DocumentError, Problem, to_json
from quorate.core.errors import UnknownName
from quorate.documents.container import parsed, parsed_json
from quorate.documents.findings import Findings
from quorate.documents.schemas import schema, schema_names, schema_text
from quorate.documents.tally import read_tally, read_value
from quorate.protocols.evidence.validation import VALIDATION_DOCUMENT
from tests.casebook import CASES, cases_of
from tests.documents.full_documents import DOCUMENTS, MAGI, VALIDATION, Document, Steps, at, paths_in, replaced, without
from tests.strategies import documents

PROTOCOLS = ["approval", "evidence", "judges", "magi", "quorum", "weighted"]
VALIDATORS = {name: Draft202012Validator(schema(name)) for name in schema_names()}
SHIPPED = files("quorate") / "schemas"
EXAMPLES = files("quorate") / "examples"


def schema_of(document: Document) -> str:
    """The name of the schema that a document has to fulfil."""
    if "consensus_check_input" in document:
        return "tally-judges-wrapped"
    if "votingMatrix" in document:
        return "validation"
    name = document.get("protocol", "magi")
    return f"tally-{'evidence' if name == 'consensus' else name}"


def faults(name: str, document: Any) -> list[str]:
    """What the schema finds wrong."""
    return [f"{fault.json_path}: {fault.message}" for fault in VALIDATORS[name].iter_errors(document)]


# --- the schemas themselves ---------------------------------------------------------------------------


def test_there_is_a_schema_for_everything_that_is_read_or_written() -> None:
    tallies = [f"tally-{protocol}" for protocol in PROTOCOLS]
    assert schema_names() == sorted([*tallies, "tally-judges-wrapped", "validation", "verdict"])


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_is_valid_and_says_what_it_is(name: str) -> None:
    made = schema(name)
    Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["$id"] == f"urn:quorate:schema:{name}"
    assert made["title"]
    assert made["description"]


@pytest.mark.parametrize("name", schema_names())
def test_the_shipped_file_is_what_the_code_makes(name: str) -> None:
    assert (SHIPPED / f"{name}.json").read_text(encoding="utf-8") == schema_text(name), "run scripts/schemas"


def test_no_other_file_is_shipped() -> None:
    assert sorted(file.name for file in SHIPPED.iterdir()) == sorted(f"{name}.json" for name in schema_names())


@pytest.mark.parametrize("name", schema_names())
def test_a_schema_as_text_is_pretty_and_ends_its_last_line(name: str) -> None:
    assert json.loads(schema_text(name)) == schema(name)
    assert schema_text(name).endswith("\n}\n")


@pytest.mark.parametrize("name", ["magi", "tally", "tally-", "tally-consensus", "verdict.json", ""])
def test_an_unknown_schema_is_answered_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownName, match="there are: tally-approval, tally-evidence, "):
        schema(name)


@pytest.mark.parametrize("name", schema_names())
def test_every_mapping_but_native_and_what_is_listed_by_name_is_closed(name: str) -> None:
    opened = [path for path, part in _objects(schema(name)) if part.get("additionalProperties") is not False]
    by_name = {
        "verdict": [
            *(
                "$.escalations.values",
                "$.risks.values",
                "$.receipt.roster.values",
                "$.receipt.heads",
                "$.receipt.weight",
            ),
            *("$.ask.options.values", "$.native", "$.added.values"),
        ],
        "validation": ["$.votingMatrix.options"],
        "tally-approval": ["$.approvers", "$.needed"],
        "tally-weighted": ["$.learned.weights"],
    }
    assert opened == by_name.get(name, [])


def _objects(part: Any, path: str = "$") -> list[tuple[str, Any]]:
    """Every part that describes a mapping; conditions between keys aside."""
    found = [(path, part)] if part.get("type") == "object" else []
    for one in part.get("anyOf", []) + part.get("oneOf", []):
        found += _objects(one, path)
    for key, one in part.get("properties", {}).items():
        found += _objects(one, f"{path}.{key}")
    return found + (_objects(part["items"], path) if "items" in part else [])


# --- documents and verdicts fulfil them -----------------------------------------------------------------


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_documents_and_verdicts_of_the_cases_fulfil_their_schemas(protocol: str) -> None:
    for case in cases_of(protocol):
        document = case["document"]
        assert faults(schema_of(document), document) == [], case["name"]
        assert faults("verdict", _verdict(document)) == [], case["name"]


def test_documents_of_the_validation_cases_fulfil_their_schema() -> None:
    for case in cases_of("validation"):
        assert faults("validation", case["document"]) == [], case["name"]


def test_every_table_of_cases_is_looked_at() -> None:
    assert sorted(file.stem for file in CASES.glob("*.yaml")) == sorted([*PROTOCOLS, "validation"])


@pytest.mark.parametrize(
    "name", ["evidence.yaml", "judges.yaml", "magi.yaml", "quorum.yaml", "validate/consensus.yaml"]
)
def test_an_example_fulfils_its_schema(name: str) -> None:
    document = yaml.safe_load(EXAMPLES.joinpath(name).read_text(encoding="utf-8"))
    assert faults(schema_of(document), document) == []
    if "votingMatrix" not in document:
        assert faults("verdict", _verdict(document)) == []


def test_every_line_of_the_example_batch_fulfils_its_schema() -> None:
    for line in EXAMPLES.joinpath("batch/questions.jsonl").read_text(encoding="utf-8").splitlines():
        document = json.loads(line)
        read = read_tally(line)
        assert faults(schema_of(document), document) == []
        assert faults("verdict", json.loads(to_json(read.verdict(), read.id))) == []


@pytest.mark.parametrize(("name", "document"), DOCUMENTS)
def test_a_document_with_every_key_fulfils_its_schema(name: str, document: Document) -> None:
    assert faults(name, document) == []
    assert faults("verdict", _verdict(document)) == []
    assert faults("verdict", json.loads(to_json(read_tally(document).verdict(), "x"))) == []


@settings(max_examples=100)
@given(documents())
def test_any_verdict_fulfils_its_schema(document: Document) -> None:
    assert faults("verdict", _verdict(document)) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("action",), "go"),
        (("confidence",), 101),
        (("confidence",), "74"),
        (("requires",), ["patience"]),
        (("requires",), ["verification", "verification"]),
        (("flags",), ["degraded"]),
        (("extra",), 1),
        (("receipt", "extra"), 1),
        (("receipt", "question"), "sha256:xyz"),
        (("receipt", "share", "fraction"), "2/0"),
        (("receipt", "roster", 1, "choice"), None),
        (("receipt", "roster", 0, "extra"), 1),
        (("receipt", "threshold", "rule"), "about"),
        (("ask",), {"header": "much too long a header", "question": "", "options": []}),
        (("native",), None),
    ],
)
def test_a_verdict_of_another_shape_is_refused_by_its_schema(path: Steps, value: Any) -> None:
    verdict = _verdict(MAGI)
    assert faults("verdict", verdict) == []
    assert faults("verdict", replaced(verdict, path, value)) != []


@pytest.mark.parametrize("key", sorted(schema("verdict")["required"]))
def test_a_verdict_without_one_of_its_keys_is_refused_by_its_schema(key: str) -> None:
    assert faults("verdict", without(_verdict(MAGI), (key,))) != []


def _verdict(document: Document) -> Any:
    return json.loads(to_json(read_tally(document).verdict()))


# --- the schemas and the readers agree ------------------------------------------------------------------

ALL = [*DOCUMENTS, ("validation", VALIDATION)]
OTHER_VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, 5, -1, 85, 101, 1001, 10**13, 10**19, 0.5, 0.85, 1.0001, -0.1, 1e-9),
    *(
        "",
        " ",
        "x",
        "A",
        "ABSTAIN",
        " abstain ",
        "yes",
        "NaN",
        "2/3",
        "3/2",
        "1/0",
        "0/1",
        "0",
        "1",
        "0.5",
        "-1",
        "1.5",
    ),
    *(
        "HIGH",
        "high",
        "APPROVE",
        "GO",
        "accept",
        "reject",
        "abstain",
        "resume",
        "block",
        "timeout",
        "recused",
        "absent",
    ),
    *("magi", "evidence", "consensus", "safety", "medium", "pending", "accepted", "merge", "PROVEN", "r1", "r9", "e1"),
    *([], {}, ["x"], [1], [None], [{}], ["A", "A"], {"id": "A"}, {"option": "A"}, {"subject": "x"}, {"kind": "safety"}),
    {"subject": "x", "options": ["A"]},
    {"status": "accepted"},
    [{"counter": True}],
    [{"id": "e1", "counter": True}],
    [{"seat": "a", "position": "GO", "confidence": 5}],
    [{"agent_id": "r1", "vote": "block", "authority_weight": 1}],
    [{"agentId": "a", "vote": "accept"}],
]
OTHER_KEYS = [
    *("x", "id", "protocol", "question", "options", "votes", "recommendations", "roster", "option", "vote", "error"),
    *("position", "confidence", "perspective", "engine", "seat", "evidence", "counter", "answers", "status", "weight"),
    *("resolution", "consensus_check_input", "threshold", "authority_weight", "conflicts", "subject", "inferred"),
]
# what no schema can say: that something occurs elsewhere, and how large the number is that a text stands for
BEYOND_SCHEMAS = (
    *("a second time", "not on the roster", "the roster's", "names a protection"),
    *("the same name as", "which looks like", "a control or direction character"),
)
NUMBER_IN_TEXT = re.compile(r"'[0-9]+([./][0-9]+)?'")


@st.composite
def changed_documents(draw: st.DrawFn) -> tuple[str, Document]:
    """A valid document, changed in one to three places."""
    name, document = draw(st.sampled_from(ALL))
    for _ in range(draw(st.integers(1, 3))):
        document = _changed(draw, document)
    return name, document


def _changed(draw: st.DrawFn, document: Document) -> Document:
    places = paths_in(document)
    kind = draw(st.sampled_from(["drop", "add", "replace", "replace", "double"]))
    if kind == "add" or not places:
        records = [path for path in [(), *places] if isinstance(at(document, path), dict)]
        path = (*draw(st.sampled_from(records)), draw(st.sampled_from(OTHER_KEYS)))
        return replaced(document, path, draw(st.sampled_from(OTHER_VALUES)))
    path = draw(st.sampled_from(places))
    if kind == "drop":
        return without(document, path)
    if kind == "double" and isinstance(at(document, path), list) and at(document, path):
        return replaced(document, path, at(document, path) * 2)
    return replaced(document, path, draw(st.sampled_from(OTHER_VALUES)))


@settings(max_examples=600)
@given(changed_documents())
def test_reader_and_schema_refuse_the_same_documents(changed: tuple[str, Document]) -> None:
    name, document = changed
    by_schema, by_reader = faults(name, document), _problems(name, document)
    if by_schema:
        assert by_reader, by_schema
    elif by_reader:
        assert all(map(_is_beyond_schemas, by_reader)), by_reader


@settings(max_examples=300)
@given(changed_documents())
def test_a_changed_document_is_refused_alike_as_yaml_as_json_and_as_a_mapping(changed: tuple[str, Document]) -> None:
    name, document = changed
    if name != "validation":
        text = json.dumps(document)
        expected = _places(lambda: read_value(parsed_json(text)))
        assert _places(lambda: read_tally(document)) == expected
        assert _places(lambda: read_tally(text)) == expected
        assert _places(lambda: read_tally(yaml.safe_dump(json.loads(text)))) == expected


def _places(read: Any) -> list[tuple[str, str]]:
    try:
        read()
    except DocumentError as error:
        return sorted((problem.field, problem.allowed) for problem in error.problems)
    return []


def _problems(name: str, document: Document) -> list[Problem]:
    value, _ = parsed(json.dumps(document))
    if name == "validation":
        problems = Findings()
        VALIDATION_DOCUMENT.read(value, (), problems)
        return problems
    wrapped = name == "tally-judges-wrapped"
    try:
        read_value(value, None if wrapped else name.removeprefix("tally-"))
    except DocumentError as error:
        return list(error.problems)
    return []


def _is_beyond_schemas(problem: Problem) -> bool:
    too_large = problem.allowed.startswith("a number ") and NUMBER_IN_TEXT.fullmatch(problem.found)
    named_elsewhere = problem.path[-1] in ("option", "answers") and problem.found.startswith("'")
    elsewhere = any(words in problem.found + problem.allowed for words in BEYOND_SCHEMAS)
    return bool(too_large or named_elsewhere or elsewhere)
