"""The log, the inbox and watching, in every record."""

import asyncio

import pytest

from quorate.core.errors import InputError
from quorate.deliberation.summary import Summary, Wait
from quorate.record.port import Change, LogPage, OpenLine, OpenPage, OutcomeIndex
from quorate.record.rows import Store
from tests.record.parts import ANNA, DAY, more, new, open_one, opened


def numbers(page: LogPage) -> list[int]:
    return [int(line.deliberation.removeprefix(DAY)) for line in page.lines]


async def open_many(record: Store, count: int) -> None:
    await record.append([new() for _ in range(count)], ANNA)


async def test_an_empty_record_has_an_empty_log(record: Store) -> None:
    assert await record.log() == await record.inbox() == LogPage((), "")


async def test_the_log_shows_the_newest_first_in_pages(record: Store) -> None:
    await open_many(record, 7)
    first = await record.log(limit=3)
    await open_many(record, 1)
    second = await record.log(limit=3, after=first.after)
    third = await record.log(limit=3, after=second.after)
    assert [numbers(page) for page in (first, second, third)] == [[7, 6, 5], [4, 3, 2], [1]]
    assert third.after == ""


async def test_a_page_that_is_just_full_is_the_last(record: Store) -> None:
    await open_many(record, 3)
    assert (await record.log(limit=3)).after == ""


async def test_a_line_says_what_the_last_change_said(record: Store) -> None:
    name = await open_one(record)
    said = Summary("magi", "Move?", "ops", "decided", "active", "MAJORITY", "81.5", "yes", (Wait("answer"),))
    await record.append([Change(name, 1, more(name, 1).events, said)], ANNA)
    (line,) = (await record.log()).lines
    assert (line.deliberation, line.position, line.summary) == (name, 2, said)


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", [3, 2, 1]),
        ("straße", [2]),
        ("STRASSE", [2]),
        ("50%", [3]),
        ("5_%", []),
        ("%", [3]),
        ("\\", []),
        ("1115-001", [1]),
        ("ops", [3, 2, 1]),
        ("declined", [1]),
    ],
)
async def test_the_log_is_searched_without_regard_to_case(record: Store, search: str, found: list[int]) -> None:
    for subject in ("Move?", "Die Straße sperren?", "Cut by 50%?"):
        await record.append([new(subject=subject)._replace(summary=Summary("magi", subject, "Ops"))], ANNA)
    await record.append([more(f"{DAY}001", 1, subject="Move?", domain="Ops", decision="Declined")], ANNA)
    assert numbers(await record.log(search=search)) == found


async def test_a_search_goes_on_over_pages(record: Store) -> None:
    for number in range(6):
        await open_one(record, subject="even" if number % 2 else "odd")
    first = await record.log(search="even", limit=2)
    assert numbers(first) == [6, 4]
    assert numbers(await record.log(search="even", limit=2, after=first.after)) == [2]


async def test_the_inbox_shows_what_waits_for_anybody_or_for_one(record: Store) -> None:
    for waits in (
        [],
        [Wait("answer")],
        [Wait("ballot", "anna", "one"), Wait("ballot", "ben", "two")],
        [Wait("answer", "ben")],
    ):
        await open_one(record, waits=tuple(waits))
    assert numbers(await record.inbox()) == [4, 3, 2]
    assert numbers(await record.inbox(who="anna")) == [3, 2]
    assert numbers(await record.inbox(who="ben")) == [4, 3, 2]
    assert numbers(await record.inbox(who="carl")) == [2]
    assert numbers(await record.inbox(who="\0")) == [2]


async def test_the_inbox_of_one_lists_waits_of_some_kinds_whoever_is_awaited(record: Store) -> None:
    for kind in ("ballot", "antithesis", "synthesis"):
        await open_one(record, waits=(Wait(kind, "ben"),))
    assert numbers(await record.inbox(who="anna")) == []
    assert numbers(await record.inbox(who="anna", kinds=("antithesis", "synthesis"))) == [3, 2]
    assert numbers(await record.inbox(who="ben", kinds=("antithesis",))) == [3, 2, 1]
    assert numbers(await record.inbox(kinds=("antithesis",))) == [3, 2, 1]


