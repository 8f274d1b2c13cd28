"""What a voter is shown."""
