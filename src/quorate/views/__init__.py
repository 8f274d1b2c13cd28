"""The JSON that every interface shows."""