async def test_the_inbox_forgets_who_has_answered(record: Store) -> None:
    name = await open_one(record, waits=(Wait("ballot", "anna", "one"), Wait("ballot", "ben", "two")))
    await record.append([more(name, 1, waits=(Wait("ballot", "ben", "two"),))], ANNA)
    assert numbers(await record.inbox(who="anna")) == []
    await record.append([more(name, 2, waits=(Wait("ballot", "ben", "two"),), decision="soon")], ANNA)
    assert numbers(await record.inbox(who="ben")) == [1]
    await record.append([more(name, 3)], ANNA)
    assert numbers(await record.inbox()) == []


async def test_the_inbox_follows_whoever_comes_and_goes(record: Store) -> None:
    anna, ben, carl = (Wait("ballot", name, "one") for name in ("anna", "ben", "carl"))
    stories = ((anna, anna, ben), (anna, ben), (ben, carl), (carl, ben, anna), (anna, anna), ())
    name = await open_one(record, waits=stories[0])
    for position, waits in enumerate(stories[1:], 1):
        await record.append([more(name, position, waits=waits)], ANNA)
        found = {who for who in ("anna", "ben", "carl") if numbers(await record.inbox(who=who))}
        assert found == {wait.who for wait in waits}
        assert await record.wrong_lookups() == []


async def test_the_inbox_comes_in_pages(record: Store) -> None:
    two = (Wait("ballot", "anna", "one"), Wait("ballot", "anna", "two"))
    await record.append([new(waits=two if number % 2 else ()) for number in range(1, 8)], ANNA)
    first = await record.inbox(who="anna", limit=3)
    assert numbers(first) == [7, 5, 3]
    last = await record.inbox(who="anna", limit=3, after=first.after)
    assert (numbers(last), last.after) == ([1], "")


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": 1001}, {"after": "x"}, {"after": "-1"}, {"after": "9" * 30}])
async def test_a_page_that_cannot_be_is_refused(record: Store, wrong: dict[str, int]) -> None:
    for ask in (record.log, record.inbox):
        with pytest.raises(InputError, match="allowed"):
            await ask(**wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="search"):
        await record.log(search="x" * 201)


async def test_watching_gives_what_is_there_and_then_what_comes(record: Store) -> None:
    name = await open_one(record)
    watching = record.watch(name)
    seen = [await anext(watching)]
    coming = asyncio.ensure_future(anext(watching))
    await asyncio.sleep(0)
    stored, _ = await record.append([more(name, 1)], ANNA)
    await open_one(record)
    seen.append(await coming)
    assert tuple(seen) == await record.read(name) == (seen[0], *stored)


async def test_watching_begins_behind_a_position(record: Store) -> None:
    name = await open_one(record)
    stored, _ = await record.append([more(name, 1), more(name, 2)], ANNA)
    watching = record.watch(name, 2)
    assert await anext(watching) == stored[1]


async def test_two_can_watch_one_deliberation(record: Store) -> None:
    name = await open_one(record)
    both = [record.watch(name, 1), record.watch(name, 1)]
    coming = [asyncio.ensure_future(anext(one)) for one in both]
    await asyncio.sleep(0)
    ((stored,), _) = await record.append([more(name, 1)], ANNA)
    assert await asyncio.gather(*coming) == [stored, stored]


async def test_where_outcomes_are_known_is_found_and_of_how_many_that_were_decided(record: Store) -> None:
    assert await record.known_outcomes() == OutcomeIndex()
    await open_many(record, 3)
    tricky = '"outcome":"right" "state":"decided" "domain":"Ops"'
    for number, (domain, said) in enumerate((("Ops", "right"), ("ops", "wrong"), (tricky, "")), 1):
        line = {"subject": tricky, "domain": domain, "state": "decided", "outcome": said}
        await record.append([more(f"{DAY}00{number}", 1, **line)], ANNA)
    everywhere = await record.known_outcomes()
    assert [one.deliberation for one in everywhere.lines] == [f"{DAY}001", f"{DAY}002"]
    assert (everywhere.decided, {one.position for one in everywhere.lines}) == (3, {2})
    assert everywhere.lines[0].head == (await record.read(f"{DAY}001"))[-1].hash
    within = await record.known_outcomes(domain="ops")
    assert ([one.deliberation for one in within.lines], within.decided) == ([f"{DAY}002"], 1)


