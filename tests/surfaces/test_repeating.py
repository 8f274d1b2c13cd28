"""Keys: a request that is sent again after a lost answer acts once and is answered the same."""

import json
from subprocess import PIPE, Popen
from typing import Any
from typing import cast as cast_to

import pytest

from quorate.app.keys import key_of
from quorate.core.errors import StoreError
from quorate.deliberation.events import Event
from quorate.deliberation.moves import cast
from quorate.deliberation.people import action_hash, release
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.record.rows import Store
from quorate.surfaces.cli.terminal.runner import app_at
from tests.patience import PATIENCE
from tests.surfaces.office import ACTION, APPROVE, Office
from tests.surfaces.program import QUORATE, Ended, environment, quorate

DECIDE = ("decide", "Adopt the queue?", "--seat", "a=person", "--seat", "b=person", "--deadline", "2h", "--key", "k")


def test_a_repeated_question_opens_one_deliberation(office: Office) -> None:
    first, again = office(*DECIDE, "--json"), office(*DECIDE, "--json")
    assert (first.status, first.out) == (again.status, again.out)
    assert len(office.json("log")["lines"]) == 1


def test_a_repeated_question_pays_no_program_twice(office: Office) -> None:
    voter = office.program("ask", APPROVE)
    (office.folder / "ask").write_text((office.folder / "ask").read_text() + f"echo >> {office.folder}/paid\n")
    arguments = ("decide", "Adopt?", "--seat", f"x={voter}", "--seat", "y=person", "--key", "k", "--json")
    assert office(*arguments).out == office(*arguments).out
    assert (office.folder / "paid").read_text() == "\n"


def test_a_question_that_takes_anothers_place_can_be_repeated(office: Office) -> None:
    first = office.decided("APPROVE", "REJECT")
    arguments = (*DECIDE, "--supersedes", first, "--json")
    assert office(*arguments).out == office(*arguments).out


SURE = ("--confidence", "80")


def prepared(office: Office, name: str) -> tuple[str, ...]:
    """A request that can be made once, and its arguments."""
    match name:
        case "vote":
            found = office.opened()
            return "vote", found, *office.seen(found, "question"), "--seat", "a", "--choice", "APPROVE", *SURE
        case "vote without a seat":
            deliberation = office.opened("a=person", "b=person", "c=person:ben")
            office.vote(deliberation, "a", "APPROVE")
            return "vote", deliberation, *office.seen(deliberation, "question"), "--choice", "APPROVE", *SURE
        case "resolve":
            split = office.decided("APPROVE", "REJECT")
            return "resolve", split, *office.seen(split, "verdict"), "--choose", "a: APPROVE", "--go"
        case "release":
            return "release", office.decided("APPROVE", "APPROVE"), "--action", "action.txt"
        case "revise":
            return "revise", office.opened(), "--subject", "Adopt it in May?"
        case "close":
            return "close", office.opened()
    return "revoke", office.decided("APPROVE", "APPROVE"), "--reason", "Wrong"


def _answer(ended: Ended) -> str:
    """Standard output, but for the word that says that it was done before."""
    return ended.out.replace('"repeated":true', '"repeated":false')


@pytest.mark.parametrize("name", ["vote", "vote without a seat", "resolve", "release", "revise", "close", "revoke"])
def test_the_same_key_and_request_act_once_and_answer_the_same(name: str, office: Office) -> None:
    arguments = prepared(office, name)
    for form in ((), ("--json",)):
        first, again = office(*arguments, "--key", "k", *form), office(*arguments, "--key", "k", *form)
        assert (first.status, again.status) == (0, 0), first.err
        assert _answer(again) == _answer(first)
    assert office(*arguments, *(("--key", "other") if name != "revise" else ())).status == 2


def test_a_key_that_was_used_for_something_else_is_refused(office: Office) -> None:
    deliberation = office.opened()
    ballot = ("--seat", "a", "--choice", "APPROVE", "--confidence", "80")
    assert office("vote", deliberation, *ballot, "--key", "k").status == 0
    before = office("show", deliberation, "--json").out
    for other in (
        ("vote", deliberation, *ballot, "--supersede", "--key", "k"),
        ("vote", deliberation, "--seat", "b", *ballot[2:], "--key", "k"),
        ("close", deliberation, "--key", "k"),
        (*DECIDE,),
    ):
        ended = office(*other, user="ann")
        assert (ended.status, ended.out) == (2, "")
        assert ended.err == "the key 'k' was used for another request; use a new key for a new request\n"
    assert office("vote", deliberation, *ballot, "--key", "k", user="ben").status == 2
    assert office("show", deliberation, "--json").out == before


