"""The life of a deliberation: opened, voted on, counted, answered, asked again, released, taken back."""
