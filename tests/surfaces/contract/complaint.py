"""What an interface that answers in words alone has refused."""

import re

from quorate.core.errors import DocumentError, KeyReused, Outdated, Problem, UnknownName

_LOCATED = re.compile(r"(?P<source>[^:\s]+):(?P<line>\d+): (?P<field>[^:]+): (?P<what>.*)")


class Complaint(DocumentError, UnknownName, KeyReused, Outdated):
    """Wrong input, of whatever kind: which one it is, people read in the words."""

    def __init__(self, said: str) -> None:
        found = [one for one in map(_LOCATED.fullmatch, said.splitlines()) if one]
        self.problems = tuple(Problem((one["field"],), "", one["what"], int(one["line"])) for one in found)
        self.source = found[0]["source"] if found else ""
        Exception.__init__(self, said)
