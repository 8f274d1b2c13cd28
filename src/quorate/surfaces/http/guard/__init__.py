"""What comes before every operation: whence a request comes, who sends it, how often, and whether it is a repeat."""
