"""What an open round is about: why it asks again, what is new, or what was argued so far. Nobody is named."""

from quorate.deliberation.rounds.debate import Argument, arguments_for, is_debate
from quorate.deliberation.session import Session
from quorate.reports.content.protocols import wording_of
from quorate.reports.language import Language
from quorate.reports.text import one_line


def round_topic_of(session: Session, say: Language) -> tuple[str, ...]:
    """A line each; nothing of a round that asks for the first time, and nothing of ballots that are sealed."""
    round_ = session.round
    if not round_ or not round_.is_open or not session.is_asked_as_it_stands or session.endings:
        return ()
    told = (("news.reason", round_.reason), ("news.evidence", round_.evidence))
    lines = [say(key, text=one_line(text)) for key, text in told if text.strip()]
    if is_debate(round_):
        arguments = arguments_for(session, "", f"{round_.question} {round_.number}")
        lines += [_argument(number, one, session.protocol, say) for number, one in enumerate(arguments, 1)]
    return tuple(lines)


def _argument(number: int, argument: Argument, protocol: str, say: Language) -> str:
    first, space, option = one_line(argument.choice).partition(" ")
    word = say.word(f"choice.{protocol}", first)
    is_on_option = space and not wording_of(protocol).choices_are_options
    choice = say("position.of", choice=word, option=option) if is_on_option else one_line(argument.choice)
    reason = one_line(argument.reason) or say("news.no_reason")
    return say("news.argument", number=number, choice=choice if space else word, text=reason)
