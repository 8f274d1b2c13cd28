"""The risk register: what verdicts leave behind, and what people make of it over time."""
