"""Which kind a concern is of, in whatever word it was said."""

import pytest
from hypothesis import given
from hypothesis.strategies import DataObject, data, from_regex, sampled_from

from quorate.core.ballot import Answer, Ballot, Concern, NonVote
from quorate.core.concern import concern_of, kind_of, notes_on_concerns, with_kind
from quorate.core.concern.words import GRAVE_PHRASES, WORDS_OF_PHRASES
from quorate.core.panel import Seat
from quorate.core.verdict import Note

SAFETY = [
    *(
        "safety",
        "Safety",
        " SAFETY ",
        "ＳＡＦＥＴＹ",
        "s\u200bafety",
        "**safety**",
        "[safety]",
        "safety concern",
        "user safety",
    ),
    *("unsafe", "hazard", "Hazards", "danger", "harm", "安全", "安全性", "労働安全", "危険", "人命に関わる"),
    *("not safe", "non-safe", "not very safe", "負傷"),
    *("saftey", "safty", "safetey", "hazzard", "dangeruos", "safety/security", "biosafety"),
]
SECURITY = [
    *(
        "security",
        "Security",
        "ｓｅｃｕｒｉｔｙ",
        "セキュリティ",
        "ｾｷｭﾘﾃｨ",
        "セキュリティ上の懸念",
        "脆弱性",
        "情報漏洩",
    ),
    *("vulnerability", "vulnerabilities", "insecure", "exploit", "breach", "cybersecurity", "dataSecurity"),
    *("not secure", "SQL injection", "sql_injection", "privilege-escalation", "data leak", "平文パスワード"),
    *("secuirty", "securty", "sequrity", "vulnerabilty", "security and cost"),
]
MILD = [
    *("other", "Other", "ＯＴＨＥＲ", "performance", "cost", "Costs", "schedule", "usability", "maintainability"),
    *("style", "legal form", "documentation", "docs", "code style", "performance issue", "cost and schedule"),
    *("legal_form", "legal-form", "Code_Style"),
    *("perfomance", "scheduel", "usablity", "maintainabilty", "documentaton"),
    *("性能", "コスト", "コスト面の懸念", "納期", "使いやすさ", "保守性", "その他"),
]
UNKNOWN = [
    "compliance",
    "legal",
    "privacy",
    "ethics",
    "倫理",
    "???",
    "cost overrun",
    "disability",
    "性能と倫理",
    "x",
    *("reliability", "deadliner", "spend", "pride", "stile", "documention", "unusable"),
    *("general", "misc", "timing", "budget", "deadline", "user experience", "速度"),
]


@pytest.mark.parametrize(
    ("word", "kind"),
    [(word, kind) for kind, words in (("safety", SAFETY), ("security", SECURITY), ("other", MILD)) for word in words],
)
def test_a_kind_is_read_by_meaning(word: str, kind: str) -> None:
    concern = concern_of("the valve", word)
    assert (kind_of(word), concern.kind, concern.stated) == (kind, kind, "")


@pytest.mark.parametrize("word", UNKNOWN)
def test_a_kind_on_no_list_counts_as_safety_and_keeps_its_word(word: str) -> None:
    assert concern_of("the valve", word) == Concern(f"{word}: the valve", "safety", word)


@pytest.mark.parametrize("word", ["", " ", "\u200b", "none", "n/a", "なし", "safety | security | other"])
def test_what_names_no_kind_leaves_it_to_the_words(word: str) -> None:
    assert concern_of("it is dear", word) == Concern("it is dear")
    assert concern_of("it is unsafe", word) == Concern("it is unsafe", "safety")


