"""The forms of an English verb, and of a phrase that begins with one."""

_PARTICIPLES = {
    "keep": "kept",
    "leave": "left",
    "hold": "held",
    "let": "let",
    "put": "put",
    "bring": "brought",
    "give": "given",
    "get": "got",
    "go": "gone",
}
_DOUBLING = frozenset({"let", "put", "get", "stop", "run", "drop", "cut", "set"})


def present(verb: str) -> tuple[str, str]:
    """`keep` and `keeps`."""
    return verb, f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


def gerund(verb: str) -> str:
    """`keeping` for `keep`, `letting` for `let`, `moving` for `move`."""
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if verb in _DOUBLING else f"{verb}ing"


def participle(verb: str) -> str:
    """`kept` for `keep`, `cooled` for `cool`."""
    if verb in _PARTICIPLES:
        return _PARTICIPLES[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb}{verb[-1]}ed" if verb in _DOUBLING else f"{verb}ed"
