"""Stories as they are read: strictly, so that a misspelt check is an error and never a check that is gone."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.stories.vocabulary import EXPECTATIONS, KINDS, OPERATIONS, PEOPLE, VERBS

FOLDER = Path(__file__).parent
LATER = "later"
BEGINNINGS = FOLDER / "beginnings" / "beginnings.yaml"
_STORY = {"story", "given", "people", "steps"}
_VERDICT = {"result", "choice", "action", "requires", "flags"}


class WrongStory(Exception):
    """A story that cannot be read."""


class Person(NamedTuple):
    """Somebody in a story: the name on the record, how they are known, and the scopes of their key."""

    label: str
    name: str
    kind: str = "a key"
    scopes: tuple[str, ...] | None = None


class Step(NamedTuple):
    """Who does what with which words, and what must then hold. Without an operation, time passes."""

    line: str
    people: tuple[str, ...]
    operation: str
    fields: Mapping[str, Any]
    expected: Mapping[str, Any]


class Story(NamedTuple):
    """A title, the people, and the steps in their order."""

    title: str
    people: Mapping[str, Person]
    steps: Sequence[Step]

    @property
    def operations(self) -> set[str]:
        """What is done in it."""
        return {step.operation for step in self.steps} - {LATER}


def all_stories() -> list[Story]:
    """Every story of every file. No two have the same title."""
    stories = [story for file in sorted(FOLDER.glob("*.yaml")) for story in read_stories(file.read_text(), file.name)]
    titles = [story.title for story in stories]
    if doubled := {title for title in titles if titles.count(title) > 1}:
        raise WrongStory(f"told twice: {doubled}")
    return stories


def read_stories(text: str, name: str = "") -> list[Story]:
    """The stories in a file."""
    return [_story(plain, name) for plain in yaml.load(text, _Loader)]


@cache
def beginnings() -> Mapping[str, Sequence[Step]]:
    """The steps with which several stories begin, by name."""
    plain = yaml.load(BEGINNINGS.read_text(), _Loader)
    return {name: [_step(f"given {name}", one) for one in steps] for name, steps in plain.items()}


class _Loader(yaml.SafeLoader):
    """Refuses a key that stands twice in a mapping: YAML would silently keep the last one."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=deep) for key, _ in node.value]
        if len(keys) != len({str(key) for key in keys}):
            raise WrongStory(f"a key twice{node.start_mark}")
        return super().construct_mapping(node, deep)


def _story(plain: Any, file: str) -> Story:
    where = f"{file}: {plain.get('story')}"
    _check(where, set(plain), _STORY)
    if not plain.get("steps") or not plain.get("story"):
        raise WrongStory(f"{where}: a story has a title and steps")
    people = {label: _person(where, label, said) for label, said in plain.get("people", {}).items()}
    steps = [_step(f"{where}, step {number}", one) for number, one in enumerate(plain["steps"], 1)]
    if not any(step.expected for step in steps):
        raise WrongStory(f"{where}: nothing is expected")
    if beginning := plain.get("given"):
        _check(where, {beginning}, beginnings())
        steps = [*beginnings()[beginning], *steps]
    for label in {label for step in steps for label in step.people} - set(people):
        people[label] = Person(label, label)
    return Story(plain["story"], people, steps)


def _person(where: str, label: str, said: Any) -> Person:
    known: Mapping[str, Any] = (
        {"is": said} if isinstance(said, str) else {"scopes": said} if isinstance(said, list) else said
    )
    _check(f"{where}: {label}", set(known), PEOPLE)
    kind, scopes = known.get("is", "a key"), known.get("scopes")
    _check(f"{where}: {label}", {kind}, set(KINDS))
    return Person(label, known.get("name", label), kind, None if scopes is None else tuple(scopes))


def _step(where: str, plain: Mapping[str, Any]) -> Step:
    (line, fields), *expected = plain.items()
    if line == LATER:
        _check(where, {name for name, _ in expected}, set())
        return Step(line, (), LATER, {"span": fields}, {})
    phrase = next((verb for verb in sorted(VERBS, key=len, reverse=True) if line.endswith(f" {verb}")), None)
    if phrase is None:
        raise WrongStory(f"{where}: {line!r} has no verb of a story")
    people = tuple(name.strip() for name in line.removesuffix(f" {phrase}").split(","))
    operation = VERBS[phrase]
    if (len(people) > 1) != phrase.startswith("each "):
        raise WrongStory(f"{where}: {line!r}: several people each do something")
    _check(where, set(fields or {}), OPERATIONS[operation])
    _check(where, {name for name, _ in expected}, EXPECTATIONS)
    _check(where, set(dict(expected).get("verdict") or {}), _VERDICT)
    return Step(line, people, operation, fields or {}, dict(expected))


def _check(where: str, found: set[str], allowed: Any) -> None:
    if unknown := found - set(allowed):
        raise WrongStory(f"{where}: unknown: {', '.join(sorted(unknown))}; allowed: {', '.join(sorted(allowed))}")
