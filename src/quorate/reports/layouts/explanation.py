"""Why a verdict is as it is, in words."""

from collections.abc import Mapping

from quorate.analysis.explain import Explanation
from quorate.analysis.meanings import Remark
from quorate.core.exact import plain
from quorate.core.protocol.explainer import Step, Value
from quorate.reports.content.flips import flip_lines
from quorate.reports.content.vote_words import choice_word, listed_text, number, percent, points, result_word
from quorate.reports.document import Document, Paragraph, Section, listing
from quorate.reports.language import language
from quorate.reports.report_data import ReportData, ReportOptions, cleaned, report_data_of
from quorate.reports.writers.text import write

_POINTS = ("mean", "all_mean", "highest", "gap")
_CHOICES = ("choice", "choices", "other")


def render_explanation(explanation: Explanation, *, lang: str = "en", ascii_only: bool = False, width: int = 80) -> str:
    """The explanation as plain text for a terminal of any width."""
    options = ReportOptions("text", lang, ascii_only, width)
    data = report_data_of(explanation.question, explanation.verdict, language(lang), options)
    return write(_layout(data, cleaned(explanation._replace(verdict=data.verdict))), options)


def _layout(data: ReportData, explanation: Explanation) -> Document:
    subject = [Paragraph(data.question.subject)] if data.question.subject else []
    return (*subject, Paragraph(_headline(data)), *_sections(data, explanation))


def _headline(data: ReportData) -> str:
    verdict, say = data.verdict, data.say
    result, action = result_word(data, verdict.result), say.word("action", verdict.action)
    return say("explain.headline", protocol=verdict.protocol, result=result, action=action)


def _sections(data: ReportData, explanation: Explanation) -> list[Section]:
    named = {
        "rules": _rules(data, explanation.steps),
        "flags": [_flag(data, remark) for remark in explanation.flags],
        "requires": [_said(data, "requires", remark) for remark in explanation.requires],
        "failures": [_failure(data, remark) for remark in explanation.failures],
        "flip": flip_lines(data, explanation.search) if explanation.search else [],
    }
    found = ((key, texts) for key, texts in named.items() if texts)
    return [listing(key, data.say(f"explain.{key}"), texts, numbered=key == "rules") for key, texts in found]


def _rules(data: ReportData, steps: tuple[Step, ...]) -> list[str]:
    if not steps:
        return [data.say("explain.other_protocol", protocol=data.verdict.protocol)]
    return [_step(data, step) for step in steps]


def _step(data: ReportData, step: Step) -> str:
    protocol, say, why = data.verdict.protocol, data.say, _why(data, step)
    if step.is_after:
        return say("step.after", why=why)
    fits = say("step.fits" if step.fits else "step.fits_not")
    return say("step.line", rule=say.word(f"rule.{protocol}", step.rule), fits=fits, why=why).strip()


def _why(data: ReportData, step: Step) -> str:
    """A protocol from another package that has no phrase for a step gets its numbers as they are."""
    ends = (f"{step.rule}.{step.why}", step.rule, step.why)
    keys = [f"step.{start}{end}" for start in (f"{data.verdict.protocol}.", "") for end in ends]
    values = values_in_words(data, step.values)
    if key := next(filter(data.say.knows, keys), None):
        return data.say(key, **values)
    return data.say.listed(f"{name} {values[name]}" for name in step.values)


def _flag(data: ReportData, remark: Remark) -> str:
    """A flag of a protocol from another package is shown as it is."""
    keys = (f"means.{remark.code}.{data.verdict.protocol}", f"means.{remark.code}")
    key = next((key for key in keys if data.say.knows(key)), None)
    return data.say(key, **values_in_words(data, remark.values)) if key else remark.code


def _said(data: ReportData, kind: str, remark: Remark) -> str:
    key = f"{kind}.{remark.code}"
    return data.say(key, **values_in_words(data, remark.values)) if data.say.knows(key) else remark.code


def _failure(data: ReportData, remark: Remark) -> str:
    known = data.say.knows(f"failed.{remark.code}")
    return _said(data, "failed", remark if known else remark._replace(code="counted"))


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
    return value if name == "n" else (points(plain(value)) if name in _POINTS else number(plain(value)))


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
