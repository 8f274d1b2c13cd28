"""Which outcomes say something of a question: those of its domain where there are enough, else all that are alike."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quorate.analysis.learning.history import Outcome, with_votes
from quorate.analysis.learning.model_choice import FROM_WEIGHTS
from quorate.analysis.track_record.decided_votes import DecidedVotes
from quorate.core.text import normalised

FEWEST_OF_A_DOMAIN = FROM_WEIGHTS


class Relevant(NamedTuple):
    """The outcomes that are used, in the order in which they became known; `domain` is empty where all are used."""

    records: tuple[DecidedVotes, ...]
    domain: str = ""

    @property
    def history(self) -> list[Outcome]:
        """As it is learned from."""
        return [outcome for record in self.records if (outcome := record.outcome)]

    @property
    def fixed_options(self) -> bool:
        """True where the options mean the same on every question."""
        return bool(self.records) and not self.records[0].has_own_options


def relevant_to(records: Iterable[DecidedVotes], question: DecidedVotes) -> Relevant:
    """The outcomes for one question, without its own."""
    return narrowed([one for one in records if one.id != question.id and one.is_alike(question)], question.domain)


def narrowed(records: Sequence[DecidedVotes], domain: str) -> Relevant:
    """Those of this domain where there are enough, else all."""
    known = sorted((one for one in records if _says_something(one)), key=lambda one: (one.at, one.id))
    own = [one for one in known if domain and normalised(one.domain) == normalised(domain)]
    if len(own) >= FEWEST_OF_A_DOMAIN:
        return Relevant(tuple(own), domain)
    return Relevant(tuple(known))


def _says_something(record: DecidedVotes) -> bool:
    outcome = record.outcome
    return outcome is not None and bool(with_votes([outcome]))


def families(records: Iterable[DecidedVotes]) -> list[list[DecidedVotes]]:
    """Those that are alike, together; the largest first."""
    found: list[list[DecidedVotes]] = []
    for record in records:
        family = next((one for one in found if one[0].is_alike(record)), None)
        if family is None:
            found.append([record])
        else:
            family.append(record)
    return sorted(found, key=len, reverse=True)
