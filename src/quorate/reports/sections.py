"""The parts of a report below its verdict, each only where there is something to say."""

from collections.abc import Callable, Sequence

from quorate.core.ballot import Ballot
from quorate.core.exact import rounded
from quorate.core.verdict import BLOCK, Conflict, Dissent, Position, Risk
from quorate.reports.account import Account, Entry
from quorate.reports.engine_sections import call_sections
from quorate.reports.lang import Language
from quorate.reports.receipt import receipt_lines
from quorate.reports.register import is_looked_after, left_section, register_section, with_what_became
from quorate.reports.round_sections import changes_section, deadlock_section, history_section
from quorate.reports.section import Section
from quorate.reports.statements import needed, notices
from quorate.reports.text import one_line
from quorate.reports.view import View
from quorate.reports.words import (
    choice_word,
    confidence,
    listed_text,
    position,
    risk_source,
    risk_text,
    with_grave_concerns,
)

OPTION_SHOWN = 240
SHOWN_ELSEWHERE = ("dissent", "failure")
KEPT = ("mitigation", "monitor", "owner")
LAST_EVENTS = 3


def sections(view: View) -> list[Section]:
    """Everything worth saying, in the order in which a reader needs it."""
    calls = call_sections(view.account, view.say) if view.account else ()
    first = [section for make in _ORDER if (section := make(view))]
    return [*first, *calls, *(section for make in _AT_LAST if (section := make(view)))]


def _named(key: str, items: Callable[[View], list[str]], numbered: bool = False) -> Callable[[View], Section | None]:
    def section(view: View) -> Section | None:
        said = items(view)
        return Section(key, view.say(f"section.{key}"), said, numbered) if said else None

    return section


def option_items(view: View) -> list[str]:
    """What the options mean, where some say more than their id."""
    options = view.question.options
    return view.capped([_option(view, one.id, one.text) for one in options]) if any(one.text for one in options) else []


def conflict_items(view: View) -> list[str]:
    """Conflicts, the open and severe ones first."""
    shown = [_conflict(view, one) for one in view.verdict.conflicts]
    return [*shown, view.say("more.items", n=view.more_conflicts)] if view.more_conflicts else shown


def _conflict(view: View, conflict: Conflict) -> str:
    sides = view.say("item.conflict.against").join(_side(view, one) for one in conflict.positions)
    return view.say(
        "item.conflict",
        id=conflict.id,
        severity=view.say.word("severity", conflict.severity),
        status=view.say.word("status", conflict.status),
        type=view.say.word("type", conflict.type),
        sides=sides,
    )


def _side(view: View, side: Position) -> str:
    held = choice_word(view, side.position)
    return view.say("item.conflict.side", agent=side.agent, position=held, confidence=rounded(side.confidence, 2))


def dissent_items(view: View) -> list[str]:
    """Overruled ballots with concern, plan and what to watch."""
    risks = {risk.source: risk for risk in view.verdict.risks if risk.kind == "dissent"}
    ballots = {ballot.seat.name: ballot for ballot in view.ballots}
    dissents = list(enumerate(view.verdict.dissents))
    if len(dissents) > view.limit:
        dissents.sort(key=lambda one: -(one[1].confidence or 0))
    told = ((place, _dissent(view, one, ballots.get(one.seat), risks.get(one.seat))) for place, one in dissents)
    return view.capped([with_what_became(view, "dissents", place, said) for place, said in told])


def condition_items(view: View) -> list[str]:
    """Conditions, with what became of them."""
    said = [listed_text(view, "conditions", text) for text in view.verdict.conditions]
    return view.capped([with_what_became(view, "conditions", place, text) for place, text in enumerate(said)])


def alternative_items(view: View) -> list[str]:
    """What could be done instead."""
    return view.capped([listed_text(view, "alternatives", text) for text in view.verdict.alternatives])


def _dissent(view: View, dissent: Dissent, ballot: Ballot | None, risk: Risk | None) -> str:
    sure = confidence(view, ballot.confidence) if ballot else ""
    severity = view.say.word("severity", risk.severity) if risk else ""
    concern = with_grave_concerns(view, view.short(dissent.concern) or view.say("item.no_concern"), ballot)
    lines = [
        view.say(
            "item.dissent",
            seat=dissent.seat,
            position=position(view, ballot) if ballot else choice_word(view, dissent.choice),
            confidence=view.say("item.dissent.confidence", value=sure) if sure else "",
            severity=view.say("item.dissent.severity", severity=severity) if severity else "",
            concern=concern,
        )
    ]
    plan = {"mitigation": dissent.mitigation, "monitor": dissent.monitor, "owner": risk.owner if risk else ""}
    return "\n".join(lines + [view.say(f"item.{key}", text=view.short(text)) for key, text in plan.items() if text])


