"""Count"""

FIRST = ("tally", "read", "validate", "weigh", "demo", "schema")
