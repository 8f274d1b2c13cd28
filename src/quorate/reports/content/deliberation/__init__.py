"""What a deliberation adds to its verdict."""
