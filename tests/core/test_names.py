"""Names: which are one, which only look it, and which are none."""

import pytest

from quorate.core.text.names import are_same, clashes, folded, look_alike, name_problems, problem_with, scripts_of


@pytest.mark.parametrize(
    "other",
    [
        *("Logos", "LOGOS", " logos ", "logos\n"),
        *("Ｌｏｇｏｓ", "𝐋𝐨𝐠𝐨𝐬", "ⓛogos"),
        *("Lo\u200bgos", "Logos\ufeff", "L\u00adogos", "Lo\u3164gos", "Lo\u2800gos", "Logos\U000e0041", "Logos\ufe0f"),
    ],
)
def test_case_width_and_what_cannot_be_seen_make_no_other_name(other: str) -> None:
    assert are_same("Logos", other)
    assert not look_alike("Logos", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("José", "Jose\u0301"),
        ("José", "Jose\u200b\u0301"),
        ("STRASSE", "straße"),
        ("ﾛｺﾞｽ", "ロゴス"),
        ("two words", "two \u00a0words"),
        ("ΣΟΦΟΣ", "σοφος"),
        ("가", "\u1100\u1161"),
    ],
)
def test_one_name_can_be_written_in_several_ways(one: str, other: str) -> None:
    assert are_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Logos", "Lоgos"),
        ("Logos", "lоgоs"),
        ("ops", "орѕ"),
        ("Anna", "Αnna"),
        ("HR", "НR"),
        ("iris", "ІRIS"),
        ("Co-op", "Cо-оp"),
        ("カ", "力"),
        ("ロ", "口"),
        ("ニ番", "二番"),
        ("pаypal", "paypаl"),
    ],
)
def test_names_in_different_scripts_can_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)
    assert not are_same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Logos", "Pathos"),
        ("modern", "modem"),
        ("seat1", "seatl"),
        ("1", "l"),
        ("O", "0"),
        ("José", "Jose"),
        ("Anna", "Анна"),
        ("安全", "価値"),
        ("安全", "あんぜん"),
        ("key holder", "keyholder"),
        ("", "x"),
    ],
)
def test_other_names_stand_beside_each_other(one: str, other: str) -> None:
    assert not are_same(one, other)
    assert not look_alike(one, other)


@pytest.mark.parametrize("sign", ["\x1b", "\x00", "\t", "\n", "\r", "\x85", "\x7f", "\u2028", "\u2029"])
def test_a_name_has_no_control_characters_and_one_line(sign: str) -> None:
    for name in (f"Lo{sign}gos", f"{sign}Logos", f"Logos{sign}"):
        assert problem_with(name) == f"a name with U+{ord(sign):04X}, a control or direction character"


@pytest.mark.parametrize("sign", ["\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\ud800"])
def test_a_name_does_not_turn_the_direction_of_writing(sign: str) -> None:
    for name in (f"Lo{sign}gos", f"{sign}Logos", f"Logos{sign}"):
        assert f"U+{ord(sign):04X}" in problem_with(name)


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u3164\u2800"])
def test_a_name_can_be_seen(name: str) -> None:
    assert problem_with(name) == "a name that cannot be seen"


@pytest.mark.parametrize("name", ["Logos", " Logos ", "安全", "נועה", "علی\u200cرضا", "👩\u200d💻", "O'Brien-1/2"])
def test_names_of_any_script_are_names(name: str) -> None:
    assert problem_with(name) == ""


def test_of_several_names_every_later_one_that_clashes_is_found() -> None:
    names = ["Logos", "Pathos", "logos", "Lоgos", "Sophia", "ＰＡＴＨＯＳ"]
    assert [(clash.later, clash.earlier, clash.is_same) for clash in clashes(names)] == [
        (2, 0, True),
        (3, 0, False),
        (5, 1, True),
    ]


def test_problems_of_names_say_where_and_what_each_is() -> None:
    names = ["Logos", "", "LOGOS", "Lo\u200bgos", "Lоgos", "a\u202eb"]
    found = [problem.sentence() for problem in name_problems(names, lambda index: ("panel", index), "seat")]
    one_line = "a name in one line, without control and direction characters"
    apart = "names that nobody takes for each other"
    assert found == [
        f"panel[5]: found a name with U+202E, a control or direction character; allowed: {one_line}",
        "panel[2]: found 'LOGOS' a second time; allowed: each seat once",
        "panel[3]: found 'Lo\\u200bgos', the same name as 'Logos'; allowed: each seat once",
        f"panel[4]: found 'Lоgos' (cyrillic, latin), which looks like 'Logos' (latin); allowed: {apart}",
    ]


def test_scripts_are_those_of_letters() -> None:
    assert scripts_of("Logos-1!") == {"LATIN"}
    assert scripts_of("Ｌоカー々") == {"LATIN", "CYRILLIC", "KATAKANA", "CJK"}
    assert scripts_of("12 ー") == frozenset()


def test_a_folded_name_folds_to_itself() -> None:
    for name in ("Straße", "ﬁx", "İstanbul", "ⅷ", "ﾛｺﾞｽ", "Ω", "ŉ", " a  B "):
        assert folded(folded(name)) == folded(name)


@pytest.mark.parametrize("sign", ["\U00016fe4", "\u2d7f", "\U00011a47", "\uffff", "\U0001fffe", "\ue000", "\u0378"])
def test_a_sign_that_nobody_can_read_after_a_letter_makes_no_other_name(sign: str) -> None:
    assert problem_with(f"ann{sign}").startswith(f"a name with U+{ord(sign):04X}")


@pytest.mark.parametrize(
    "name", ["Zoe\u0308", "नमस्ते", "မြန်မာ", "ភ្នំពេញ", "שָׁלוֹם", "مُحَمَّد", "カ\u3099", "தமிழ்", "นี้", "❤\ufe0f"]
)
def test_marks_of_its_own_script_belong_to_a_name(name: str) -> None:
    assert problem_with(name) == ""
