"""What there is to say, as blocks."""
