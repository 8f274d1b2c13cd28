"""Look"""

FIRST = ("inbox", "log", "show", "report", "risks", "outcome", "voters", "explain", "retally")
