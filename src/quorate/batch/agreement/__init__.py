"""What many votes agree on, without any rule of a protocol and without knowing what is true. Needs NumPy."""
