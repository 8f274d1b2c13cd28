"""Why a verdict is as it is, in words."""

from quorate.analysis.explain import Explanation
from quorate.analysis.meanings import Remark
from quorate.core.rule_table import Step
from quorate.reports.flip import flip_lines
from quorate.reports.lang import language
from quorate.reports.look import Look, view_of
from quorate.reports.section import Section
from quorate.reports.terminal import LEAST_WIDTH, WIDEST_PROSE, joined, section_lines
from quorate.reports.text import wrap
from quorate.reports.told import told
from quorate.reports.view import View, cleaned


def render_explanation(explanation: Explanation, *, lang: str = "en", ascii_only: bool = False, width: int = 80) -> str:
    """The explanation as plain text for a terminal of any width."""
    look = Look("text", lang, ascii_only, width)
    view = view_of(explanation.question, explanation.verdict, language(lang, analysis=True), look)
    prose = max(LEAST_WIDTH, min(width, WIDEST_PROSE))
    safe = cleaned(explanation._replace(verdict=view.verdict))
    blocks = [wrap(view.question.subject, prose)] if view.question.subject else []
    blocks.append(wrap(_headline(view), prose))
    blocks += [section_lines(section, prose) for section in _sections(view, safe) if section.items]
    return joined(blocks)


def _headline(view: View) -> str:
    verdict, say = view.verdict, view.say
    result, action = say.word(f"result.{verdict.protocol}", verdict.result), say.word("action", verdict.action)
    return say("explain.headline", protocol=verdict.protocol, result=result, action=action)


def _sections(view: View, explanation: Explanation) -> list[Section]:
    named = {
        "rules": _rules(view, explanation.steps),
        "flags": [_flag(view, remark) for remark in explanation.flags],
        "requires": [_said(view, "requires", remark) for remark in explanation.requires],
        "failures": [_failure(view, remark) for remark in explanation.failures],
        "flip": flip_lines(view, explanation.search) if explanation.search else [],
    }
    return [Section(key, view.say(f"explain.{key}"), items, numbered=key == "rules") for key, items in named.items()]


def _rules(view: View, steps: tuple[Step, ...]) -> list[str]:
    if not steps:
        return [view.say("explain.other_protocol", protocol=view.verdict.protocol)]
    return [_step(view, step) for step in steps]


def _step(view: View, step: Step) -> str:
    protocol, say = view.verdict.protocol, view.say
    why = say(f"step.{protocol}.{step.rule}.{step.why}", **told(view, step.values))
    if step.is_after:
        return say("step.after", why=why)
    fits = say("step.fits" if step.fits else "step.fits_not")
    return say("step.line", rule=say(f"rule.{protocol}.{step.rule}"), fits=fits, why=why)


def _flag(view: View, remark: Remark) -> str:
    """A flag of a protocol from another package is shown as it is."""
    keys = (f"means.{remark.code}.{view.verdict.protocol}", f"means.{remark.code}")
    key = next((key for key in keys if view.say.knows(key)), None)
    return view.say(key, **told(view, remark.values)) if key else remark.code


def _said(view: View, kind: str, remark: Remark) -> str:
    key = f"{kind}.{remark.code}"
    return view.say(key, **told(view, remark.values)) if view.say.knows(key) else remark.code


def _failure(view: View, remark: Remark) -> str:
    known = view.say.knows(f"failed.{remark.code}")
    return _said(view, "failed", remark if known else remark._replace(code="counted"))
