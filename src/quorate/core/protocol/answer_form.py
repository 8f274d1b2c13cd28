"""What a protocol asks voters for."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from quorate.core.question import Question


class AskedKey(NamedTuple):
    """A key of a ballot that a voter fills in: what is allowed there in words, and an example of the right kind.

    `blank` is what the form shows in place of the voter's own words: a text, words to choose from such as `yes | no`,
    a list of one of these, or a list of one mapping. `{options}` in it stands for the ids of the options, `{mark}` for
    letters that no other voter is shown. `when` says of which questions the key is asked; without it, of all.
    """

    key: str
    blank: Any
    allowed: str
    example: Any = None
    when: Callable[[Question], bool] | None = None


class AnswerForm(NamedTuple):
    """What a voter is asked for; what it leaves out comes from the tally document.

    `task` says what is to be decided, `choices` are the words to choose from (by the kind of question
    where it has words of its own), `choice` is what each of them means, and
    `needs` what the rule needs for a verdict.
    """

    task: str = ""
    choice: str = ""
    choices: tuple[str, ...] = ()
    choices_by_kind: Mapping[str, tuple[str, ...]] = {}
    keys: tuple[AskedKey, ...] = ()
    needs: str = ""
