"""Models behind an address, and the small programs of ours that call them."""
