"""Debates: what was challenged, who changed and why, who had no ballot, and the final word."""

from quorate.deliberation.events import Cast
from quorate.deliberation.rounds.debate import changes, debates
from quorate.deliberation.session import Round, Session
from quorate.reports.content.authors import name_of
from quorate.reports.content.vote_words import choice_word, two_words
from quorate.reports.report_data import ReportData
from quorate.reports.text import one_line
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
