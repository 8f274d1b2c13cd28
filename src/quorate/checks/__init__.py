"""Evidence that is checked, not believed: citations are looked up, and commands are run again where that is allowed."""
