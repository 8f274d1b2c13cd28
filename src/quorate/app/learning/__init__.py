"""What turned out, and what that teaches of the voters."""
