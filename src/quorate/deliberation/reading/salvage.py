"""What can still be had from a block that is no YAML: its key lines, for a ballot that is marked as inferred."""

import re
from textwrap import dedent
from typing import Any

_KEY = re.compile(r"""["'*`]{0,3}([A-Za-z][A-Za-z _-]{0,30}?)["'*`]{0,3}[ \t]*:["'*`]{0,3}(?=[ \t]|$)[ \t]*(.*)""")
_IN_BRACES = re.compile(
    r"""["'](\w{1,40})["'][ \t]*:[ \t]*(?:"([^"\n]{0,200})"|'([^'\n]{0,200})'|([^\s,"'}]{0,200}))"""
)
_SCALAR_STYLES = frozenset({"|", ">", "|-", ">-", "|+", ">+"})


def salvaged(text: str, *wanted: str) -> dict[str, Any] | None:
    """Keys and what stands at them, as text or lists of text; None where a key stands twice.

    Where there are braces, which nest, only the wanted keys are looked for.
    """
    if text.lstrip()[:1] in ("{", "["):
        pairs = [(found[1], found[2] or found[3] or found[4] or "") for found in _IN_BRACES.finditer(text)]
        return _once([pair for pair in pairs if pair[0].casefold() in wanted])
    sections: list[tuple[str, list[str]]] = []
    for line in dedent(text).splitlines():
        found = _KEY.match(line)
        if found:
            sections.append((found[1], [found[2]]))
        elif sections and line.strip():
            sections[-1][1].append(line.strip())
    return _once([(key, _value(lines)) for key, lines in sections])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any] | None:
    value = {key.casefold(): one for key, one in pairs}
    return value if len(value) == len(pairs) else None


def _value(lines: list[str]) -> Any:
    said = [line for line in lines if line.strip() and line.strip() not in _SCALAR_STYLES]
    if said and all(line.startswith("- ") for line in said):
        return [_bare(line[2:]) for line in said]
    return _bare(" ".join(said))


def _bare(text: str) -> str:
    text = text.strip()
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text
