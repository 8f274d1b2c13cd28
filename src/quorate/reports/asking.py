"""The question to a person in the reader's language, by its codes; what has none is shown as it is."""

from quorate.core.ballot import Ballot
from quorate.core.exact import Exact, ratio
from quorate.core.verdict import Ask, AskOption
from quorate.reports.text import one_line
from quorate.reports.view import View
from quorate.reports.words import choice_word, points, position


def asked(view: View, ask: Ask) -> Ask:
    """The same question with the same options, said in the reader's language."""
    options = tuple(_option(view, one) for one in ask.options)
    if not view.say.knows(f"ask.question.{ask.code}"):
        return ask._replace(options=options)
    return ask._replace(header=view.say(f"ask.header.{ask.code}"), question=_question(view, ask), options=options)


def _question(view: View, ask: Ask) -> str:
    is_three = ask.code == "split" and len(view.roster) == 3
    return view.say("ask.three" if is_three else f"ask.question.{ask.code}")


def _option(view: View, option: AskOption) -> AskOption:
    ballots = {ballot.seat.name: ballot for ballot in view.ballots}
    seat = ballots.get(str(option.values.get("seat")))
    match option.code:
        case "seat" if seat:
            return _of_seat(view, option, seat)
        case "position":
            return _of_position(view, option)
        case "single" if seat:
            return _single(view, option, seat)
        case "hybrid":
            return _hybrid(view, option)
        case "option":
            return option._replace(label=choice_word(view, option.label))
    return _of_code(view, option)


def _of_code(view: View, option: AskOption) -> AskOption:
    """What has no values, or only a name of its own."""
    label, means = f"ask.option.{option.code}", f"ask.option.{option.code}.means"
    return option._replace(
        label=view.say(label) if view.say.knows(label) else option.label,
        description=view.say(means) if view.say.knows(means) else option.description,
    )


def _sure(ballot: Ballot) -> Exact:
    return ballot.confidence.percent if ballot.confidence else 100


def _of_seat(view: View, option: AskOption, ballot: Ballot) -> AskOption:
    label = view.say("ask.seat", seat=ballot.seat.name, position=position(view, ballot))
    said, sure = one_line(ballot.rationale), points(_sure(ballot))
    known = said and view.say.knows(f"lens.{ballot.seat.lens}")
    key, lens = ("ask.because.lens", view.say.word("lens", ballot.seat.lens)) if known else ("ask.because", "")
    return option._replace(label=label, description=view.say(key, lens=lens, text=said, confidence=sure).strip())


def _of_position(view: View, option: AskOption) -> AskOption:
    choice = str(option.values["choice"])
    side = [ballot for ballot in view.ballots if ballot.choice == choice]
    surest = max(side, key=_sure)
    mean = points(ratio(sum(map(_sure, side)), len(side)))
    heads = view.say("ask.heads", heads=len(side), votes=view.verdict.receipt.total_heads, mean=mean)
    said = one_line(surest.rationale or surest.main_concern)
    described = view.say("ask.surest", heads=heads, seat=surest.seat.name, text=said)
    return option._replace(label=choice_word(view, choice), description=described.rstrip(": ："))


def _single(view: View, option: AskOption, ballot: Ballot) -> AskOption:
    seat, text = ballot.seat.name, one_line(ballot.rationale)
    said = view.say("ask.said", seat=seat, text=text) if text else seat
    return option._replace(description=view.say("ask.single", said=said))


def _hybrid(view: View, option: AskOption) -> AskOption:
    """Conditions on one side that answer concerns on the other."""
    side, other = option.values["conditions_of"], option.values["concerns_of"]
    conditions = [text for ballot in view.ballots if ballot.choice == side for text in ballot.conditions]
    concerns = [concern for ballot in view.ballots if ballot.choice == other for concern in ballot.concerns]
    named = [concern.text or view.say.word("concern", concern.kind) for concern in concerns]
    join = view.say("ask.join").join
    said = view.say("ask.hybrid.terms", conditions=join(conditions), concerns=join(named))
    return option._replace(label=view.say("ask.option.hybrid"), description=said)
