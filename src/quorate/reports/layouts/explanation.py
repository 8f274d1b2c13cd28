"""Why a verdict is as it is, in words."""

from collections.abc import Mapping

from quorate.analysis.explain import Explanation
from quorate.analysis.flips import BallotChange, Flip, Search
from quorate.analysis.meanings import Remark
from quorate.core.ballot import Ballot
from quorate.core.confidence import UNIT, Confidence
from quorate.core.exact import Exact, plain, ratio
from quorate.core.protocol.explainer import Step, Value
from quorate.reports.content.protocols import wording_of
from quorate.reports.content.vote_words import choice_word, listed_text, number, percent, points, result_word
from quorate.reports.document import Document, Paragraph, Section, listing
from quorate.reports.language import language
from quorate.reports.report_data import ReportData, ReportOptions, cleaned, report_data_of
from quorate.reports.writers.text import write


def flip_lines(data: ReportData, search: Search) -> list[str]:
    """What would have changed the action, how surely that is the smallest change, and the pivotal seats."""
    lines = [_flip(data, search.flip) if search.flip else _none(data, search)]
    pivotal = data.verdict.receipt.pivotal
    if pivotal:
        lines.append(data.say("receipt.pivotal", names=data.names(pivotal)))
    elif search.flip and search.flip.points:
        lines.append(data.say("flip.by_confidence"))
    if note := wording_of(data.verdict.protocol).flip_note:
        lines.append(data.say(note))
    return [*lines, data.say("flip.kept")] if search.kept else lines


def _none(data: ReportData, search: Search) -> str:
    if not search.looked_at:
        return data.say("flip.untried")
    if search.looked_at == search.seats:
        return data.say("flip.never", n=search.seats, seats=search.seats)
    return data.say("flip.unknown", n=search.looked_at, seats=search.seats)


def _flip(data: ReportData, flip: Flip) -> str:
    size = len(flip.changes)
    action, before = (data.say.word("action", one) for one in (flip.action, data.verdict.action))
    changes = data.say("flip.and").join(_change(data, change, alone=size == 1) for change in flip.changes)
    key = {1: "flip.alone", 2: "flip.two"}.get(size, "flip.many")
    return data.say(key, n=size, changes=changes, action=action, before=before)


def _change(data: ReportData, change: BallotChange, *, alone: bool) -> str:
    was, chosen = change.was, _verb(data, "chose", change.choice, change.option)
    sure = _alone(data, change) if alone else _together(data, change)
    if not isinstance(was, Ballot):
        failed = data.say("flip.was.failed", kind=data.say.word("kind", was.kind))
        return data.say("flip.change", seat=change.seat, chosen=chosen, sure=sure, was=failed)
    value = _value(was.confidence)
    if change.choice == was.choice and change.option.casefold() == " ".join(was.option.split()).casefold():
        key = "flip.change.sure" if value else "flip.change.unwarned"
        return data.say(key, seat=change.seat, chosen=chosen, sure=sure, value=value)
    verb = _verb(data, "chosen", was.choice, was.option)
    before = data.say("flip.was", choice=verb, value=value) if change.confidence and value else verb
    return data.say("flip.change", seat=change.seat, chosen=chosen, sure=sure, was=before)


def _verb(data: ReportData, tense: str, choice: str, option: str) -> str:
    """A choice as something that a seat did."""
    start = f"{tense}.{data.verdict.protocol}"
    keys = [f"{start}.{choice}.option"] if option else []
    keys += [f"{start}.{choice}", f"{start}.{choice.upper()}", start, tense]
    key = next(key for key in keys if data.say.knows(key))
    return data.say(key, choice=choice_word(data, choice), option=option)


def _alone(data: ReportData, change: BallotChange) -> str:
    """The confidences that would do, where no other seat changes."""
    if change.confidence is None or change.least is None or change.most is None:
        return ""
    least, most = (_number(one, change.confidence.scale) for one in (change.least, change.most))
    key = {(True, True): "any", (False, True): "least", (True, False): "most"}.get(
        (change.least == 0, change.most == 100), "at" if change.least == change.most else "between"
    )
    return data.say(f"flip.sure.{key}", least=least, most=most, value=least)


def _together(data: ReportData, change: BallotChange) -> str:
    """One confidence that does, together with those of the others."""
    if change.confidence is None:
        return ""
    before = change.was.confidence.percent if isinstance(change.was, Ballot) and change.was.confidence else None
    if before == change.confidence.percent:
        return data.say("flip.sure.same")
    return data.say("flip.sure.at", value=_value(change.confidence))


def _value(confidence: Confidence | None) -> str:
    return _number(confidence.percent, confidence.scale) if confidence else ""


def _number(percent: Exact, scale: str) -> str:
    return number(ratio(percent, 100)) if scale == UNIT else number(percent)


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
