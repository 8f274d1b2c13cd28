"""The documentation as something that can be read, run and written anew."""
