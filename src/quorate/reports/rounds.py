"""The history of rounds: what triggered each that asked again, what was new, who was asked, and what has changed."""

from collections.abc import Iterator, Mapping, Sequence

from quorate.core.codec import from_json
from quorate.core.exact import rounded
from quorate.core.verdict import Verdict
from quorate.deliberation.again import FAR, Stand, Step, compared
from quorate.deliberation.debate import is_debate
from quorate.deliberation.events import Counted, Stored
from quorate.deliberation.rounds import REDELIBERATION
from quorate.deliberation.session import Round, Session
from quorate.reports.account import Chapter
from quorate.reports.debates import challenges_in
from quorate.reports.text import clean, one_line
from quorate.reports.verdict_box import title_of
from quorate.reports.view import View, cleaned
from quorate.reports.who_and_when import name_of
from quorate.reports.words import choice_word, confidence, detail_of

Verdicts = Mapping[int, Verdict]


def chapters_of(view: View, session: Session, history: Sequence[Stored]) -> tuple[Chapter, ...]:
    """One for every round that asked again, in their order."""
    asked_again = [one for one in session.rounds if one.purpose == REDELIBERATION or is_debate(one)]
    verdicts = _verdicts(history) if asked_again else {}
    return tuple(_chapter(view, session, round_, verdicts) for round_ in asked_again)


def _verdicts(history: Sequence[Stored]) -> dict[int, Verdict]:
    counted = [stored.event for stored in history if isinstance(stored.event, Counted)]
    return {event.round: from_json(event.verdict) for event in counted}


def _chapter(view: View, session: Session, round_: Round, verdicts: Verdicts) -> Chapter:
    say = view.say
    title = say("history.round", number=round_.number, purpose=say.word("purpose", one_line(round_.purpose)))
    steps = compared(session, round_)
    return Chapter(
        title,
        tuple((label, value) for label, value in _facts(view, session, round_, verdicts) if value),
        clean(round_.evidence).strip(),
        tuple(_row(view, step) for step in steps),
        challenges_in(view, session, round_),
    )


def _facts(view: View, session: Session, round_: Round, verdicts: Verdicts) -> Iterator[tuple[str, str]]:
    say = view.say
    before = [one.number for one in session.rounds if one.number < round_.number and one.number in verdicts]
    is_all = len(round_.seats) == len(session.opened.seats)
    yield say("history.trigger"), say.word("trigger", one_line(round_.trigger))
    yield say("history.reason"), one_line(round_.reason)
    if round_.is_factual:
        yield say("history.factual"), say("history.factual.why")
    yield say("history.asked"), say("history.asked.all") if is_all else view.names(list(map(name_of, round_.seats)))
    yield say("history.before"), _outcome(view, verdicts.get(before[-1])) if before else ""
    yield say("history.after"), _outcome(view, verdicts.get(round_.number)) or say("history.not_counted")


def _outcome(view: View, verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    told = view._replace(verdict=cleaned(verdict._replace(conflicts=())))
    if verdict.confidence is None:
        return title_of(told)
    return view.say("history.outcome", title=title_of(told), sure=rounded(verdict.confidence))


def _row(view: View, step: Step) -> tuple[str, ...]:
    before, after = (_stand(view, one) for one in (step.before, step.after))
    return name_of(step.seat), before, after, _what(view, step)


def _stand(view: View, stand: Stand) -> str:
    say = view.say
    if not stand.is_ballot:
        kind = say.word("kind", one_line(stand.position)).upper()
        detail = detail_of(view, one_line(stand.detail))
        return say("history.stand", position=kind, more=view.short(detail)) if detail else kind
    word = choice_word(view, one_line(stand.position))
    position = say("position.of", choice=word, option=one_line(stand.option)) if stand.option else word
    sure = confidence(view, stand.confidence)
    return say("history.stand", position=position, more=sure) if sure else position


def _what(view: View, step: Step) -> str:
    """kept, changed, moved far, failed, or not asked; a seat that is not asked keeps its ballot."""
    say = view.say
    if not step.was_asked:
        return say("step.not_asked")
    if not step.after.is_ballot:
        return say("step.failed")
    if not step.before.is_ballot:
        return say("step.voted")
    said = [say("step.changed" if step.has_changed else "step.kept")]
    return say.listed([*said, say("step.far", points=FAR)] if step.moved_far else said)
