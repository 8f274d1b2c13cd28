"""Analyse"""

FIRST = ("explain", "retally", "voters")
