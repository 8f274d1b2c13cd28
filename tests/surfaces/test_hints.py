"""The commands that are offered after a verdict are commands that are accepted."""

import re
import shlex
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from quorate.app.life.answers import Answers, _events, check_answers
from quorate.app.life.next_steps import next_steps
from quorate.deliberation.events import Policy
from quorate.deliberation.permission import may_be_acted_on, person_refused
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import ahead, replay
from quorate.surfaces.cli.commands.life.resolve import command
from quorate.surfaces.cli.terminal.hints import step_lines
from quorate.surfaces.cli.terminal.phrases import Words
from tests.deliberation.playing import Play, people
from tests.reports import deliberating, round_stories

OPTIONS = {"subject": "Which?", "options": [{"id": "A"}, {"id": "B"}], "action": "deploy"}
GRAVE = {"kind": "safety", "text": "Nights get longer."}
SAID: dict[str, list[dict[str, Any]]] = {
    "magi": [
        {"position": position, "confidence": sure, "rationale": "So", **more}
        for position, sure, more in (
            ("APPROVE", 90, {}),
            ("APPROVE", 40, {}),
            ("REJECT", 90, {}),
            ("REJECT", 85, {"concerns": [GRAVE]}),
            ("ABSTAIN", 50, {}),
        )
    ],
    "evidence": [
        {"vote": vote, "option": option, "confidence": sure, "rationale": "So"}
        for vote, option, sure in (
            ("accept", "A", 0.9),
            ("accept", "B", 0.8),
            ("reject", "A", 0.9),
            ("abstain", "A", 0.2),
        )
    ],
    "judges": [
        {"option": option, "confidence": sure, "reasoning": "So"}
        for option, sure in (("A", "HIGH"), ("B", "HIGH"), ("A", "LOW"))
    ],
    "quorum": [
        {"vote": "resume", "reasoning": "So"},
        {"vote": "resume", "conditions": ["disable monitoring"], "reasoning": "So"},
        {"vote": "cooldown", "reasoning": "So"},
        {"vote": "block", "reasoning": "So"},
    ],
}
STORIES = {**deliberating.STORIES, **{f"{name} again": one for name, one in round_stories.STORIES.items()}}


def offered(played: Play, lang: str = "en") -> list[str]:
    """The hints on a deliberation that is on a record, where verdicts have hashes."""
    session = replay(deliberating.history_of(played))
    return step_lines(next_steps(session, played.now), Words(lang))


def resolve_commands(played: Play, lang: str = "en") -> list[list[str]]:
    lines = offered(played, lang)
    found = [re.search(r"quorate resolve (.*?)(?: \(.*\))?$", line) for line in lines]
    return [shlex.split(one[1]) for one in found if one]


def check_accepted(played: Play, words: list[str]) -> None:
    """Takes the command for its word, and the rules for theirs."""
    given = command.make_context("resolve", words).params
    answers = Answers(**{name: given[name] for name in Answers._fields})
    check_answers(answers)
    asked = played.session.asked
    who = Principal(asked.people[0] if asked and asked.people else "zed")
    after = ahead(played.session, _events(played.session, answers, who, played.now))
    assert person_refused(after) if answers.go is False or answers.decline else may_be_acted_on(after), words


def panels() -> Iterator[tuple[str, Play]]:
    for protocol, ballots in SAID.items():
        seats = "abc" if protocol == "quorum" else "ab"
        for said in product(ballots, repeat=len(seats)):
            question = OPTIONS if protocol in ("evidence", "judges") else deliberating.QUESTION
            played = Play(*people(*seats), protocol=protocol, question=question, policy=Policy(debate_rounds=0))
            yield protocol, played.votes(**dict(zip(seats, said, strict=True)))


@pytest.mark.parametrize("story", STORIES)
def test_every_answer_that_is_offered_in_a_story_is_accepted(story: str) -> None:
    played = STORIES[story]()
    for words in resolve_commands(played):
        check_accepted(played, words)


def test_every_answer_that_is_offered_after_any_count_is_accepted() -> None:
    kinds = set()
    for protocol, played in panels():
        for words in resolve_commands(played):
            check_accepted(played, words)
            kinds.add((protocol, played.session.verdict.result if played.session.verdict else ""))
    assert {protocol for protocol, _ in kinds} == set(SAID)
    assert len(kinds) >= 10


def test_what_does_not_take_the_action_is_offered_with_hold_and_what_does_with_go() -> None:
    played = Play(*people("a", "b"), protocol="evidence", question=OPTIONS, policy=Policy(debate_rounds=0))
    played.votes(a=SAID["evidence"][0], b=SAID["evidence"][1])
    lines = offered(played)
    assert any("--choose 'Decide now' --go" in line and line.endswith("--accept-risk TEXT") for line in lines), lines
    assert any(line.endswith("--choose Investigate --hold") for line in lines), lines
    assert len(resolve_commands(played, "ja")) == 2
