"""Count and check documents"""

FIRST = ("tally", "read", "validate", "weigh", "demo", "schema")
