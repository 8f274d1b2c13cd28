"""Conditions of a resume in the reader's language."""

from fractions import Fraction
from typing import Protocol

from quorate.core.exact import in_digits
from quorate.protocols.quorum.conditions import NOTE, Span, Value, condition_of

_WORDS = {("monitor", "what"): "what", ("threshold", "name"): "what", ("rate_limit", "per"): "per"}


class Say(Protocol):
    """A catalogue of phrases: a code and its values as a sentence."""

    def __call__(self, code: str, /, **values: object) -> str: ...


def condition_in_words(text: str, say: Say) -> str:
    """Return the sentence of a condition; a note as it was written."""
    condition = condition_of(text)
    if condition.kind == NOTE:
        return condition.text
    values = {name: _value(value, _WORDS.get((condition.kind, name)), say) for name, value in condition.values}
    spans = [name for name, value in condition.values if isinstance(value, Span)]
    sentence = say(".".join(("condition", condition.kind, *spans)), **values)
    if condition.purpose:
        sentence = say("condition.purpose", text=sentence, purpose=condition.purpose)
    return say("condition.remark", text=sentence, remark=condition.remark) if condition.remark else sentence


def _value(value: Value, word: str | None, say: Say) -> str:
    if isinstance(value, Span):
        shown = str(value).split()
        number, unit = shown if len(shown) > 1 else (shown[0][:-1], shown[0][-1])
        return say(f"condition.span.{unit}", number=number)
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if word:
        return say(f"condition.{word}.{value}")
    return in_digits(value, 9) if isinstance(value, Fraction) else str(value)
