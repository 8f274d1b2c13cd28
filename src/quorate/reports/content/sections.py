"""The parts of a report below its verdict, each only where there is something to say."""

from collections.abc import Callable, Mapping, Sequence

from quorate.core.ballot import Ballot
from quorate.core.exact import rounded
from quorate.core.verdict import BLOCK, Conflict, Dissent, Position, Risk
from quorate.reports.content.receipt import receipt_lines
from quorate.reports.content.statements import needed, notices
from quorate.reports.content.vote_words import (
    choice_word,
    confidence,
    listed_text,
    position,
    risk_source,
    risk_text,
    with_grave_concerns,
)
from quorate.reports.document import Section, listing
from quorate.reports.report_data import ReportData
from quorate.reports.text import one_line

OPTION_SHOWN = 240
SHOWN_ELSEWHERE = ("dissent", "failure")
KEPT = ("mitigation", "monitor", "owner")
Maker = Callable[[ReportData], Section | None]


def sections(data: ReportData) -> list[Section]:
    """Everything worth saying, in the order in which a reader needs it."""
    makers = {**_MAKERS, **_of_a_deliberation()} if data.proceedings else _MAKERS
    made = (makers[key](data) for key in ORDER if key in makers)
    return [section for section in made if section]


def chosen(data: ReportData, keys: Sequence[str]) -> list[Section]:
    """Those of the sections, in their own order."""
    return [section for section in sections(data) if section.key in keys]


def _of_a_deliberation() -> Mapping[str, Maker]:
    from quorate.reports.content.deliberation.sections import MAKERS  # a verdict alone is shown without it

    return MAKERS


def _named(key: str, texts: Callable[[ReportData], list[str]], numbered: bool = False) -> Maker:
    def section(data: ReportData) -> Section | None:
        said = texts(data)
        return listing(key, data.say(f"section.{key}"), said, numbered) if said else None

    return section


def option_items(data: ReportData) -> list[str]:
    """What the options mean, where some say more than their id."""
    options = data.question.options
    return data.capped([_option(data, one.id, one.text) for one in options]) if any(one.text for one in options) else []


def conflict_items(data: ReportData) -> list[str]:
    """Conflicts, the open and severe ones first."""
    shown = [_conflict(data, one) for one in data.verdict.conflicts]
    return [*shown, data.say("more.items", n=data.more_conflicts)] if data.more_conflicts else shown


def _conflict(data: ReportData, conflict: Conflict) -> str:
    sides = data.say("item.conflict.against").join(_side(data, one) for one in conflict.positions)
    return data.say(
        "item.conflict",
        id=conflict.id,
        severity=data.say.word("severity", conflict.severity),
        status=data.say.word("status", conflict.status),
        type=data.say.word("type", conflict.type),
        sides=sides,
    )


def _side(data: ReportData, side: Position) -> str:
    held = choice_word(data, side.position)
    return data.say("item.conflict.side", agent=side.agent, position=held, confidence=rounded(side.confidence, 2))


def dissent_items(data: ReportData) -> list[str]:
    """Overruled ballots with concern, plan and what to watch."""
    risks = {risk.source: risk for risk in data.verdict.risks if risk.kind == "dissent"}
    ballots = {ballot.seat.name: ballot for ballot in data.ballots}
    dissents = list(enumerate(data.verdict.dissents))
    if len(dissents) > data.limit:
        dissents.sort(key=lambda one: -(one[1].confidence or 0))
    told = ((place, _dissent(data, one, ballots.get(one.seat), risks.get(one.seat))) for place, one in dissents)
    return data.capped([_with_what_became(data, "dissents", place, said) for place, said in told])


def condition_items(data: ReportData) -> list[str]:
    """Conditions, with what became of them."""
    said = [listed_text(data, "conditions", text) for text in data.verdict.conditions]
    return data.capped([_with_what_became(data, "conditions", place, text) for place, text in enumerate(said)])


def alternative_items(data: ReportData) -> list[str]:
    """What could be done instead."""
    return data.capped([listed_text(data, "alternatives", text) for text in data.verdict.alternatives])


def _with_what_became(data: ReportData, kind: str, place: int, item: str) -> str:
    if not data.proceedings or not data.proceedings.register:
        return item
    from quorate.reports.content.deliberation.register import with_what_became  # few have such a register

    return with_what_became(data, data.proceedings.register, kind, (place, item))


def _is_looked_after(data: ReportData, place: int) -> bool:
    """True for a risk of which people have made something."""
    register = data.proceedings.register if data.proceedings else None
    return bool(register and register.risks[place].is_changed)


