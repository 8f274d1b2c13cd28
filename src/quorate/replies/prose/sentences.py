"""A line of prose as sentences, without what it quotes."""

import re

from quorate.core.text.lazy_pattern import lazy_pattern

_END = lazy_pattern(r"(?<=[.!?;。！？])(?:\s+|(?<=[。！？]))|\n")
_SHORTENED = lazy_pattern(r"\b(?:e\.g|i\.e|vs|etc|cf|approx)\.", re.IGNORECASE)
_QUOTATION = lazy_pattern(r"[\"“]([^\"”\n]{1,400})[\"”]")


def sentences_of(line: str) -> list[str]:
    """The sentences of a line. A single word in quotes is the voter's; more than that is somebody else's."""
    text = _QUOTATION.sub(_quoted, _SHORTENED.sub("eg", line))
    return [one for one in _END.split(text) if one.strip()]


def _quoted(quotation: re.Match[str]) -> str:
    return quotation[1] if len(quotation[1].split()) == 1 else " , "
