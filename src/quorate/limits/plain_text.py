"""A condition as plain lower-case text: what only changes how the letters look or where they stand is undone."""

import re
from html import unescape
from unicodedata import normalize

# zero-width and other invisible characters, soft hyphens, combining accents, control characters
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u0300-\u036f\u0483-\u0489\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u2800\u3164\ufe00-\ufe0f\ufe20-\ufe2f"
    "\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
_LOOKALIKES = (
    "аaвbеeёeһhіiїiјjкkмmнhоoрpсcтtуyхxѕsԁdԛqԝwӏlгrпnьbꙇiґrєeղnոnսuօoհhգqքpցgոnաwѵvүyұy"
    "αaβbγyδdεeζzηnθoιiκkλlμuνvοoπnρpσoςcτtυuφoχxψwωw"
    "ıiɩiɪiɑaɐaɒaʙbƅbɓbᴄcɔcᴅdɗdɖdᴇeɛeəeɘeꜰfƒfɡgɢgʜhɦhᴊjᴋkƙkʟlɭlłlᴍmɱmɴnɲnŋnᴏoøoᴘpƥpǫqʀrɾrꜱsʂsᴛtƭtŧtᴜuʊuᴠvʋvᴡwɯwʏyƴyᴢz"
    "ƶzðdđdħhæaœoþpßs⁄/∕/٪%٫.→:⇒:➔:⟶:➡:﹕:꞉:∶:×x–-—-‐-‑-‒-―-−-⁃-﹣-·.•.∙.¦|ǀlⅼlאnᎠdᎡrᎢtᎥiᎪaᎳwᎷmᎻhᏀgᏂhᏃzᏎ4ᏒrᏚsᏞlᏟcᏢpᏴb"
)
_LOOKS = {ord(sign): plain for sign, plain in zip(_LOOKALIKES[::2], _LOOKALIKES[1::2], strict=True)}
# squared, circled and flag letters that Unicode does not fold itself
for _first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6):
    _LOOKS |= {_first + place: chr(ord("a") + place) for place in range(26)}
_LOOKS |= {ord("∞"): " infinite ", ord("¬"): " not ", ord("✗"): " off ", ord("❌"): " off ", ord("🚫"): " no "}
_LOOKS |= {ord("≦"): "≤", ord("≧"): "≥"}
_QUOTES = str.maketrans("", "", "'’‘`´ʼ＇‛′\"“”„«»‹›")

