"""Names that other programs already call, as thin functions over ours.

Numbers go in and out as floats, as such programs have them; in between they are exact.
"""

from quorate.compat.consensus_calls import (
    contribution_compute_consensus,
    contribution_create_synthesis,
    contribution_detect_conflicts,
    contribution_weighted_vote,
    skill_to_protocol,
    validate_consensus_protocol,
)
from quorate.compat.fleet_calls import (
    DialecticSession,
    QuorumResult,
    QuorumVote,
    calculate_authority_score,
    requires_quorum,
    select_quorum_reviewers,
    tally_quorum_votes,
)
from quorate.compat.judge_calls import ConsensusResult, check_consensus

__all__ = [
    "ConsensusResult",
    "DialecticSession",
    "QuorumResult",
    "QuorumVote",
    "calculate_authority_score",
    "check_consensus",
    "contribution_compute_consensus",
    "contribution_create_synthesis",
    "contribution_detect_conflicts",
    "contribution_weighted_vote",
    "requires_quorum",
    "select_quorum_reviewers",
    "skill_to_protocol",
    "tally_quorum_votes",
    "validate_consensus_protocol",
]
