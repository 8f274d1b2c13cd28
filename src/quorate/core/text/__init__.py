"""Whether a text says anything: one test for every text that must not be empty."""

import re

# Unicode's White_Space, Default_Ignorable_Code_Point and the categories Cc, Cf and Cs, and what is drawn as nothing
_SPACES = ((0x09, 0x0D), (0x1C, 0x20), 0x85, 0xA0, 0x1680, (0x2000, 0x200A), (0x2028, 0x2029), 0x202F, 0x205F, 0x3000)
_UNSEEN = (
    (0x00, 0x08),
    (0x0E, 0x1B),
    (0x7F, 0x84),
    (0x86, 0x9F),
    0xAD,
    0x034F,
    (0x0600, 0x0605),
    0x061C,
    0x06DD,
    0x070F,
    (0x0890, 0x0891),
    0x08E2,
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    0x2800,  # blank Braille
    0x3164,
    (0xD800, 0xDFFF),
    (0xFE00, 0xFE0F),
    0xFEFF,
    0xFFA0,
    (0xFFF0, 0xFFFC),
    0x110BD,
    0x110CD,
    (0x13430, 0x1343F),
    (0x13441, 0x13442),  # blank hieroglyphs
    (0x1BCA0, 0x1BCA3),
    0x1D159,  # a note without a head
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)


def _class(*ranges: int | tuple[int, int]) -> str:
    """The inside of a character class that regular expressions of Python and of JSON Schema read alike."""
    pairs = [one if isinstance(one, tuple) else (one, one) for one in ranges]
    return "".join(_escaped(first) + ("-" + _escaped(last) if last > first else "") for first, last in pairs)


def _escaped(code: int) -> str:
    # the two dialects share no escape beyond four digits
    return f"\\u{code:04x}" if code <= 0xFFFF else chr(code)


# control strings (titles, links, device commands) with all they carry, then colours and moves, then the rest
ESCAPES = (
    "(?:\x1b[\\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)"
    "|(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"
    "|\x1b[ -/]*[0-~]"
)
# patterns are compiled where a text needs them: most texts do not
_STEERS = "[\x1b\x80-\x9f]"
VISIBLE = f"[^{_class(*_SPACES, *_UNSEEN)}]"
"""A pattern that finds a character which can be seen."""
_INVISIBLE = f"[{_class(*_UNSEEN)}]+"
_JOINS = "\u200c\u200d\ufe0e\ufe0f"  # letters and pictures are written with these, and nothing hides behind them


def says_something(text: str) -> bool:
    """True where at least one character can be seen.

    A combining mark alone can be seen, as little as a full stop is.
    """
    # most texts begin with a letter, which is quicker to compare than to search for
    return "!" <= text < "\x7f" or re.search(VISIBLE, without_escapes(text)) is not None


def without_escapes(text: str) -> str:
    """The text without sequences that steer a terminal, whose letters nobody sees either."""
    return re.sub(ESCAPES, "", text) if re.search(_STEERS, text) else text


def hidden_signs(text: str) -> tuple[str, ...]:
    """The characters of a text that nobody sees, each once; those that join letters and pictures hide nothing."""
    if text.isascii() and text.isprintable():
        return ()
    found = "".join(re.findall(_INVISIBLE, text))
    return tuple(dict.fromkeys(sign for sign in found if sign not in _JOINS))


def code_point(sign: str) -> str:
    """How a character is named: U+200B."""
    return f"U+{ord(sign):04X}"


def with_hidden_signs(text: str) -> str:
    """The text with what nobody sees written as JSON escapes it."""
    return text.translate({ord(sign): escaped_sign(sign) for sign in hidden_signs(text)})


def escaped_sign(sign: str) -> str:
    """A character as JSON escapes it."""
    pair = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pair[start : start + 4]}" for start in range(0, len(pair), 4))


def without_invisible(text: str) -> str:
    """The text without what cannot be seen; white space stays."""
    return text if text.isascii() and text.isprintable() else re.sub(_INVISIBLE, "", text)


def normalised(answer: str) -> str:
    """Trimmed, with white space and case folded: answers that are equal afterwards are the same."""
    return " ".join(answer.split()).casefold()
