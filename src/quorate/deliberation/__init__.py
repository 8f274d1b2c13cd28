"""A deliberation's life as a pure state machine: events, the session they fold to, and the rules that allow them."""