def _dissent(data: ReportData, dissent: Dissent, ballot: Ballot | None, risk: Risk | None) -> str:
    sure = confidence(data, ballot.confidence) if ballot else ""
    severity = data.say.word("severity", risk.severity) if risk else ""
    concern = with_grave_concerns(data, data.short(dissent.concern) or data.say("item.no_concern"), ballot)
    lines = [
        data.say(
            "item.dissent",
            seat=dissent.seat,
            position=position(data, ballot) if ballot else choice_word(data, dissent.choice),
            confidence=data.say("item.dissent.confidence", value=sure) if sure else "",
            severity=data.say("item.dissent.severity", severity=severity) if severity else "",
            concern=concern,
        )
    ]
    plan = {"mitigation": dissent.mitigation, "monitor": dissent.monitor, "owner": risk.owner if risk else ""}
    return "\n".join(lines + [data.say(f"item.{key}", text=data.short(text)) for key, text in plan.items() if text])


def reason_items(data: ReportData) -> list[str]:
    """What the seats said and no other section shows; of a large panel, why it blocks."""
    shown = {dissent.concern for dissent in data.verdict.dissents}
    asked = "\n".join(option.description for option in data.verdict.ask.options) if data.verdict.ask else ""
    ballots = [ballot for ballot in data.ballots if ballot.rationale]
    if data.is_large:
        ballots = [one for one in ballots if data.verdict.action == BLOCK and one.choice == data.verdict.choice]
    said = [(ballot.seat.name, one_line(ballot.rationale)) for ballot in ballots]
    fresh = [(seat, text) for seat, text in said if text not in shown and text not in asked]
    return data.capped([data.say("item.reason", seat=seat, text=data.short(text)) for seat, text in fresh])


def risk_items(data: ReportData) -> list[str]:
    """Risks, except dissents, and missing ballots of which nobody has made anything: they are shown elsewhere."""
    risks = list(enumerate(data.verdict.risks))
    fresh = [one for one in risks if one[1].kind not in SHOWN_ELSEWHERE or _is_kept_failure(data, *one)]
    shown = [(place, _risk(data, risk, _is_looked_after(data, place))) for place, risk in fresh]
    return data.capped([_with_what_became(data, "risks", place, said) for place, said in shown])


def _is_kept_failure(data: ReportData, place: int, risk: Risk) -> bool:
    return risk.kind == "failure" and _is_looked_after(data, place)


def _risk(data: ReportData, risk: Risk, is_looked_after: bool) -> str:
    """With its plan, its owner and what to monitor, unless what became of it is said anyway."""
    severity, source = data.say.word("severity", risk.severity), risk_source(data, risk)
    first = data.say("item.risk", severity=severity, text=data.short(risk_text(data, risk)), source=source)
    kept = {} if is_looked_after else {name: getattr(risk, name) for name in KEPT}
    return "\n".join([first, *(data.say(f"item.{key}", text=data.short(text)) for key, text in kept.items() if text)])


def ranking_items(data: ReportData) -> list[str]:
    """Items by priority."""
    ranking: Sequence[dict[str, object]] = data.verdict.native.get("priority_ranking") or ()
    return data.capped([data.say("item.ranked", item=one["item"], priority=one["priority"]) for one in ranking])


def _ask(data: ReportData) -> Section | None:
    if data.verdict.ask is None:
        return None
    from quorate.reports.content.person_question import question_in_words  # only where a person is asked

    ask = question_in_words(data, data.verdict.ask)
    options = [_option(data, one.label, one.description) for one in ask.options]
    return listing("ask", data.say("section.ask"), options, True, ask.question)


def _option(data: ReportData, label: str, description: str) -> str:
    said = data.short(description, OPTION_SHOWN)
    return data.say("item.option", label=label, description=said) if said else label


def _go_no_go(data: ReportData) -> Section | None:
    answer = data.verdict.native.get("go_no_go")
    return Section("go_no_go", data.say("section.go_no_go", answer=answer)) if answer else None


_MAKERS: Mapping[str, Maker] = {
    "options": _named("options", option_items),
    "needed": _named("needed", needed),
    "notices": _named("notices", notices),
    "go_no_go": _go_no_go,
    "ask": _ask,
    "dissents": _named("dissents", dissent_items),
    "conflicts": _named("conflicts", conflict_items),
    "reasons": _named("reasons", reason_items),
    "conditions": _named("conditions", condition_items),
    "alternatives": _named("alternatives", alternative_items),
    "risks": _named("risks", risk_items),
    "ranking": _named("ranking", ranking_items, numbered=True),
    "receipt": _named("receipt", receipt_lines),
}
ORDER = (
    *("options", "needed", "notices", "go_no_go", "deadlock", "ask", "answers", "earlier", "dissents", "conflicts"),
    *("reasons", "notes", "conditions", "alternatives", "risks", "left", "register", "ranking"),
    *("engine_errors", "usage", "history", "changes", "receipt", "rounds", "trail"),
)
