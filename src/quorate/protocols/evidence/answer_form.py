"""What voters on evidence are asked."""

from quorate.core.protocol.answer_form import AnswerForm, AskedKey
from quorate.protocols.evidence.rule import ABSTAIN, ACCEPT, CHOICES, REJECT
from quorate.protocols.parts.answer_keys import WARNINGS

_EVIDENCE = AskedKey(
    "evidence",
    [
        {
            "id": "a short id that begins with {mark}",
            "file": "path of the file, or else url: its address",
            "section": "the part of it that you mean",
            "line": "the number of the line",
            "quote": "the words or figures that you rely on",
            "type": "code | test | data | document",
            "reproducible": "true | false",
            "command": "the command that anybody can run to see it again",
        }
    ],
    "a list of objects. Each has a file or a url, and as many of the other keys as you can give; line is a number;"
    " reproducible is true only together with a command. counter: true marks an item that disproves what you vote on,"
    " and answers: ID one that rebuts the counter-proof with that id; both need an id of their own",
    [
        {
            "id": "{mark}-1",
            "file": "bench/results.md",
            "section": "Writes",
            "line": 12,
            "quote": "p99 of 41 ms at 2,000 writes per second",
            "type": "test",
            "reproducible": True,
            "command": "make bench-writes",
        },
        {"id": "{mark}-2", "url": "https://example.org/report", "quote": "no loss in 30 drills", "type": "document"},
    ],
)
FORM = AnswerForm(
    task="Judge by evidence. Where OPTIONS are listed, vote on one of them; else vote on the claim.",
    choice=(
        f"{ACCEPT} if the evidence shows that it holds, {REJECT} if it is disproved, {ABSTAIN} if you know of no"
        " evidence either way"
    ),
    choices=CHOICES,
    keys=(
        AskedKey(
            "option",
            "{options}",
            "the id of the option that you vote on, the id alone without its text",
            when=lambda question: bool(question.options),
        ),
        AskedKey("confidence", "0.0-1.0", "a number from 0.0 to 1.0", 0.75),
        AskedKey(
            "rationale",
            "why, in two or three sentences",
            "two or three sentences",
            "The benchmark holds at twice the peak. Nothing that was measured contradicts it.",
        ),
        _EVIDENCE,
        *WARNINGS,
    ),
    needs=(
        "Evidence decides, not the number of votes. An accept proves nothing unless it cites an item with"
        " reproducible: true and the command. A reject disproves nothing unless it cites such an item with counter:"
        " true. Cite more than one file or address where you can. Cite only what exists: if you know of nothing that"
        " can be run again, leave reproducible out rather than invent it."
    ),
)
