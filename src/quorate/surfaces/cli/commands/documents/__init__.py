"""Count"""

FIRST = ("tally", "read", "validate", "demo", "schema")
