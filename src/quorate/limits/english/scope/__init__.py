"""What governs a protection in a sentence: how often the words around it turn it round."""