@pytest.mark.parametrize(
    ("text", "kind", "left"),
    [
        ("safety", "safety", ""),
        ("Safety: no rail", "safety", "no rail"),
        ("[security] open port", "security", "open port"),
        ("**Safety concern** - at night", "safety", "at night"),
        ("ＳＥＣＵＲＩＴＹ：open port", "security", "open port"),
        ("other: nothing of safety", "other", "nothing of safety"),
    ],
)
def test_a_text_may_begin_with_the_name_of_its_kind(text: str, kind: str, left: str) -> None:
    assert concern_of(text) == Concern(left, kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("安全：弁が閉じない", "safety"),
        ("セキュリティ: 鍵がログにある", "security"),
        ("saftey: no rail", "safety"),
        ("Hazard - hot surface", "safety"),
        ("this is UNSAFE at night", "safety"),
        ("attackers read the logs", "security"),
        ("夜間は危険です", "safety"),
        ("somebody may be hurt", "safety"),
        ("it isn't safe", "safety"),
        ("keys leak into the log", "security"),
        ("パスワードが平文で残る", "security"),
        ("there is a memory leak", "other"),
        ("the safe way is slow", "other"),
        ("cost: and it may harm people", "safety"),
        ("it cannot be rolled back safely", "other"),
        ("too dear", "other"),
        ("Compliance: the logs are kept", "other"),
        ("高すぎる", "other"),
        ("the battery may catch fire", "safety"),
        ("it may kill patients", "safety"),
        ("people could die", "safety"),
        ("explosion risk", "safety"),
        ("risk of poisoning", "safety"),
        ("a child might suffocate", "safety"),
        ("the driver is hurt in a car crash", "safety"),
        ("a gas leak in the kitchen", "safety"),
        ("電池が発火する", "safety"),
        ("患者が死ぬかもしれない", "safety"),
        ("爆発のおそれ", "safety"),
        ("secrets in the log", "security"),
        ("API key in the repo", "security"),
        ("api-keys are printed", "security"),
        ("the tokens end up in the logs", "security"),
        ("access tokens never expire", "security"),
        ("credentials are shared", "security"),
        ("ランサムウェアに感染する", "security"),
        ("APIキーがリポジトリにある", "security"),
        ("the deadline is near", "other"),
        ("the token count is high", "other"),
        ("it misses the key results", "other"),
        ("the key point is in the text", "other"),
        ("the kill switch works", "other"),
        ("they fired up the build", "other"),
        ("we have to kill the process", "other"),
        ("the worker dies at night", "safety"),
        ("the house may burn down", "safety"),
        ("Explore: later", "other"),
        ("", "other"),
    ],
)
def test_a_concern_without_a_kind_is_read_by_its_words_and_keeps_them(text: str, kind: str) -> None:
    assert concern_of(text) == Concern(text, kind)


def test_a_text_that_begins_with_safety_is_not_made_mild_by_its_kind() -> None:
    assert concern_of("safety: it may burn", "other") == Concern("it may burn", "safety")
    assert concern_of("not safety, only taste", "other") == Concern("not safety, only taste")


def test_a_word_that_is_no_name_of_a_kind_is_kept_before_the_text_once() -> None:
    assert concern_of("slow", "performance") == Concern("performance: slow")
    assert concern_of("performance: slow", "performance") == Concern("performance: slow")
    assert concern_of("", "hazard") == Concern("hazard", "safety")


def test_a_ballot_keeps_concerns_with_their_kinds() -> None:
    assert with_kind("it is unsafe") == {"kind": "safety", "text": "it is unsafe"}
    assert with_kind({"text": "dear"}) == {"kind": "other", "text": "dear"}
    for other in ({"kind": "compliance", "text": "x"}, {"text": 5}, 5, None, ["x"]):
        assert with_kind(other) == other


def test_notes_name_the_seat_and_the_word() -> None:
    warns = Ballot(Seat("a"), "REJECT", concerns=(concern_of("x", "compliance"), concern_of("y", "safety")))
    answers: list[Answer] = [
        warns,
        NonVote(Seat("b"), "absent"),
        Ballot(Seat("c"), "APPROVE", concerns=(concern_of("z", "倫理"),)),
    ]
    assert list(notes_on_concerns(answers)) == [
        Note("unknown_concern_kind", "a", "compliance"),
        Note("unknown_concern_kind", "c", "倫理"),
    ]


def test_a_long_word_is_shortened_in_the_note() -> None:
    ballot = Ballot(Seat("a"), "REJECT", concerns=(concern_of("", "w" * 1000),))
    assert [len(note.detail) for note in notes_on_concerns([ballot])] == [60]


@given(data())
def test_no_phrase_is_without_a_word_by_which_it_is_looked_for(drawn: DataObject) -> None:
    _, phrase = drawn.draw(sampled_from(GRAVE_PHRASES))
    text = drawn.draw(from_regex(phrase, fullmatch=True))
    assert any(word in text for word in WORDS_OF_PHRASES)


@pytest.mark.parametrize("sign", ["\x00", "\x7f", "\u200b"])
def test_a_sign_that_nobody_sees_does_not_hide_a_kind(sign: str) -> None:
    assert concern_of(f"saf{sign}ety: it may burn") == Concern("it may burn", "safety")
