"""The values of an analysis as a sentence has them."""

from collections.abc import Mapping

from quorate.core.exact import Exact, plain
from quorate.core.rule_table import Value
from quorate.reports.content.vote_words import choice_word, listed_text, number, percent, points, result_word
from quorate.reports.report_data import ReportData

_POINTS = ("mean", "all_mean", "highest", "gap")
_CHOICES = ("choice", "choices", "other")


def values_in_words(data: ReportData, values: Mapping[str, Value]) -> dict[str, object]:
    """Every value in words, and every number a second time as a percentage."""
    said: dict[str, object] = {name: _values_in_words(data, name, value) for name, value in values.items()}
    shares = {name: value for name, value in values.items() if not isinstance(value, str | tuple)}
    return said | {f"{name}_percent": percent(value) for name, value in shares.items()}


def _values_in_words(data: ReportData, name: str, value: Value) -> object:
    if isinstance(value, tuple):
        return data.names([_word(data, name, one) for one in value])
    if isinstance(value, str):
        return _word(data, name, value)
    return value if name == "n" else _number(name, value)


def _word(data: ReportData, name: str, text: str) -> str:
    if name in _CHOICES:
        return choice_word(data, text)
    if name == "needs":
        return data.say.word("need", text)
    if name == "conditions":
        return listed_text(data, name, text)
    if name == "result":
        return result_word(data, text)
    return data.say.word("action", text) if name == "action" else text


def _number(name: str, value: Exact) -> str:
    return points(plain(value)) if name in _POINTS else number(plain(value))
