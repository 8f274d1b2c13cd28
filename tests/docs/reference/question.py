"""The question document, field by field: what `quorate decide` and `read_opening` read."""

from quorate.core.shape import Schema, record
from quorate.deliberation.framing import OWN_KEYS
from quorate.documents.schemas import schema
from quorate.protocols import protocol_named
from tests.docs.reference.documents import BUILT_IN
from tests.docs.reference.schemas import Reader, described, rows_of
from tests.docs.reference.tables import code, codes

INTRODUCTION = """# The question document, field by field

What `quorate decide FILE.yaml` and `quorate.read_opening` read. Only `question` is needed. Options of the command line
add to the document or take the place of what it says. Unknown keys are refused, and the nearest known one is named; the
document is as strict as [tally documents](tally-documents.md) are.

```yaml
protocol: judges
question:
  subject: Which store for the queue?
  options: [{id: A, text: Redis}, {id: B, text: Postgres}]
panel:
  - {seat: risk, voter: scorecard}
  - {seat: ops, voter: "person:ben", weight: 2}
policy: {ballots_by: 2d, at_ballots_by: count}
```
"""
QUESTION = """
## The question

A sentence, or a mapping with these keys. Unstated reversibility counts as medium. What the scorecard makes of `scores`
is told in [Vote by scorecard](../how-to/vote-by-scorecard.md).

"""
OWN = """
## Panel, policy and mode

On the command line `policy.ballots_by` may also be a span from now on, such as `2d`. The mode stands on
the record and in reports. `auto` picks Engine Mode where urgency is critical and reversibility low, where an
architecture question reaches beyond a year, or where the deliberation that is superseded was split in Simple Mode;
otherwise Simple Mode.

"""
TERMS = """
## The protocol's own keys

`protocol` names it; without it, approvers mean approval, options judges, some labels evidence, and anything else
magi. `approvers` takes the place of a panel: a list of people, or lists by group. `needed` is how many of them have
to approve, in all or by group (default: all). Other keys of its [tally document](tally-documents.md) stand beside the
question. The policy of quorum has the keys of both in one mapping.

"""
_NOT_ASKED_FOR = {"protocol", "id", "question", "roster", "policy", "actualConsensus", "verdict"}


def question_document() -> str:
    """The question, what is Quorate's own, and what is the protocol's."""
    question: Schema = schema("tally-magi")["properties"]["question"]["anyOf"][0]
    own = described(rows_of(record(OWN_KEYS).schema))
    return INTRODUCTION + QUESTION + described(Reader().rows(question)) + OWN + own + _panels() + TERMS + _terms()


def _panels() -> str:
    named = {name: [lens.name for lens in protocol_named(name).lenses] for name in BUILT_IN}
    lenses = "; ".join(f"under {name} {codes(names)}" for name, names in named.items() if names)
    return (
        "\nWithout `panel`, and without a usual one in [quorate.toml](settings.md), Engine Mode asks Claude, Codex\n"
        f"and Gemini, and Simple Mode one of them in these seats: {lenses}.\n"
        "Other protocols need a panel in Simple Mode. Who may answer is listed in [Voters](voters.md).\n"
    )


def _terms() -> str:
    lines = []
    for name in BUILT_IN:
        keys = schema("tally-" + name)["properties"].keys() - _NOT_ASKED_FOR - {protocol_named(name).vote_keys.votes}
        lines.append(f"- {code(name)}: {codes(sorted(keys)) or 'none'}\n")
    return "".join(lines)
