"""What tools tell a program in English."""

PHRASES = {
    "mcp.voting": "{id}: voting; {n} of {total} seats have not answered.",
    "mcp.verdict": "{id}: {result}; the panel says {action}. {permission}",
    "mcp.may": "It may be acted on.",
    "mcp.may.not": "It may not be acted on yet: why_not says why.",
    "mcp.question.hash": "question_hash {hash}",
    "mcp.verdict.hash": "verdict_hash {hash}",
    "mcp.none": "There are none.",
    "mcp.rule": "{result}, by the rule {rule}.",
    "mcp.retally": "{original} as counted; {protocol} would have said {other}.",
    "mcp.declined": "The person did not answer: the form was declined or closed. Nothing was stored.",
    "mcp.at.terminal": "A person answers this, at the terminal, with the command below. Nothing was stored.",
    "mcp.hard_limit": "Taken, but a condition {rule}: a resume with it becomes a block.",
    "mcp.move.yours": "{id} ({phase}): it is your move, until {until}.",
    "mcp.move.waiting": "{id} ({phase}): waiting for {who}, until {until}.",
    "mcp.move.person": "{id} ({phase}): a person has to decide.",
    "mcp.move.nobody": "{id} ({phase}): it is over; nobody has to do anything.",
    "mcp.epic": "{resolved} resolved, {unresolved} unresolved.",
    "mcp.epic.person": "{resolved} resolved, {unresolved} unresolved; a person has to look at it.",
    "mcp.valid": "It is valid.",
    "mcp.invalid": "It is not valid: see violations.",
}
