"""A person's answers to what a verdict requires: from options, or asked for at the terminal."""

from typing import NamedTuple

import click

from quorate.core.errors import Refused
from quorate.deliberation.binding import bound_answers
from quorate.deliberation.events import Event, Resolved
from quorate.deliberation.people import OTHER, decline, override, resolve
from quorate.deliberation.permission import OVERRIDE_MEETS, goes_ahead, is_at_hard_limit, still_needed, verifier_refusal
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.deadlock import recommendation
from quorate.deliberation.session import Session, ahead
from quorate.documents.vote_form import choices_of
from quorate.surfaces.cli.next_steps import advice_line
from quorate.surfaces.cli.prompting import ask_choice, ask_filled, ask_line, confirmed
from quorate.surfaces.cli.streams import complain
from quorate.surfaces.cli.wording import Words


class Answers(NamedTuple):
    """What a person answers; None where nothing was said. `owner` is that of the plan, or of the accepted risk."""

    choose: str | None = None
    reason: str | None = None
    go: bool | None = None
    mitigation: str | None = None
    owner: str | None = None
    monitor: str | None = None
    verified: str | None = None
    accept_risk: str | None = None
    decline: str | None = None


def check_usage(answers: Answers) -> None:
    """Refuses options that do not go together."""
    if (answers.choose is None) != (answers.go is None):
        raise click.UsageError("--choose says what, --go or --hold whether to act on it: say both")
    if answers.reason is not None and answers.choose is None:
        raise click.UsageError("--reason belongs to --choose")
    if answers.decline is not None and any(said is not None for said in answers[:-1]):
        raise click.UsageError("--decline is an answer of its own; leave the others out")
    for name in ("owner", "monitor"):
        if getattr(answers, name) is not None and answers.mitigation is None and answers.accept_risk is None:
            raise click.UsageError(f"--{name} belongs to --mitigation or --accept-risk")


def events_of(session: Session, answers: Answers, who: Principal, now: str, verdict: str) -> tuple[Event, ...]:
    """All answers to the verdict with this hash, or a refusal of all of them."""
    is_refusal = answers.decline is not None
    return bound_answers(session, lambda: _events(session, answers, who, now), verdict, is_refusal=is_refusal)


def _events(session: Session, answers: Answers, who: Principal, now: str) -> tuple[Event, ...]:
    if answers.decline is not None:
        return decline(session, answers.decline, who, now)
    events: tuple[Event, ...] = ()
    for answer in _resolved(answers):
        events += resolve(ahead(session, events), answer, who, now)
    if answers.accept_risk is not None:
        owner, monitor = answers.owner or "", answers.monitor or ""
        events += override(ahead(session, events), answers.accept_risk, owner, who, now, monitor=monitor)
    if answers.choose is not None:  # last: holding back ends all answers
        choice = Resolved("human_choice", answers.reason or "", answers.choose, bool(answers.go))
        events += resolve(ahead(session, events), choice, who, now)
    return events


def may_answer(session: Session, who: Principal, now: str) -> bool:
    """True where an answer of this person would be taken now."""
    try:
        decline(session, "?", who, now)
    except Refused:
        return False
    return True


def ask_answers(session: Session, who: Principal, words: Words) -> Answers | None:
    """Asks for one requirement after another; None where the person answers later. Nothing goes ahead by default."""
    first = ask_line(words("ask.first")).casefold()
    if first in ("d", words("ask.decline").casefold()):
        return Answers(decline=ask_filled(words("ask.reason")))
    if first not in ("a", "y", words("ask.answer").casefold()):
        return None
    answers = Answers()
    for requirement in still_needed(session):
        if requirement == "verification" and (why := verifier_refusal(session, who.name)):
            complain(why)
            continue
        answers = _asked(session, requirement, answers, words)
        if answers.go is False or answers.decline is not None:
            break
    return answers if any(said is not None for said in answers) else None


def _resolved(answers: Answers) -> list[Resolved]:
    found = []
    if answers.mitigation is not None:
        owner, monitor = answers.owner or "", answers.monitor or ""
        found.append(Resolved("mitigation_plan", answers.mitigation, owner=owner, monitor=monitor))
    if answers.verified is not None:
        found.append(Resolved("verification", answers.verified))
    return found


def _asked(session: Session, requirement: str, answers: Answers, words: Words) -> Answers:
    match requirement:
        case "mitigation_plan":
            return _ask_plan(answers, words)
        case "human_choice":
            choice = _ask_choice(session, words)
            why = ask_filled(words("ask.other")) if choice == OTHER else None
            go = goes_ahead(session, choice) and confirmed(words("ask.go", choice=why or choice))
            return answers._replace(choose=choice, reason=why, go=go)
        case "verification":
            return answers._replace(verified=ask_line(words("ask.verification")) or None)
        case _ if requirement in OVERRIDE_MEETS and answers.accept_risk is None:
            return _ask_risk(session, answers, words)
    return answers


def _ask_plan(answers: Answers, words: Words) -> Answers:
    plan = ask_line(words("ask.mitigation_plan"))
    if not plan:
        return answers
    return answers._replace(
        mitigation=plan, owner=ask_filled(words("ask.owner")), monitor=ask_filled(words("ask.monitor"))
    )


def _ask_choice(session: Session, words: Words) -> str:
    ask = session.verdict.ask if session.verdict else None
    if not ask:
        return ask_choice(words("ask.choice"), choices_of(session.protocol, session.question), (), ())
    complain(ask.question)
    if advice := recommendation(session):
        complain(advice_line(advice, words))
    labels = [one.label for one in ask.options]
    unlisted = [option.id for option in session.question.options] if OTHER in labels else []
    return ask_choice(words("ask.choice"), labels, [one.description for one in ask.options], unlisted)


def _ask_risk(session: Session, answers: Answers, words: Words) -> Answers:
    if is_at_hard_limit(session):
        complain(words("ask.hard_limit"))
        return answers
    result = session.verdict.result if session.verdict else ""
    risk = ask_line(words("ask.risk", result=result))
    if not risk or answers.mitigation is not None:
        return answers._replace(accept_risk=risk or None)
    owner, monitor = ask_line(words("ask.owner.maybe")), ask_line(words("ask.monitor.maybe"))
    return answers._replace(accept_risk=risk, owner=owner or None, monitor=monitor or None)
