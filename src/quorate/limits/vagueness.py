"""Conditions that only hope: those that begin with maybe, perhaps, try or consider, in English or Japanese."""

import re

_VAGUE = re.compile(
    r"[\W_]*+(?:(?:[0-9]{1,3}|[a-z]|[ivx]{1,4})[.):]\s*+[\W_]*+|[0-9]{1,3}[\W_]++)?(?:please |then |and |so |"
    r"just |we (?:could |should |might )?|let us |lets )?+"
    r"(?:maybe|perhaps|try|trying to|consider)(?![a-z])"
    # a deed that is named and forbidden: "try again is not allowed"
    r"(?![^.;,]{0,40} (?:is|are) (?:not (?:allowed|permitted|acceptable)|forbidden|prohibited))"
)
_VAGUE_JAPANESE = re.compile(
    r"[\W_]*+(?:[0-9一二三四五六七八九十]{1,3}[\W_]++)?(?:たぶん|多分|もしか(?:し|すると)|ひょっと(?:し|すると)|"
    r"おそらく|恐らく|試しに|ためしに|できれば|"
    r"出来れば|可能なら|可能であれば|検討(?:する|し|を|[:：、])|考慮(?:する|し|を|[:：、])|試み(?:る|に)|"
    r"トライ(?:する|し)|試して(?:み|も))"
)
# a Japanese verb stands at the end; but not behind a first clause that says something firm
_HOPES_JAPANESE = re.compile(
    r"(?!.{0,200}(?:[しりっちきいびみ]て?、|場合|なら|たら|れば|際|時は|後に))[^。、]{0,200}"
    r"(?:を(?:前向きに)?検討(?:する|します|したい|してみる|して(?:ください|下さい))|を試み(?:る|ます)|てみる|"
    r"かもしれない|かも知れない)(?:こと)?[。.\s]*"
)


def is_vague(text: str) -> bool:
    """True for a condition that begins with maybe, perhaps, try or consider."""
    return bool(_VAGUE.match(text) or _VAGUE_JAPANESE.match(text) or _HOPES_JAPANESE.fullmatch(text))
