"""What voters are shown."""
