"""Engines that can be held to a JSON Schema: what each is given, where it stands, and that it is read like a block."""

import json
from typing import Any

import pytest

from quorate.core.panel import Seat
from quorate.core.question import Option, Question
from quorate.documents.vote_form import choices_of
from quorate.prompts.prompt import Prompt
from quorate.protocols import built_in_names
from quorate.replies.ballot import Expected
from quorate.replies.reading import read_text
from quorate.voters.ballot_schema import ballot_schema
from quorate.voters.port import EngineSettings
from tests.engines.asking import GOOD, NONCE, Office

STORES = (Option("postgres-on-site", "Postgres in our own rack"), Option("sqlite-file", "one file"))
ALSO = ("challenge", "convinced_by")


def asked(protocol: str, options: tuple[Option, ...] = (), also: tuple[str, ...] = ()) -> Prompt:
    question = Question("Adopt the zebra?", options=options)
    choices = choices_of(protocol, question)
    return Prompt("D", 1, Seat("Claude"), protocol, question, choices, {}, "text", "c1", NONCE, also)


def questions() -> list[Prompt]:
    return [asked(name, STORES if name == "judges" else ()) for name in built_in_names()] + [asked("evidence", STORES)]


def schema_of(office: Office, engine: str) -> dict[str, Any]:
    (run,) = office.standins.calls(engine)
    given: dict[str, Any] = json.loads(run.arguments[run.arguments.index("--json-schema") + 1])
    return given


@pytest.mark.parametrize("engine", ["claude", "codex"])
@pytest.mark.parametrize("is_structured", [True, False])
def test_the_same_ballot_is_read_from_a_block_and_from_a_structured_answer(
    office: Office, engine: str, is_structured: bool
) -> None:
    office.install(engine)
    answered = office.ask(engine, settings=EngineSettings(structured_output=is_structured))
    assert answered.vote == GOOD
    (run,) = office.standins.calls(engine)
    assert any("-schema" in argument for argument in run.arguments) is is_structured
    assert answered.letter.text.startswith("{" if is_structured else "```yaml")


@pytest.mark.parametrize("engine", ["claude", "codex"])
def test_a_model_that_does_not_care_for_the_schema_has_answered_too(office: Office, engine: str) -> None:
    said = "Here:\n```yaml\nnonce: {{nonce}}\nposition: APPROVE\nconfidence: 80\nrationale: It can be undone.\n```"
    office.install(engine, says=said)
    assert office.ask(engine).vote == GOOD


def test_the_schema_of_codex_is_a_file_in_the_folder_of_the_call(office: Office) -> None:
    office.install("codex")
    office.ask("codex")
    (run,) = office.standins.calls("codex")
    file = run.arguments[run.arguments.index("--output-schema") + 1]
    assert file.endswith("/schema.json")
    assert str(office.folder / "calls") in file


def test_no_word_of_the_question_and_no_nonce_reach_the_arguments_of_claude(office: Office) -> None:
    office.install("claude")
    office.ask("claude")
    assert schema_of(office, "claude")["properties"]["nonce"] == {"type": "string"}
    for prompt in questions():
        public = json.dumps(ballot_schema(prompt, is_public=True))
        assert not [word for word in (NONCE, "postgres-on-site", "sqlite-file", "rack", "zebra") if word in public]


@pytest.mark.parametrize("prompt", questions(), ids=lambda one: f"{one.protocol}-{len(one.question.options)}")
def test_a_schema_is_one_that_the_strictest_servers_take(prompt: Prompt) -> None:
    def check(shape: dict[str, Any]) -> None:
        assert not {"anyOf", "allOf", "pattern", "minimum", "maximum", "if", "default"} & shape.keys()
        if shape["type"] == "object":
            assert shape["additionalProperties"] is False
            assert shape["required"] == list(shape["properties"])
            for inner in shape["properties"].values():
                check(inner)
        if shape["type"] == "array":
            check(shape["items"])

    check(ballot_schema(prompt))
    check(ballot_schema(prompt, is_public=True))


def test_options_are_named_where_there_are_some_and_an_optional_word_may_be_left_empty() -> None:
    assert ballot_schema(asked("evidence", STORES))["properties"]["option"]["enum"] == [one.id for one in STORES]
    assert "option" not in ballot_schema(asked("evidence"))["properties"]
    judged = ballot_schema(asked("judges", STORES))["properties"]["option"]
    assert judged == {"type": "string", "enum": ["postgres-on-site", "sqlite-file", "ABSTAIN"]}
    properties = ballot_schema(asked("magi"))["properties"]
    assert properties["position"]["enum"] == ["APPROVE", "REJECT", "ABSTAIN"]
    assert properties["reason"]["enum"][-1] == ""


EMPTY: dict[str, Any] = {"string": "", "array": [], "number": 0, "integer": 0, "boolean": False}
CHOSEN = {
    "magi": "APPROVE",
    "weighted": "APPROVE",
    "judges": "sqlite-file",
    "quorum": "block",
    "evidence": "accept",
    "approval": "approve",
}
SURE: dict[str, Any] = {"magi": 70, "weighted": 70, "judges": "LOW", "evidence": 0.7}


@pytest.mark.parametrize("prompt", questions(), ids=lambda one: f"{one.protocol}-{len(one.question.options)}")
def test_an_answer_with_every_key_and_nothing_in_most_of_them_is_a_plain_ballot(prompt: Prompt) -> None:
    properties = ballot_schema(prompt._replace(also=ALSO))["properties"]
    said = {name: EMPTY[shape["type"]] for name, shape in properties.items()}
    choice = next(name for name in ("position", "vote", "option") if name in properties)
    said |= {"nonce": NONCE, choice: CHOSEN[prompt.protocol]}
    said |= {"option": "sqlite-file"} if prompt.question.options else {}
    said |= {"confidence": SURE[prompt.protocol]} if prompt.protocol in SURE else {}
    names = {one.id: one.text for one in prompt.question.options}
    read = read_text("", Expected(prompt.protocol, prompt.choices, NONCE, also=ALSO, names=names), said)
    assert read.vote is not None, read.why
    assert read.vote[choice] == CHOSEN[prompt.protocol]
    assert [note.code for note in read.notes] == ["no_rationale"]
