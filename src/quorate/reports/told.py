"""The values of an analysis as a sentence has them."""

from collections.abc import Mapping

from quorate.core.exact import Exact, plain
from quorate.core.rule_table import Value
from quorate.reports.view import View
from quorate.reports.words import choice_word, listed_text, number, percent, points

_POINTS = ("mean", "all_mean", "surest", "gap")
_CHOICES = ("choice", "choices", "other")


def told(view: View, values: Mapping[str, Value]) -> dict[str, object]:
    """Every value in words, and every number a second time as a percentage."""
    said: dict[str, object] = {name: _told(view, name, value) for name, value in values.items()}
    shares = {name: value for name, value in values.items() if not isinstance(value, str | tuple)}
    return said | {f"{name}_percent": percent(value) for name, value in shares.items()}


def _told(view: View, name: str, value: Value) -> object:
    if isinstance(value, tuple):
        return view.names([_word(view, name, one) for one in value])
    if isinstance(value, str):
        return _word(view, name, value)
    return value if name == "n" else _number(name, value)


def _word(view: View, name: str, text: str) -> str:
    if name in _CHOICES:
        return choice_word(view, text)
    if name == "needs":
        return view.say.word("need", text)
    if name == "conditions":
        return listed_text(view, name, text)
    return view.say.word(_KINDS[name].format(view.verdict.protocol), text) if name in _KINDS else text


def _number(name: str, value: Exact) -> str:
    return points(plain(value)) if name in _POINTS else number(plain(value))


_KINDS = {"action": "action", "result": "result.{}"}
