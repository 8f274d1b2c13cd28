"""The history of rounds: why each asked again, what was new, what was argued, and what has changed."""

from collections.abc import Iterator

from quorate.core.exact import rounded
from quorate.core.verdict import Verdict
from quorate.deliberation.again import FAR, Stand, Step, compared
from quorate.deliberation.debate import is_debate
from quorate.deliberation.rounds import REDELIBERATION
from quorate.deliberation.session import Round, Session
from quorate.reports.account import Chapter
from quorate.reports.arguments import Told, arguments_in, silent_in
from quorate.reports.debates import challenges_in
from quorate.reports.text import clean, one_line
from quorate.reports.verdict_box import title_of
from quorate.reports.view import View, cleaned
from quorate.reports.who_and_when import name_of
from quorate.reports.words import choice_word, confidence, detail_of

Facts = Iterator[tuple[str, str]]


def chapters_of(view: View, session: Session) -> tuple[Chapter, ...]:
    """One for every round that was counted before the last one, and for every one that asked again, in their order."""
    counted, told = {past.round for past in session.earlier}, Told()
    shown = [one for one in session.rounds if one.number in counted or _asks_again(one)]
    return tuple(_chapter(view, session, round_, told) for round_ in shown)


def _asks_again(round_: Round) -> bool:
    return round_.purpose == REDELIBERATION or is_debate(round_)


def _chapter(view: View, session: Session, round_: Round, told: Told) -> Chapter:
    say, new = view.say, clean(round_.evidence).strip()
    before = told.before(round_.number, new) if new else 0
    again = say("history.as_in", round=before) if before else ""
    facts = [*_facts(view, session, round_), (say("history.new"), again)]
    return Chapter(
        say("history.round", number=round_.number, purpose=say.word("purpose", one_line(round_.purpose))),
        tuple((label, value) for label, value in facts if value),
        "" if before else new,
        tuple(_row(view, step) for step in compared(session, round_)),
        challenges_in(view, session, round_),
        tuple(view.capped(_arguments(view, session, round_, told))),
    )


def _arguments(view: View, session: Session, round_: Round, told: Told) -> tuple[str, ...]:
    """Of an earlier count; what was argued in the last one stands in the report itself."""
    verdict = session.verdicts.get(round_.number)
    if verdict is None or round_.number == session.verdict_round:
        return ()
    silent = () if _asks_again(round_) else silent_in(view, round_, verdict)
    return (*arguments_in(view, session, round_, verdict, told), *silent)


def _facts(view: View, session: Session, round_: Round) -> Facts:
    verdict = session.verdicts.get(round_.number)
    if _asks_again(round_):
        yield from _facts_again(view, session, round_)
        yield view.say("history.after"), _outcome(view, verdict) or view.say("history.not_counted")
    else:
        yield view.say("heading.verdict"), _outcome(view, verdict)


def _facts_again(view: View, session: Session, round_: Round) -> Facts:
    say, verdicts = view.say, session.verdicts
    before = [number for number in sorted(verdicts) if number < round_.number]
    is_all = len(round_.seats) == len(session.opened.seats)
    yield say("history.trigger"), say.word("trigger", one_line(round_.trigger))
    yield say("history.reason"), one_line(round_.reason)
    if round_.is_factual:
        yield say("history.factual"), say("history.factual.why")
    yield say("history.asked"), say("history.asked.all") if is_all else view.names(list(map(name_of, round_.seats)))
    yield say("history.before"), _outcome(view, verdicts[before[-1]]) if before else ""


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
        detail = detail_of(view, stand)
        return say("history.stand", position=kind, more=view.short(detail)) if detail else kind
    word = choice_word(view, one_line(stand.position))
    position = say("position.of", choice=word, option=one_line(stand.option)) if stand.option else word
    sure = confidence(view, stand.confidence)
    return say("history.stand", position=position, more=sure) if sure else position


def _what(view: View, step: Step) -> str:
    """kept, changed, moved far, failed, or not asked; a seat that is not asked keeps its ballot, where it has one."""
    say = view.say
    if not step.was_asked:
        return say("stance.not_asked" if step.after.is_ballot else "stance.not_asked.none")
    if not step.after.is_ballot:
        return say("stance.failed")
    if not step.before.is_ballot:
        return say("stance.voted")
    said = [say("stance.changed" if step.has_changed else "stance.kept")]
    return say.listed([*said, say("stance.far", points=FAR)] if step.moved_far else said)
