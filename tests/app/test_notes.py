"""Notes of a resume that name a protection: a person accepts or strikes each of them, in the answer that verifies."""

import pytest

from quorate.app.app import App
from quorate.app.fleet.agents import show_agent
from quorate.app.fleet.dialectic_reviews import submit_antithesis, submit_synthesis, verify_review
from quorate.app.fleet.review_requests import request_dialectic_review
from quorate.app.fleet.review_state import Review
from quorate.app.life.answers import Answers, resolve
from quorate.core.errors import InputError, Refused
from quorate.deliberation.principal import Principal
from quorate.deliberation.session import Session
from quorate.fleet.dialectic.dialectic_events import AntithesisFiled, SynthesisFiled, ThesisFiled
from quorate.fleet.dialectic.dialectic_state import Dialectic
from quorate.fleet.refusal import FleetRefusal
from quorate.settings import Settings
from tests.app.fleet_house import OPERATOR, FleetHouse

KEPT, FIRST, SECOND = "read only for 2h", "Log all calls", "No alerts at night"
DEFAULT = "monitor everything for 24h"


@pytest.fixture
def fleet(app: App) -> FleetHouse:
    return FleetHouse(app)


async def voted(fleet: FleetHouse, *conditions: object) -> Review:
    """A resume by three, the first of whom names these conditions."""
    await fleet.founded("a", "b", "c")
    review = await fleet.requested()
    await fleet.vote(review, "a", "resume", list(conditions))  # type: ignore[arg-type]
    for name in ("b", "c"):
        review = await fleet.vote(review, name, "resume")
    return review


async def answered(fleet: FleetHouse, review: Review, **answers: object) -> Review:
    assert isinstance(review.state, Session)
    said = Answers(verified="I read them", **answers)  # type: ignore[arg-type]
    await resolve(fleet.app, OPERATOR, review.id, said, review.state.verdict_hash)
    return await fleet.settled(review)


async def test_the_verdict_waits_and_marks_the_words(fleet: FleetHouse) -> None:
    review = await voted(fleet, {"kind": "read_only", "for": "2h"}, FIRST, "Rename the index")
    assert (review.executed, review.turn.for_person, await fleet.status()) == (None, True, "paused")
    result = review.plain("a")["quorum_result"]
    assert result["requires"] == ["verification"]
    assert result["notes"] == [{"note": "N1", "condition": FIRST, "marked": "«Log» all calls"}]
    assert result["structured_conditions"][0] == {"kind": "read_only", "for": "2h"}


async def test_what_is_accepted_is_posted_and_what_is_struck_is_not(fleet: FleetHouse) -> None:
    review = await voted(fleet, KEPT, FIRST, SECOND)
    done = await answered(fleet, review, accept_notes=("N1",), strike_notes=("N2",))
    assert done.executed
    assert (done.executed.action, done.executed.conditions) == ("resume", (KEPT, FIRST))
    assert (await show_agent(fleet.app, OPERATOR, "p")).conditions == (KEPT, FIRST)
    assert isinstance(done.state, Session)
    assert done.state.verdict
    assert done.state.verdict.conditions == (KEPT, FIRST, SECOND)  # striking never changes the verdict


async def test_if_everything_is_struck_the_default_is_posted(fleet: FleetHouse) -> None:
    done = await answered(fleet, await voted(fleet, FIRST), strike_notes=("N1",))
    assert done.executed
    assert done.executed.conditions == (DEFAULT,)


@pytest.mark.parametrize(
    ("accepted", "struck", "says"),
    [
        ((), (), "missing: N1, N2"),
        (("N1",), (), "missing: N2"),
        (("N1", "N2"), ("N2",), "named twice: N2"),
        (("N1", "N2", "N3"), (), "no note called N3"),
    ],
)
async def test_every_note_is_named_exactly_once(
    fleet: FleetHouse, accepted: tuple[str, ...], struck: tuple[str, ...], says: str
) -> None:
    review = await voted(fleet, FIRST, SECOND)
    with pytest.raises(Refused, match=says):
        await answered(fleet, review, accept_notes=accepted, strike_notes=struck)
    assert await fleet.status() == "paused"


