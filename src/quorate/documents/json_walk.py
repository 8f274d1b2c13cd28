"""A second, careful look at JSON that was read or refused: where everything stands, and what is wrong with it."""

import json
import re
from decimal import Decimal, InvalidOperation

from quorate.core.errors import Path, Problem
from quorate.core.shape import found
from quorate.documents.findings import Findings, Places

DEEPEST = 32
_MOST_DIGITS = 4300
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]|[^\s{}\[\],:"]++')
_GRAMMAR = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
_WORDS = frozenset({"true", "false", "null"})


def is_json(text: str) -> bool:
    """True for what follows the grammar of JSON, with NaN and infinities, and for what is too deep to tell."""
    try:
        _GRAMMAR.decode(text)
    except RecursionError:
        return True
    except ValueError:
        return False
    return True


class Inside:
    """A list or a mapping that is being walked through."""

    def __init__(self, path: Path, is_list: bool) -> None:
        self.path = path
        self.keys: set[str] = set()
        self.step: str | int | None = 0 if is_list else None

    def next_step(self) -> None:
        """Goes on behind a comma."""
        self.step = self.step + 1 if isinstance(self.step, int) else None

    @property
    def place(self) -> Path:
        """The path of the value that comes next."""
        return self.path if self.step is None else (*self.path, self.step)


class Walk:
    """Walks through a JSON text as far as it has to, up to where it gets too deep."""

    def __init__(self, text: str) -> None:
        self._text, self._tokens, self._at, self._line = text, _TOKEN.finditer(text), 0, 1
        self._lines = Places()
        self._around: list[Inside] = []
        self._left: set[Path] = set()
        self._problems = Findings()

    def problems(self) -> Findings:
        """Everything that is wrong, from top to bottom."""
        while self._goes_on():
            pass
        return self._problems

    def line_of(self, path: Path) -> int | None:
        """The line of a part, or of the nearest part around it."""
        while path not in self._lines and path[:-1] not in self._left and self._goes_on():
            pass
        return self._lines.line_of(path)

    def _goes_on(self) -> bool:
        """Takes the next token; False at the end."""
        match = next(self._tokens, None)
        if match is None or len(self._around) > DEEPEST:
            return False
        self._line += self._text.count("\n", self._at, match.start())
        self._at = match.start()
        self._token(match[0])
        if len(self._around) > DEEPEST:
            self._problem(self._around[-1].path, "nesting that is too deep", f"at most {DEEPEST} levels")
        return True

    def _token(self, token: str) -> None:
        inside = self._around[-1] if self._around else None
        if token in "}]":
            self._left.add(self._around.pop().path)
        elif token == ",":
            self._around[-1].next_step()
        elif inside and inside.step is None:
            self._key(json.loads(token), inside)
        elif token != ":":
            self._value(token, inside.place if inside else ())

    def _key(self, key: str, inside: Inside) -> None:
        inside.step = key
        self._lines.setdefault(inside.place, self._line)
        if key in inside.keys:
            self._problem(inside.place, f"the key {found(key)} a second time", "each key once")
        inside.keys.add(key)
        self._check_text(key, inside.place)

    def _value(self, token: str, place: Path) -> None:
        self._lines.setdefault(place, self._line)
        if token in "{[":
            self._around.append(Inside(place, token == "["))
        elif token[0] == '"':
            self._check_text(json.loads(token), place)
        elif token not in _WORDS:
            self._check_number(token, place)

    def _check_text(self, text: str, place: Path) -> None:
        try:
            text.encode()
        except UnicodeEncodeError:
            self._problem(place, "half of a surrogate pair", "whole characters")

    def _check_number(self, token: str, place: Path) -> None:
        if token in ("NaN", "Infinity", "-Infinity"):
            self._problem(place, token, "finite numbers")
        elif token.lstrip("-").isdigit() and len(token) > _MOST_DIGITS:
            self._problem(place, "a number of thousands of digits", "shorter numbers")
        elif not _is_decimal(token):
            self._problem(place, "a number with a very large exponent", "smaller numbers")

    def _problem(self, place: Path, what: str, allowed: str) -> None:
        self._problems.append(Problem(place, what, allowed, self._line))


def _is_decimal(token: str) -> bool:
    try:
        Decimal(token)
    except InvalidOperation:
        return False
    return True
