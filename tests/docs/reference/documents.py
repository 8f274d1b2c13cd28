"""The documents that are read and the verdict that is written, field by field."""

from quorate.documents.schemas import schema
from tests.docs.reference.meanings import with_meanings
from tests.docs.reference.schemas import Reader, described, name_of, rows_of

BUILT_IN = ("magi", "judges", "quorum", "evidence", "weighted", "approval")
TALLY = """# Tally documents, field by field

What `quorate tally` reads, as YAML or JSON, for each protocol. Examples stand in
[Write a tally document](../how-to/write-a-tally-document.md). `quorate schema tally-magi` and its like print the
same as JSON Schema, with every rule between keys.

Unknown keys are refused, and the nearest known one is named. A document holds at most 16 MiB and 32 levels, in strict
YAML: no anchors, aliases, tags or merge keys, no key twice. Only `true`, `false`, `null` and decimal numbers are
special, so an option called `no` is a text. A document may stand inside `consensus_check_input:`, which means judges.
"""
QUESTION = """A sentence, or a mapping with these keys. Unstated reversibility counts as medium.

"""
VALIDATION = """# The validation document, field by field

What `quorate validate` reads. `quorate schema validation` prints it as JSON Schema. An example stands in
[Validate a consensus document](../how-to/validate-a-consensus-document.md).

"""
VERDICT = """# The verdict, field by field

What `quorate tally --json`, each line of `quorate tally --batch` and `quorate.to_json` write: the same bytes, keys in
this order. `quorate schema verdict` prints it as JSON Schema. How to read the receipt is shown in
[Read a receipt](../how-to/read-a-receipt.md); what the words mean stands in [Words](words.md).

Exact numbers are texts such as `"2/3"` or `"74"`. Percentages are rounded half up to one decimal, for show only.
Keys of a ballot in `receipt.roster` that were left empty are left out. Under approval `native` has `result`, `needed`,
`approvals` and whose are `missing`, with groups also for each of the `groups`, and the receipt notes who stopped it
(`stopped_by_rejection`, `stopped_by_safety`, `stopped_by_security`).

"""


def tally_documents() -> str:
    """The question, which all have in common, then each protocol."""
    question = schema("tally-magi")["properties"]["question"]["anyOf"][0]
    shared = {name_of(question): "[The question](#the-question)"}
    sections = ["\n## The question\n\n" + QUESTION + described(Reader().rows(question))]
    for name in BUILT_IN:
        reader = Reader(shared)
        rows = rows_of(schema("tally-" + name), reader)
        sections.append(f"\n## {name}\n\n{described(rows, reader.rules)}")
    return TALLY + "".join(sections)


def validation_document() -> str:
    """What is validated."""
    reader = Reader()
    return VALIDATION + described(rows_of(schema("validation"), reader), reader.rules)


def verdict() -> str:
    """What is written."""
    return VERDICT + described(with_meanings(rows_of(schema("verdict"))))
