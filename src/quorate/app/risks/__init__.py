"""What verdicts leave behind: listed over the whole record, and kept up to date by people."""
