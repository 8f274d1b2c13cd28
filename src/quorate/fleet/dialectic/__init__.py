"""A review by two parties: what they say, whose move it is, and the conditions that they come to."""
