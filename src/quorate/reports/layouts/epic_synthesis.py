"""The synthesis of an epic: what its contributions agree on, what they do not, and what to do next."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from shlex import quote
from typing import Any

from quorate.reports.document import Block, Document, Paragraph, Section, Table, Title, facts, items, section
from quorate.reports.language import Language, language
from quorate.reports.report_data import ReportOptions
from quorate.reports.text import one_line

MOST_SESSIONS = 20
MOST_LISTED = 50
_OWN_STEPS = {"suspicious_unanimity", "critical_conflict", "resolution_differs"}
Plain = Mapping[str, Any]


def render_synthesis(
    answer: Plain, *, form: str = "markdown", lang: str = "en", width: int = 80, source: str = ""
) -> str:
    """The answer of `quorate consensus --json`, or its inner part alone, as a document.

    `source` is where the contributions are, as somebody would type it.
    """
    from quorate.reports.writers import markdown, text

    say, shown = language(lang), _safe(answer)
    document = layout(shown.get("consensus", shown), shown, say, one_line(source))
    write = markdown.write if form == "markdown" else text.write
    return write(document, ReportOptions(form, lang, width=width))


def _safe(value: Any) -> Any:
    """The answer with texts that steer no terminal, each on one line: agents write them."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, Mapping):
        return {key: _safe(one) for key, one in value.items()}
    return [_safe(one) for one in value] if isinstance(value, list | tuple) else value


def layout(consensus: Plain, answer: Plain, say: Language, source: str = "") -> Document:
    """Title, summary, resolved and unresolved questions, conflicts, what a person has to look at, next actions."""
    resolved, unresolved = _list(consensus, "decisions"), _list(consensus, "unresolved")
    reasons, problems = _list(answer, "review"), _list(answer, "problems")
    found: list[Block] = [
        Title(say("synthesis.title", epic=consensus.get("epicId", ""))),
        section("summary", say("synthesis.summary"), _summary(consensus, say)),
        section("resolved", say("synthesis.resolved"), *_all(resolved, _resolved, say)),
        section("unresolved", say("synthesis.unresolved"), *_all(unresolved, _unresolved, say)),
    ]
    if conflicts := [*_list(answer, "conflicts"), *_list(answer, "statedConflicts")]:
        found.append(section("conflicts", say("synthesis.conflicts"), _conflicts(conflicts, say), _rest(answer, say)))
    if reasons:
        found.append(section("review", say("synthesis.review"), items(_first(reasons, _reason, say))))
    if problems:
        found.append(section("problems", say("synthesis.problems"), items(_first(problems, _problem, say))))
    steps = list(_steps(consensus, unresolved, reasons, say, source))
    return (*found, section("next", say("synthesis.next"), items(steps, numbered=True)))


def _list(value: Plain, key: str) -> list[Plain]:
    said = value.get(key)
    return [one for one in said if isinstance(one, Mapping)] if isinstance(said, list | tuple) else []


def _names(value: Plain, key: str) -> list[str]:
    said = value.get(key)
    return [str(one) for one in said] if isinstance(said, list | tuple) else []


def _all(questions: Sequence[Plain], part: Any, say: Language) -> list[Block]:
    return [part(one, say) for one in questions] or [Paragraph(say("synthesis.none"))]


def _summary(consensus: Plain, say: Language) -> Table:
    stated = consensus.get("summary")
    summary = stated if isinstance(stated, Mapping) else {}
    average = summary.get("averageConfidence")
    no = "no" if summary.get("totalQuestions") else "no.nothing"
    needs = "yes" if consensus.get("hitlRequired") else no
    rows = (
        ("contributions", str(consensus.get("contributionCount", 0))),
        ("questions", str(summary.get("totalQuestions", 0))),
        ("resolved_count", str(summary.get("resolved", 0))),
        ("unresolved_count", str(summary.get("unresolved", 0))),
        ("average", _percent(average)),
        ("person", say(f"synthesis.{needs}")),
    )
    head = (say("synthesis.metric"), say("synthesis.value"))
    return Table(head, tuple((say(f"synthesis.{key}"), value) for key, value in rows))


def _percent(share: Any) -> str:
    return f"{_figure(share) * 100:.1f}%"


def _figure(value: Any) -> float:
    """A number; 0 for what is none."""
    return float(value) if isinstance(value, int | float | Decimal) else 0.0


def _heading(one: Plain) -> str:
    name, question = str(one.get("questionId", "")), str(one.get("question", ""))
    return f"{name}: {question}" if question else name


def _resolved(one: Plain, say: Language) -> Section:
    against = [
        say(
            "synthesis.dissent",
            agent=entry.get("agentId") or entry.get("sessionId", ""),
            answer=entry.get("answer", ""),
        )
        for entry in _list(one, "dissenting")
    ]
    pairs = [
        (say("synthesis.answer"), str(one.get("answer", ""))),
        *_rulings(one, say),
        (say("synthesis.result"), _result(one, say)),
        (say("synthesis.confidence"), _percent(one.get("confidence"))),
        (say("synthesis.sessions"), _some(_names(one, "supportingSessions"), say)),
        (say("synthesis.dissenting"), _some(against, say)),
    ]
    return section("question", _heading(one), facts(pairs))


