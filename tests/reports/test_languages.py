"""English and Japanese say the same things, and Japanese says none of them in English."""

import re
from collections import Counter
from html import unescape
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.core.errors import UnknownName
from quorate.documents.tally import read_tally
from quorate.protocols.evidence import native as evidence
from quorate.protocols.judges import native as judges
from quorate.protocols.magi import verdict as magi
from quorate.protocols.quorum.hard_limits import RULES
from quorate.protocols.quorum.verdict import DEFAULT_CONDITION
from quorate.reports import FORMS, render
from quorate.reports.content.person_question import question_in_words
from quorate.reports.glyphs import UNICODE
from quorate.reports.language import TOPICS, language
from quorate.reports.report_data import ReportData, cleaned
from tests.reports.hostile import japanese_documents, respoken
from tests.reports.reporting import CASES, document, rendered
from tests.strategies import Document, documents

EN, JA = (language(code) for code in ("en", "ja"))
PHRASES, JAPANESE = EN.catalogue.whole(), JA.catalogue.whole()
SHORT = 4
# names, and words that are the same in every language
KEPT_WORDS = re.compile(
    "--json|GO WITH CONDITIONS|NO-GO|GO|HOLD|Logos|Pathos|Sophia|analysis|conflict_[0-9a-f]{8}|WARNING"
    "|magi|judges|quorum|evidence|weighted|disable monitoring|YAML|JSON|vulnerability|Performance|compliance"
)


def _fields(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


def test_both_languages_have_every_phrase_in_the_same_file() -> None:
    for topic in TOPICS:
        plain = [{key for key in one.catalogue.topic(topic) if not key.endswith(".one")} for one in (EN, JA)]
        assert plain[0] == plain[1]


def test_the_first_word_of_a_code_says_in_which_file_its_phrase_is() -> None:
    for topic, words in TOPICS.items():
        assert sorted({key.partition(".")[0] for key in EN.catalogue.topic(topic)}) == words.split()
    assert all(EN.knows(key) for key in PHRASES)


def test_a_singular_has_its_plural() -> None:
    assert [key for key in PHRASES if key.endswith(".one") and key.removesuffix(".one") not in PHRASES] == []


def test_a_phrase_asks_for_the_same_values_in_both_languages() -> None:
    unnamed = {"ask.because.lens", "judge.name", "reason.critical_conflict"}
    different = {key for key in JAPANESE if _fields(JAPANESE[key]) != _fields(PHRASES[key])}
    assert different <= unnamed


def test_english_phrases_are_plain_ascii() -> None:
    assert [phrase for phrase in PHRASES.values() if not phrase.isascii()] == []


def test_no_sentence_is_said_twice() -> None:
    pairs = Counter((said, JAPANESE.get(key)) for key, said in PHRASES.items() if len(said.split()) > SHORT)
    assert [said for (said, _), times in pairs.items() if times > 1] == []


def test_every_code_that_a_verdict_can_hold_has_its_phrase_in_both_languages() -> None:
    options = [judges._AGAIN, judges._ALONE, evidence._INVESTIGATE, evidence._DECIDE]
    keys = {
        *(f"limit.{limit}" for limit in RULES),
        f"risk.{magi.FEWER_VIEWS.code}",
        *(f"{one.among}.{one.code}" for one in (DEFAULT_CONDITION, magi.SIMPLE_MODE)),
        *(f"ask.option.{option.code}" for option in options),
        *(f"ask.option.{option.code}.means" for option in options),
    }
    assert keys <= PHRASES.keys() & JAPANESE.keys()


def test_in_english_the_phrases_of_codes_are_the_texts_of_the_verdict() -> None:
    assert {limit: EN(f"limit.{limit}") for limit in RULES} == RULES
    assert EN(f"risk.{magi.FEWER_VIEWS.code}") == magi.FEWER_VIEWS.risk
    for one in (DEFAULT_CONDITION, magi.SIMPLE_MODE):
        assert EN(f"{one.among}.{one.code}", **one.values) == one.text


def as_read(report: str) -> str:
    """A page of HTML without its tags, its style and its code; everything else as it is."""
    if not report.startswith("<!DOCTYPE html>"):
        return report
    return unescape(re.sub("(?s)<style>.*?</style>|<code>[^\n]*?</code>|<[^>]*>", "", report))


def english_in(report: str) -> list[str]:
    """English words in a report, those aside that every language keeps."""
    text = re.sub("`[^`]*`|(?m:^(status|date|decision-makers): .*$)", "", as_read(report))
    return re.findall("[A-Za-z]{2,}", KEPT_WORDS.sub("", text))


@given(japanese_documents(), st.sampled_from(FORMS))
def test_a_japanese_report_on_japanese_text_holds_no_english(document: Document, form: str) -> None:
    assert english_in(rendered(document, form, lang="ja")) == []


@pytest.mark.parametrize("case", CASES)
def test_no_known_verdict_speaks_english_to_a_japanese_reader(case: str) -> None:
    spoken = respoken(CASES[case], st.just(""), lambda _: "文")
    for form in FORMS:
        assert english_in(rendered(spoken, form, lang="ja")) == []


@given(documents(4))
def test_in_english_the_question_to_a_person_is_the_one_in_the_verdict(document: Document) -> None:
    tally = read_tally(document)
    verdict = tally.verdict()
    data = ReportData(cleaned(tally.case.question), cleaned(verdict), EN, UNICODE)
    if data.verdict.ask:
        assert question_in_words(data, data.verdict.ask) == data.verdict.ask


@pytest.mark.parametrize("case", [case for case in CASES if case.startswith("magi")])
def test_in_english_title_and_action_of_magi_are_those_of_the_verdict(case: str) -> None:
    verdict = read_tally(document(case)).verdict()
    text = rendered(case, width=300)
    assert verdict.native["verdict"] in text
    assert f"Action: {verdict.native['action']}" in text


def test_three_perspectives_that_differ_are_asked_about_in_the_words_of_the_template() -> None:
    text = rendered("magi_split", lang="ja")
    assert "三視点で意見が分かれました。どの方針で進めますか？" in text
    assert "技術的観点：Simpler code（信頼度: 65）" in text


def test_the_hidden_options_of_a_large_panel_are_asked_about_by_position_in_japanese() -> None:
    votes = [{"seat": f"s{n}", "position": "APPROVE" if n % 2 else "REJECT", "confidence": 60} for n in range(4)]
    assert "1. 賛成 - 4票中2票、平均確信度 60。s1" in rendered({"votes": votes}, lang="ja")


def test_an_unknown_language_is_named_with_those_there_are() -> None:
    tally = read_tally(document("magi_majority"))
    with pytest.raises(UnknownName, match="no language called 'fr'; there are: en, ja"):
        render(tally.case.question, tally.verdict(), form="text", lang="fr")


def test_an_unknown_form_is_named_with_those_there_are() -> None:
    tally = read_tally(document("magi_majority"))
    with pytest.raises(UnknownName, match="no report form called 'pdf'; there are: html, madr, markdown, text"):
        render(tally.case.question, tally.verdict(), form="pdf")
