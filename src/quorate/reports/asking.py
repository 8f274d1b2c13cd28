"""The question to a person, said again from the ballots: the verdict holds it in English only."""

from quorate.core.ballot import Ballot
from quorate.core.exact import Exact, ratio
from quorate.core.verdict import Ask, AskOption
from quorate.reports.text import one_line
from quorate.reports.view import View
from quorate.reports.words import abstains, choice_word, points, position


def asked(view: View, ask: Ask) -> Ask:
    """The same question with the same options, said in the reader's language."""
    retell = {"magi": _magi, "judges": _judges, "evidence": _evidence}.get(view.verdict.protocol, _as_it_is)
    return Ask(view.say.again(ask.header), _question(view, ask), tuple(retell(view, one) for one in ask.options))


def _question(view: View, ask: Ask) -> str:
    three = view.verdict.protocol == "magi" and view.verdict.result == "SPLIT" and len(view.roster) == 3
    return view.say("ask.three") if three else view.say.again(ask.question)


def _as_it_is(view: View, option: AskOption) -> AskOption:
    return AskOption(view.say.again(option.label), view.say.again(option.description))


def _judges(view: View, option: AskOption) -> AskOption:
    """Where too few recommended anything, the option of the only one who did is told from that ballot."""
    alone = [one for one in view.ballots if one.choice == option.label and not abstains(one)]
    if view.verdict.result != "INSUFFICIENT_DATA" or not alone:
        return _as_it_is(view, option)
    seat, text = alone[0].seat.name, one_line(alone[0].rationale)
    said = view.say("ask.said", seat=seat, text=text) if text else seat
    return AskOption(option.label, view.say("ask.single", said=said))


def _evidence(view: View, option: AskOption) -> AskOption:
    label = choice_word(view, option.label)
    return _as_it_is(view, AskOption(label, option.description))


def _magi(view: View, option: AskOption) -> AskOption:
    for ballot in view.ballots:
        if option.label == f"{ballot.seat.name}: {ballot.word or ballot.choice}":
            return _per_seat(view, ballot)
    if option.label in ("APPROVE", "REJECT"):
        return _per_position(view, option.label)
    return _hybrid(view) if option.label == "Hybrid" else option


def _sure(ballot: Ballot) -> Exact:
    return ballot.confidence.percent if ballot.confidence else 100


def _per_seat(view: View, ballot: Ballot) -> AskOption:
    label = view.say("ask.seat", seat=ballot.seat.name, position=position(view, ballot))
    said, sure = one_line(ballot.rationale), points(_sure(ballot))
    known = said and view.say.knows(f"lens.{ballot.seat.lens}")
    key, lens = ("ask.because.lens", view.say.word("lens", ballot.seat.lens)) if known else ("ask.because", "")
    return AskOption(label, view.say(key, lens=lens, text=said, confidence=sure).strip())


def _per_position(view: View, choice: str) -> AskOption:
    side = [ballot for ballot in view.ballots if ballot.choice == choice]
    surest = max(side, key=_sure)
    heads = view.say(
        "ask.heads",
        heads=len(side),
        votes=view.verdict.receipt.total_heads,
        mean=points(ratio(sum(map(_sure, side)), len(side))),
    )
    said = one_line(surest.rationale or surest.main_concern)
    described = view.say("ask.surest", heads=heads, seat=surest.seat.name, text=said)
    return AskOption(choice_word(view, choice), described.rstrip(": ："))


def _hybrid(view: View) -> AskOption:
    """Conditions on one side that answer concerns on the other."""
    conditions, concerns = _terms(view, "APPROVE", "REJECT")
    if not (conditions and concerns):
        conditions, concerns = _terms(view, "REJECT", "APPROVE")
    join = view.say("ask.join").join
    said = view.say("ask.hybrid.terms", conditions=join(conditions), concerns=join(concerns))
    return AskOption(view.say("ask.hybrid"), said)


def _terms(view: View, side: str, other: str) -> tuple[list[str], list[str]]:
    conditions = [text for ballot in view.ballots if ballot.choice == side for text in ballot.conditions]
    concerns = [concern for ballot in view.ballots if ballot.choice == other for concern in ballot.concerns]
    return conditions, [concern.text or view.say.word("concern", concern.kind) for concern in concerns]
