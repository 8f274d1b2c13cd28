"""What a person sees and types: streams, prompts, live rows, tables, wording; and what waits for coroutines."""
