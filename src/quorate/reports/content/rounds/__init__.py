"""How it came to this: earlier rounds, debates, deadlocks."""
