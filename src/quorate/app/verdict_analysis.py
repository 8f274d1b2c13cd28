"""Why a verdict is as it is, and what another protocol would have said. Only looks; nothing is stored.

The ballots in a document need no record, and nothing to wait for.
"""

from typing import NamedTuple

from quorate.analysis.explain import Explanation
from quorate.analysis.explain import explain as explained
from quorate.analysis.retally import Retally, RetallyTerms, Subject, subject_of, subject_of_tally
from quorate.analysis.retally import retally as retallied
from quorate.app.access.operation import operation
from quorate.app.app import App
from quorate.core.errors import DocumentError, InputError
from quorate.core.exact import Exact, fraction_text
from quorate.core.wording import ArgumentName, Wording
from quorate.deliberation.principal import Principal
from quorate.documents.tally import read_tally
from quorate.protocols import protocol_named


class OtherCount(NamedTuple):
    """By which protocol to count instead; a threshold as it is written, such as 2/3 or 0.75."""

    protocol: str
    threshold: str | None = None
    strict: bool = False


@operation
async def explain(app: App, who: Principal, deliberation: str) -> Explanation:
    """The rule that decided, flags, requirements, failures, and what would have changed the verdict."""
    return explained(subject_of(await app.load(deliberation)))


@operation
async def retally(app: App, who: Principal, deliberation: str, other: OtherCount) -> Retally:
    """What another protocol would have said, side by side with what was said."""
    wanted = _wanted(other)
    return retallied(subject_of(await app.load(deliberation)), wanted)


def explain_document(data: bytes, source: str) -> Explanation:
    """The same of the ballots in a document; `source` is how messages name it."""
    return explained(_subject(data, source))


def retally_document(data: bytes, source: str, other: OtherCount) -> Retally:
    """The same of the ballots in a document."""
    wanted = _wanted(other)
    return retallied(_subject(data, source), wanted)


def _subject(data: bytes, source: str) -> Subject:
    try:
        return subject_of_tally(read_tally(data))
    except DocumentError as error:
        raise error.in_source(source) from None


def _wanted(other: OtherCount) -> RetallyTerms:
    return RetallyTerms(protocol_named(other.protocol), _threshold(other.threshold), other.strict)


def _threshold(text: str | None) -> Exact | None:
    if text is None:
        return None
    share = fraction_text(text)
    if share is None or not 0 < share <= 1:
        wrong = f": found {text!r}; allowed: a number above 0 up to 1, or a fraction such as 2/3"
        raise InputError(Wording(ArgumentName("threshold"), wrong))
    return share