_JAPANESE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u3005\u3007\U00020000-\U0002ffff"
_KATAKANA = "\u30a1-\u30fa\u30fc"
# kanji, signs and hiragana that look like a katakana letter, between or beside katakana
_LIKE_KATAKANA = dict(zip("力口二工夕卜八千へべぺ一亠-~|", "カロニエタトハチヘベペーートーーー", strict=False))
_IN_KATAKANA = re.compile(
    f"(?<=[{_KATAKANA}])[力口二工夕卜八千へべぺ一~-](?=[{_KATAKANA}])|(?<=[{_KATAKANA}])[一-](?![0-9一-鿿])"
)
_JAPANESE_GAP = re.compile(
    rf"(?<=[{_JAPANESE}])(?!\.\s)[ \t\u3000・･._*~|‐-]+(?=[{_JAPANESE}])|(?<=[{_JAPANESE}])\n(?=[{_JAPANESE}])"
)
_READINGS = {
    "かんし": "監視", "せいげん": "制限", "がばなんす": "ガバナンス", (
        "あんぜんかくにん"
    ): "安全確認", "じょうげん": "上限",
    "ていし": "停止", "むこう": "無効", "かいじょ": "解除", "しょうりゃく": "省略",
}  # fmt: skip
_READING = re.compile("(?:" + "|".join(_READINGS) + ")(?=[をはがのもにすしか])")
_TAG = re.compile(r"<!--|-->|</?[a-z][^<>]{0,80}>")
_LINK = re.compile(r"\]\([^()\s]{0,200}\)")
_STRUCK_NEGATION = re.compile(r"~~\s{0,3}(?:do not|dont|not|never|no)\s{0,3}~~")
_MARKS = re.compile(r"\*\*+|~~+|__+|(?<![a-z0-9])[*_]+|[*_]+(?![a-z0-9])|[\[\]{}<](?=[a-z\"])|[\]\[{}]")
_LIST_MARK = re.compile(r"\n[ \t]{0,20}(?:[-*+•◦‣・]|[0-9]{1,3}[.)])[ \t]+|\n\s*\n")
_SPACED = re.compile(
    r"(?<![a-z0-9])[a-z0-9@$](?:([ \t]|[-._|/\\,·*]|, )[a-z0-9@$]){3,}(?:(?:  +|\t)[a-z](?:[ ][a-z]){2,})*(?![a-z0-9])"
)
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_EMPTY_LINES = re.compile(r"\n(?:[ \t.,:;|*_~+=#-]*\n)+")
# a letter on each line, whatever stands between the lines
_LINE = r"[ \t\r]{0,9}(?:\n[ \t\r]{0,9}){1,9}(?:[-*+•]|[0-9]{1,3}[.)])?[ \t]{0,3}"
_ON_LINES = re.compile(rf"(?<![a-z0-9])[a-z@$](?:{_LINE}[a-z@$](?![a-z0-9'])){{3,}}(?: ?(?=[a-z](?![a-z])))?")
_LINE_BREAK = re.compile(_LINE)
_WIDELY_SPACED = re.compile(r"(?<![a-z0-9])[a-z0-9@$](?: {2,9}[a-z0-9@$](?![a-z0-9])){3,}")
_POSSESSIVE = re.compile("(?<=[a-z])['’]s(?![a-z])")
_SPACED_NUMBER = re.compile(r"(?<![0-9.])([0-9]) ?\. ([0-9](?: [0-9](?![0-9]))*)(?![0-9.])")
_LONG_NUMBER = re.compile("(?<=[0-9])[0-9]{60,}")
_MINUS = re.compile(r"\bminus (?=[0-9.])")
_DIGITS = re.compile(r"\d")


def plain_text(condition: str) -> str:
    """Unicode, case, markup, accents, look-alikes and letter spacing folded into one plain spelling."""
    text = _LINE_END.sub("\n", _INVISIBLE.sub("", condition))
    if "&" in text:
        text = unescape(text)
    if not text.isascii():
        text = _plain_characters(text)
    text = _POSSESSIVE.sub("", _EMPTY_LINES.sub("\n\n", text).casefold()).translate(_QUOTES)
    text = _STRUCK_NEGATION.sub(" ", _TAG.sub("", _LINK.sub("]", text)))
    text = _LIST_MARK.sub(" ; ", _ON_LINES.sub(lambda found: _LINE_BREAK.sub("", found[0]) + " ", text))
    text = _LONG_NUMBER.sub(_shortened, _MINUS.sub("-", text))
    text = _SPACED_NUMBER.sub(lambda found: f"{found[1]}.{found[2].replace(' ', '')}", text)
    text = _WIDELY_SPACED.sub(_closer, _MARKS.sub("", text))
    return _SPACED.sub(_closed_up, text)


def _plain_characters(text: str) -> str:
    bare = _INVISIBLE.sub("", normalize("NFKD", text))
    bare = normalize("NFKC", bare.translate(_LOOKS)).casefold().translate(_LOOKS)
    bare = _DIGITS.sub(lambda digit: str(int(digit[0])), bare)
    bare = _JAPANESE_GAP.sub("", bare)
    bare = _IN_KATAKANA.sub(lambda sign: _LIKE_KATAKANA[sign[0]], bare)
    return _READING.sub(lambda found: _READINGS[found[0]], bare)


def _shortened(digits: re.Match[str]) -> str:
    """As many digits as matter, and one more if there was anything behind them."""
    return digits[0][:40] + ("1" if digits[0][40:].strip("0") else "")


def _closer(found: re.Match[str]) -> str:
    """One space for the narrowest gaps; wider ones part words."""
    narrowest = min(map(len, re.findall(" +", found[0])))
    return re.sub(f"(?<! ) {{{narrowest}}}(?! )", " ", found[0])


def _closed_up(found: re.Match[str]) -> str:
    """The letters of "d i s a b l e" as a word; two spaces part words."""
    words = re.split(r"  +|\t", found[0])
    return " ".join(re.sub(r"[ \-._|/\\,·*]", "", word) for word in words)
