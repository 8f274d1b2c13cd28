"""The fleet: agents and their state, reviews by a quorum or by two parties, and what is executed."""
