"""The words for policies that people write. The record keeps those of its first edition, which still work."""

KEEP_OPEN, MOST_CONFIDENT = "keep-open", "most-confident"
STORED = {KEEP_OPEN: "stay", MOST_CONFIDENT: "surest"}
OLD = {stored: word for word, stored in STORED.items()}


def stored_word(word: str) -> str:
    """The word that the record keeps for one that people write."""
    return STORED.get(word, word)
