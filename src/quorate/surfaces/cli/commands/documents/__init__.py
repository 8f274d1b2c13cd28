"""Count and check documents"""

FIRST = ("tally", "read", "validate", "demo", "schema")
