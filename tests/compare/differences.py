"""What two trees answered differently, in groups, and which groups are intended."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

import yaml

INTENDED = Path(__file__).with_name("intended.yaml")
_HASH = re.compile(r"(?<![.\w])(sha256:)?([0-9a-f]{64}|[0-9a-f]{16})\b")
_LONGEST = 300


class Difference(NamedTuple):
    """One difference: where (verdict, refusal, view, log or inbox), at which path, and both values.

    `kind` is `added`, `removed` or `changed`, as seen from the other tree. `given` is the input that led to it.
    """

    where: str
    protocol: str
    path: str
    kind: str
    before: Any
    after: Any
    given: str = ""

    @property
    def group(self) -> tuple[str, str, str, str]:
        """What it is listed under."""
        return self.where, self.protocol, self.path, self.kind


class Intended(NamedTuple):
    """A pattern of differences and the reason for them. An empty pattern fits everything.

    `given` has to occur in the input, `values` in one of the two values.
    """

    reason: str
    where: str = ""
    protocol: str = ""
    path: str = ""
    kind: str = ""
    given: str = ""
    values: str = ""

    def fits(self, difference: Difference) -> bool:
        """Whether the difference is one of these."""
        whole = ("where", "protocol", "path", "kind")
        return (
            all(re.fullmatch(getattr(self, name) or ".*", getattr(difference, name), re.DOTALL) for name in whole)
            and re.search(self.given, difference.given) is not None
            and re.search(self.values, f"{difference.before!r}\n{difference.after!r}") is not None
        )


class Group(NamedTuple):
    """How often a difference was found, the first one, and the reason if it is intended."""

    times: int
    example: Difference
    reason: str


def read_intended(file: Path = INTENDED) -> list[Intended]:
    """Return the patterns of a file."""
    return [Intended(**entry) for entry in yaml.safe_load(file.read_text()) or ()]


def compare(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, str, Any, Any]]:
    """Yield path, kind and both values of each part that differs; list positions are left out of paths."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            if key not in after:
                yield f"{path}/{key}", "removed", before[key], None
            elif key not in before:
                yield f"{path}/{key}", "added", None, after[key]
            else:
                yield from compare(before[key], after[key], f"{path}/{key}")
    elif isinstance(before, list) and isinstance(after, list):
        if before == after:
            return
        # what was inserted shall not make all that follows it different
        matched = SequenceMatcher(None, [*map(repr, before)], [*map(repr, after)], autojunk=False)
        for same, start, end, other_start, other_end in matched.get_opcodes():
            if same != "equal":
                yield from _compare_items(before[start:end], after[other_start:other_end], f"{path}/*")
    elif before != after or type(before) is not type(after):
        yield path, "changed", before, after


def _compare_items(before: list[Any], after: list[Any], path: str) -> Iterator[tuple[str, str, Any, Any]]:
    for left, right in zip(before, after, strict=False):
        yield from compare(left, right, path)
    for left in before[len(after) :]:
        yield path, "removed", left, None
    for right in after[len(before) :]:
        yield path, "added", None, right


def number_hashes(text: str) -> str:
    """Replace every hash by the order of its first appearance: what is hashed is compared, so its hash need not be."""
    order: dict[str, int] = {}
    return _HASH.sub(lambda found: f"hash {order.setdefault(found[0], len(order))}", text)


def grouped(differences: Iterable[Difference], intended: Iterable[Intended]) -> list[Group]:
    """Return one group for each place and reason, those that are not intended first, then by how often."""
    patterns = list(intended)
    groups: dict[tuple[tuple[str, str, str, str], str], Group] = {}
    for difference in differences:
        reason = next((pattern.reason for pattern in patterns if pattern.fits(difference)), "")
        key = difference.group, reason
        known = groups.get(key)
        groups[key] = Group(known.times + 1, known.example, reason) if known else Group(1, difference, reason)
    return sorted(groups.values(), key=lambda group: (bool(group.reason), -group.times))


def written(group: Group) -> str:
    """A group as lines of text."""
    example = group.example
    title = f"{group.times:>7}  {example.where} {example.protocol} {example.path or '/'} {example.kind}"
    if group.reason:
        return f"{title}\n         intended: {group.reason}"
    parts = {"before": example.before, "after": example.after, "given": example.given}
    return "\n".join([title, *(f"         {name}: {_short(value)}" for name, value in parts.items())])


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def answers_differ(
    where: str, protocol: str, before: Mapping[str, Any], after: Mapping[str, Any], given: str
) -> Iterator[Difference]:
    """Yield how two answers differ; an answer is {"refusal": [...]}, or a value under the name `where`."""
    if "refusal" in before or "refusal" in after:
        for path, kind, left, right in compare(before.get("refusal", "taken"), after.get("refusal", "taken")):
            yield Difference("refusal", protocol, path, kind, left, right, given)
        return
    for path, kind, left, right in compare(before[where], after[where]):
        yield Difference(where, protocol, path, kind, left, right, given)
