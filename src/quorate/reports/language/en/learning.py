"""English for outcomes and what they teach."""

PHRASES = {
    "outcome.recorded": "{id}: recorded that it was {was}.",
    "outcome.known": "{id}: it is on the record already that it was {was}.",
    "outcome.right": "Outcome: the verdict was right ({truth}), says {by}, {at}.",
    "outcome.wrong": "Outcome: the verdict was wrong ({truth} was true), says {by}, {at}.",
    "outcome.wrong.open": "Outcome: the verdict was wrong; it is not known what was true, says {by}, {at}.",
    "outcome.true": "Outcome: {truth} was true, says {by}, {at}.",
    "outcome.note": "Note: {note}",
    "record.join": " ",
    "record.says": "The record says {percent} % (from {n} outcomes).",
    "record.says.one": "The record says {percent} % (from {n} outcome).",
    "record.says.domain": "The record says {percent} % (from {n} outcomes in {domain}).",
    "record.default": "No outcomes yet: {percent} % is a default, not a measurement.",
    "record.votes": "{votes} votes count like {effective} independent ones ({low} to {high}).",
    "record.votes.unknown": "Effective votes: not known; {usual} if voters are alike as usual (correlation 0.5).",
    "record.disagrees": "The record disagrees with the verdict: it finds {option} more probable ({percent} %)."
    " That changes nothing in the verdict.",
}
