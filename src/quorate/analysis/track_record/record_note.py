"""What the record says of a verdict, beside it: it changes nothing in it, and moves when outcomes arrive."""

from typing import NamedTuple

from quorate.analysis.learning.independence import effective_votes
from quorate.analysis.learning.judgement import EffectiveVotes, Teaching, weighed_by
from quorate.analysis.learning.model_choice import FROM_RECORDS
from quorate.analysis.learning.scale import CORRELATION
from quorate.analysis.track_record.decided_votes import DecidedVotes


class RecordNote(NamedTuple):
    """How probable the verdict's choice is by the record (where it chose none, the most probable option).

    `disagrees` where another option is more probable. While `effective` is not known, `usual` is what so many votes
    count like where voters are alike as usual. `by` are those who recorded the outcomes used.
    """

    option: str
    probability: float
    outcomes: int
    basis: str
    votes: int
    effective: EffectiveVotes | None
    usual: float
    leading: str = ""
    leading_probability: float = 0.0
    disagrees: bool = False
    domain: str = ""
    by: tuple[str, ...] = ()


def note_on(
    decided: DecidedVotes, taught: Teaching, *, domain: str = "", by: tuple[str, ...] = ()
) -> RecordNote | None:
    """What has been learned says of a verdict; None for few outcomes, without votes, and with nothing to choose."""
    question = decided.question
    if not question.votes or len(question.options) < 2:
        return None
    weighed = weighed_by(taught, question)
    leading = weighed.choice or ""
    option = decided.choice or leading
    if not option or weighed.outcomes < FROM_RECORDS:
        return None
    return RecordNote(
        option,
        weighed.probabilities[option],
        weighed.outcomes,
        weighed.basis,
        len(question.votes),
        weighed.effective,
        effective_votes(len(question.votes), CORRELATION),
        leading,
        weighed.probabilities[leading] if leading else 0.0,
        bool(leading) and leading != option,
        domain,
        by,
    )
