"""One file per version of the tables; a released one is never edited."""
