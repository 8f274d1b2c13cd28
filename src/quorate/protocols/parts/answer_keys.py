"""Keys that voters of several protocols are asked for."""

from quorate.core.protocol.answer_form import AskedKey

_LIST = "a list of texts, [] for none"

RISKS = AskedKey("risks", ["what can go wrong"], _LIST, ["The migration locks the table for an hour"])
CONDITIONS = AskedKey(
    "conditions",
    ["what has to hold for your choice; leave the list empty if nothing"],
    f"{_LIST}; each a requirement that somebody can check",
    ["The rollback has been rehearsed before the release"],
)
CONCERNS = AskedKey(
    "concerns",
    [{"kind": "safety | security | other", "text": "what you warn of; leave the list empty if nothing"}],
    "a list of objects, [] for none. safety is harm to people, security is attacks and leaks, other is the rest; the"
    " first two hold a decision up until somebody has a plan for them",
    [{"kind": "security", "text": "The export contains addresses of customers"}],
)
ALTERNATIVES = AskedKey(
    "alternatives", ["what could be done instead"], _LIST, ["Release to a tenth of the users first"]
)
DISSENT_NOTE = AskedKey(
    "dissent_note",
    "what to keep in mind if the panel decides otherwise",
    "one sentence",
    "Watch the error rate in the first week",
)
WARNINGS = (RISKS, CONDITIONS, CONCERNS, ALTERNATIVES, DISSENT_NOTE)
