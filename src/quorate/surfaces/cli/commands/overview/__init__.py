"""Look and follow up"""

FIRST = ("inbox", "log", "show", "report", "risks", "outcome")
