"""Shows what a reply would come to: for people, as JSON, and one line each for many."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from quorate import config
from quorate.batch.replies import Answered, read_replies
from quorate.core.codec import json_line
from quorate.protocols import protocol_named
from quorate.replies.reading import INFERRED, REPAIRED
from quorate.replies.reply import VOTE, Heard, read_reply
from quorate.reports.engines import ballot_note
from quorate.reports.lang import language
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.terminal.streams import complain, named, opened, put, put_json, read_document, read_text
from quorate.surfaces.cli.terminal.wording import Words


class Asked(NamedTuple):
    """What the voter was asked, as far as the options say."""

    protocol: str
    options: tuple[str, ...]
    nonce: str
    prompt: str
    engine: str

    def named(self) -> dict[str, Any]:
        """The same by the names of `read_reply`."""
        pairs = [text.partition("=") for text in self.options]
        options = [(key.strip(), text.strip()) for key, _, text in pairs]
        prompt = read_text(self.prompt) if self.prompt else ""
        return {"options": options, "nonce": self.nonce, "prompt": prompt, "engine": self.engine}


def report_reply(file: str, asked: Asked, as_json: bool, lang: str | None) -> int:
    """Shows what one reply comes to."""
    heard = read_reply(read_document(file), asked.protocol, **asked.named())
    if as_json:
        put_json(json_line(plain(heard)))
    else:
        words = Words(lang or config.language())
        put("".join(f"{line}\n" for line in _lines(heard, words)))
    return exit_status.WORKED


def report_batch(file: str, asked: Asked) -> int:
    """A line per reply. Exit status 2 if a line was refused; the rest is answered all the same."""
    protocol_named(asked.protocol)
    said = asked.named()
    options = [{"id": key, "text": text} for key, text in said["options"]]
    defaults = {**said, "options": options, "protocol": asked.protocol}
    refused = 0
    with opened(file) as stream:
        for outcome in read_replies(stream, defaults):
            if isinstance(outcome, Answered):
                put_json(json_line({"id": outcome.id, **plain(outcome.heard)}))
                continue
            refused += 1
            for problem in outcome.problems:
                complain(problem.sentence(named(file)))
    return exit_status.WRONG if refused else exit_status.WORKED


def plain(heard: Heard) -> dict[str, Any]:
    """The answer as JSON has it; why there is no vote is the first of its notes."""
    option = {"option": heard.option} if heard.option else {}
    return {
        "choice": heard.choice,
        **option,
        "confidence": _number(heard.confidence),
        "inferred": heard.inferred,
        "repaired": heard.repaired,
        "kind": heard.kind,
        "notes": [*([heard.why] if heard.why else []), *(ballot_note(one, language("en")) for one in heard.notes)],
        "found": [one._asdict() for one in heard.notes],
    }


def _number(value: Any) -> Any:
    """Numbers as JSON writes them; this is shown, and nothing is decided by it."""
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == int(value) else float(value)


def _lines(heard: Heard, words: Words) -> Iterator[str]:
    from quorate.reports.text import one_line

    if heard.kind != VOTE:
        yield words("read.none", kind=words.word("seat", heard.kind), why=one_line(heard.why))
    else:
        yield from _vote_lines(heard, words)
    for note in (one for one in heard.notes if one not in (INFERRED, REPAIRED)):
        yield words("read.note", note=ballot_note(note, language(words.lang)))


def _vote_lines(heard: Heard, words: Words) -> Iterator[str]:
    from quorate.reports.text import one_line

    answer: Mapping[str, Any] = plain(heard)
    yield words("read.choice", choice=one_line(str(heard.choice)))
    if "option" in answer:
        yield words("read.option", option=one_line(answer["option"]))
    if heard.confidence is not None:
        yield words("read.confidence", confidence=heard.confidence)
    if heard.inferred:
        yield words("read.inferred")
    if heard.repaired:
        yield words("read.repaired")
