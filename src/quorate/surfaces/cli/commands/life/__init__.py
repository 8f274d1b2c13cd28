"""Decide"""

FIRST = ("decide", "vote", "resolve", "resume", "retry", "redeliberate", "revise", "close", "reframe", "defer")
