"""What seats warned of is told in every report, also once they have no ballot any more, and beside a note."""

import json

import pytest

from quorate.deliberation.events import Policy, Resolved
from quorate.deliberation.moves import close_round
from quorate.deliberation.people import resolve, revise
from quorate.reports import FORMS, LANGUAGES, render_register
from quorate.views.deliberation import in_full
from tests.deliberation.playing import ANN, BEN, Play, approve, people, reject
from tests.reports.deliberating import play, told
from tests.reports.round_stories import ABSTAIN, SMALLER, again, divided, judged

LEAK = {"kind": "security", "text": "KEYS LEAK"}
FOUR = people("a", "b", "c", "d")
PLAN = Resolved("mitigation_plan", "Turn the keys", owner="ben", monitor="the vault")
STANDS = {
    "en": "c had voted REJECT (95) and has no ballot now; its warning still applies: KEYS LEAK",
    "ja": "cは以前反対（95）に投票しましたが、現在は票がありません。その警告は今も有効です：KEYS LEAK",
}
SAID = {"en": "c, which has no ballot now, had said: KEYS LEAK", "ja": "c（現在は票なし）の以前の発言：KEYS LEAK"}


def flat(text: str) -> str:
    return " ".join(text.split())


def as_shown(text: str) -> str:
    """Without blanks: a terminal may end a line between any two Japanese words."""
    return "".join(text.split())


def closed(played: Play) -> Play:
    return played.take(*close_round(played.session, played.now, ANN)).settle()


