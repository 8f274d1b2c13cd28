"""English for outcomes and what they teach."""

PHRASES = {
    "outcome.recorded": "{id}: recorded that it was {was}.",
    "outcome.known": "{id}: it is on the record already that it was {was}.",
    "outcome.right": "Outcome: the verdict was right ({truth}), says {by}, {at}.",
    "outcome.wrong": "Outcome: the verdict was wrong ({truth} was true), says {by}, {at}.",
    "outcome.wrong.open": "Outcome: the verdict was wrong; it is not known what was true, says {by}, {at}.",
    "outcome.true": "Outcome: {truth} was true, says {by}, {at}.",
    "outcome.note": "Note: {note}",
}
