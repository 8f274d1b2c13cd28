"""Files that others write too: read below a root and nowhere else, appended to under a lock."""
