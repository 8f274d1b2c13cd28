"""What outcomes teach, in words: beside a verdict, and of every voter."""
