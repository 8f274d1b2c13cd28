"""What the command line says besides, in sentences, read back into notices."""

import re
from collections.abc import Iterable, Iterator

from quorate.app.life.notices import Notice
from quorate.surfaces.cli.terminal.phrases import Words

_WORDS = Words("en")
_CODES = ("vote", "voter")
_NAMES = re.compile(", | and ")


def says_repeated(said: str) -> bool:
    """True where a command says that it was done before."""
    return _WORDS("key.repeated") in said.splitlines()


def notices_in(sentences: Iterable[str]) -> tuple[Notice, ...]:
    """Notices about people who answer for several seats, as far as the sentences are some."""
    return tuple(notice for one in sentences for notice in _notice(one))


def _notice(sentence: str) -> Iterator[Notice]:
    for code in _CODES:
        pattern = re.escape(_WORDS(f"notice.{code}", name="NAME", seats="SEATS"))
        named = pattern.replace("NAME", "(?P<name>.+)").replace("SEATS", "(?P<seats>.+)")
        if found := re.search(named, sentence.removeprefix(_WORDS("notice", what=""))):
            said = found.groupdict()
            yield Notice(code, {**said, "seats": tuple(_NAMES.split(said["seats"]))})
