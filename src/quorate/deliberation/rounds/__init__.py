"""Rounds after the first: re-deliberation, debate, deadlock, and what a deadlock may be settled by."""
