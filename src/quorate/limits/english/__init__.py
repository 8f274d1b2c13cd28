"""Conditions in English: their words, phrases and plain form."""