def _domains() -> tuple[str, ...]:
    """Domains that are easily taken for others: by case, by quotes, by where a long one is cut."""
    quoted = ('a "b"', "a \\", 'a \\"', '","state":"decided"', "Straße \U0001f600", "\0", "\udcff", " ")
    return ("", "Ops", "ops", *quoted, "x" * 298, "x" * 299, "x" * 5000 + "1", "x" * 5000 + "2", '"' * 5000)


async def test_every_domain_has_its_own_outcomes_and_its_own_number_of_decided_ones(record: Store) -> None:
    domains = _domains()
    await open_many(record, 3 * len(domains))
    for number, domain in enumerate(domains * 3):
        state = "voting" if number < len(domains) else "decided"
        outcome = "right" if number >= 2 * len(domains) else ""
        await record.append([more(f"{DAY}{number + 1:03d}", 1, domain=domain, state=state, outcome=outcome)], ANNA)
    for number, domain in enumerate(domains[1:], 2 * len(domains) + 2):
        found = await record.known_outcomes(domain=domain)
        assert ([one.deliberation for one in found.lines], found.decided) == ([f"{DAY}{number:03d}"], 2)
    everywhere = await record.known_outcomes()
    assert (len(everywhere.lines), everywhere.decided) == (len(domains), 2 * len(domains))
    assert await record.wrong_lookups() == []


async def test_what_is_decided_follows_every_change_of_a_line(record: Store) -> None:
    name = await open_one(record)
    stories: tuple[tuple[str, str, str, int, int], ...] = (
        ("asking", "ops", "", 0, 0),
        ("decided", "ops", "", 0, 1),
        ("decided", "ops", "right", 1, 1),
        ("voting", "ops", "right", 1, 0),
        ("released", "ops", "wrong", 1, 1),
        ("released", "law", "wrong", 0, 0),
        ("released", "", "", 0, 0),
    )
    for position, (state, domain, outcome, known, decided) in enumerate(stories, 1):
        await record.append([more(name, position, state=state, domain=domain, outcome=outcome)], ANNA)
        found = await record.known_outcomes(domain="ops")
        assert (len(found.lines), found.decided) == (known, decided)
    assert await record.known_outcomes() == OutcomeIndex((), 1)
    assert await record.wrong_lookups() == []


async def test_what_has_a_review_date_and_no_outcome_is_found_once_it_is_decided(record: Store) -> None:
    assert list(await record.awaiting_review()) == []
    await open_many(record, 1)
    dated = opened()._replace(question=opened().question._replace(review_by="2027-05-31"))
    change = Change(DAY, 0, (dated,), Summary("magi", "Move?"))
    await record.append([change] * 3, ANNA)
    names = [f"{DAY}00{number}" for number in (2, 3, 4)]
    assert list(await record.awaiting_review()) == []
    await record.append([more(names[0], 1, state="decided"), more(names[1], 1, state="released")], ANNA)
    await record.append([more(names[2], 1, state="decided", outcome="right")], ANNA)
    assert list(await record.awaiting_review()) == names[:2]


async def test_what_is_not_decided_yet_is_listed_whoever_is_awaited(record: Store) -> None:
    await open_many(record, 4)
    await record.append([more(f"{DAY}002", 1, subject='"state":"decided"')], ANNA)
    await record.append([more(f"{DAY}003", 1, state="decided"), more(f"{DAY}004", 1, state="released")], ANNA)
    one, two = OpenLine(f"{DAY}001", 1), OpenLine(f"{DAY}002", 2)
    assert await record.unfinished() == OpenPage((two, one), "")
    first = await record.unfinished(limit=1)
    assert first.lines == (two,)
    assert await record.unfinished(limit=1, after=first.after) == OpenPage((one,), "")
    places = await record.positions([f"{DAY}001", f"{DAY}002", f"{DAY}999"])
    assert places == {f"{DAY}001": 1, f"{DAY}002": 2}
    assert await record.positions([]) == {}