def test_the_content_of_a_file_is_part_of_the_request_and_not_its_name(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    assert office("release", deliberation, "--action", "action.txt", "--key", "k").status == 0
    copy = office.file("copy.txt", ACTION)
    assert office("release", deliberation, "--action", copy, "--key", "k").status == 0
    changed = office.file("copy.txt", "deploy everything\n")
    assert "was used for another request" in office("release", deliberation, "--action", changed, "--key", "k").err


BALLOTS = (
    ("--choice", "APPROVE", "--confidence", "80"),
    ("--choice", "REJECT", "--confidence", "3", "--rationale", "I guess"),
    ("--choice", "MAYBE"),
    ("--ballot", "none.yaml"),
    (),
)


def test_a_key_tells_nothing_of_the_ballot_that_was_cast_with_it(office: Office) -> None:
    deliberation = office.opened()
    assert office("vote", deliberation, "--seat", "a", *BALLOTS[0], "--key", "k").status == 0
    before = office("show", deliberation, "--json").out
    guesses = [office("vote", deliberation, "--seat", "a", *ballot, "--key", "k") for ballot in BALLOTS]
    assert len({*guesses}) == 1
    assert guesses[0].status == 0
    assert guesses[0].err.startswith("already done with this key; nothing was done again\n")
    assert office("show", deliberation, "--json").out == before


def test_every_command_says_that_it_was_done_before(office: Office) -> None:
    opening = ("decide", "Adopt it?", "--seat", "a=person", "--seat", "b=person", "--key", "k")
    deliberation = office.json(*opening)["id"]
    revoking = ("revoke", deliberation, "--reason", "No", "--key", "r")
    for words in (opening, ("close", deliberation, "--key", "c"), revoking):
        again = [office(*words) for _ in range(2)][-1]
        assert (again.status, "already done with this key" in again.err) == (0, True)


def test_a_script_can_tell_a_release_from_its_repetition(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    release = ("release", deliberation, "--action", "action.txt", "--key", "k")
    first, again = office(*release), office(*release)
    assert (first.out, first.err) == (again.out, "")
    assert (again.status, again.err) == (0, "already released with this key\n")
    assert office.json(*release)["repeated"] is True


def test_of_several_at_once_with_one_key_exactly_one_is_told_that_it_released(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    release = [QUORATE, "release", deliberation, "--action", "action.txt", "--key", "k", "--json"]
    seen = environment(QUORATE_HOME=str(office.folder / "home"), QUORATE_USER="ann")
    started = [Popen(release, stdout=PIPE, stderr=PIPE, env=seen) for _ in range(4)]
    answers = [one.communicate(timeout=PATIENCE)[0] for one in started]
    assert [one.returncode for one in started] == [0] * 4
    assert sorted(json.loads(answer)["repeated"] for answer in answers) == [False, True, True, True]


def test_whoever_was_a_moment_later_with_the_same_key_knows_it(office: Office) -> None:
    deliberation = office.decided("APPROVE", "APPROVE")
    request = {"action": action_hash(ACTION), "question": ""}
    key = key_of(Principal("ann"), "k", "release", id=deliberation, **request)
    assert key

    def rule(session: Session) -> tuple[Event, ...]:
        """Somebody else is faster, between the decision and the append."""
        released = release(session, ACTION)
        arguments = ("release", deliberation, "--action", "action.txt", "--key", "k", "--json")
        other = quorate(*arguments, QUORATE_HOME=str(office.folder / "home"), QUORATE_USER="ann")
        assert json.loads(other.out)["repeated"] is False
        return released

    with app_at(None) as at:
        changed = at.run(at.app.change(deliberation, rule, at.who, key))
    assert changed.session.endings
    assert not changed.is_new


def test_the_protocol_that_was_asked_for_is_part_of_the_request(office: Office) -> None:
    asked = ("decide", "Adopt?", "--seat", "a=person", "--key", "k")
    assert office(*asked).status == 0
    assert "was used for another request" in office(*asked, "--protocol", "quorum").err


class FullRecord:
    """A record on a disk that has room for one more change."""

    def __init__(self, record: Any) -> None:
        self._record, self._is_full = record, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._record, name)

    async def append(self, *arguments: Any) -> Any:
        if self._is_full:
            raise StoreError("the disk is full")
        self._is_full = True
        return await self._record.append(*arguments)


def test_a_change_that_is_stored_is_said_to_be_so_where_what_follows_fails(office: Office) -> None:
    deliberation = office.opened("a=person")

    def rule(session: Session) -> tuple[Event, ...]:
        return cast(session, "a", APPROVE, at.who, now=at.app.now)

    with app_at(None) as at:
        at.app.record = cast_to(Store, FullRecord(at.app.record))
        with pytest.raises(StoreError, match=f"{deliberation}: the change is stored, but its consequences are not"):
            at.run(at.app.change(deliberation, rule, at.who))
    assert office.json("show", deliberation)["verdict"] is None
    assert office("resume", deliberation).status == 0
    assert office.json("show", deliberation)["verdict"]["receipt"]["roster"]
