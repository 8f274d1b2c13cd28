"""Lists that go through the choices one by one, in whatever layout: each is described there, and none is stated."""

import re
from collections.abc import Iterator, Sequence

from quorate.core.text.lazy_pattern import lazy_pattern
from quorate.replies.prose.choices.choice_words import ChoiceWords
from quorate.replies.prose.lines import ReplyLine
from quorate.replies.prose.sentences import sentences_of
from quorate.replies.prose.tokens import LABEL, tokens_of

_LONGEST_NAME = 100
# where the name of an item ends
_NAME = lazy_pattern(r"(.{1,100}?)(?:[.:：。](?=\s|$)|\s[-–—]+\s|$)")
_CHOSEN = lazy_pattern(
    r"\b(?:this|it|that|which) (?:is|gets|has|remains) my (?:\w+ )?(?:vote|choice|pick|answer|verdict|recommendation)\b"
    r"|\b(?:what|the one (?:that )?) ?i (?:vote|choose|pick|recommend|want)\b",
    re.IGNORECASE,
)


def unlisted_sentences(lines: Sequence[ReplyLine], names: ChoiceWords) -> Iterator[str]:
    """The sentences of all lines; in a list of choices without those that begin an entry."""
    entries = [entry_of(line, names) for line in lines]
    for place, line in enumerate(lines):
        is_last = place + 1 == len(lines)
        if _is_name_alone(line.text) and (is_last or entries[place + 1]):
            entries[place] = ""  # nothing is said of it, so it may well be what is chosen
    is_list = len({*entries} - {""}) > 1
    for line, entry in zip(lines, entries, strict=True):
        sentences = sentences_of(line.text)
        yield from _described(sentences, entry, names) if entry and is_list else sentences


def _described(sentences: list[str], entry: str, names: ChoiceWords) -> list[str]:
    """An entry without its name, which may be an id and a text; all of it where it says that this one is chosen."""
    if any(_CHOSEN.search(sentence) for sentence in sentences):
        return sentences
    return sentences[2 if len(sentences) > 1 and tokens_of(sentences[1], names) == [entry] else 1 :]


def entry_of(line: ReplyLine, names: ChoiceWords) -> str:
    """The choice that begins an entry, such as `block: no evidence of harm` or a heading `Option B`."""
    start = line.text[:_LONGEST_NAME]
    if not ((line.is_item or LABEL.search(start)) and names.may_name(start)):
        return ""
    name = _NAME.match(start) if line.is_item else None
    tokens = tokens_of(name[1] if name else start, names)
    tokens = tokens[1:3] if tokens[:1] == ["zqis"] else tokens[:2]
    is_entry = tokens[1:] in (["zqis"], [","]) or (name is not None and len(tokens) == 1)
    return tokens[0] if is_entry and names.read(tokens[0]) else ""


def _is_name_alone(text: str) -> bool:
    name = _NAME.match(text)
    return name is not None and name.end() == len(text) and not LABEL.search(text)