def _result(one: Plain, say: Language) -> str:
    """Return the kind of vote; a majority by weight alone also has its shares of weight and of votes."""
    kind = say.word("synthesis.vote", str(one.get("votingResult", "")))
    if "votePercentage" not in one:
        return kind
    weight, votes = (_percent(_figure(one.get(f"{key}Percentage")) / 100) for key in ("weight", "vote"))
    return say("synthesis.vote.by_weight", kind=kind, weight=weight, votes=votes)


def _rulings(one: Plain, say: Language) -> Iterable[tuple[str, str]]:
    """What was accepted on the question, and what was counted where that is something else."""
    accepted = [
        say(
            "synthesis.ruling",
            answer=entry.get("answer", ""),
            type=say.word("synthesis.resolution", str(entry.get("resolutionType", ""))),
            by=entry.get("resolvedBy", ""),
            conflict=entry.get("conflictId", ""),
        )
        for entry in _list(one, "acceptedResolutions")
    ]
    if accepted:
        yield say("synthesis.rulings"), _some(accepted, say)
    if counted := one.get("countedAnswer"):
        yield say("synthesis.counted"), str(counted)


def _some(names: Iterable[str], say: Language) -> str:
    """The first names, and how many there are more."""
    every = list(names)
    more = len(every) - MOST_SESSIONS
    return say.listed([*every[:MOST_SESSIONS], *([say("synthesis.more", n=more)] if more > 0 else [])])


def _unresolved(one: Plain, say: Language) -> Section:
    head = tuple(say(f"synthesis.{key}") for key in ("answer", "support", "share", "sessions"))
    rows = [
        (
            str(position.get("answer", "")),
            f"{_figure(position.get('totalWeight')):g}",
            _percent(_figure(position.get("percentage")) / 100),
            _some(_names(position, "sessions"), say),
        )
        for position in _list(one, "positions")
    ]
    return section(
        "question",
        _heading(one),
        Paragraph(say("synthesis.split")),
        Table(head, tuple(rows)) if rows else None,
        facts(_rulings(one, say)),
    )


def _conflicts(conflicts: Sequence[Plain], say: Language) -> Table:
    head = tuple(say(f"synthesis.{key}") for key in ("severity", "question", "type", "positions", "status"))
    rows = []
    for one in conflicts[:MOST_SESSIONS]:
        sides = [_position(side) for side in _list(one, "positions")]
        rows.append(
            (
                say.word("synthesis.severity", str(one.get("severity", ""))),
                str(one.get("questionId", "")),
                say.word("synthesis.kind", str(one.get("conflictType", ""))),
                " / ".join(filter(None, sides)),
                _status(one, say),
            )
        )
    return Table(head, tuple(rows))


def _status(one: Plain, say: Language) -> str:
    """Where a conflict stands, with what was decided or is proposed."""
    life = one.get("resolution")
    stands = life if isinstance(life, Mapping) else {}
    status = say.word("synthesis.status", str(stands.get("status", "pending")))
    text = stands.get("finalDecision") or stands.get("proposal")
    return say("synthesis.status.with", status=status, text=text) if text else status


def _position(side: Plain) -> str:
    agent, position = side.get("agentId"), side.get("position", "")
    return f"{agent}: {position}" if agent else str(position)


def _rest(answer: Plain, say: Language) -> Paragraph | None:
    summary = answer.get("conflictSummary")
    said = summary.get("total") if isinstance(summary, Mapping) else 0
    total = said if isinstance(said, int) else 0
    shown = min(len(_list(answer, "conflicts")), MOST_SESSIONS)
    return Paragraph(say("synthesis.shown", shown=shown, n=total)) if total > shown else None


def _reason(one: Plain, say: Language) -> str:
    what = say.word("synthesis.reason", str(one.get("code", "")))
    how = say.word("synthesis.settle", str(one.get("settledBy", "")))
    return say("synthesis.because", subject=one.get("subject", ""), what=what, how=how)


def _first(found: Sequence[Plain], part: Callable[[Plain, Language], str], say: Language) -> Iterable[str]:
    """The first of a long list, and how many more there are."""
    yield from (part(one, say) for one in found[:MOST_LISTED])
    if len(found) > MOST_LISTED:
        yield say("synthesis.unlisted", n=len(found) - MOST_LISTED)


def _problem(one: Plain, say: Language) -> str:
    return say(
        "synthesis.problem", where=one.get("where", ""), what=say.word("synthesis.reason", str(one.get("code", "")))
    )


def _steps(
    consensus: Plain, unresolved: Sequence[Plain], reasons: Sequence[Plain], say: Language, source: str
) -> Iterable[str]:
    epic, where = consensus.get("epicId", ""), quote(source) if source else "FOLDER"
    for one in unresolved:
        yield say("synthesis.step.ask", question=one.get("questionId", ""), epic=epic, source=where)
    codes = {str(one.get("code")) for one in reasons} - {"split_vote"}
    for code in sorted(codes & _OWN_STEPS):
        yield say(f"synthesis.step.{code}")
    if codes - _OWN_STEPS:
        yield say("synthesis.step.repair")
    if not unresolved and not reasons:
        yield say("synthesis.step.proceed" if consensus.get("decisions") else "synthesis.step.contribute")
