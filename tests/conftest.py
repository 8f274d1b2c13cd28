"""Hypothesis runs the same examples every time, so that a red run can be repeated."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow]
)
# thousands of mutants are tested one by one
settings.register_profile("mutants", settings.get_profile("repeatable"), max_examples=12)
settings.load_profile("mutants" if "MUTANT_UNDER_TEST" in os.environ else "repeatable")