async def test_notes_are_named_only_in_an_answer_that_verifies(fleet: FleetHouse) -> None:
    review = await voted(fleet, FIRST)
    assert isinstance(review.state, Session)
    for answers in (Answers(decline="No", strike_notes=("N1",)), Answers(accept_notes=("N1",))):
        with pytest.raises(InputError):
            await resolve(fleet.app, OPERATOR, review.id, answers, review.state.verdict_hash)


async def test_a_review_without_conditions_says_that_it_has_the_default(fleet: FleetHouse) -> None:
    review = await voted(fleet)
    assert review.executed
    assert review.executed.conditions == (DEFAULT,)
    assert review.plain("a")["quorum_result"]["is_default"] is True


@pytest.mark.parametrize(("policy", "posted"), [("ask", None), ("drop", (DEFAULT,))])
async def test_the_settings_say_which_notes_wait(
    fleet: FleetHouse, policy: str, posted: tuple[str, ...] | None
) -> None:
    app = fleet.app
    app.surroundings = app.surroundings._replace(settings=lambda: Settings(fleet={"notes": policy}))
    review = await voted(fleet, "Rename the index")
    assert (review.executed.conditions if review.executed else None) == posted


async def agreed(fleet: FleetHouse, *conditions: str) -> tuple[Review, str]:
    """An agreement of two parties on these conditions, and the hash of its end."""
    await fleet.founded("a", risk=0.1)
    thesis = ThesisFiled("A race", conditions, "I am sure")
    review = await request_dialectic_review(fleet.app, Principal("p"), "p", "I am well again", thesis)
    await submit_antithesis(fleet.app, Principal("a"), review.id, AntithesisFiled())
    for name in ("p", "a"):
        review = await submit_synthesis(fleet.app, Principal(name), review.id, SynthesisFiled("", agrees=True))
    assert isinstance(review.state, Dialectic)
    return review, review.state.ended_hash


async def test_an_agreement_with_such_a_note_waits_and_is_answered_by_the_hash_of_its_end(fleet: FleetHouse) -> None:
    review, end = await agreed(fleet, KEPT, FIRST)
    resolution = review.plain("p")["resolution"]
    assert (resolution["requires"], resolution["hash"]) == (["verification"], end)
    assert resolution["notes"] == [{"note": "N1", "text": FIRST, "marked": "«Log» all calls"}]

    async def verify(**more: object) -> Review:
        said = {"approves": True, "reason": "I read it", **more}
        return await verify_review(fleet.app, OPERATOR, review.id, **said)  # type: ignore[arg-type]

    for more, code in (
        ({"strike_notes": ("N1",)}, "OUTDATED"),
        ({"strike_notes": ("N1",), "ended": "0" * 16}, "OUTDATED"),
        ({"ended": end}, "NOTES_UNANSWERED"),
    ):
        with pytest.raises(FleetRefusal) as refused:
            await verify(**more)
        assert refused.value.code == code
    done = await verify(strike_notes=("N1",), ended=end)
    assert done.executed
    assert (done.executed.action, done.executed.conditions) == ("resume", (KEPT,))


async def test_an_agreement_on_structured_conditions_needs_nobody(fleet: FleetHouse) -> None:
    review, _ = await agreed(fleet, KEPT, "Rename the index")
    assert review.executed
    assert review.executed.conditions == (KEPT, "Rename the index")


async def test_a_refusal_names_no_notes(fleet: FleetHouse) -> None:
    review, _ = await agreed(fleet, FIRST)
    refused = await verify_review(fleet.app, OPERATOR, review.id, approves=False, reason="No")
    assert refused.executed
    assert refused.executed.action == "block"
