"""Deliberate"""

FIRST = (
    "decide",
    "vote",
    "resolve",
    "resume",
    "retry",
    "redeliberate",
    "reframe",
    "defer",
    "release",
    "revise",
    "close",
)
