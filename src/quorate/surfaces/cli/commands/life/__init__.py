"""Decide"""

FIRST = ("decide", "vote", "resolve", "resume", "redeliberate", "revise", "close", "reframe", "defer")
