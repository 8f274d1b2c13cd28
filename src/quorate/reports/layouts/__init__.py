"""Which blocks a report has, and in which order."""
