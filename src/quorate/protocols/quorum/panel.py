"""How an engine that reviews a paused agent is asked to look."""

from quorate.core.protocol import Lens

REVIEWER = Lens(
    "reviewer",
    (
        "Look as a reviewer of the paused agent who answers for what it does next. Is the cause of the pause known, and"
        " removed? What of what is said for it can be checked, and what is only claimed by the agent itself? What would"
        " happen if it failed again, and which condition would show that in time?"
    ),
)
