# Functions over `quorate`, for scripts that already call them. Use: source "$(quorate shell-functions)"
# Arguments are passed on standard input, each ended by a NUL, because JSON may be longer than a command line may be.

EXIT_PROTOCOL_CONSENSUS=61
EXIT_PROTOCOL_GENERIC=67

_quorate_call() {
  local _quorate_name="$1"
  shift
  if [ "$#" -eq 0 ]; then
    "${QUORATE_PROGRAM:-quorate}" call "$_quorate_name" </dev/null
  else
    printf '%s\0' "$@" | "${QUORATE_PROGRAM:-quorate}" call "$_quorate_name"
  fi
}

# contribution_compute_consensus EPIC_ID [INDEX]: the consensus of an epic, as JSON
contribution_compute_consensus() { _quorate_call contribution_compute_consensus "$@"; }

# contribution_weighted_vote VOTES_JSON [QUESTION_ID]: the weighted vote on one question, as JSON
contribution_weighted_vote() { _quorate_call contribution_weighted_vote "$@"; }

# contribution_create_synthesis CONSENSUS_JSON [EPIC_ID]: the synthesis, in Markdown
contribution_create_synthesis() { _quorate_call contribution_create_synthesis "$@"; }

# contribution_detect_conflicts CONTRIBUTION_JSON CONTRIBUTION_JSON: where two contributions disagree, as JSON
contribution_detect_conflicts() { _quorate_call contribution_detect_conflicts "$@"; }

# validate_consensus_protocol TASK_ID MANIFEST_JSON MATRIX_JSON [STRICT]: violations as JSON; exit status 61 if strict and invalid
validate_consensus_protocol() { _quorate_call validate_consensus_protocol "$@"; }

# _osp_skill_to_protocol SKILL: the protocol that a skill stands for; exit status 1 if it stands for none
_osp_skill_to_protocol() { _quorate_call skill_to_protocol "$@"; }
