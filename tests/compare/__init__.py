"""A differential run: this tree and another one are given the same inputs, and what they answer is compared."""
