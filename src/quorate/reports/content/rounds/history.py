"""The history of rounds: why each asked again, what was new, what was argued, and what has changed."""

from collections.abc import Iterator

from quorate.core.exact import rounded
from quorate.core.verdict import Verdict
from quorate.deliberation.events import Cast
from quorate.deliberation.rounds.debate import changes, debates, is_debate
from quorate.deliberation.rounds.redeliberation import FAR, SeatMovement, SeatPosition, compared, why_not_asked
from quorate.deliberation.rounds.stalemate import REDELIBERATION
from quorate.deliberation.session import Round, Session
from quorate.reports.content.authors import name_of
from quorate.reports.content.card import headline_of
from quorate.reports.content.rounds.arguments import Told, arguments_in, silent_in
from quorate.reports.content.vote_words import choice_word, confidence, detail_of, two_words
from quorate.reports.proceedings import RoundHistory
from quorate.reports.report_data import ReportData, cleaned
from quorate.reports.text import clean, one_line
from quorate.views.rounds import CONTESTED, RECOMMENDED


def challenges_in(data: ReportData, session: Session, round_: Round) -> tuple[str, ...]:
    """What each seat found wrong in the others' arguments, in the order of the panel; of an open round nothing.

    A round that an edit cut short was never closed, so what was said in it stays sealed for good.
    """
    if round_.is_open:
        return ()
    answers = ((seat.name, round_.answers.get(seat.name)) for seat in session.opened.seats)
    said = [(seat, answer.challenge) for seat, answer in answers if isinstance(answer, Cast) and answer.challenge]
    return tuple(
        data.say("debate.challenge", seat=name_of(seat), text=data.short(one_line(text))) for seat, text in said
    )


def change_rows(data: ReportData, session: Session) -> tuple[tuple[str, ...], ...]:
    """The change log: who, in which round, from what, to what, and why."""
    rows = []
    for one in changes(session):
        before, after = two_words(data, one.before), two_words(data, one.after)
        rows.append((name_of(one.seat), str(one.round), before, after, one_line(one.reason)))
    return tuple(rows)


def final_word(data: ReportData, session: Session) -> str:
    """What stands after the debates: a recommendation, or that it is contested; nothing where there were none."""
    held = debates(session)
    if not held:
        return ""
    word, choice = (RECOMMENDED, data.verdict.choice) if data.verdict.choice else (CONTESTED, "")
    key = f"{held[-1].purpose}.{'recommended' if choice else 'contested'}"
    shown = choice_word(data, choice) if choice else ""
    return data.say(key, n=len(held), word=data.say.word("final", word), choice=shown)


Facts = Iterator[tuple[str, str]]


def round_histories_of(data: ReportData, session: Session) -> tuple[RoundHistory, ...]:
    """One for every round that was counted before the last one, and for every one that asked again, in their order."""
    counted, told = {past.round for past in session.earlier}, Told()
    shown = [one for one in session.rounds if one.number in counted or _asks_again(one)]
    return tuple(_chapter(data, session, round_, told) for round_ in shown)


def _asks_again(round_: Round) -> bool:
    return round_.purpose == REDELIBERATION or bool(round_.retries) or is_debate(round_)


def _chapter(data: ReportData, session: Session, round_: Round, told: Told) -> RoundHistory:
    say, new = data.say, clean(round_.evidence).strip()
    before = told.before(round_.number, new) if new else 0
    again = say("history.as_in", round=before) if before else ""
    facts = [*_facts(data, session, round_), (say("history.new"), again)]
    return RoundHistory(
        say("history.round", number=round_.number, purpose=say.word("purpose", one_line(round_.purpose))),
        tuple((label, value) for label, value in facts if value),
        "" if before else new,
        tuple(_row(data, step, _unasked(data, session, round_, step.seat)) for step in compared(session, round_)),
        challenges_in(data, session, round_),
        tuple(data.capped(_arguments(data, session, round_, told))),
    )


def _arguments(data: ReportData, session: Session, round_: Round, told: Told) -> tuple[str, ...]:
    """Of an earlier count; what was argued in the last one stands in the report itself."""
    verdict = session.verdicts.get(round_.number)
    if verdict is None or round_.number == session.verdict_round:
        return ()
    silent = () if _asks_again(round_) else silent_in(data, round_, verdict)
    return (*arguments_in(data, session, round_, verdict, told), *silent)


def _facts(data: ReportData, session: Session, round_: Round) -> Facts:
    verdict = session.verdicts.get(round_.number)
    if _asks_again(round_):
        yield from _facts_again(data, session, round_)
        yield data.say("history.after"), _outcome(data, verdict) or data.say("history.not_counted")
    else:
        yield data.say("heading.verdict"), _outcome(data, verdict)


def _facts_again(data: ReportData, session: Session, round_: Round) -> Facts:
    say, verdicts = data.say, session.verdicts
    before = [number for number in sorted(verdicts) if number < round_.number]
    is_all = len(round_.seats) == len(session.opened.seats)
    yield say("history.trigger"), say.word("trigger", one_line(round_.trigger))
    yield say("history.reason"), one_line(round_.reason)
    if round_.is_factual:
        yield say("history.factual"), say("history.factual.why")
    yield say("history.asked"), say("history.asked.all") if is_all else data.names(list(map(name_of, round_.seats)))
    yield say("history.before"), _outcome(data, verdicts[before[-1]]) if before else ""


def _outcome(data: ReportData, verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    shown = data._replace(verdict=cleaned(verdict._replace(conflicts=())))
    if verdict.confidence is None:
        return headline_of(shown)
    return data.say("history.outcome", title=headline_of(shown), points=rounded(verdict.confidence))


def _row(data: ReportData, step: SeatMovement, unasked: str) -> tuple[str, ...]:
    before, after = (_stand(data, one) for one in (step.before, step.after))
    return name_of(step.seat), before, after, _what(data, step, unasked)


def _unasked(data: ReportData, session: Session, round_: Round, seat: str) -> str:
    """Why a seat was not asked; empty for one that was."""
    held = session.seat(seat)
    code = why_not_asked(session, round_, held) if held else ""
    return data.say(f"unasked.{code}") if code else ""


def _stand(data: ReportData, stand: SeatPosition) -> str:
    say = data.say
    if not stand.is_ballot:
        kind = say.word("kind", one_line(stand.position)).upper()
        detail = detail_of(data, stand)
        return say("history.stand", position=kind, more=data.short(detail)) if detail else kind
    word = choice_word(data, one_line(stand.position))
    position = say("position.of", choice=word, option=one_line(stand.option)) if stand.option else word
    sure = confidence(data, stand.confidence)
    return say("history.stand", position=position, more=sure) if sure else position


def _what(data: ReportData, step: SeatMovement, unasked: str) -> str:
    """kept, changed, moved far, failed, or not asked; a seat that is not asked keeps its ballot, where it has one."""
    say = data.say
    if not step.was_asked:
        return say("stance.not_asked" if step.after.is_ballot else "stance.not_asked.none", why=unasked)
    if not step.after.is_ballot:
        return say("stance.failed")
    if not step.before.is_ballot:
        return say("stance.voted")
    said = [say("stance.changed" if step.has_changed else "stance.kept")]
    return say.listed([*said, say("stance.far", points=FAR)] if step.moved_far else said)
