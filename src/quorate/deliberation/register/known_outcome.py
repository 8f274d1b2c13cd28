"""What turned out to be true, said by people after the verdict. It changes no permission and no verdict."""

from quorate.core.errors import InputError, Refused
from quorate.core.protocol import EITHER, OPTION
from quorate.core.shape import DAY_OR_NOTHING, Problems, found, some_of
from quorate.core.text import normalised, says_something
from quorate.core.wording import ArgumentName, Wording
from quorate.deliberation.events import Event, OutcomeKnown
from quorate.deliberation.moments import later
from quorate.deliberation.session import Session
from quorate.documents.vote_form import words_of

RIGHT, WRONG = "right", "wrong"
_LONGEST_NOTE = 10_000
_FARTHEST_WEST, _FARTHEST_EAST = 12 * 3600, 14 * 3600
"""How far calendars are behind and ahead of UTC, in seconds."""


def tell_outcome(session: Session, said: OutcomeKnown, now: str) -> tuple[Event, ...]:
    """Says what was true; a later one replaces an earlier one, and the same one again changes nothing."""
    _check_texts(said)
    _check_day(said.on, session.opened_at, now)
    if not session.is_current or session.verdict is None:
        raise Refused("there is no verdict on the question as it stands, so nothing can have turned out yet")
    told = OutcomeKnown(*_truth(session, said.was), said.note.strip(), said.on)
    if session.outcome and session.outcome.event == told:
        return ()
    return (told,)


def options_of(session: Session) -> tuple[str, ...]:
    """What can turn out to be true: the question's options where ballots name them, else the protocol's own choices."""
    words = words_of(session.protocol)
    names_options = words.subject == OPTION or (words.subject == EITHER and session.question.options)
    if names_options:
        return tuple(option.id for option in session.question.options)
    counted = session.verdict.receipt.heads if session.verdict else {}
    choices = dict.fromkeys(one for one in (words.approval, words.rejection, *counted) if one)
    return tuple(choice for choice in choices if not words.is_abstention(choice))


def choice_among(session: Session) -> str:
    """The option that the verdict chose; empty where it chose none of them."""
    choice = session.verdict.choice if session.verdict else None
    return _listed(options_of(session)).get(normalised(choice or ""), "")


def _truth(session: Session, was: str) -> tuple[str, str]:
    """How it was said, and the option that this comes to; that one is empty where only one option is ruled out."""
    options = options_of(session)
    listed = _listed(options)
    if option := listed.get(normalised(was)):
        return option, option
    if normalised(was) not in (RIGHT, WRONG):
        raise InputError(_unknown(was, options))
    choice = choice_among(session)
    if not choice:
        allowed = some_of(options)
        raise Refused(f"the verdict has no choice that could be {normalised(was)}; say which one was true: {allowed}")
    if normalised(was) == RIGHT:
        return RIGHT, choice
    others = [option for option in options if option != choice]
    return WRONG, others[0] if len(others) == 1 else ""


def _listed(options: tuple[str, ...]) -> dict[str, str]:
    return {normalised(option): option for option in options}


def _unknown(was: str, options: tuple[str, ...]) -> Wording:
    from difflib import get_close_matches  # only an error needs it

    near = get_close_matches(normalised(was)[:60], [normalised(one) for one in (*options, RIGHT, WRONG)], 1)
    nearest = f"nearest: {_listed(options).get(near[0], near[0])}; " if near else ""
    wrong = f": found {found(was)}; {nearest}allowed: right, wrong, {some_of(options)}"
    return Wording(ArgumentName("was"), wrong)


def _check_day(on: str, opened_at: str, now: str) -> None:
    """A day between the opening and now, wherever on earth somebody reads the calendar."""
    first, last = later(opened_at, -_FARTHEST_WEST)[:10], later(now, _FARTHEST_EAST)[:10]
    if on and not first <= on <= last:
        allowed = f"a day from {opened_at[:10]}, when the question was put, to {now[:10]}, today"
        raise InputError(Wording(ArgumentName("on"), f": found {found(on)}; allowed: {allowed}"))


def _check_texts(said: OutcomeKnown) -> None:
    problems: Problems = []
    DAY_OR_NOTHING.read(said.on, ("on",), problems)
    for problem in problems:
        raise InputError(Wording(ArgumentName("on"), f": found {problem.found}; allowed: {problem.allowed}"))
    if said.note and not says_something(said.note):
        raise InputError(Wording(ArgumentName("note"), ": found nothing; allowed: some text"))
    if len(said.note) > _LONGEST_NOTE:
        wrong = f": found {len(said.note)} characters; allowed: at most {_LONGEST_NOTE}"
        raise InputError(Wording(ArgumentName("note"), wrong))
