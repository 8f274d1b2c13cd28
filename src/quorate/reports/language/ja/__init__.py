"""Japanese, by topics."""
