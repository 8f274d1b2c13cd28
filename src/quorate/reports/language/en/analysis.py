"""English for explanations of verdicts, and for comparisons of two counts."""

from quorate.reports.language import headings, same

PHRASES = {
    **same("action", "proceed block"),
    "action.ask": "ask a person",
    "action.redeliberate": "deliberate again",
    "action.cooldown": "cool down",
    "result.magi.UNANIMOUS": "Approved unanimously",
    "result.magi.MAJORITY": "Approved by majority",
    "result.magi.UNANIMOUS_REJECTION": "Rejected unanimously",
    "result.magi.MAJORITY_REJECTION": "Rejected by majority",
    "result.magi.SPLIT": "Split",
    "result.magi.INSUFFICIENT_QUORUM": "No quorum",
    "result.magi.INSUFFICIENT_INFORMATION": "Not enough information",
    "result.weighted.UNANIMOUS": "Approved unanimously",
    "result.weighted.MAJORITY": "Approved by weight",
    "result.weighted.UNANIMOUS_REJECTION": "Rejected unanimously",
    "result.weighted.MAJORITY_REJECTION": "Rejected by weight",
    "result.weighted.SPLIT": "Tie",
    "result.weighted.LEAN_ALONE": "Only the lean decides",
    "result.weighted.ONE_VOTER": "One voter decides",
    "result.weighted.INSUFFICIENT_QUORUM": "No quorum",
    "result.weighted.INSUFFICIENT_INFORMATION": "Not enough information",
    "result.judges.UNANIMOUS": "All judges agree",
    "result.judges.MAJORITY": "Most judges agree",
    "result.judges.NONE": "No consensus",
    "result.judges.INSUFFICIENT_DATA": "Too few recommendations",
    "result.quorum.RESUME": "Resume",
    "result.quorum.RESUME.block": "Blocked: the resume carried a condition that is not allowed",
    "result.quorum.BLOCK": "Block",
    "result.quorum.COOLDOWN": "Cooldown",
    "result.quorum.NO_SUPERMAJORITY": "No supermajority",
    "result.evidence.PROVEN": "Proven",
    "result.evidence.REFUTED": "Refuted",
    "result.evidence.CONTESTED": "Contested",
    "result.evidence.INSUFFICIENT_EVIDENCE": "Insufficient evidence",
    # an explanation
    "explain.headline": "{protocol}: {result}. Action: {action}.",
    "explain.rules": "Why: the first rule that applies decides",
    "explain.flags": "What the flags mean",
    "explain.requires": "What is required, and why",
    "explain.failures": "Effect of the missing ballots",
    "explain.flip": "Smallest change that would have changed the action",
    "explain.other_protocol": "{protocol} comes from another package; its rules cannot be explained here.",
    "step.line": "{rule}: {fits}. {why}",
    "step.after": "{why}",
    "step.fits": "yes",
    "step.fits_not": "no",
    # magi
    **headings("rule.magi", "all_approve all_reject split"),
    "rule.magi.nobody": "Nobody voted",
    "rule.magi.too_few": "Too few voted",
    "rule.magi.approved": "Most approve",
    "rule.magi.rejected": "Most reject",
    "step.magi.all_approve": "{approve} of {seats} seats approve.",
    "step.magi.alone": "A single seat is not unanimity.",
    "step.magi.all_reject": "{reject} of {seats} seats reject.",
    "step.magi.nobody": "{votes} of {seats} seats approve or reject.",
    "step.magi.too_few.yes": "{votes} of {seats} seats voted; at least two, and at least half, must vote.",
    "step.magi.too_few.no": "{votes} of {seats} seats voted, which is at least two and at least half.",
    "step.magi.approved.yes": "{approve} of {votes} votes approve, which is more than half.",
    "step.magi.approved.no": "{approve} of {votes} votes approve, which is not more than half.",
    "step.magi.rejected.yes": "{reject} of {votes} votes reject, which is more than half.",
    "step.magi.rejected.no": "{reject} of {votes} votes reject, which is not more than half.",
    "step.magi.split.yes": "{approve} approve and {reject} reject.",
    "step.override.yes": "A person is asked anyway: a dissenter ({names}) is at {highest}, at least 90, and the "
    "winning side's mean is {mean}, below 60.",
    "step.override.nobody_sure": "No confidence override: the most confident dissenter ({names}) is at {highest}, "
    "below 90.",
    "step.override.majority_sure": "No confidence override: a dissenter ({names}) is at {highest}, but the "
    "winning side's mean is {mean}, not below 60.",
    "step.unsure.yes": "The panel deliberates again instead: every seat that answered is below 50 (highest: "
    "{highest}).",
    "step.unsure.no": "Every seat that answered is below 50 (highest: {highest}); that only stops a verdict to "
    "proceed.",
    "rule.weighted.nobody": "Nobody voted",
    "rule.weighted.too_few": "Too few voted",
    "rule.weighted.split": "Tie",
    "rule.weighted.lean_alone": "Only the lean decides",
    "rule.weighted.one_voter": "One voter decides",
    **headings("rule.weighted", "all_approve all_reject"),
    "rule.weighted.approved": "Approval weighs more",
    "rule.weighted.rejected": "Rejection weighs more",
    "step.weighted.nobody": "{votes} of {seats} seats took a side.",
    "step.weighted.too_few.yes": "Only {votes} of {seats} seats took a side; at least two and at least half have to.",
    "step.weighted.too_few.no": "{votes} of {seats} seats took a side; two and half of them are enough.",
    "step.weighted.split": "With the lean one side leads by {lead}.",
    "step.weighted.lean_alone.yes": "Without the lean the other side would be at least level.",
    "step.weighted.lean_alone.no": "Without the lean the same side leads, by {plain_lead}.",
    "step.weighted.one_voter": "{approve_heads} voters approve and {reject_heads} reject; the winner needs two.",
    "step.weighted.all_approve": "{approve_heads} of {seats} seats voted to approve.",
    "step.weighted.all_reject": "{reject_heads} of {seats} seats voted to reject.",
    "step.weighted.approved": "Approval weighs {approve}, rejection {reject}.",
    "step.weighted.rejected": "Rejection weighs {reject}, approval {approve}.",
    "rule.approval.stopped": "Somebody stopped it",
    "rule.approval.enough": "Enough approved",
    "rule.approval.too_few": "Too few approved",
    "step.approval.stopped.rejection": "One rejection is enough: {rejecting}.",
    "step.approval.stopped.concern": "One safety or security concern is enough: {warning}.",
    "step.approval.stopped.both": "One rejection ({rejecting}) or one grave concern ({warning}) is enough.",
    "step.approval.stopped.no": "Nobody rejected, and nobody has a safety or security concern.",
    "step.approval.enough": "{given} of {needed} approvals that are needed were given.",
    "step.approval.too_few": "All that could be given were waited for, or the time was over.",
    "step.approval.inferred": "An approval that was inferred from free text counts for nothing: {names}.",
    # judges
    "rule.judges.too_few": "Too few recommendations",
    "rule.judges.unanimous": "All recommend the same option",
    "rule.judges.majority": "Enough recommend the same option",
    "rule.judges.none": "No consensus",
    "step.judges.too_few.yes": "{total} of {seats} judges recommend an option; at least two must.",
    "step.judges.too_few.no": "{total} of {seats} judges recommend an option.",
    "step.judges.unanimous.yes": "All {total} recommend {choices}.",
    "step.judges.unanimous.no": "The largest group ({choices}) has {leader} of {total}.",
    "step.judges.majority.yes": "{choices} has {leader} of {total} ({share_percent}%), at least {needed} "
    "({needed_percent}%), and no other option has as many.",
    "step.judges.majority.tied": "{choices} have {leader} of {total} each, so none leads.",
    "step.judges.majority.no": "{choices} has {leader} of {total} ({share_percent}%), less than {needed} "
    "({needed_percent}%).",
    "step.judges.none.yes": "No option has enough votes.",
    # quorum
    "rule.quorum.too_few": "Too few voted",
    "rule.quorum.weightless": "The votes have no weight",
    "rule.quorum.two_thirds": "Enough of the weight agrees",
    "rule.quorum.none": "No supermajority",
    "step.quorum.too_few": "{votes} voted; at least {fewest} must.",
    "step.quorum.weightless": "The total weight of all votes is {total}.",
    "step.quorum.two_thirds.yes": "{choice} has {weight} of {total} ({share_percent}%), at least {needed}.",
    "step.quorum.two_thirds.no": "The largest, {choice}, has {weight} of {total} ({share_percent}%), "
    "less than {needed}.",
    "step.quorum.none.yes": "So a cooldown starts.",
    "step.quorum.absence.yes": "A cooldown starts instead: absences count against a resume here, which has {weight} of "
    "the whole roster's {whole} ({share_percent}%), less than {needed}.",
    "step.quorum.absence.no": "Absences count against a resume here, which still has {weight} of the whole roster's "
    "{whole} ({share_percent}%), at least {needed}.",
    "step.quorum.notes.yes": "A person has to accept or strike: {names}.",
    "step.quorum.limit.yes": "It is blocked instead: a condition from {names} crosses a hard limit.",
    # evidence
    **headings("rule.evidence", "refuted contested proven otherwise"),
    "rule.evidence.insufficient": "Too little evidence",
    "rule.evidence.threshold": "Below the stated threshold",
    "step.evidence.refuted.yes": "A reproducible counter-proof of the leading option ({choice}) is unanswered.",
    "step.evidence.refuted.claim": "A reproducible counter-proof of the claim is unanswered.",
    "step.evidence.refuted.no": "There is no reproducible counter-proof.",
    "step.evidence.refuted.answered": "Every reproducible counter-proof is answered.",
    "step.evidence.refuted.nobody_leads": "No position leads, so there is nothing to refute.",
    "step.evidence.insufficient.few": "Agents that voted: {votes}; at least two must.",
    "step.evidence.insufficient.unproven": "The leading side ({choice}) cites no reproducible evidence.",
    "step.evidence.insufficient.no_counter_proof": "A rejection leads ({choice}), and no reproducible counter-proof "
    "supports it.",
    "step.evidence.insufficient.nobody_leads": "Agents that voted: {votes}; no position leads.",
    "step.evidence.insufficient.no": "{votes} agents voted, and the leading side ({choice}) cites reproducible "
    "evidence.",
    "step.evidence.contested.tied": "The leading positions have equal weight, so none leads.",
    "step.evidence.contested.critical": "{n} critical conflicts are open.",
    "step.evidence.contested.critical.one": "A critical conflict is open.",
    "step.evidence.contested.heads_differ": "{choice} leads by weight, {other} by number of votes.",
    "step.evidence.contested.heads_tied": "{choice} leads by weight, but nothing leads by number of votes.",
    "step.evidence.contested.opposed": "{opposed} of {votes} agents oppose it with evidence, which is at least two "
    "fifths.",
    "step.evidence.contested.no": "{choice} leads by weight and by number of votes, no critical conflict is open, and "
    "{opposed} of {votes} agents oppose it with evidence, fewer than two fifths.",
    "step.evidence.threshold.none": "No threshold is stated that applies here.",
    "step.evidence.threshold.yes": "{choice} has {share_percent}% of the weight, less than the stated "
    "{threshold_percent}%, so a person is asked.",
    "step.evidence.threshold.no": "{choice} has {share_percent}% of the weight, at least the stated "
    "{threshold_percent}%.",
    "step.evidence.proven.weight": "{choice} has {share_percent}% of the weight, at least {needed_percent}%.",
    "step.evidence.proven.heads": "{heads} of {votes} agents hold {choice} ({heads_share_percent}%), at least "
    "{heads_needed_percent}%.",
    "step.evidence.proven.rejection": "A rejection leads ({choice}); a rejection proves nothing.",
    "step.evidence.proven.no": "{choice} has {share_percent}% of the weight, less than {needed_percent}%, and "
    "{heads_share_percent}% of the agents, less than {heads_needed_percent}%.",
    "step.evidence.otherwise.yes": "The evidence is not sufficient.",
    "step.evidence.rounds.critical": "A critical conflict goes to a person immediately.",
    "step.evidence.rounds.again": "{rounds} of two challenge rounds have been held, so the sides challenge each other "
    "again.",
    "step.evidence.rounds.over": "Two challenge rounds have been held, so a person is asked.",
    # flags
    "means.DEGRADED_PANEL": "DEGRADED_PANEL: no ballot from {failed}; a verdict was reached anyway.",
    "means.STRONG_DISSENT": "STRONG_DISSENT: more confident than the winning side's mean of {mean}: {strong}. This "
    "changes nothing by itself; a review is recommended.",
    "means.LOW_CONFIDENCE": "LOW_CONFIDENCE: the mean confidence of all answers is {all_mean}, below 50. The verdict "
    "is provisional.",
    "means.CONFIDENCE_OVERRIDE": "CONFIDENCE_OVERRIDE: very confident, against a winning side with a mean of {mean}: "
    "{strong}. A person weighs both positions.",
    "means.CONFIDENCE_GAP": "CONFIDENCE_GAP: the two seats are {gap} points apart; the more confident one is shown "
    "first.",
    "means.SUSPICIOUS_UNANIMITY": "SUSPICIOUS_UNANIMITY: all agree. Challenge rounds: {rounds}; exchanges: "
    "{exchanges}; different sources cited: {sources}. That is too little to trust the agreement.",
    "means.SHARED_VOTER": "SHARED_VOTER: {voters} answered for several of the counted seats ({shared}).",
    "means.RELIES_ON_ABSENCE": "RELIES_ON_ABSENCE: with {failed} voting against it, the verdict would be different.",
    "means.RELIES_ON_ABSENCE.evidence": "RELIES_ON_ABSENCE: {failed} may hold a counter-proof.",
    "means.RELIES_ON_INFERENCE": "RELIES_ON_INFERENCE: read from free text: {inferred}. Without these ballots, or with "
    "them against it, the verdict would be different.",
    "means.RELIES_ON_INFERENCE.evidence": "RELIES_ON_INFERENCE: read from free text: {inferred}.",
    "means.HARD_LIMIT": "HARD_LIMIT: no resume may carry this condition, and nobody can override that: {conditions}.",
    # requirements
    "requires.mitigation_plan": "Mitigation plan: a safety or security warning was overruled ({warned}). The plan says "
    "what is done about it, who owns it, and what to monitor.",
    "requires.human_choice": "Human choice: the count does not decide, so a person chooses, on the record.",
    "requires.risk_acceptance": "Risk acceptance: the verdict blocks. To go ahead anyway, a person must accept the "
    "risk in writing.",
    "requires.more_context": "More context: there is not enough to decide on. Add context or evidence, then count "
    "again.",
    "requires.challenge_round": "Challenge round: each side answers the other's arguments; {rounds} of two have been "
    "held.",
    "requires.verification.absence": "Verification: a person checks it, because it relies on missing ballots "
    "({failed}).",
    "requires.verification.inference": "Verification: a person checks it, because it relies on ballots read from free "
    "text ({inferred}).",
    "requires.verification.suspicious": "Verification: a person checks it, because the agents agreed without enough "
    "argument or with too few sources.",
    "requires.verification.evidence": "Verification: a person checks it, because a ballot is missing or was only read "
    "from free text, and nothing can replace a missing counter-proof.",
    "requires.verification.irreversible": "Verification: a person checks it, because a ballot is missing or was only "
    "read from free text, and the decision is hard to reverse.",
    "requires.verification.shared": "Verification: someone other than {voters} checks it, because it depends on "
    "several votes by one voter ({shared}).",
    "requires.verification.other": "Verification: a person checks it.",
    "requires.mitigation_plan.silenced": "Mitigation plan: a seat that gave a safety or security warning ({seats}) has "
    "no ballot now and did not withdraw the warning: {concerns}.",
    "requires.mitigation_plan.bound": "Mitigation plan: a policy chose, not a person, and there is a safety or "
    "security warning ({seats}): {concerns}.",
    "requires.verification.silenced": "Verification: a person checks it, because a seat that had voted has no ballot "
    "now ({seats}).",
    "requires.verification.bound": "Verification: a person checks it, because a policy chose, not a person, and a "
    "ballot is missing or was only read from free text ({seats}).",
    "requires.verification.lost": "Verification: a person checks it, because a missing engine changed who was asked "
    "({lost}).",
    "requires.human_choice.deadlock": "Human choice: there is no consensus after two re-deliberations, so a person "
    "chooses, on the record.",
    "requires.human_choice.bound": "Human choice: the count does not decide. By the deadlock policy, the most "
    "confident seat's choice applies.",
    # failures
    "failed.counted.magi": "No ballot from {failed}: counted among the {seats} seats, not among the {votes} votes.",
    "failed.counted.weighted": "No ballot from {failed}: a weight of {left_out} is missing beside {votes} votes.",
    "failed.counted.judges": "No recommendation from {failed}: only {votes} of {seats} judges were counted.",
    "failed.counted.quorum": "No vote from {failed}: a weight of {left_out} is left out; {total} was counted.",
    "failed.counted.evidence": "No position from {failed}: not among the {votes} agents who voted; any evidence from "
    "there is missing.",
    "failed.counted": "No ballot from {failed}.",
    "failed.no_help": "The verdict does not proceed, so the missing ballots let nothing through.",
    "failed.falls": "Counted again with every missing ballot against it, the result is {result} ({action}): it relies "
    "on absence.",
    "failed.needs_more": "Counted again with every missing ballot against it, it would need more: {needs}.",
    "failed.stands": "Counted again with every missing ballot against it, it still proceeds: the missing ballots "
    "decided nothing.",
    # the smallest flip
    "flip.alone": "If {changes}, the action would have been: {action} (instead of: {before}).",
    "flip.two": "Changing one ballot does not change the action; changing two does: if {changes}, it would have been: "
    "{action} (instead of: {before}).",
    "flip.many": "Changing fewer than {n} ballots does not change the action. Changing these {n} does: if {changes}, "
    "it would have been: {action} (instead of: {before}).",
    "flip.never": "None: whatever the {seats} seats had voted, the action would have been the same.",
    "flip.never.one": "None: whatever the seat had voted, the action would have been the same.",
    "flip.unknown": "Changing up to {n} of the {seats} ballots does not change the action. Larger changes were not "
    "tried: there are too many.",
    "flip.unknown.one": "Changing one ballot does not change the action. Changing several of the {seats} was not "
    "tried: there are too many combinations.",
    "flip.untried": "Not searched: the panel is too large to follow its known conflicts.",
    "flip.filed": "Evidence is taken as filed; new evidence could change more.",
    "flip.kept": "Confidences were left unchanged: they have too many digits to try other values.",
    "flip.by_confidence": "At the same confidence, no other choice would have been enough: the confidence has to "
    "change too.",
    "flip.and": " and ",
    "flip.change": "{seat} had {chosen}{sure} instead of {was}",
    "flip.change.sure": "{seat} had {chosen}{sure} instead of {value}",
    "flip.change.unwarned": "{seat} had {chosen} without a concern",
    "flip.sure.any": "",
    "flip.sure.same": " (as confident as before)",
    "flip.sure.least": " with at least {least}",
    "flip.sure.most": " with at most {most}",
    "flip.sure.between": " with {least} to {most}",
    "flip.sure.at": " with {value}",
    "flip.was": "{choice} with {value}",
    "flip.was.failed": "giving no ballot ({kind})",
    "chose.magi.APPROVE": "approved",
    "chose.magi.REJECT": "rejected",
    "chose.magi.ABSTAIN": "abstained",
    "chose.weighted.APPROVE": "approved",
    "chose.weighted.REJECT": "rejected",
    "chose.weighted.ABSTAIN": "abstained",
    "chose.approval.approve": "approved",
    "chose.approval.reject": "rejected",
    "chose.judges": "recommended {choice}",
    "chose.judges.ABSTAIN": "abstained",
    "chose.quorum": "voted {choice}",
    "chose.evidence.accept": "accepted",
    "chose.evidence.reject": "rejected",
    "chose.evidence.abstain": "abstained",
    "chose.evidence.accept.option": "accepted {option}",
    "chose.evidence.reject.option": "rejected {option}",
    "chose": "chosen {choice}",
    "chosen.magi.APPROVE": "approving",
    "chosen.magi.REJECT": "rejecting",
    "chosen.magi.ABSTAIN": "abstaining",
    "chosen.weighted.APPROVE": "approving",
    "chosen.weighted.REJECT": "rejecting",
    "chosen.weighted.ABSTAIN": "abstaining",
    "chosen.approval.approve": "approving",
    "chosen.approval.reject": "rejecting",
    "chosen.judges": "recommending {choice}",
    "chosen.judges.ABSTAIN": "abstaining",
    "chosen.quorum": "voting {choice}",
    "chosen.evidence.accept": "accepting",
    "chosen.evidence.reject": "rejecting",
    "chosen.evidence.abstain": "abstaining",
    "chosen.evidence.accept.option": "accepting {option}",
    "chosen.evidence.reject.option": "rejecting {option}",
    "chosen": "choosing {choice}",
    # two counts side by side
    **headings("compare", "protocol requires"),
    "compare.original": "{protocol} (as counted)",
    "compare.other": "{protocol} (the same ballots)",
    "compare.threshold": "Needed",
    "compare.threshold.of": "{rule} {needed} of the {basis}",
    "compare.basis.heads": "votes",
    "compare.basis.weight": "weight",
    "compare.share": "Reached",
    "compare.pivotal": "Could flip it alone",
    "compare.may": "May be acted on",
    **same("compare", "yes no"),
    "compare.nothing": "-",
    "compare.assumed": "{names} stated no confidence; 50 was assumed, at which no confidence rule applies.",
    "compare.same": "Both give the same action: {action}.",
    "compare.same_but": "Both give the same action, {action}, but only {protocol} lets it be acted on right away.",
    "compare.differ": "They differ: {original} as counted, {other} under {protocol}.",
    "compare.differ.settings": "They differ: {original} as counted, {other} with the other settings.",
    "compare.stays": "Only a comparison: nothing was stored, and the verdict is unchanged.",
}
