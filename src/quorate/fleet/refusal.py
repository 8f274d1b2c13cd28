"""Moves that are refused, each with a code, and what to do instead."""

from collections.abc import Mapping
from typing import NamedTuple

from quorate.core.errors import Refused
from quorate.fleet.dialectic.dialectic_state import Turn

VALIDATION, AUTHORISATION, SYSTEM = "validation_error", "auth_error", "system_error"


class Recovery(NamedTuple):
    """What somebody who was refused can do: in words, with which tools, in which order."""

    category: str
    action: str
    related_tools: tuple[str, ...] = ()
    workflow: tuple[str, ...] = ()


_GET, _VOTE, _REQUEST = "get_dialectic_session", "submit_quorum_vote", "request_quorum_review"
_SYNTHESIS, _DIALECTIC = "submit_synthesis", "request_dialectic_review"

RECOVERIES: Mapping[str, Recovery] = {
    "SESSION_NOT_FOUND": Recovery(
        VALIDATION, "Use the session_id that the request for the review gave.", (_GET, "list"), ("list", _GET)
    ),
    "AGENT_NOT_FOUND": Recovery(VALIDATION, "Register the agent, or correct its agent_id.", ("list",)),
    "AGENT_EXISTS": Recovery(VALIDATION, "Take another agent_id, or go on with the agent that has it.", ("list",)),
    "NOT_YOURSELF": Recovery(AUTHORISATION, "Act under the agent_id that your own key belongs to."),
    "NOT_AN_OPERATOR": Recovery(AUTHORISATION, "Ask an operator to do it."),
    "OWN_STATE": Recovery(AUTHORISATION, "Somebody else reports, describes and judges an agent."),
    "OWN_REVIEW": Recovery(AUTHORISATION, "Somebody who is no party of it decides or verifies it.", (_GET,)),
    "NOT_A_REVIEWER": Recovery(AUTHORISATION, "Only the chosen reviewers vote; see who they are.", (_GET,)),
    "NOT_A_PARTY": Recovery(AUTHORISATION, "Only the paused agent and its reviewer speak; see who they are.", (_GET,)),
    "REVIEWER_INELIGIBLE": Recovery(AUTHORISATION, "Your vote counts as absent; the others decide.", (_GET,)),
    "MAY_NOT_REASSIGN": Recovery(AUTHORISATION, "Ask an operator, or the present reviewer, to reassign it."),
    "ALREADY_VOTED": Recovery(VALIDATION, "Wait for the result; a vote is cast once.", (_GET,)),
    "VOTING_CLOSED": Recovery(VALIDATION, "Read the result of the session.", (_GET,)),
    "WRONG_PHASE": Recovery(VALIDATION, "See which phase the session is in and whose move it is.", (_GET,)),
    "NOT_YOUR_MOVE": Recovery(VALIDATION, "Wait for the other party, or until the time is over.", (_GET,)),
    "INVALID_VOTE": Recovery(VALIDATION, "Vote resume, block or cooldown.", (_VOTE,)),
    "NOT_PAUSED": Recovery(VALIDATION, "Only a paused agent is reviewed.", (_GET,)),
    "IN_REVIEW": Recovery(VALIDATION, "Wait for the review that is open.", (_GET,)),
    "COOLDOWN": Recovery(VALIDATION, "Ask again when the cooldown is over.", (_REQUEST, _DIALECTIC)),
    "EMPTY_AGREEMENT": Recovery(
        VALIDATION, "Propose at least one condition before anybody agrees.", (_SYNTHESIS,), (_SYNTHESIS, _GET)
    ),
    "ROOT_CAUSE_MISSING": Recovery(VALIDATION, "Say what the root cause is.", ("submit_thesis", _SYNTHESIS)),
    "ALREADY_ENDED": Recovery(VALIDATION, "Read how the session ended.", (_GET,)),
    "NEEDS_A_PERSON": Recovery(AUTHORISATION, "A person has to decide this one.", (_GET,)),
    "NOTES_UNANSWERED": Recovery(VALIDATION, "Accept or strike each note, by its name.", (_GET,)),
    "OUTDATED": Recovery(VALIDATION, "Read how the session ended, and state its hash.", (_GET,)),
    "NO_REVIEWER": Recovery(VALIDATION, "Wait until another agent may review, or ask a person.", ("list",)),
    "FLEET_CHANGES": Recovery(SYSTEM, "Ask again in a moment.", (_REQUEST, _DIALECTIC)),
    "INVALID_ARGUMENT": Recovery(VALIDATION, "Correct the argument that the message names."),
}


class FleetRefusal(Refused):
    """A move that the rules of the fleet do not allow; nothing was changed. `code` is a key of RECOVERIES.

    `turn` is whose move it is instead, as the `viewer` is told; None where that is not known.
    """

    def __init__(self, code: str, sentence: str) -> None:
        self.code, self.recovery = code, RECOVERIES[code]
        self.turn: Turn | None = None
        self.viewer = ""
        super().__init__(sentence)
