"""How to reply: what is to be decided, one fenced block with a nonce, and what is allowed under each of its keys."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from quorate.core.confidence import LABEL, UNIT
from quorate.core.protocol import Protocol
from quorate.core.protocol.answer_form import AskedKey
from quorate.core.question import Question
from quorate.deliberation.rounds.debate import CHALLENGE, CONVINCED
from quorate.documents.vote_form import scale_of
from quorate.prompts.asked_keys import asked_keys, declared_keys
from quorate.prompts.quotation import in_one_line

_BANDS = (
    (90, "HIGH", "only if you would bet on it; you know of nothing that could change your mind"),
    (70, "HIGH", "you are confident; what is still open would hardly change your mind"),
    (50, "MEDIUM", "more likely right than wrong; what is still open could change your mind"),
    (30, "LOW", "little more than a guess"),
    (0, "", "you cannot tell"),
)


def band_lines(scale: str) -> list[str]:
    """What each part of a scale stands for, the highest first."""
    if scale == LABEL:
        # of the bands that share a label the lowest says how little is enough for it
        return [f"{label}: {words}" for label, words in {label: words for _, label, words in _BANDS if label}.items()]
    return [f"{_numbers(place, scale)}: {words}" for place, (_, _, words) in enumerate(_BANDS)]


def _numbers(place: int, scale: str) -> str:
    lowest, above = _BANDS[place][0], _BANDS[place - 1][0]
    if place == 0:
        return f"{_number(lowest, scale)} and more"
    if not lowest:
        return f"below {_number(above, scale)}"
    return f"{_number(lowest, scale)} to {_number(above - 1, scale)}"


def _number(percent: int, scale: str) -> str:
    return f"{percent / 100:.2f}" if scale == UNIT else str(percent)


_OPTIONS, _MARK = "{options}", "{mark}"
_AS_IT_IS = re.compile(r"[0-9.]+-[0-9.]+|.* \| .*", re.DOTALL)
DEBATE_KEYS = (
    AskedKey(
        CHALLENGE,
        "required: what is wrong or missing in the arguments of the others",
        "one or two sentences about the arguments of the others",
        "Argument 1 counts the licence but not the two people who run it",
    ),
    AskedKey(
        CONVINCED,
        "required if your choice is another one than before: what convinced you",
        "the argument that convinced you, if you change your choice. Leave the key out if you keep it",
        "Argument 2: the restore was rehearsed, which I had doubted",
    ),
)


class Blank(NamedTuple):
    """What an answer form is made for: the ids in the order shown, and the letters that no other voter is shown."""

    protocol: Protocol
    question: Question
    choices: Sequence[str]
    options: Sequence[str]
    nonce: str
    is_debate: bool

    @property
    def keys(self) -> tuple[AskedKey, ...]:
        """The keys besides the choice."""
        return (*asked_keys(self.protocol, self.question), *(DEBATE_KEYS if self.is_debate else ()))

    def filled(self, value: Any) -> Any:
        """A blank or an example with what its places stand for."""
        if isinstance(value, str):
            ids = " | ".join(map(in_one_line, self.options))
            return value.replace(_OPTIONS, ids).replace(_MARK, self.nonce[1:5] or "mine")
        if isinstance(value, Mapping):
            return {key: self.filled(one) for key, one in value.items()}
        return [self.filled(one) for one in value] if isinstance(value, list) else value


def answer_text(blank: Blank) -> str:
    """All that a voter is told of how to reply."""
    form, nonce = blank.protocol.form(), blank.nonce
    how = "End your reply with one fenced block of YAML" + (
        ", copy its nonce exactly, and write nothing after it:" if nonce else ", and write nothing after it:"
    )
    head = [" ".join(filter(None, (form.task, how))), ""]
    notes = ["", "How to fill it in:", *_notes(blank)]
    return "\n".join([*head, *_block(blank), *notes, *(["", form.needs] if form.needs else [])])


RATIONALE_NAMES = ("rationale", "reasoning")


def placeholder_texts(protocol: Protocol) -> Iterator[str]:
    """What the forms of a protocol show in the place of a voter's own words; of examples only the reasons.

    An example of a condition, say, may be just what a voter means.
    """
    for key in (*protocol.form().keys, *declared_keys(protocol), *DEBATE_KEYS):
        yield from _texts(key.blank)
        if key.key in RATIONALE_NAMES:
            yield from _texts(key.example)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(one)


def _block(blank: Blank) -> list[str]:
    nonced = [f'nonce: "{blank.nonce}"'] if blank.nonce else []
    choice = f"{blank.protocol.vote_keys.choice}: {' | '.join(map(in_one_line, blank.choices))}"
    lines = [line for one in blank.keys for line in _lines(one.key, blank.filled(one.blank))]
    return ["```yaml", *nonced, choice, *lines, "```"]


def _lines(key: str, value: Any) -> Iterable[str]:
    if not isinstance(value, list | Mapping):
        return [f"{key}: {_written(value)}"]
    inner = value[0] if isinstance(value, list) else value
    if not isinstance(inner, Mapping):
        return [f"{key}:", f"  - {_written(inner)}"]
    listed = [f"    {name}: {_written(one)}" for name, one in inner.items()]
    begun = "  - " if isinstance(value, list) else "    "
    return [f"{key}:", begun + listed[0].lstrip(), *listed[1:]]


def _written(value: Any) -> str:
    """Words to choose from and ranges as they are; a text in quotes."""
    if isinstance(value, str) and _AS_IT_IS.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _notes(blank: Blank) -> Iterator[str]:
    keys = blank.protocol.vote_keys
    yield f"- {keys.choice}: {blank.protocol.form().choice or _any_choice(blank)}."
    for one in blank.keys:
        yield _note(one, blank)
        if one.key == keys.confidence:
            yield from (f"    {line}." for line in band_lines(scale_of(blank.protocol)))


def _any_choice(blank: Blank) -> str:
    ids = set(blank.options)
    if ids & set(blank.choices):
        return "the id of one option from OPTIONS above, the id alone without its text, or one of the other words"
    return "exactly one of these words"


def _note(asked: AskedKey, blank: Blank) -> str:
    said = f"- {asked.key}: {blank.filled(asked.allowed)}."
    if asked.example is None:
        return said
    example = json.dumps(blank.filled(asked.example), ensure_ascii=False)
    return f"{said} For example: {example}"
