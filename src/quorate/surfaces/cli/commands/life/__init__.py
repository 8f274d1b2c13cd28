"""Deliberate"""

FIRST = ("decide", "vote", "resolve", "resume", "redeliberate", "reframe", "defer", "release", "revise", "close")