def silenced(**more: object) -> Play:
    """Three for it; one warned of security, and was absent when it was asked again."""
    warning = reject(95, **{"concerns": [LEAK], **more})
    played = play(*FOUR).votes(a=approve(), b=approve(), d=approve(), c=warning)
    return closed(again(played, SMALLER, seats=("c",)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_a_seat_that_fell_silent_is_named_with_its_vote_and_its_warning(form: str, lang: str) -> None:
    assert as_shown(STANDS[lang]) in as_shown(told(silenced(), form, lang=lang))


def test_it_is_said_where_it_stands_what_is_needed_and_once_that_is_met_among_the_notices() -> None:
    played = silenced()
    needed = told(played).partition("Required before acting")[2].partition("\n\n")[0]
    assert STANDS["en"] in flat(needed)
    for answer in (PLAN, Resolved("verification", "looked")):
        played.take(*resolve(played.session, answer, BEN, played.now), author=BEN)
    noted = told(played).partition("Warnings")[2].partition("\n\n")[0]
    assert STANDS["en"] in flat(noted)
    assert "Required before acting" not in told(played)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_the_risk_of_a_silent_seat_bears_the_plan(form: str, lang: str) -> None:
    played = silenced()
    assert as_shown(SAID[lang]) in as_shown(told(played, form, lang=lang))
    played.take(*resolve(played.session, PLAN, BEN, played.now), author=BEN)
    report = as_shown(told(played, form, lang=lang))
    after = report.split(as_shown(SAID[lang]))[-1]
    assert after.index("Turnthekeys") < after.index("thevault") < after.index("ben") < 300


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_register_alone_names_it_too(lang: str) -> None:
    played = silenced()
    played.take(*resolve(played.session, PLAN, BEN, played.now), author=BEN)
    shown = flat(render_register(played.session, lang=lang))
    assert SAID[lang] in shown
    assert "Turn the keys" in shown


def test_who_gave_only_a_reason_is_not_said_to_have_warned() -> None:
    report = flat(told(silenced(concerns=[])))
    assert "c had voted REJECT (95) and has no ballot now; its reason was: unsound" in report
    agreed = play(*FOUR).votes(a=approve(), b=approve(), d=approve(), c=approve(95))
    report = flat(told(closed(again(agreed, SMALLER, seats=("c",)))))
    assert "c had voted APPROVE (95) and has no ballot now. " in report
    assert "had said" not in report


def test_who_votes_again_is_silent_no_more() -> None:
    played = again(silenced(), SMALLER, seats=("c",)).vote("c", approve(60))
    assert "has no ballot now" not in told(played)
    assert "KEYS LEAK" not in render_register(played.session)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_a_grave_concern_stands_beside_the_note_of_a_dissent(form: str, lang: str) -> None:
    played = play().votes(
        Logos=approve(), Sophia=approve(), Pathos=reject(88, dissent_note="NOTED", concerns=[LEAK, "slow"])
    )
    beside = {"en": "NOTED; security: KEYS LEAK", "ja": "NOTED、セキュリティ：KEYS LEAK"}[lang]
    assert as_shown(beside) in as_shown(told(played, form, lang=lang))
    assert beside in render_register(played.session, lang=lang)
    played.take(*resolve(played.session, PLAN, BEN, played.now), author=BEN)
    assert as_shown(beside) in as_shown(told(played, form, lang=lang))


def test_a_concern_that_is_named_already_is_not_named_twice() -> None:
    played = play().votes(Logos=approve(), Sophia=approve(), Pathos=reject(88, concerns=[LEAK]))
    assert "security: KEYS LEAK" not in told(played)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_plan_for_what_no_dissent_names_says_what_it_is_for(lang: str) -> None:
    policy = Policy(deadlock="most-confident", deadlock_minutes=5)
    played = play(policy=policy).votes(Logos=approve(90), Pathos=reject(60, concerns=[LEAK]), Sophia=ABSTAIN)
    for reason in ("first", "second"):
        again(played, SMALLER, reason=reason, seats=("Sophia",)).vote("Sophia", ABSTAIN)
    report = told(played.later(600).settle(), lang=lang)
    assert {"en": "Pathos: security: KEYS LEAK", "ja": "Pathos：セキュリティ：KEYS LEAK"}[lang] in report


def cut_short() -> Play:
    """A debate in which one has said something, when the question is edited."""
    played = divided().vote("risk", judged("A", "A is safe", challenge="SECRET"))
    return played.take(*revise(played.session, {"domain": "data"}, by=ANN)).settle()


def test_what_was_said_in_a_round_that_was_never_closed_is_shown_nowhere_for_good() -> None:
    played = cut_short()
    open_ = [told(played, form) for form in FORMS]
    played.votes(risk=judged("A", "x"), value=judged("A", "y"))
    closed(played)
    assert played.session.is_current
    shown = [told(played, form, lang=lang) for form in FORMS for lang in LANGUAGES]
    shown.append(json.dumps(in_full(played.session, played.history)))
    assert not [text for text in (*open_, *shown) if "SECRET" in text]


@pytest.mark.parametrize(("lang", "words"), [("en", "; it has no ballot"), ("ja", "。票なし）")], ids=LANGUAGES)
def test_a_seat_without_a_ballot_that_is_not_asked_keeps_none(lang: str, words: str) -> None:
    played = again(silenced(), SMALLER, seats=("a",)).vote("a", approve(85))
    rows = [line for line in told(played, "markdown", lang=lang).splitlines() if line.startswith("| c |")]
    assert words in rows[-1]


def asked_twice(policy: Policy, question: dict[str, str], **votes: dict[str, object]) -> Play:
    played = play(*people(*votes), policy=policy, question=question).votes(**votes)
    seat, vote = list(votes.items())[-1]
    for reason in ("first", "second"):
        again(played, SMALLER, reason=reason, seats=(seat,)).vote(seat, vote)
    return played


@pytest.mark.parametrize(
    ("votes", "reversibility", "en", "ja"),
    [
        ((90, 90), "high", "the most confident seats disagree", "意見が一致していない"),
        (
            (90, 80),
            "low",
            "the most confident seat's choice cannot be undone",
            "別の選択は元に戻せる",
        ),
        ((45, 40), "high", "every seat is below 50", "すべての席の確信度が50未満"),
    ],
    ids=["disagree", "irreversible", "unsure"],
)
def test_why_the_most_confident_seat_does_not_bind_is_said_as_it_is(
    votes: tuple[int, int], reversibility: str, en: str, ja: str
) -> None:
    question = {"subject": "Move it?", "action": "move", "reversibility": reversibility}
    sure = dict(zip("ab", votes, strict=True))
    played = asked_twice(
        Policy(deadlock="most-confident"),
        question,
        a=approve(sure["a"]),
        b=reject(sure["b"]),
        c={**ABSTAIN, "confidence": 30},
    )
    assert f"Timebound: the policy does not apply, because {en}" in flat(told(played))
    assert as_shown(ja) in as_shown(told(played, lang="ja"))


def test_every_reason_that_a_policy_may_have_is_told_in_both_languages() -> None:
    from quorate.reports.language import language

    for lang in LANGUAGES:
        say = language(lang)
        for why in ("unstated", "disagree", "majority", "irreversible", "unsure", "edited", "over"):
            assert say.knows(f"deadlock.unbound.{why}")
