"""Risk and coherence thresholds in a condition, compared exactly."""