def reason_items(view: View) -> list[str]:
    """What the seats said and no other section shows; of a large panel, why it blocks."""
    shown = {dissent.concern for dissent in view.verdict.dissents}
    asked = "\n".join(option.description for option in view.verdict.ask.options) if view.verdict.ask else ""
    ballots = [ballot for ballot in view.ballots if ballot.rationale]
    if view.is_large:
        ballots = [one for one in ballots if view.verdict.action == BLOCK and one.choice == view.verdict.choice]
    said = [(ballot.seat.name, one_line(ballot.rationale)) for ballot in ballots]
    fresh = [(seat, text) for seat, text in said if text not in shown and text not in asked]
    return view.capped([view.say("item.reason", seat=seat, text=view.short(text)) for seat, text in fresh])


def note_items(view: View) -> list[str]:
    """What was found out in reading ballots, seat by seat."""
    notes = view.account.notes if view.account else {}
    said = [(seat, view.say("ask.join").join(found)) for seat, found in notes.items()]
    return view.capped([view.say("item.reason", seat=seat, text=view.short(text)) for seat, text in said])


def risk_items(view: View) -> list[str]:
    """Risks, except dissents, and missing ballots of which nobody has made anything: they are shown elsewhere."""
    risks = list(enumerate(view.verdict.risks))
    fresh = [one for one in risks if one[1].kind not in SHOWN_ELSEWHERE or _is_kept_failure(view, *one)]
    shown = [(place, _risk(view, risk, is_looked_after(view, place))) for place, risk in fresh]
    return view.capped([with_what_became(view, "risks", place, said) for place, said in shown])


def _is_kept_failure(view: View, place: int, risk: Risk) -> bool:
    return risk.kind == "failure" and is_looked_after(view, place)


def _risk(view: View, risk: Risk, is_looked_after: bool) -> str:
    """With its plan, its owner and what to monitor, unless what became of it is said anyway."""
    severity, source = view.say.word("severity", risk.severity), risk_source(view, risk)
    first = view.say("item.risk", severity=severity, text=view.short(risk_text(view, risk)), source=source)
    kept = {} if is_looked_after else {name: getattr(risk, name) for name in KEPT}
    return "\n".join([first, *(view.say(f"item.{key}", text=view.short(text)) for key, text in kept.items() if text)])


def ranking_items(view: View) -> list[str]:
    """Items by priority."""
    ranking: Sequence[dict[str, object]] = view.verdict.native.get("priority_ranking") or ()
    return view.capped([view.say("item.ranked", item=one["item"], priority=one["priority"]) for one in ranking])


def _ask(view: View) -> Section | None:
    from quorate.reports.asking import asked  # only where a person is asked

    if view.verdict.ask is None:
        return None
    ask = asked(view, view.verdict.ask)
    options = [_option(view, one.label, one.description) for one in ask.options]
    return Section("ask", view.say("section.ask"), options, True, ask.question)


def _answers(view: View) -> Section | None:
    account = view.account
    return Section("answers", account.answered_by, list(account.answers)) if account and account.answers else None


def trail_section(account: Account, say: Language) -> Section | None:
    """The last few events; a document that is kept has them all."""
    entries = account.trail[-LAST_EVENTS:]
    lead = say("trail.last", count=len(entries), n=len(account.trail)) if len(entries) < len(account.trail) else ""
    items = [_event(entry, say) for entry in entries]
    return Section("trail", say("section.trail"), items, lead=lead) if items else None


def _event(entry: Entry, say: Language) -> str:
    author = say("author", name=entry.author, proof=entry.proof)
    key = "trail.line.hash" if entry.hash else "trail.line"
    return say(key, position=entry.position, at=entry.at, author=author, what=entry.what, hash=entry.hash)


def _option(view: View, label: str, description: str) -> str:
    said = view.short(description, OPTION_SHOWN)
    return view.say("item.option", label=label, description=said) if said else label


def _go_no_go(view: View) -> Section | None:
    answer = view.verdict.native.get("go_no_go")
    return Section("go_no_go", view.say("section.go_no_go", answer=answer), []) if answer else None


_ORDER: tuple[Callable[[View], Section | None], ...] = (
    _named("options", option_items),
    _named("needed", needed),
    _named("notices", notices),
    _go_no_go,
    deadlock_section,
    _ask,
    _answers,
    _named("earlier", lambda view: view.capped(view.account.earlier) if view.account else []),
    _named("dissents", dissent_items),
    _named("conflicts", conflict_items),
    _named("reasons", reason_items),
    _named("notes", note_items),
    _named("conditions", condition_items),
    _named("alternatives", alternative_items),
    _named("risks", risk_items),
    left_section,
    register_section,
    _named("ranking", ranking_items, numbered=True),
)
_AT_LAST: tuple[Callable[[View], Section | None], ...] = (
    history_section,
    changes_section,
    _named("receipt", receipt_lines),
    _named("rounds", lambda view: view.capped(view.account.rounds) if view.account else []),
    lambda view: trail_section(view.account, view.say) if view.account else None,
)
