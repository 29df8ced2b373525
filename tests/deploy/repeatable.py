"""Hypothesis that draws the same examples in each run, and is in no hurry."""

from hypothesis import HealthCheck, settings


def repeatable(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
