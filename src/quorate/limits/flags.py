"""What a word can do in a condition: one bit each. A word may carry several.

"Stop" takes a protection away ("stop monitoring") and guards one ("stop if it is off").
"""

# what is protected; a weak one only where it is used as a noun; what may stand before it
TARGET, WEAK, MODIFIER = 1 << 0, 1 << 1, 1 << 2
# takes a protection away: as a verb, as a participle, as a noun; frees somebody from it; a state of being off
OFF, OFF_DONE, OFF_NOUN, FREES, OFF_STATE = 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7
# keeps a protection on, as a verb and as a state; protects, as a verb; is without protection; goes over a limit
ON, ON_STATE, PROTECTS, UNGUARDED, OVERSTEPS = 1 << 8, 1 << 9, 1 << 10, 1 << 47, 1 << 48
# negates a verb, a noun; "without"; forbids, is forbidden
NOT, NO, WITHOUT, FORBIDS, FORBIDDEN = 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15
AUX, COPULA, DET, ADVERB, PRONOUN = 1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20
AND, OR, COMMA, COLON, PREPOSITION = 1 << 21, 1 << 22, 1 << 23, 1 << 24, 1 << 25
RELATIVE, IF, EXCEPT, BREAK = 1 << 26, 1 << 27, 1 << 28, 1 << 29
# permits or attempts; any verb; asks; looks into; undoes; protects when it happens; lets the agent go on
PERMITS, VERB, QUESTION, ASKS, UNDOES, GUARDS, GOES_ON = (1 << bit for bit in range(30, 37))
# turns a negation round; covers all, so that its negation covers only a part
FLIPS, PARTLY = 1 << 37, 1 << 38
# what goes wrong; numbers; nothing; times; without bounds; nouns that say little; any participle
TROUBLE, NUMBER, ZERO, TIME, BOUNDLESS, GENERIC = (1 << bit for bit in range(39, 45))
PARTICIPLE = 1 << 46
# only advice; makes less of something
ADVISORY, LOWERS = 1 << 49, 1 << 50
