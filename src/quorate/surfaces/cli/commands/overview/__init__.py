"""Look"""

FIRST = ("inbox", "log", "show", "report", "risks", "explain", "retally")
