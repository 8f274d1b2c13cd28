"""What is known of voters and their panel, in sentences: no number without how many it is from, and no ranks."""

from collections.abc import Iterator
from itertools import combinations

from quorate.analysis.learning.model_choice import FROM_RECORDS, FROM_WEIGHTS
from quorate.analysis.learning.scale import CORRELATION
from quorate.analysis.track_record.voter_table import PanelTable, RuleRecord, VoterRow, versions_of
from quorate.deliberation.engines.voter_name import NOT_NAMED
from quorate.reports.content.learning.record_lines import interval_of, percent_of
from quorate.reports.language import Language
from quorate.reports.text import one_line

TITLES = ("voter", "asked", "answered", "right", "accuracy", "says", "weight", "failures")
_MOST_PAIRS = 5


def voter_cells(row: VoterRow, say: Language) -> tuple[str, ...]:
    """One voter, under `TITLES`."""
    right, known = row.record
    return (
        one_line(row.voter),
        str(row.asked),
        str(known),
        say("voters.of", right=right, n=known) if known else "",
        interval_of(row.interval, say) if known else "",
        say("voters.says", percent=percent_of(row.says), n=row.stated.size) if row.says is not None else "",
        f"{row.weight:.2f}" if row.weight is not None else "",
        str(row.failures),
    )


def nothing_known(domain: str, say: Language) -> str:
    """What stands in the place of tables where there are none: of one domain, others may be known."""
    return say("voters.none.domain", domain=one_line(domain)) if domain else say("voters.none")


def panel_lines(table: PanelTable, say: Language) -> Iterator[str]:
    """The panel as a whole, and what is never left out: of how many the outcome is known, and what that leaves open."""
    yield from coverage_lines(table, say)
    if not table.outcomes:
        return
    yield _effective(table, say)
    yield say("voters.majority", right=_half(table.majority), n=table.majority.of)
    yield _learned(table, say)
    if table.only_choice:
        yield say("voters.only", choice=one_line(table.only_choice))
    if any(row.name.model == NOT_NAMED for row in table.rows):
        yield say("voters.unknown_model")
    yield from _versions(table, say)
    yield from _apart(table, say)
    yield from _worth(table, say)
    yield say("voters.domain", domain=one_line(table.domain)) if table.domain else say("voters.domains")


def coverage_lines(table: PanelTable, say: Language) -> Iterator[str]:
    """Of how many the outcome is known, and of which it is not."""
    if table.outcomes:
        thin = say("record.join") + say("voters.thin") if table.outcomes < table.decided else ""
        known = say("voters.coverage", n=table.outcomes, decided=table.decided, since=table.since[:10])
        yield f"{known}{thin}"
    if table.open_truths:
        yield say("voters.open", n=table.open_truths)
    elif not table.outcomes:
        yield say("voters.voteless")


def _half(record: RuleRecord) -> str:
    return f"{record.right:g}" if record.right * 2 == int(record.right * 2) else f"{record.right:.1f}"


def _effective(table: PanelTable, say: Language) -> str:
    votes = f"{table.mean_votes:.1f}".removesuffix(".0")
    if table.effective is None:
        usual = f"{table.mean_votes / (1 + (table.mean_votes - 1) * CORRELATION):.1f}" if table.mean_votes > 0 else "1"
        return say("record.votes.unknown", usual=usual)
    low, high = (f"{end:.1f}" for end in table.effective.interval)
    return say("record.votes", votes=votes, effective=f"{table.effective.votes:.1f}", low=low, high=high)


def _learned(table: PanelTable, say: Language) -> str:
    if table.learned is None:
        return say("voters.learned.none", n=table.outcomes, needed=FROM_RECORDS)
    if table.given_up:
        return say("voters.learned.given_up", n=table.learned.of)
    early = "voters.learned.early" if table.outcomes >= FROM_WEIGHTS else "voters.learned.very_early"
    key = early if table.is_early else "voters.learned"
    basis = say.listed(say.word("voters.basis", part) for part in table.basis.split(" + "))
    return say(key, right=_half(table.learned), n=table.learned.of, basis=basis)


def _versions(table: PanelTable, say: Language) -> Iterator[str]:
    """Where a model changed, so that nobody reads two records as one."""
    for group in versions_of(table.rows):
        parts = [say("voters.version", voter=one_line(row.voter), since=row.since[:10], n=row.asked) for row in group]
        yield say("voters.versions", versions=say.listed(parts))


def _apart(table: PanelTable, say: Language) -> Iterator[str]:
    """Voters of whom one is right more often: only where their intervals do not touch."""
    if table.outcomes < FROM_WEIGHTS:
        return
    pairs = [pair for pair in combinations(table.rows, 2) if all(row.record.asked for row in pair)]
    apart = [sorted(pair, key=lambda row: -row.interval.low) for pair in pairs if _is_apart(*pair)]
    for better, worse in apart[:_MOST_PAIRS]:
        yield say("voters.apart", better=one_line(better.voter), worse=one_line(worse.voter))
    if not apart and len(table.rows) > 1:
        yield say("voters.not_apart")


def _is_apart(one: VoterRow, other: VoterRow) -> bool:
    return one.interval.low > other.interval.high or other.interval.low > one.interval.high


def _worth(table: PanelTable, say: Language) -> Iterator[str]:
    for row in table.rows:
        if row.pivotal.asked:
            right, n = row.pivotal
            yield say("voters.pivotal", voter=one_line(row.voter), n=n, right=right, of=row.record.asked)
        if row.vindicated:
            ids = say.listed(row.vindicated)
            yield say("voters.vindicated", voter=one_line(row.voter), n=len(row.vindicated), ids=ids)
    for one in table.together[:_MOST_PAIRS]:
        names = {"first": one_line(one.first), "second": one_line(one.second)}
        yield say("voters.together", **names, n=one.wrong, of=one.asked, chance=f"{one.by_chance:.1f}")
    if table.people.asked:
        yield say("voters.people", n=table.people.asked, changed=table.people.right, of=table.outcomes)
