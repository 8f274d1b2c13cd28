"""Gather evidence from agents"""

FIRST = ("contribution", "consensus", "conflict", "refer", "manifest")
