"""A person's answers to what a verdict requires, asked for at the terminal one requirement after another."""

from quorate.app.life.answers import Answers
from quorate.deliberation.people import OTHER
from quorate.deliberation.permission import OVERRIDE_MEETS, goes_ahead, is_at_hard_limit, still_needed, verifier_refusal
from quorate.deliberation.principal import Principal
from quorate.deliberation.rounds.deadlock import recommendation
from quorate.deliberation.session import Session
from quorate.documents.vote_form import choices_of
from quorate.surfaces.cli.terminal.hints import advice_line
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.prompts.typed_lines import ask_choice, ask_filled, ask_line, confirmed
from quorate.surfaces.cli.terminal.streams import complain


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
        complain(advice_line(advice.choice, advice.monitor, words))
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
