"""Review the agents of a fleet"""

FIRST = ("agents", "review")
