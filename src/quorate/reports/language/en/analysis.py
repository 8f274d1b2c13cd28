"""English for explanations of verdicts, and for comparisons of two counts."""

PHRASES = {
    "action.proceed": "proceed",
    "action.block": "block",
    "action.ask": "ask a person",
    "action.redeliberate": "deliberate again",
    "action.cooldown": "cool down",
    "result.magi.UNANIMOUS": "UNANIMOUS",
    "result.magi.MAJORITY": "MAJORITY",
    "result.magi.SPLIT": "SPLIT",
    "result.judges.UNANIMOUS": "UNANIMOUS",
    "result.judges.MAJORITY": "MAJORITY",
    "result.judges.NONE": "NO CONSENSUS",
    "result.judges.INSUFFICIENT_DATA": "INSUFFICIENT DATA",
    # an explanation
    "explain.headline": "{protocol}: {result}. Action: {action}.",
    "explain.rules": "Why: the first rule that fits decides",
    "explain.flags": "What the flags mean",
    "explain.requires": "What is required, and why",
    "explain.failures": "What the failures did",
    "explain.flip": "The smallest change that would have changed the action",
    "explain.other_protocol": "{protocol} comes from another package; its rules cannot be told here.",
    "step.line": "{rule}: {fits}. {why}",
    "step.after": "{why}",
    "step.fits": "yes",
    "step.fits_not": "no",
    # magi
    "rule.magi.all_approve": "All approve",
    "rule.magi.all_reject": "All reject",
    "rule.magi.nobody": "Nobody voted",
    "rule.magi.too_few": "Too few voted",
    "rule.magi.approved": "Most approve",
    "rule.magi.rejected": "Most reject",
    "rule.magi.split": "Split",
    "step.magi.all_approve": "{approve} of {seats} seats approve.",
    "step.magi.alone": "One seat alone is no unanimity.",
    "step.magi.all_reject": "{reject} of {seats} seats reject.",
    "step.magi.nobody": "{votes} of {seats} seats approve or reject.",
    "step.magi.too_few.yes": "{votes} of {seats} seats voted; at least two and at least half have to.",
    "step.magi.too_few.no": "{votes} of {seats} seats voted, which is at least two and at least half.",
    "step.magi.approved.yes": "{approve} of {votes} votes approve, which is more than half.",
    "step.magi.approved.no": "{approve} of {votes} votes approve, which is not more than half.",
    "step.magi.rejected.yes": "{reject} of {votes} votes reject, which is more than half.",
    "step.magi.rejected.no": "{reject} of {votes} votes reject, which is not more than half.",
    "step.magi.split.yes": "{approve} approve and {reject} reject.",
    "step.magi.override.yes": "Then a person is asked all the same: a dissenter ({names}) is at {surest}, at least "
    "90, and the winning side's mean is {mean}, below 60.",
    "step.magi.override.nobody_sure": "No confidence override: the surest dissenter ({names}) is at {surest}, below "
    "90.",
    "step.magi.override.majority_sure": "No confidence override: a dissenter ({names}) is at {surest}, but the "
    "winning side's mean is {mean}, not below 60.",
    "step.magi.unsure.yes": "Then the panel deliberates again instead: every seat that answered is below 50, "
    "the surest at {surest}.",
    "step.magi.unsure.no": "Every seat that answered is below 50, the surest at {surest}; that stops only a proceed.",
    # judges
    "rule.judges.too_few": "Too few recommend anything",
    "rule.judges.unanimous": "All recommend the same",
    "rule.judges.majority": "Enough recommend the same",
    "rule.judges.none": "No consensus",
    "step.judges.too_few.yes": "{total} of {seats} judges recommend an option; two have to.",
    "step.judges.too_few.no": "{total} of {seats} judges recommend an option.",
    "step.judges.unanimous.yes": "All {total} recommend {choices}.",
    "step.judges.unanimous.no": "The largest group ({choices}) has {leader} of {total}.",
    "step.judges.majority.yes": "{choices} has {leader} of {total} ({share_percent}%), at least {needed} "
    "({needed_percent}%), and no other option has as many.",
    "step.judges.majority.tied": "{choices} have {leader} of {total} each, so none is ahead.",
    "step.judges.majority.no": "{choices} has {leader} of {total} ({share_percent}%), less than {needed} "
    "({needed_percent}%).",
    "step.judges.none.yes": "No option has enough.",
    # quorum
    "rule.quorum.too_few": "Too few voted",
    "rule.quorum.weightless": "The votes weigh nothing",
    "rule.quorum.two_thirds": "Enough of the weight agrees",
    "rule.quorum.none": "No supermajority",
    "step.quorum.too_few": "{votes} voted; {fewest} have to.",
    "step.quorum.weightless": "The weight of all votes is {total}.",
    "step.quorum.two_thirds.yes": "{choice} has {weight} of {total} ({share_percent}%), at least {needed}.",
    "step.quorum.two_thirds.no": "The largest, {choice}, has {weight} of {total} ({share_percent}%), "
    "less than {needed}.",
    "step.quorum.none.yes": "So it cools down.",
    "step.quorum.absence.yes": "Then it cools down instead: here the absent count against a resume, "
    "which has {weight} of the whole roster's {whole} ({share_percent}%), less than {needed}.",
    "step.quorum.absence.no": "Here the absent count against a resume, which still has {weight} of the whole roster's "
    "{whole} ({share_percent}%), at least {needed}.",
    "step.quorum.limit.yes": "Then it blocks instead: a condition of {names} crosses a hard limit.",
    # evidence
    "rule.evidence.refuted": "Refuted",
    "rule.evidence.insufficient": "Too little evidence",
    "rule.evidence.contested": "Contested",
    "rule.evidence.proven": "Proven",
    "rule.evidence.otherwise": "Otherwise",
    "step.evidence.refuted.yes": "A reproducible counter-proof of the leading option ({choice}) stands unanswered.",
    "step.evidence.refuted.claim": "A reproducible counter-proof of the claim stands unanswered.",
    "step.evidence.refuted.no": "There is no reproducible counter-proof.",
    "step.evidence.refuted.answered": "Every reproducible counter-proof is answered.",
    "step.evidence.refuted.nobody_leads": "No position leads, so there is none to refute.",
    "step.evidence.insufficient.few": "Agents that voted: {votes}; two have to.",
    "step.evidence.insufficient.unproven": "The leading side ({choice}) cites nothing that can be run again.",
    "step.evidence.insufficient.no_counter_proof": "A rejection leads ({choice}), and no reproducible counter-proof "
    "supports it.",
    "step.evidence.insufficient.nobody_leads": "Agents that voted: {votes}; no position leads.",
    "step.evidence.insufficient.no": "{votes} agents voted, and the leading side ({choice}) cites evidence that can be "
    "run again.",
    "step.evidence.contested.tied": "The heaviest positions weigh the same, so none leads.",
    "step.evidence.contested.critical": "{n} critical conflicts are open.",
    "step.evidence.contested.critical.one": "A critical conflict is open.",
    "step.evidence.contested.heads_differ": "By weight {choice} leads, by heads {other}.",
    "step.evidence.contested.heads_tied": "By weight {choice} leads, by heads nobody does.",
    "step.evidence.contested.opposed": "{opposed} of {votes} agents are on the other side and cite evidence, "
    "at least two fifths.",
    "step.evidence.contested.no": "{choice} leads by weight and by heads, no critical conflict is open, and "
    "{opposed} of {votes} agents are on the other side and cite evidence, fewer than two fifths.",
    "step.evidence.proven.weight": "{choice} has {share_percent}% of the weight, at least {needed_percent}%.",
    "step.evidence.proven.heads": "{heads} of {votes} agents hold {choice} ({heads_share_percent}%), at least "
    "{heads_needed_percent}%.",
    "step.evidence.proven.rejection": "A rejection leads ({choice}), and that proves nothing.",
    "step.evidence.proven.no": "{choice} has {share_percent}% of the weight, less than {needed_percent}%, and "
    "{heads_share_percent}% of the agents, less than {heads_needed_percent}%.",
    "step.evidence.otherwise.yes": "The evidence does not suffice.",
    "step.evidence.rounds.critical": "A critical conflict is put to a person at once.",
    "step.evidence.rounds.again": "So far there were {rounds} of two challenge rounds, so the sides challenge each "
    "other once more.",
    "step.evidence.rounds.over": "Two challenge rounds are over, so a person is asked.",
    # flags
    "means.DEGRADED_PANEL": "DEGRADED_PANEL: no ballot came from {failed}; there is a verdict all the same.",
    "means.STRONG_DISSENT": "STRONG_DISSENT: surer than the winning side's mean of {mean}: {strong}. It changes "
    "nothing by itself; a review is recommended.",
    "means.LOW_CONFIDENCE": "LOW_CONFIDENCE: the mean of all answers is {all_mean}, below 50. The verdict is "
    "provisional.",
    "means.CONFIDENCE_OVERRIDE": "CONFIDENCE_OVERRIDE: very sure, against a winning side with a mean of {mean}: "
    "{strong}. A person weighs both positions.",
    "means.CONFIDENCE_GAP": "CONFIDENCE_GAP: the two seats are {gap} points apart; the surer one is shown first.",
    "means.SUSPICIOUS_UNANIMITY": "SUSPICIOUS_UNANIMITY: all agree. Challenge rounds: {rounds}; exchanges: "
    "{exchanges}; different sources cited: {sources}. That is too little to trust agreement.",
    "means.SHARED_VOTER": "SHARED_VOTER: {voters} answered for several of the counted seats ({shared}).",
    "means.RELIES_ON_ABSENCE": "RELIES_ON_ABSENCE: with {failed} against it, the verdict would not stand as it is.",
    "means.RELIES_ON_ABSENCE.evidence": "RELIES_ON_ABSENCE: {failed} may hold a counter-proof.",
    "means.RELIES_ON_INFERENCE": "RELIES_ON_INFERENCE: read from free text: {inferred}. Without that, or with that "
    "against it, the verdict would not stand as it is.",
    "means.RELIES_ON_INFERENCE.evidence": "RELIES_ON_INFERENCE: read from free text: {inferred}.",
    "means.HARD_LIMIT": "HARD_LIMIT: no resume may carry this condition: {conditions}.",
    # requirements
    "requires.mitigation_plan": "Mitigation plan: a warning of safety or security was overruled ({graves}). The plan "
    "says what is done about it, by whom, and what is watched.",
    "requires.human_choice": "Human choice: the count leaves it open, so a person chooses, on the record.",
    "requires.risk_acceptance": "Risk acceptance: the verdict blocks. Going ahead all the same needs a person who "
    "accepts the risk in writing.",
    "requires.more_context": "More context: what there is does not suffice. New context or evidence, then a new count.",
    "requires.challenge_round": "Challenge round: each side answers the other's arguments; {rounds} of two were held.",
    "requires.verification.absence": "Verification: a person checks it, because it relies on the absence of {failed}.",
    "requires.verification.inference": "Verification: a person checks it, because it relies on what was read from "
    "free text ({inferred}).",
    "requires.verification.suspicious": "Verification: a person checks it, because agreement came without enough "
    "argument or from too few sources.",
    "requires.verification.evidence": "Verification: a person checks it, because a voice is missing or was only read "
    "from free text, and nothing can stand in for a lost counter-proof.",
    "requires.verification.irreversible": "Verification: a person checks it, because a voice is missing or was only "
    "read from free text, and the decision is hard to reverse.",
    "requires.verification.shared": "Verification: somebody other than {voters} checks it, because it depends on "
    "several votes of one voter ({shared}).",
    "requires.verification.other": "Verification: a person checks it.",
    "requires.mitigation_plan.silenced": "Mitigation plan: who warned of safety or security ({seats}) has no ballot "
    "now, and took nothing back. What was warned of still stands: {concerns}.",
    "requires.mitigation_plan.bound": "Mitigation plan: nobody but a policy has chosen, and there is a warning of "
    "safety or security ({seats}): {concerns}.",
    "requires.verification.silenced": "Verification: a person checks it, because who had voted has no ballot now "
    "({seats}).",
    "requires.verification.bound": "Verification: a person checks it, because nobody but a policy has chosen, and a "
    "voice is missing or was only read from free text ({seats}).",
    "requires.verification.repaired": "Verification: a person checks it, because it would not hold without ballots "
    "that were read line by line ({seats}).",
    "requires.verification.retried": "Verification: a person checks it, because it would not stand if engines that "
    "failed at first ({seats}) had voted against it.",
    "requires.verification.lost": "Verification: a person checks it, because a missing engine changed who was asked "
    "({lost}).",
    "requires.human_choice.deadlock": "Human choice: two re-deliberations brought no consensus, so a person chooses, "
    "on the record.",
    "requires.human_choice.bound": "Human choice: the count leaves it open. In the deadlock the surest seat's choice "
    "holds, as was settled beforehand.",
    # failures
    "failed.counted.magi": "No ballot from {failed}: still among the {seats} seats, not among the {votes} votes.",
    "failed.counted.judges": "No recommendation from {failed}: left out, so that {votes} of {seats} judges were "
    "counted.",
    "failed.counted.quorum": "No vote from {failed}: a weight of {lost} is left out, so that {total} was counted.",
    "failed.counted.evidence": "No position from {failed}: not among the {votes} agents who voted; what evidence "
    "there was is missing.",
    "failed.counted": "No ballot from {failed}.",
    "failed.no_help": "The verdict does not proceed, so the failures helped nothing through.",
    "failed.falls": "Counted again with every missing voice against it, the result is {result} ({action}): "
    "it relies on absence.",
    "failed.needs_more": "Counted again with every missing voice against it, it would need more: {needs}.",
    "failed.stands": "Counted again with every missing voice against it, it still proceeds: absence decided nothing.",
    # the smallest flip
    "flip.alone": "If {changes}, the action would have been: {action} (instead of: {before}).",
    "flip.two": "No change of a single ballot changes the action; two would: if {changes}, it would have been: "
    "{action} (instead of: {before}).",
    "flip.many": "No change of fewer than {n} ballots changes the action. These {n} would: if {changes}, it would have "
    "been: {action} (instead of: {before}).",
    "flip.never": "None: whatever the {seats} seats had said, the action would have been the same.",
    "flip.never.one": "None: whatever the seat had said, the action would have been the same.",
    "flip.unknown": "No change of up to {n} of the {seats} ballots changes the action. Larger changes were not tried: "
    "there are too many of them.",
    "flip.unknown.one": "No change of a single ballot changes the action. Changes of several of the {seats} were not "
    "tried: there are too many of them.",
    "flip.untried": "Not looked for: the panel is too large to follow its known conflicts.",
    "flip.filed": "Evidence is taken as it is filed; new evidence could change more.",
    "flip.kept": "Confidences were left as they are: they are written too finely to try others.",
    "flip.by_confidence": "No other choice alone would have done it, as sure as the seats were: their confidence has "
    "to change too.",
    "flip.and": " and ",
    "flip.change": "{seat} had {chosen}{sure} instead of {was}",
    "flip.change.sure": "{seat} had {chosen}{sure} instead of {value}",
    "flip.sure.any": "",
    "flip.sure.same": " (as sure as before)",
    "flip.sure.least": " with at least {least}",
    "flip.sure.most": " with at most {most}",
    "flip.sure.between": " with {least} to {most}",
    "flip.sure.at": " with {value}",
    "flip.was": "{choice} with {value}",
    "flip.was.failed": "giving no ballot ({kind})",
    "chose.magi.APPROVE": "approved",
    "chose.magi.REJECT": "rejected",
    "chose.magi.ABSTAIN": "abstained",
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
    "compare.protocol": "Protocol",
    "compare.original": "{protocol} (as counted)",
    "compare.other": "{protocol} (the same ballots)",
    "compare.requires": "Requires",
    "compare.threshold": "Needed",
    "compare.threshold.of": "{rule} {needed} of the {basis}",
    "compare.basis.heads": "heads",
    "compare.basis.weight": "weight",
    "compare.share": "Reached",
    "compare.pivotal": "Pivotal",
    "compare.may": "May be acted on",
    "compare.yes": "yes",
    "compare.no": "no",
    "compare.nothing": "-",
    "compare.assumed": "{names} stated no confidence; 50 was taken, at which no rule on confidences does anything.",
    "compare.same": "Both come to the same: {action}.",
    "compare.same_but": "Both come to the same, {action}, but only {protocol} lets it be acted on without more.",
    "compare.differ": "They differ: {original} as counted, {other} by {protocol}.",
    "compare.differ.settings": "They differ: {original} as counted, {other} with the other settings.",
    "compare.stays": "Only a comparison: nothing was stored, and the verdict stays as it is.",
}
