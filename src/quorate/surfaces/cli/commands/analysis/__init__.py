"""Analyse"""

FIRST = ("explain", "retally")
