"""Debates: what was challenged, who changed and why, who had no ballot, and the final word."""

from quorate.deliberation.events import Cast
from quorate.deliberation.rounds.debate import changes, debates
from quorate.deliberation.session import Round, Session
from quorate.reports.text import one_line
from quorate.reports.view import View
from quorate.reports.who_and_when import name_of
from quorate.reports.words import choice_word
from quorate.views.rounds import CONTESTED, RECOMMENDED


def challenges_in(view: View, session: Session, round_: Round) -> tuple[str, ...]:
    """What each seat found wrong in the others' arguments, in the order of the panel; of an open round nothing.

    A round that an edit cut short was never closed, so what was said in it stays sealed for good.
    """
    if round_.is_open:
        return ()
    answers = ((seat.name, round_.answers.get(seat.name)) for seat in session.opened.seats)
    said = [(seat, answer.challenge) for seat, answer in answers if isinstance(answer, Cast) and answer.challenge]
    return tuple(
        view.say("debate.challenge", seat=name_of(seat), text=view.short(one_line(text))) for seat, text in said
    )


def change_rows(view: View, session: Session) -> tuple[tuple[str, ...], ...]:
    """The change log: who, in which round, from what, to what, and why."""
    return tuple(
        (name_of(one.seat), str(one.round), _word(view, one.before), _word(view, one.after), one_line(one.reason))
        for one in changes(session)
    )


def _word(view: View, choice: str) -> str:
    """`accept A` is two words, of which the first may have another name."""
    first, space, option = one_line(choice).partition(" ")
    if not space or view.verdict.protocol == "judges":
        return choice_word(view, one_line(choice))
    return view.say("position.of", choice=choice_word(view, first), option=option)


def final_word(view: View, session: Session) -> str:
    """What stands after the debates: a recommendation, or that it is contested; nothing where there were none."""
    held = debates(session)
    if not held:
        return ""
    word, choice = (RECOMMENDED, view.verdict.choice) if view.verdict.choice else (CONTESTED, "")
    key = f"{held[-1].purpose}.{'recommended' if choice else 'contested'}"
    shown = choice_word(view, choice) if choice else ""
    return view.say(key, n=len(held), word=view.say.word("final", word), choice=shown)
