"""Parse the metrics that a bot exposes, as a monitoring system does."""

import re

_SAMPLE = re.compile(r"^(?P<name>[a-z_]+(?:\{[^}]*\})?) (?P<value>\S+)$", re.MULTILINE)


def samples(exposed: str) -> dict[str, float]:
    """Return each value by its name and labels, as in `duelhost_moves_total{game="split"}`."""
    return {each["name"]: float(each["value"]) for each in _SAMPLE.finditer(exposed)}
